"""Results in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.models import EventKind, Match, MatchEvent
from matches.projection import claimed, project
from matches.rulings_in_words import ruling_in_words
from matches.score_sheet import entry_in_words
from rules_core.match import MatchEnd
from rules_core.sides import Side

_SETTLING = (
    EventKind.ENTERED,
    EventKind.TAKEN_BACK,
    EventKind.CONFIRMED,
    EventKind.REOPENED,
    EventKind.CORRECTED,
)
"""Lines after which the match stands elsewhere."""
_CLAIMING = (EventKind.REPORTED, EventKind.DISPUTED)
"""Lines in which one side says how it ended."""


def result_of(match: Match) -> str:
    """How a match stands: names and score or, if it was not played to the end, who won and why."""
    a, b = match.score
    with_score = f"{match.a} {a}–{b} {match.b}"
    if _is_played(match):
        return with_score
    # A score of 0–0 would only look as if nobody had won.
    return f"{with_score if a or b else match}: {_ending(match)}"


@dataclass(frozen=True)
class LedgerLine:
    """A line of the ledger, and the result that stood after it or was claimed in it."""

    line: MatchEvent
    result: str = ""
    detail: str = ""
    """What else the line says: which game, against whom, at which table."""


def ledger_with_results(match: Match, ledger: Iterable[MatchEvent]) -> Iterator[LedgerLine]:
    """The whole ledger of a match, each line with the result that it led to."""
    so_far = Match(a=match.a, b=match.b)
    for line in ledger:
        project(so_far, line)
        detail = _detail(match, line)
        if line.kind in _SETTLING:
            yield LedgerLine(line, _result_after(so_far), detail)
        elif line.kind in _CLAIMING and "entries" in line.facts:
            claim = _as_claimed(so_far, line.facts["side"])
            yield LedgerLine(line, _result_after(claim), detail)
        else:
            yield LedgerLine(line, detail=detail)


def _detail(match: Match, line: MatchEvent) -> str:
    if line.kind == EventKind.CALLED and line.facts["table"]:
        return _("table %(table)s") % {"table": line.facts["table"]}
    if line.kind == EventKind.TRANSCRIPT and line.facts["taken"]:
        return _("taken as the record")
    if line.kind == EventKind.RULED:
        return ruling_in_words(match, line.facts)
    return entry_in_words(match, line.facts) if line.kind == EventKind.ENTERED else ""


def _result_after(match: Match) -> str:
    a, b = match.score
    score = f"{a}–{b}"
    if _is_played(match):
        return score
    ending = _ending(match)
    return f"{score}, {ending}" if a or b else ending


def _is_played(match: Match) -> bool:
    return match.ended_by in {"", MatchEnd.PLAYED}


def _as_claimed(match: Match, side: str) -> Match:
    """The match as it would stand by the report of one side."""
    claim = Match(a=match.a, b=match.b, length=match.length, rules=match.rules)
    claim.apply_state(claimed(match, side))
    return claim


def _ending(match: Match) -> str:
    how = match.get_ended_by_display()
    if not match.winner:
        return _("%(ending)s, nobody wins") % {"ending": how}
    name = match.a.name if match.winner == Side.A else match.b.name
    return _("%(ending)s, %(name)s wins") % {"ending": how, "name": name}
