"""A match file step by step: the board after each move, as JSON with pictures."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers import StrictSerializer
from matches.api.serializers import ScoreField
from matches.api.viewsets import MatchActions
from matches.models import SIDES, Match, Transcript
from matches.replays import played_through
from matches.selectors import transcript_of
from rules_core.picture import Theme
from rules_core.sides import Side
from rules_core.transcripts.frames import Frame, frames
from tournaments.selectors import visible_matches


class ReplayOptions(StrictSerializer):
    """Which part of a file is shown, and how."""

    game = serializers.IntegerField(
        min_value=1, required=False, help_text="The number of a game; without it, the first one."
    )
    theme = serializers.ChoiceField(
        choices=[(theme.value, theme.value) for theme in Theme], default=Theme.LIGHT.value
    )
    svg = serializers.BooleanField(default=True, help_text="Leave the pictures out with false.")


class ReplayedGameSerializer(serializers.Serializer[object]):
    """One game of the file."""

    number = serializers.IntegerField()
    score = ScoreField(help_text="Before the game, side a first.")
    crawford = serializers.BooleanField()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    points = serializers.IntegerField()
    turns = serializers.IntegerField()


class FrameSerializer(serializers.Serializer[object]):
    """The board after a turn; number 0 is the start of the game."""

    number = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDES, allow_null=True, help_text="Who acted.")
    dice = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    text = serializers.CharField(help_text="Such as 8/5 6/5 or Doubles => 2; empty for a dance.")
    cube = serializers.IntegerField()
    xgid = serializers.CharField(help_text="X is the file's first player.")
    position_id = serializers.CharField(help_text="As the file's first player sees the board.")
    words = serializers.CharField(help_text="The board for those who do not see it, in English.")
    svg = serializers.CharField(allow_null=True)


class ReplaySerializer(serializers.Serializer[object]):
    """A match file, one game of it board by board."""

    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    first = serializers.ChoiceField(choices=SIDES, help_text="The side of the first player.")
    games = ReplayedGameSerializer(many=True)
    game = serializers.IntegerField(help_text="The game whose boards follow.")
    frames = FrameSerializer(many=True)


class ReplayViewSet(MatchActions):
    """The boards of a match."""

    @extend_schema(parameters=[ReplayOptions], responses=ReplaySerializer)
    @action(detail=True)
    def replay(self, request: Request, pk: str) -> Response:
        """The board after each move of the latest match file, a game at a time."""
        options = ReplayOptions(data=request.query_params.dict())
        options.is_valid(raise_exception=True)
        match = visible_matches(self.actor).filter(pk=pk).first()
        transcript = transcript_of(match) if match else None
        if match is None or transcript is None:
            raise Http404
        return Response(_answer(match, transcript, options.validated_data))


def _answer(match: Match, transcript: Transcript, wanted: dict[str, Any]) -> dict[str, Any]:
    read = played_through(transcript, match.match_rules)
    first = Side(transcript.first)
    number = wanted.get("game", read.games[0].number)
    game = next((game for game in read.games if game.number == number), None)
    if game is None:
        raise Http404
    theme = Theme(wanted["theme"]) if wanted["svg"] else None
    return {
        "name": transcript.name,
        "players": list(read.players),
        "first": first.value,
        "games": [
            {
                "number": each.number,
                "score": list(each.score) if first is Side.A else list(each.score)[::-1],
                "crawford": each.crawford,
                "winner": _in_match(each.winner, first),
                "points": each.points,
                "turns": len(each.turns),
            }
            for each in read.games
        ],
        "game": game.number,
        "frames": [_frame(frame, read.players, first, theme) for frame in frames(read, game)],
    }


def _frame(
    frame: Frame, names: tuple[str, str], first: Side, theme: Theme | None
) -> dict[str, Any]:
    return {
        "number": frame.number,
        "side": _in_match(frame.side, first),
        "dice": list(frame.dice) if frame.dice else None,
        "text": frame.text,
        "cube": frame.cube.value,
        "xgid": frame.xgid,
        "position_id": frame.board.id,
        "words": frame.words(names),
        "svg": frame.svg(names, theme) if theme else None,
    }


def _in_match(side: Side | None, first: Side) -> str | None:
    """A side of the file as the side of the match."""
    if side is None:
        return None
    return (side if first is Side.A else side.other).value
