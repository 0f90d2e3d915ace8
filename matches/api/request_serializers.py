"""Bodies of requests about a match."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from api.serializers import StrictSerializer
from matches.api.rules import RulesSerializer
from matches.api.serializers import GAME_ENDS, KINDS, ScoreField
from matches.declared_endings import DeclaredEnding
from matches.models import SIDES, ResultPolicy
from matches.services.calling import HIGHEST_TABLE
from matches.services.corrections import Correction
from matches.services.match_listeners import LaterResults
from players.models import Club, Player
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchEnd
from rules_core.sides import Side

DECLARED = [ending.value for ending in MatchEnd if ending not in {MatchEnd.PLAYED, MatchEnd.BYE}]
"""Endings somebody has to declare. A bye is made by the draw, and play by the games."""


class ReasonField(serializers.CharField):
    """Why. The ledger keeps it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=400, **options)


class GameBody(StrictSerializer):
    """A game; ``cube`` is what it was settled at, for a drop the value before the refused double."""

    winner = serializers.ChoiceField(choices=SIDES)
    kind = serializers.ChoiceField(choices=KINDS, default=Kind.SINGLE.value)
    cube = serializers.IntegerField(min_value=1, max_value=4096, default=1)
    ended_by = serializers.ChoiceField(choices=GAME_ENDS, default=GameEnd.PLAY.value)
    automatic_doubles = serializers.IntegerField(min_value=0, max_value=6, default=0)
    cube_turned = serializers.BooleanField(allow_null=True, default=None)
    started_by = serializers.ChoiceField(
        choices=SIDES, required=False, allow_null=True, help_text="Who had the first roll."
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "A gammon with the cube on 2",
            {"number": 1, "winner": "a", "kind": "gammon", "cube": 2, "ended_by": "play"},
            request_only=True,
        )
    ]
)
class NumberedGameBody(GameBody):
    """The next game. Its number keeps a game that is sent twice from counting twice."""

    number = serializers.IntegerField(min_value=1, max_value=999)


def game(validated: dict[str, Any]) -> GameResult:
    """The game as the rules take it."""
    return GameResult.from_json(validated)


class TakeBackQuery(StrictSerializer):
    """Which game is taken back, and why."""

    number = serializers.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        help_text="The number of the game to undo. If it is not the last one, nothing happens.",
    )
    reason = ReasonField(required=False, allow_blank=True)


@extend_schema_serializer(
    examples=[
        OpenApiExample("A final score", {"score": [5, 3]}, request_only=True),
        OpenApiExample("A walkover", {"winner": "a", "ended_by": "walkover"}, request_only=True),
    ]
)
class ResultBody(StrictSerializer):
    """A final score, or how the match ended without one; unfinished, the score may come with it."""

    score = ScoreField(
        required=False,
        help_text="The final score; with ended_by unfinished, the current score.",
    )
    winner = serializers.ChoiceField(choices=SIDES, required=False)
    ended_by = serializers.ChoiceField(choices=DECLARED, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways, not neither, and both only where a score stands unfinished."""
        if not is_one_way(attrs, "score", "ended_by"):
            raise serializers.ValidationError(
                "Give either the score, or ended_by with the winner.", code="score_or_ending"
            )
        return attrs


def is_one_way(validated: dict[str, Any], *ways: str) -> bool:
    """Whether a result is given in one way; the score of an unfinished match is part of its ending."""
    given = {way for way in ways if way in validated}
    if validated.get("ended_by") == MatchEnd.UNFINISHED:
        given.discard("score")
    return len(given) == 1


class CallBody(StrictSerializer):
    """Where the match is played."""

    table = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_TABLE, required=False, allow_null=True, default=None
    )


class ConfirmBody(StrictSerializer):
    """Whose report counts; for a director who rules between two."""

    side = serializers.ChoiceField(choices=SIDES, required=False)


class ReasonBody(StrictSerializer):
    """Why."""

    reason = ReasonField()


class ReopenBody(ReasonBody):
    """Why a match is opened again, and whether that may void what was built on it."""

    cascade = serializers.BooleanField(default=False)


class CorrectBody(ReopenBody):
    """What is right: the games, the score or the ending; the length with any of them or alone."""

    swap = serializers.BooleanField(
        default=False,
        help_text="Later results stand with the names of the two exchanged: the right player did"
        " play them. Not together with cascade, which voids them.",
    )

    games = GameBody(many=True, required=False)
    score = ScoreField(required=False)
    winner = serializers.ChoiceField(choices=SIDES, required=False)
    ended_by = serializers.ChoiceField(choices=DECLARED, required=False)
    length = serializers.IntegerField(min_value=1, max_value=99, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One way to say it, and one thing to do with later results."""
        if attrs["cascade"] and attrs["swap"]:
            raise serializers.ValidationError(
                "Later results are either voided or swapped, not both.", code="cascade_or_swap"
            )
        ways = ("games", "score", "ended_by")
        if any(way in attrs for way in ways) and not is_one_way(attrs, *ways):
            raise serializers.ValidationError(
                "Give the games, the score or the ending, not several.", code="one_correction"
            )
        return attrs


def correction(validated: dict[str, Any]) -> Correction:
    """The correction as the service takes it."""
    score = tuple(validated["score"]) if "score" in validated else None
    ends = "ended_by" in validated
    return Correction(
        games=[game(one) for one in validated["games"]] if "games" in validated else None,
        score=None if ends else score,
        ending=DeclaredEnding(MatchEnd(validated["ended_by"]), side(validated), score)
        if ends
        else None,
        length=validated.get("length"),
    )


def later_results(validated: dict[str, Any]) -> LaterResults:
    """What is to become of later results."""
    if validated["swap"]:
        return LaterResults.SWAP
    return LaterResults.VOID if validated["cascade"] else LaterResults.REFUSE


def side(validated: dict[str, Any], name: str = "winner") -> Side | None:
    """The side that was named, if one was."""
    return Side(validated[name]) if name in validated else None


class CasualMatchBody(StrictSerializer):
    """A match outside any event."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())
    a = serializers.PrimaryKeyRelatedField(queryset=Player.objects.select_related("user").on_list())
    b = serializers.PrimaryKeyRelatedField(queryset=Player.objects.select_related("user").on_list())
    rules = RulesSerializer()
    result_policy = serializers.ChoiceField(choices=ResultPolicy.choices, required=False)
    auto_confirm_minutes = serializers.IntegerField(
        min_value=1, max_value=1440, required=False, allow_null=True
    )
    rated = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Where the club rates casual matches; null: as the club says.",
    )


class RulesBody(StrictSerializer):
    """What a match that is not yet called is to be played by."""

    rules = RulesSerializer()


class TableLinksSerializer(serializers.Serializer[object]):
    """The secrets behind both sides' QR codes, for ``Authorization: Table <secret>``."""

    a = serializers.CharField()
    b = serializers.CharField()


class RenewBody(StrictSerializer):
    """Whether the links that exist are to be replaced."""

    renew = serializers.BooleanField(default=False)
