"""The entrants of an event."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.viewsets import ActingViewSet
from players.models import Player, Role
from players.services.permissions import require
from tournaments.api import serializers
from tournaments.models import Entry, Tournament
from tournaments.name_lookup import Meant, who_is_meant
from tournaments.selectors import entry_list, visible_tournaments
from tournaments.services import attendance, entries
from tournaments.services.fees import mark_paid
from tournaments.services.replacements import replace_player
from web.converters import IdConverter


class EntryViewSet(ActingViewSet):
    """The entrants of an event, in the order in which they came."""

    serializer_class = serializers.EntrySerializer
    queryset = Entry.objects.none()
    lookup_value_regex = IdConverter.regex

    @extend_schema(responses=serializers.EntrySerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """The list the draw is made from."""
        page = self.paginate_queryset(self._entries(self._tournament(slug)))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        request=serializers.NewcomerSerializer, responses={201: serializers.EntrySerializer}
    )
    def create(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Enter one player."""
        tournament = self._directed(slug)
        (entry,) = entries.enter_players(
            tournament_id=tournament.pk,
            newcomers=[serializers.newcomer(self.validated(serializers.NewcomerSerializer))],
            actor=self.actor,
        )
        return Response(self.get_serializer(entry).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.NewcomersSerializer,
        responses={201: serializers.EntrySerializer(many=True)},
        filters=False,
    )
    @action(detail=False, methods=["post"], pagination_class=None)
    def bulk(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Enter several players, all or nothing."""
        tournament = self._directed(slug)
        several = self.validated(serializers.NewcomersSerializer)["entries"]
        entered = entries.enter_players(
            tournament_id=tournament.pk,
            newcomers=[serializers.newcomer(data) for data in several],
            actor=self.actor,
        )
        return Response(
            self.get_serializer(entered, many=True).data, status=status.HTTP_201_CREATED
        )

    @extend_schema(request=None, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant is here."""
        return self._shown(attendance.check_in(entry_id=self._entry(slug, pk).pk, actor=self.actor))

    @extend_schema(request=None, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"], url_path="check-out")
    def check_out(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant is not here after all."""
        return self._shown(
            attendance.check_out(entry_id=self._entry(slug, pk).pk, actor=self.actor)
        )

    @extend_schema(
        operation_id="tournaments_entries_check_in_many_create",
        request=serializers.EntryIdsSerializer,
        responses=serializers.EntrySerializer(many=True),
        filters=False,
    )
    @action(detail=False, methods=["post"], url_path="check-in", pagination_class=None)
    def check_in_many(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Several entrants are here, all or nothing."""
        tournament = self._directed(slug)
        here = attendance.check_in_many(
            tournament_id=tournament.pk,
            entry_ids=self.validated(serializers.EntryIdsSerializer)["entries"],
            actor=self.actor,
        )
        return Response(self.get_serializer(here, many=True).data)

    @extend_schema(
        request=serializers.TypedNameSerializer,
        responses={
            201: serializers.TypedNameAnswerSerializer,
            200: serializers.TypedNameAnswerSerializer,
        },
    )
    @action(detail=False, methods=["post"], url_path="by-name")
    def by_name(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Enter whoever is meant by a name as it is typed, or say who could be; made for entry desks."""
        tournament = self._directed(slug)
        typed = self.validated(serializers.TypedNameSerializer)
        meant = Meant(typed["name"]) if typed["new"] else who_is_meant(tournament, typed["name"])
        if meant.offered:
            return Response(
                {"entry": None, "offered": [_offer(player, tournament) for player in meant.offered]}
            )
        newcomer = entries.Newcomer(
            player_id=meant.player_id,
            name=meant.name if not meant.player_id else "",
            paid=typed["paid"],
        )
        (entry,) = entries.enter_players(
            tournament_id=tournament.pk, newcomers=[newcomer], actor=self.actor
        )
        answer = {"entry": self.get_serializer(entry).data, "offered": []}
        return Response(answer, status=status.HTTP_201_CREATED)

    @extend_schema(request=serializers.ReasonSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant leaves: every match they still had is walked over."""
        entry = self._entry(slug, pk)
        return self._shown(
            attendance.withdraw(entry_id=entry.pk, actor=self.actor, reason=self._reason())
        )

    @extend_schema(request=serializers.ReasonSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"])
    def disqualify(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant is sent away; matches already played stand."""
        entry = self._entry(slug, pk)
        return self._shown(
            attendance.disqualify(entry_id=entry.pk, actor=self.actor, reason=self._reason())
        )

    @extend_schema(request=serializers.ReasonSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant is back; walkovers that nothing rests on are played after all."""
        return self._shown(
            attendance.reinstate(entry_id=self._entry(slug, pk).pk, actor=self.actor)
        )

    @extend_schema(request=serializers.PaidSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"])
    def paid(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """The entrant has paid the fee, or has not after all."""
        entry = get_object_or_404(self._entries(self._tournament(slug)), pk=pk)
        require(self.actor, Role.SCORER, entry.tournament.club_id)
        paid = self.validated(serializers.PaidSerializer)["paid"]
        return self._shown(mark_paid(entry_id=entry.pk, actor=self.actor, paid=paid))

    @extend_schema(request=serializers.ReplacementSerializer, responses=serializers.EntrySerializer)
    @action(detail=True, methods=["post"])
    def replace(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """Another player takes this place, before its first result."""
        entry = self._entry(slug, pk)
        player = self.validated(serializers.ReplacementSerializer)["player"]
        return self._shown(replace_player(entry_id=entry.pk, player_id=player.pk, actor=self.actor))

    def _shown(self, entry: Entry) -> Response:
        return Response(self.get_serializer(entry).data)

    def _reason(self) -> str:
        reason: str = self.validated(serializers.ReasonSerializer)["reason"]
        return reason

    def _entry(self, slug: str, pk: str) -> Entry:
        return get_object_or_404(self._entries(self._directed(slug)), pk=pk)

    def _entries(self, tournament: Tournament) -> QuerySet[Entry]:
        return entry_list(tournament).select_related("tournament")

    def _tournament(self, slug: str) -> Tournament:
        return get_object_or_404(visible_tournaments(self.actor), slug=slug)

    def _directed(self, slug: str) -> Tournament:
        tournament = self._tournament(slug)
        require(self.actor, Role.DIRECTOR, tournament.club_id)
        return tournament


def _offer(player: Player, tournament: Tournament) -> dict[str, object]:
    """One's own by the full name; a guest by what everybody sees, with the club."""
    own = player.club_id == tournament.club_id
    return {
        "player": player.pk,
        "name": player.full_name if own else player.name,
        "country": player.country,
        "club": "" if own else player.club.name,
    }
