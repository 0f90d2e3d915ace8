"""Seasons over REST: set up, changed, closed with their awards, and their tables."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls.converters import SlugConverter
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import text_answer, unchanged
from api.ready_text import ReadyText
from api.serializers import StrictSerializer
from api.typed_serializers import serializer_for
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Club, Role
from players.services.permissions import require
from rules_core.seasons.rules import (
    MOST_COUNTED,
    MOST_PLACES,
    MOST_POINTS,
    USUAL_PER_WIN,
    Formula,
    SeasonRules,
    SeasonTieBreak,
)
from tournaments.models import Season
from tournaments.publishing.season_types import SeasonRulesContent, SeasonStandings
from tournaments.season_selectors import (
    events_between_its_days,
    events_left_out,
    published_season,
    season_version,
)
from tournaments.services import seasons

SeasonStandingsSerializer = serializer_for(SeasonStandings)
SeasonRulesSerializer = serializer_for(SeasonRulesContent)
MOST_LEFT_OUT = 400
"""Events that one body can name."""


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season: its days, and how its points are counted."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    rules = SeasonRulesSerializer(read_only=True)

    class Meta:
        model = Season
        fields = ("slug", "name", "club", "first_day", "last_day", "closed_at", "rules")


class SeasonDetailsSerializer(SeasonSerializer):
    """A season with the events between its days that do not count, as far as the asker may know of them."""

    left_out = serializers.SerializerMethodField()

    class Meta:
        model = Season
        fields = (*SeasonSerializer.Meta.fields, "left_out")

    def get_left_out(self, season: Season) -> list[str]:
        """By their slugs."""
        return [event.slug for event in events_left_out(season, self.context["actor"])]


def _points() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_POINTS, required=False)


class SeasonRulesBody(StrictSerializer):
    """How points are counted; what is not said is as usual."""

    formula = serializers.ChoiceField(choices=[*Formula], required=False)
    places = serializers.ListField(
        child=_points(), min_length=1, max_length=MOST_PLACES, required=False
    )
    per_win = _points()
    taking_part = _points()
    best = serializers.IntegerField(
        min_value=1, max_value=MOST_COUNTED, required=False, allow_null=True
    )
    champion_first = serializers.BooleanField(required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[*SeasonTieBreak]),
        max_length=len(SeasonTieBreak),
        required=False,
    )


class SeasonBody(StrictSerializer):
    """A season to be set up."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())
    name = serializers.CharField(max_length=120)
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    rules = SeasonRulesBody(required=False)


class SeasonChangesBody(StrictSerializer):
    """What can be changed of a season; its club cannot. Rules are sent as a whole."""

    name = serializers.CharField(max_length=120, required=False)
    first_day = serializers.DateField(required=False)
    last_day = serializers.DateField(required=False)
    rules = SeasonRulesBody(required=False)
    left_out = serializers.ListField(
        child=serializers.SlugField(max_length=80),
        max_length=MOST_LEFT_OUT,
        required=False,
        help_text="Slugs of all events between its days that do not count; those not named do.",
    )


def _rules(sent: dict[str, Any]) -> SeasonRules:
    formula = Formula(sent.get("formula", Formula.PLACE))
    return SeasonRules.from_json({"per_win": USUAL_PER_WIN.get(formula, 1)} | sent)


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

    @extend_schema(responses=SeasonDetailsSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """A season."""
        return self._shown(self.get_object())

    @extend_schema(request=SeasonBody, responses={201: SeasonDetailsSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """Set up a season of all events that the club holds between two days."""
        sent = self.validated(SeasonBody)
        club, rules = sent.pop("club"), _rules(sent.pop("rules", {}))
        season = seasons.create_season(club_id=club.pk, rules=rules, actor=self.actor, **sent)
        return self._shown(season, status.HTTP_201_CREATED)

    @extend_schema(request=SeasonChangesBody, responses=SeasonDetailsSerializer)
    def partial_update(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Change its name, days or rules, or which of the events between its days count; not once it is closed."""
        season = self.get_object()
        require(self.actor, Role.DIRECTOR, season.club_id)
        sent = self.validated(SeasonChangesBody)
        if "rules" in sent:
            sent["rules"] = _rules(sent["rules"])
        if "left_out" in sent:
            sent["left_out"] = _events(season, sent)
        return self._shown(seasons.change_season(season_id=season.pk, actor=self.actor, **sent))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Delete a season that is not closed; its events and their results stay."""
        seasons.remove_season(season_id=self.get_object().pk, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=SeasonDetailsSerializer)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """End a season and give the awards."""
        return self._shown(seasons.close_season(season_id=self.get_object().pk, actor=self.actor))

    @extend_schema(request=None, responses=SeasonDetailsSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Take the awards back."""
        return self._shown(seasons.reopen_season(season_id=self.get_object().pk, actor=self.actor))

    def _shown(self, season: Season, code: int = status.HTTP_200_OK) -> Response:
        shown = SeasonDetailsSerializer(season, context=self.get_serializer_context())
        return Response(shown.data, status=code)

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


def _events(season: Season, sent: dict[str, Any]) -> list[int]:
    """The keys of events between the days that a season has, or is to have; one that is none is named."""
    season.first_day = sent.get("first_day", season.first_day)
    season.last_day = sent.get("last_day", season.last_day)
    asked = set(sent["left_out"])
    found: dict[str, int] = dict(
        events_between_its_days(season).filter(slug__in=asked).values_list("slug", "pk")
    )
    if unknown := sorted(asked - found.keys()):
        raise serializers.ValidationError(
            {"left_out": [f"There is no event {unknown[0]} between the days of this season."]}
        )
    return list(found.values())
