"""Matches as they are listed, looked at, made and prepared."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version, unchanged
from api.query_params import number, one_of
from matches.api import request_serializers
from matches.api.serializers import (
    ChancesAtScoreSerializer,
    MatchEventSerializer,
    MatchSerializer,
    RecordedMatchSerializer,
    ShownMatchSerializer,
    chances_json,
)
from matches.api.viewsets import MatchActions
from matches.models import UNDER_WAY, Match, MatchStatus, ResultPolicy
from matches.selectors import ledger_of
from matches.services.calling import call_match, set_rules, start_match, take_back_call
from matches.services.creation import make_casual_match
from matches.services.permissions import may_know_reasons
from matches.services.table_links import renew_table_links, revoke_table_links, table_links
from matches.winning_chances import MatchChances, match_chances
from players.models import Club, Role
from players.services.permissions import require
from rules_core.match import MatchRules
from tournaments.selectors import rating_difference_of, visible_matches


@extend_schema_view(
    list=extend_schema(
        parameters=[
            OpenApiParameter("tournament", str, description="Slug of an event."),
            OpenApiParameter("status", str, enum=MatchStatus.values),
            OpenApiParameter("player", int),
        ]
    )
)
class MatchViewSet(mixins.ListModelMixin, MatchActions):
    """Matches: what is to be played, is being played and was played."""

    versioned_actions = ("retrieve", "partial_update", "call", "take_back_call", "start")

    def get_queryset(self) -> QuerySet[Match]:
        """The matches the asker may see, as asked for."""
        matches = visible_matches(self.actor)
        tournament = self.request.query_params.get("tournament")
        if tournament:
            matches = matches.filter(event=tournament)
        if state := one_of(self.request, "status", MatchStatus.values):
            matches = matches.filter(status=state)
            if state in UNDER_WAY and not tournament:
                # Few, and found club by club along an index; in the order of the list they stand behind years.
                matches = matches.filter(club__in=Club.objects.values("pk"))
        if player := number(self.request, "player"):
            matches = matches.filter(Q(a=player) | Q(b=player))
        return matches.order_by("pk")

    @extend_schema(responses=ShownMatchSerializer)
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:  # noqa: ARG002
        """One match; its version is the ETag."""
        match = self.get_object()
        return unchanged(request, match.version) or self.shown(match, chances=_chances(match))

    @extend_schema(responses=ChancesAtScoreSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def chances(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The chance of each side to win, before the match and at this score."""
        return Response(chances_json(_chances(self.get_object())))

    @extend_schema(request=request_serializers.CasualMatchBody, responses={201: MatchSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """A match outside any event: the same rules, the same score pad, the same ledger."""
        validated = self.validated(request_serializers.CasualMatchBody)
        validated["rules"] = MatchRules.from_json(dict(validated["rules"]))
        if "result_policy" in validated:
            validated["result_policy"] = ResultPolicy(validated["result_policy"])
        rows = {f"{name}_id": validated.pop(name).pk for name in ("club", "a", "b")}
        match = make_casual_match(actor=self.actor, **rows, **validated)
        return self.shown(match, status.HTTP_201_CREATED)

    @extend_schema(request=request_serializers.RulesBody, responses=RecordedMatchSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the rules of a match that has not been called. From the call on they stand."""
        rules = MatchRules.from_json(dict(self.validated(request_serializers.RulesBody)["rules"]))
        match = set_rules(
            match_id=int(pk), rules=rules, actor=self.actor, version=expected_version(request)
        )
        return self.recorded(match)

    @extend_schema(request=request_serializers.CallBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def call(self, request: Request, pk: str) -> Response:
        """Call a match to a table, or move it to another."""
        match = call_match(
            match_id=int(pk),
            table=self.validated(request_serializers.CallBody)["table"],
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=None, responses={200: RecordedMatchSerializer})
    @call.mapping.delete
    def take_back_call(self, request: Request, pk: str) -> Response:
        """Take back the call of a match that has not started."""
        match = take_back_call(
            match_id=int(pk), actor=self.actor, version=expected_version(request)
        )
        return self.recorded(match)

    @extend_schema(request=None, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: str) -> Response:
        """Note that the first game begins."""
        match = start_match(match_id=int(pk), actor=self.actor, version=expected_version(request))
        return self.recorded(match)

    @extend_schema(responses=MatchEventSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def events(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The ledger: who recorded what, when, from where. For members of the club."""
        match = self.get_object()
        require(self.actor, Role.READER, match.club_id)
        context = {"reasons": may_know_reasons(self.actor, match)}
        return Response(MatchEventSerializer(ledger_of(match), many=True, context=context).data)


def _chances(match: Match) -> MatchChances | None:
    difference = rating_difference_of(match)
    return None if difference is None else match_chances(match, difference)


class TableLinkViewSet(MatchActions):
    """The links behind the QR codes of a table."""

    answers_not_kept = frozenset({"table_links"})

    @extend_schema(
        request=request_serializers.RenewBody, responses=request_serializers.TableLinksSerializer
    )
    @action(detail=True, methods=["post"], url_path="table-links")
    def table_links(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """Both sides' links, the same on every call; with ``renew`` the earlier ones end."""
        renew = self.validated(request_serializers.RenewBody)["renew"]
        links = (renew_table_links if renew else table_links)(match_id=int(pk), actor=self.actor)
        answer = Response({side.value: secret for side, secret in links.items()})
        answer["Cache-Control"] = "no-store"
        return answer

    @extend_schema(responses={204: None})
    @table_links.mapping.delete
    def revoke_table_links(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """End both links."""
        revoke_table_links(match_id=int(pk), actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)
