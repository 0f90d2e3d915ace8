"""Rating lists, and what a player has played."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.query_params import country, moment
from matches.api.rating_serializers import (
    RatingChangeSerializer,
    RatingSerializer,
    VersusSerializer,
)
from matches.api.serializers import MatchSerializer
from matches.comparison import compared
from matches.models import INSTALLATION_POOL, RatingPool
from matches.past_lists import list_of_day, shown_of
from matches.pool_selectors import pool_called
from matches.selectors import NEWEST_FIRST, ratings_of
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Player
from tournaments.selectors import matches_between, visible_matches, visible_rating_history
from web.converters import IdConverter

_KEY = re.compile(r"[-a-zA-Z0-9_]{1,16}")
_SYSTEM = OpenApiParameter(
    "system", str, default="fibs", description="The key of a rating pool, as `pools/` lists them."
)


def _pool(request: Request) -> RatingPool:
    """The pool that was asked for; 400 where there is none."""
    key = request.query_params.get("system") or INSTALLATION_POOL
    pool = pool_called(key) if _KEY.fullmatch(key) else None
    if pool is None:
        raise ValidationError({"system": ["Choose one of the keys of `pools/`."]}, "invalid_choice")
    return pool


@extend_schema_view(
    list=extend_schema(
        parameters=[
            *(OF_CLUB, _SYSTEM),
            OpenApiParameter("as_of", OpenApiTypes.DATETIME, description="As it stood then."),
            OpenApiParameter("country", str, description="Two letters, as players have it."),
            OpenApiParameter(
                "played_since", OpenApiTypes.DATETIME, description="Without those who have not."
            ),
        ]
    )
)
class RatingViewSet(mixins.ListModelMixin, ActingViewSet):
    """The rating list."""

    serializer_class = RatingSerializer

    def get_queryset(self) -> Any:
        """Players by rating."""
        return list_of_day(
            pool=_pool(self.request),
            club=self.request.query_params.get("club", ""),
            as_of=moment(self.request, "as_of"),
            country=country(self.request),
            played_since=moment(self.request, "played_since"),
        )

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page of the list, with the ranks and the figures of the moment it is of."""
        rows = super().paginate_queryset(queryset) or []
        pages: Any = self.paginator
        return shown_of(queryset, rows, start=pages.page.start_index() - 1 if rows else 0)


class PlayerRecordViewSet(ActingViewSet):
    """What a player has played and how they are rated."""

    serializer_class = MatchSerializer
    queryset = Player.objects.filter(anonymised_at=None)
    lookup_value_regex = IdConverter.regex

    @extend_schema(responses=MatchSerializer(many=True))
    @action(detail=True)
    def matches(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """A player's matches, the newest first."""
        player = get_object_or_404(self.get_queryset(), pk=pk)
        visible = visible_matches(self.actor)
        mine = visible.filter(Q(a=player) | Q(b=player)).order_by(*NEWEST_FIRST)
        page = self.paginate_queryset(mine)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(responses=RatingChangeSerializer(many=True), parameters=[_SYSTEM])
    @action(detail=True)
    def ratings(self, request: Request, pk: str) -> Response:
        """How a player's rating came about, the newest match first.

        Matches that the asker may not see count too, but are not listed.
        """
        player = get_object_or_404(self.get_queryset(), pk=pk)
        history = visible_rating_history(player, self.actor, system=_pool(request).pk)
        page = self.paginate_queryset(history)
        return self.get_paginated_response(RatingChangeSerializer(page, many=True).data)

    @extend_schema(responses=VersusSerializer, parameters=[OpenApiParameter("other", int, "path")])
    @action(detail=True, url_path=rf"versus/(?P<other>{IdConverter.regex})", pagination_class=None)
    def versus(self, request: Request, pk: str, other: str) -> Response:  # noqa: ARG002
        """Two players against each other: won and lost, and the chance in a match of each length."""
        one, two = (get_object_or_404(self.get_queryset(), pk=key) for key in (pk, other))
        if one == two:
            raise Http404
        ratings = ratings_of([one.pk, two.pk])
        found = compared(one.pk, two.pk, matches_between(one, two, self.actor), ratings)
        return Response(VersusSerializer({"player": one.pk, "other": two.pk, **asdict(found)}).data)
