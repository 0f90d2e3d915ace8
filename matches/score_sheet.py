"""The score sheet of a match: every game and penalty with who got the points, and the score after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import ENDINGS, Match
from rules_core.kinds import Kind
from rules_core.match import (
    Ending,
    FinalScore,
    GameEnd,
    GameResult,
    MatchState,
    Penalty,
    ScoreEntry,
    enter,
    score_entry_from_json,
)
from rules_core.sides import Score, Side


@dataclass(frozen=True)
class SheetLine:
    """A line of the score sheet."""

    how: str
    """Such as “gammon, cube on 2”."""
    score: Score
    """After it, as shown."""
    number: int | None = None
    """Of a game."""
    gained_by: str = ""
    """Who got the points."""
    points: int | None = None
    crawford: bool = False
    """It was the Crawford game."""
    first_roll: str = ""
    """Who rolled first, where the club has it recorded."""
    reason: str = ""
    """Of a penalty: for officials and the two who play."""


def score_sheet(match: Match) -> Iterator[SheetLine]:
    """Everything that counts at present, in order."""
    course = MatchState.new(match.match_rules)
    for entry in match.state.entries:
        after = enter(course, entry)
        yield _line(match, entry, course, after)
        course = after


def name_of(match: Match, side: Side) -> str:
    """The player of a side."""
    return match.a.name if side is Side.A else match.b.name


def game_in_words(game: GameResult) -> str:
    """How a game was won, and at which cube."""
    how = kind_in_words(game.kind)
    if game.ended_by is GameEnd.DROP:
        how = _("double dropped")
    elif game.ended_by is GameEnd.RESIGN:
        how = _("%(kind)s, resigned") % {"kind": how}
    elif game.ended_by is GameEnd.RULING:
        how = _("%(kind)s, by ruling") % {"kind": how}
    if game.cube == 1:
        return how
    if game.automatic_doubles and not game.turned:
        return f"{how}, {_('cube on an automatic %(value)s') % {'value': game.cube}}"
    return f"{how}, {cube_in_words(game.cube)}"


def entry_in_words(match: Match, facts: dict[str, Any]) -> str:
    """What was entered, in a line of the ledger: a game or a penalty; of a score there is nothing to add."""
    entry = score_entry_from_json(facts)
    match entry:
        case GameResult():
            facts = {"name": name_of(match, entry.winner), "how": game_in_words(entry)}
            return _("%(name)s wins: %(how)s") % facts
        case Penalty():
            facts = {"name": name_of(match, entry.side), "points": points_in_words(entry.points)}
            return _("penalty against %(name)s, %(points)s") % facts
        case _score_or_ending:
            return ""


def kind_in_words(kind: Kind) -> str:
    """Single, gammon or backgammon."""
    words = {
        Kind.SINGLE: _("single"),
        Kind.GAMMON: _("gammon"),
        Kind.BACKGAMMON: _("backgammon"),
    }
    return words[kind]


def cube_in_words(cube: int) -> str:
    """Where the cube stood at the end."""
    return _("cube on %(value)s") % {"value": cube}


def points_in_words(points: int) -> str:
    """1 point, 2 points."""
    return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}


def _line(match: Match, entry: ScoreEntry, before: MatchState, after: MatchState) -> SheetLine:
    match entry:
        case GameResult():
            return SheetLine(
                how=game_in_words(entry),
                score=after.score,
                number=len(after.games),
                gained_by=name_of(match, entry.winner),
                points=entry.points(before.rules, before.crawford.this_game),
                crawford=before.crawford.this_game,
                first_roll=name_of(match, entry.started_by) if entry.started_by else "",
            )
        case Penalty():
            against = name_of(match, entry.side)
            return SheetLine(
                how=(_("%(name)s was late") if entry.late else _("penalty against %(name)s"))
                % {"name": against},
                score=after.score,
                gained_by=name_of(match, entry.side.other),
                points=entry.points,
                reason=entry.reason,
            )
        case FinalScore():
            return SheetLine(how=_("final score, without the games"), score=after.score)
        case Ending():
            return SheetLine(how=str(dict(ENDINGS)[entry.ended_by.value]), score=after.score)
