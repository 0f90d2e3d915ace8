"""What is recorded about a match: games, results, reports, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version
from matches.api import request_serializers
from matches.api.rulings import SideBody, side_named
from matches.api.serializers import (
    CorrectedMatchSerializer,
    PenaltySerializer,
    RecordedMatchSerializer,
)
from matches.api.viewsets import MatchActions
from matches.services import corrections, games, reports, results, rulings
from matches.services.match_listeners import foresee_result
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tournaments.selectors import rounds_already_paired_after


class GameViewSet(MatchActions):
    """A match game by game."""

    versioned_actions = ("games", "last_game")

    @extend_schema(request=request_serializers.NumberedGameBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def games(self, request: Request, pk: str) -> Response:
        """Record the next game."""
        validated = self.validated(request_serializers.NumberedGameBody)
        match = games.record_game(
            match_id=int(pk),
            number=validated["number"],
            game=request_serializers.game(validated),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(
        parameters=[request_serializers.TakeBackQuery], responses={200: RecordedMatchSerializer}
    )
    @action(detail=True, methods=["delete"], url_path="games/last")
    def last_game(self, request: Request, pk: str) -> Response:
        """Take back the last game; ``number`` and ``reason`` may come in the body as well."""
        body = request.data
        if not isinstance(body, Mapping):
            raise ValidationError("Send an object, or nothing.", "not_an_object")
        form = request_serializers.TakeBackQuery(data=request.query_params.dict() | {**body})
        form.is_valid(raise_exception=True)
        match = games.take_back_game(
            match_id=int(pk),
            actor=self.actor,
            version=expected_version(request),
            **form.validated_data,
        )
        return self.recorded(match)


class ResultViewSet(MatchActions):
    """How a match ends."""

    versioned_actions = (
        "result",
        "penalty",
        "take_back_penalty",
        "confirm",
        "dispute",
        "undispute",
        "reopen",
        "correct",
    )

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who asks is asked for; where a result belongs goes along."""
        if self.action == "result":
            foresee_result(int(self.kwargs["pk"]))
        super().initial(request, *args, **kwargs)

    @extend_schema(request=request_serializers.ResultBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def result(self, request: Request, pk: str) -> Response:
        """Finish a match by its score, or by how it ended without one."""
        validated = self.validated(request_serializers.ResultBody)
        match = results.report_result(
            match_id=int(pk),
            actor=self.actor,
            score=tuple(validated["score"]) if "score" in validated else None,
            winner=request_serializers.side(validated),
            ended_by=MatchEnd(validated["ended_by"]) if "ended_by" in validated else None,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=PenaltySerializer, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def penalty(self, request: Request, pk: str) -> Response:
        """Give the opponent of a side points."""
        validated = self.validated(PenaltySerializer)
        match = results.penalise(
            match_id=int(pk),
            side=Side(validated["side"]),
            points=validated["points"],
            reason=validated["reason"],
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(parameters=[SideBody], responses={200: RecordedMatchSerializer})
    @penalty.mapping.delete
    def take_back_penalty(self, request: Request, pk: str) -> Response:
        """Take back the last penalty of a side; ``side`` may come in the body as well."""
        match = rulings.take_back_penalty(
            match_id=int(pk),
            side=side_named(request),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=request_serializers.ConfirmBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, pk: str) -> Response:
        """Agree to the other side's report; a director names whose report counts."""
        match = reports.confirm_result(
            match_id=int(pk),
            actor=self.actor,
            side=request_serializers.side(self.validated(request_serializers.ConfirmBody), "side"),
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=request_serializers.ReasonBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, pk: str) -> Response:
        """Say that a report is wrong; a director then rules."""
        match = reports.dispute_result(
            match_id=int(pk),
            actor=self.actor,
            reason=self.validated(request_serializers.ReasonBody)["reason"],
            version=expected_version(request),
        )
        return self.recorded(match)

    @extend_schema(request=None, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def undispute(self, request: Request, pk: str) -> Response:
        """Take back a dispute: for the side that raised it, or a director."""
        match = reports.withdraw_dispute(
            match_id=int(pk), actor=self.actor, version=expected_version(request)
        )
        return self.recorded(match)

    @extend_schema(request=request_serializers.ReopenBody, responses=RecordedMatchSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, pk: str) -> Response:
        """Let a match go on without the entry that ended it."""
        match = corrections.reopen_match(
            match_id=int(pk),
            actor=self.actor,
            version=expected_version(request),
            **self.validated(request_serializers.ReopenBody),
        )
        return self.recorded(match)

    @extend_schema(request=request_serializers.CorrectBody, responses=CorrectedMatchSerializer)
    @action(detail=True, methods=["post"])
    def correct(self, request: Request, pk: str) -> Response:
        """Replace what is recorded; ``cascade`` voids what was built on the old result.

        ``swap`` lets it stand with the two names exchanged, where the right player in fact played on
        and only the name was wrong; refused with ``swap_not_possible`` where it cannot.

        Rounds of a Swiss that are paired already stand; ``rounds_already_paired_after`` lists them.
        """
        validated = self.validated(request_serializers.CorrectBody)
        match = corrections.correct_match(
            match_id=int(pk),
            correction=request_serializers.correction(validated),
            reason=validated["reason"],
            later=request_serializers.later_results(validated),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.recorded(match, rounds_already_paired_after=rounds_already_paired_after(match))
