"""What hangs on the wall: a published stage cut into panels that can be read from six metres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from matches.models import AT_TABLE
from tournaments.seating import now_and_later

ROWS = 8
"""Matches that fit on a screen at the size one can read from afar."""
COLUMNS = 3
"""Rounds that stand side by side."""

_OPEN = ("called", "playing", "reported", "disputed")


@dataclass(frozen=True)
class Panel:
    """One screenful."""

    kind: str
    """``now``, ``rounds`` or ``standings``: which words and shape it has."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    bracket: str = ""
    last: int = 0
    """The number of the bracket's last round, where rounds are shown."""


def panels_of(bracket: dict[str, Any], standings: dict[str, Any]) -> list[Panel]:
    """The screens to show one after another; none that would be empty."""
    pairings = list(_pairings(bracket))
    at_table = sorted((p for p in pairings if p["status"] in _OPEN), key=lambda p: p["table"] or 0)
    following, _ = now_and_later(
        (p for p in pairings if p["status"] == "ready"),
        (p for p in at_table if p["status"] in AT_TABLE),
        players=lambda p: {p["a"]["player"], p["b"]["player"]},
    )
    return [
        *_pages("now", [*at_table, *following]),
        *_round_panels(bracket),
        *_pages("standings", standings["rows"]),
    ]


def _pairings(bracket: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for sheet in bracket["brackets"]:
        for round_ in sheet["rounds"]:
            yield from round_["pairings"]


def _pages(kind: str, rows: Sequence[dict[str, Any]]) -> list[Panel]:
    return [Panel(kind, list(rows[at : at + ROWS])) for at in range(0, len(rows), ROWS)]


def _round_panels(bracket: dict[str, Any]) -> Iterator[Panel]:
    for sheet in bracket["brackets"]:
        rounds = sheet["rounds"]
        shown = [r for r in rounds[_current(rounds) :] if len(r["pairings"]) <= ROWS][:COLUMNS]
        if shown:
            yield Panel("rounds", shown, sheet["code"], rounds[-1]["number"])


def _current(rounds: Sequence[dict[str, Any]]) -> int:
    """Where the first round stands that is not over; never so late that columns stay empty."""
    still_open = ("waiting", "ready", *_OPEN)
    current = next(
        (
            at
            for at, round_ in enumerate(rounds)
            if any(p["status"] in still_open for p in round_["pairings"])
        ),
        len(rounds),
    )
    return max(0, min(current, len(rounds) - COLUMNS))
