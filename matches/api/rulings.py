"""What is ruled at the board, on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version
from api.serializers import StrictSerializer
from matches.api.request_serializers import ReasonField, side
from matches.api.serializers import RecordedMatchSerializer
from matches.api.viewsets import MatchActions
from matches.models import SIDES, Match
from matches.services import rulings
from rules_core.rulings import Irregularity
from rules_core.sides import Side


class RulingBody(StrictSerializer):
    """What happened at the board; what follows from it is in the rules."""

    irregularity = serializers.ChoiceField(choices=[one.value for one in Irregularity])
    side = serializers.ChoiceField(choices=SIDES, required=False, help_text="Whose it was.")
    reason = ReasonField(required=False, allow_blank=True, default="")


class SideBody(StrictSerializer):
    """The side that is late, or out of time."""

    side = serializers.ChoiceField(choices=SIDES)


def side_named(request: Request) -> Side:
    """Whose entry is taken back: in the query, since not every client sends a body with DELETE, or in the body."""
    body = request.data
    if not isinstance(body, Mapping):
        raise ValidationError("Send an object, or nothing.", "not_an_object")
    query = SideBody(data=request.query_params.dict() | {**body})
    query.is_valid(raise_exception=True)
    return Side(query.validated_data["side"])


class RulingViewSet(MatchActions):
    """What officials rule while a match is played."""

    versioned_actions = ("ruling", "late", "take_back_late", "time_out", "take_back_time_out")

    @extend_schema(request=RulingBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def ruling(self, request: Request, pk: str) -> Response:
        """Keep an irregularity and its ruling; the score stays as it is."""
        validated = self.validated(RulingBody)
        match = rulings.rule(
            match_id=int(pk),
            irregularity=Irregularity(validated["irregularity"]),
            side=side(validated, "side"),
            reason=validated["reason"],
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=SideBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def late(self, request: Request, pk: str) -> Response:
        """Give the points that the rules of the match ask for by now, since it was called."""
        match = rulings.penalise_lateness(
            match_id=int(pk),
            side=Side(self.validated(SideBody)["side"]),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(parameters=[SideBody], responses={200: RecordedMatchSerializer})
    @late.mapping.delete
    def take_back_late(self, request: Request, pk: str) -> Response:
        """Take back the last points of a side for being late; ``side`` may come in the body as well."""
        return self._taken_back(request, pk, rulings.take_back_lateness)

    @extend_schema(request=SideBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"], url_path="time-out")
    def time_out(self, request: Request, pk: str) -> Response:
        """A clock has run out: its side gets the overtime that was agreed on, once, or loses."""
        match = rulings.time_out(
            match_id=int(pk),
            side=Side(self.validated(SideBody)["side"]),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(parameters=[SideBody], responses={200: RecordedMatchSerializer})
    @time_out.mapping.delete
    def take_back_time_out(self, request: Request, pk: str) -> Response:
        """Take back the overtime of a side. A match that was lost on time is reopened instead."""
        return self._taken_back(request, pk, rulings.take_back_overtime)

    def _taken_back(self, request: Request, pk: str, service: Callable[..., Match]) -> Response:
        return self.recorded(
            service(
                match_id=int(pk),
                side=side_named(request),
                actor=self.actor,
                version=expected_version(request),
            )
        )
