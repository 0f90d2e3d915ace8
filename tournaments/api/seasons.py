"""Seasons over REST, to be read."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls.converters import SlugConverter
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request

from api.etags import text_answer, unchanged
from api.ready_text import ReadyText
from api.typed_serializers import serializer_for
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Club
from tournaments.models import Season
from tournaments.publishing.season_types import SeasonRulesContent, SeasonStandings
from tournaments.season_selectors import published_season, season_version

SeasonStandingsSerializer = serializer_for(SeasonStandings)
SeasonRulesSerializer = serializer_for(SeasonRulesContent)


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season: its days, and how its points are counted."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    rules = SeasonRulesSerializer(read_only=True)

    class Meta:
        model = Season
        fields = ("slug", "name", "club", "first_day", "last_day", "closed_at", "rules")


@extend_schema_view(list=extend_schema(parameters=[OF_CLUB]))
class SeasonViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ActingViewSet):
    """Series of events with championship points. Events that are not published are not in them."""

    serializer_class = SeasonSerializer
    lookup_field = "slug"
    lookup_value_regex = SlugConverter.regex
    versioned_actions = ("standings",)

    def get_queryset(self) -> QuerySet[Season]:
        """All seasons, or those of a club, the latest first."""
        found = Season.objects.select_related("club").order_by("-first_day", "-pk")
        club = self.request.query_params.get("club")
        return found.filter(club__slug=club) if club else found

    @extend_schema(responses=SeasonStandingsSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, slug: str) -> HttpResponseBase:
        """The table as last published, with what each player got from each event; it follows a result by a job."""
        version = season_version(slug)
        held = version and unchanged(request, version)
        if held:
            return held
        snapshot = published_season(slug)
        if snapshot is None:
            raise Http404
        return text_answer(request, ReadyText(snapshot.content), snapshot.version)
