"""Matches and their ledger on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers import StrictSerializer
from api.typed_serializers import serializer_for
from matches.models import ENDINGS, SIDES, Match, MatchEvent, MatchStatus, ResultPolicy
from matches.projection import claimed
from matches.services.permissions import may_know_reasons
from matches.winning_chances import DIGITS, MatchChances
from players.actors import Actor
from players.models import Player
from rules_core.equity import kazaross_xg2
from rules_core.kinds import Kind
from rules_core.match import GameEnd, MatchState, NextGame, Penalty, ScoredGame, scored_games
from rules_core.sides import Side

KINDS = [kind.value for kind in Kind]
GAME_ENDS = [ending.value for ending in GameEnd]


class ScoreField(serializers.ListField):
    """Points of both sides, ``a`` first."""

    def __init__(self, **options: Any) -> None:
        child = serializers.IntegerField(min_value=0, max_value=999)
        super().__init__(child=child, min_length=2, max_length=2, **options)


class MatchSideSerializer(serializers.Serializer[object]):
    """One side of a match: ``score`` as shown, ``points`` as played."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.IntegerField()
    points = serializers.IntegerField()


class CrawfordSerializer(serializers.Serializer[object]):
    """Where the match stands with its Crawford game."""

    this_game = serializers.BooleanField()
    played = serializers.BooleanField()


class NextGameSerializer(serializers.Serializer[object]):
    """What the players sit down to."""

    number = serializers.IntegerField()
    cube_allowed = serializers.BooleanField()
    max_useful_cube = serializers.IntegerField()


class PlayedGameSerializer(serializers.Serializer[object]):
    """A game of the record, with what it scored and where it took the match."""

    number = serializers.IntegerField()
    winner = serializers.ChoiceField(choices=SIDES)
    kind = serializers.ChoiceField(choices=KINDS)
    cube = serializers.IntegerField()
    ended_by = serializers.ChoiceField(choices=GAME_ENDS)
    automatic_doubles = serializers.IntegerField()
    cube_turned = serializers.BooleanField(allow_null=True)
    started_by = serializers.ChoiceField(
        choices=SIDES, required=False, help_text="Who had the first roll, where it is recorded."
    )
    crawford = serializers.BooleanField()
    points = serializers.IntegerField()
    score = ScoreField(help_text="The raw points after the game.")


class PenaltySerializer(StrictSerializer):
    """Points for the opponent of a side."""

    side = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField(min_value=1, max_value=99)
    reason = serializers.CharField(max_length=400)


class GivenPenaltySerializer(serializers.Serializer[object]):
    """A penalty of the record. Why it was given is told to officials and to the two who play."""

    side = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True)


class ReportSerializer(serializers.Serializer[object]):
    """What one side reported and what does not count yet."""

    score = ScoreField()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    ended_by = serializers.ChoiceField(choices=ENDINGS, allow_null=True)
    games = serializers.IntegerField()
    at = serializers.DateTimeField()


class ReportsSerializer(serializers.Serializer[object]):
    """The reports of both sides."""

    a = ReportSerializer(allow_null=True)
    b = ReportSerializer(allow_null=True)


class MatchSerializer(serializers.Serializer[Match]):
    """A match as it stands. ``reports`` is shown to officials and to the two who play."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=MatchStatus.choices)
    length = serializers.IntegerField()
    rules = serializers.DictField()
    a = MatchSideSerializer()
    b = MatchSideSerializer()
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    ended_by = serializers.ChoiceField(choices=ENDINGS, allow_null=True)
    crawford = CrawfordSerializer()
    post_crawford = serializers.BooleanField()
    next_game = NextGameSerializer(allow_null=True)
    games = PlayedGameSerializer(many=True)
    penalties = GivenPenaltySerializer(many=True)
    reports = ReportsSerializer(allow_null=True)
    result_policy = serializers.ChoiceField(choices=ResultPolicy.choices)
    confirms_at = serializers.DateTimeField(allow_null=True)
    rated = serializers.BooleanField()
    tournament = serializers.SlugField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, match: Match) -> dict[str, Any]:
        """The fields above, written out at once: a long list of matches is read often."""
        return match_json(match, self.context["actor"])


class ShownMatchSerializer(MatchSerializer):
    """A match that somebody looks at."""

    chances = serializer_for(MatchChances)(
        allow_null=True,
        help_text="From the ratings, in an event those at the draw, and the score. Null where the"
        " event does not show chances, and in matches longer than the equity table.",
    )


class ChancesOfSidesSerializer(serializers.Serializer[object]):
    """The chances of both sides."""

    a = serializers.FloatField()
    b = serializers.FloatField()


class ChancesAtScoreSerializer(serializers.Serializer[object]):
    """Who wins a match, by whose figures."""

    before = ChancesOfSidesSerializer(allow_null=True, help_text="Before the first game.")
    now = ChancesOfSidesSerializer(
        allow_null=True, help_text="At this score; null once a result is reported or counts."
    )
    table = serializers.CharField(help_text="The equity table that the figures rest on.")
    notice = serializers.CharField(help_text="Whose figures these are, and on what terms.")


def chances_json(chances: MatchChances | None) -> dict[str, Any]:
    """Chances as ``ChancesAtScoreSerializer`` describes them."""
    table = kazaross_xg2()
    return {
        "before": _both_sides(chances["before"]) if chances else None,
        "now": _both_sides(chances["now"]) if chances else None,
        "table": table.name,
        "notice": table.notice,
    }


def _both_sides(chance: float | None) -> dict[str, float] | None:
    return None if chance is None else {"a": chance, "b": round(1 - chance, DIGITS)}


class RecordedMatchSerializer(MatchSerializer):
    """A match that was just written to."""

    stage_version = serializers.IntegerField(
        allow_null=True,
        help_text="The version of the stage's bracket and standings that shows this; `at_least` waits"
        " for it there. Null for a match outside any event.",
    )


class CorrectedMatchSerializer(RecordedMatchSerializer):
    """A match after a correction, and the rounds that were paired before it."""

    rounds_already_paired_after = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Rounds of a Swiss that were paired already: a correction leaves them as they are.",
    )


def match_json(match: Match, actor: Actor) -> dict[str, Any]:
    """A match as ``MatchSerializer`` describes it, for whoever asks."""
    state = match.state
    concerned = bool(match.reports or state.penalties) and may_know_reasons(actor, match)
    return {
        "id": match.pk,
        "version": match.version,
        "status": match.status,
        "length": match.length,
        "rules": match.rules,
        "a": _side(match.a, state, Side.A),
        "b": _side(match.b, state, Side.B),
        "winner": match.winner or None,
        "ended_by": match.ended_by or None,
        "crawford": {"this_game": state.crawford.this_game, "played": state.crawford.played},
        "post_crawford": state.post_crawford,
        "next_game": _next_game(None if match.is_over else state.next_game),
        "games": [_game(scored) for scored in scored_games(state)],
        "penalties": [_penalty(penalty, told=concerned) for penalty in state.penalties],
        "reports": _reports(match) if match.reports and concerned else None,
        "result_policy": match.result_policy,
        "confirms_at": match.confirms_at,
        "rated": match.rated,
        "tournament": match.event or None,
        "table": match.table,
        "called_at": match.called_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
    }


def _side(player: Player, state: MatchState, side: Side) -> dict[str, Any]:
    return {
        "player": player.pk,
        "name": player.name,
        "score": state.score.of(side),
        "points": state.points.of(side),
    }


def _next_game(game: NextGame | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {
        "number": game.number,
        "cube_allowed": game.cube_allowed,
        "max_useful_cube": game.max_useful_cube,
    }


def _game(scored: ScoredGame) -> dict[str, Any]:
    return {
        "number": scored.number,
        **scored.game.to_json(),
        "crawford": scored.crawford,
        "points": scored.points,
        "score": list(scored.before.plus(scored.game.winner, scored.points)),
    }


def _penalty(penalty: Penalty, *, told: bool) -> dict[str, Any]:
    reason = penalty.reason if told else None
    return {"side": penalty.side.value, "points": penalty.points, "reason": reason}


def _reports(match: Match) -> dict[str, Any]:
    return {side.value: _report(match, side) for side in Side}


def _report(match: Match, side: Side) -> dict[str, Any] | None:
    if side not in match.reports:
        return None
    state = claimed(match, side)
    return {
        "score": list(state.score),
        "winner": state.winner,
        "ended_by": state.ended_by,
        "games": len(state.games),
        "at": match.reports[side]["at"],
    }


class MatchEventSerializer(serializers.ModelSerializer[MatchEvent]):
    """A line of the ledger. Reasons are told to officials and to the two who play."""

    facts = serializers.DictField()
    by = serializers.CharField(source="by.email", allow_null=True, default=None)

    class Meta:
        model = MatchEvent
        fields = ("number", "kind", "facts", "by", "side", "channel", "address", "at")

    def to_representation(self, instance: MatchEvent) -> dict[str, Any]:
        """The line as this asker may see it."""
        shown = super().to_representation(instance)
        if not self.context["reasons"]:
            shown["facts"] = _without_reasons(shown["facts"])
        return shown


def _without_reasons(facts: Any) -> Any:
    """The same, with nothing in the place of each reason: those of penalties are among the entries."""
    if isinstance(facts, dict):
        return {
            name: None if name == "reason" else _without_reasons(value)
            for name, value in facts.items()
        }
    return [_without_reasons(value) for value in facts] if isinstance(facts, list) else facts
