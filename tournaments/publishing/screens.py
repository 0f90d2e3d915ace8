"""What hangs on the wall: a published stage cut into panels that can be read from six metres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from matches.models import AT_TABLE
from tournaments.console.seating import now_and_later
from tournaments.publishing.brackets import in_order
from tournaments.publishing.standings import pools

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
        *_standings_panels(standings["rows"]),
    ]


def _pairings(bracket: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for sheet in bracket["brackets"]:
        for round_ in sheet["rounds"]:
            yield from round_["pairings"]


def _pages(kind: str, rows: Sequence[dict[str, Any]], bracket: str = "") -> list[Panel]:
    return [Panel(kind, page, bracket) for page in _cut(rows, ROWS)]


def _standings_panels(rows: list[dict[str, Any]]) -> Iterator[Panel]:
    for pool, lines in pools(rows):
        yield from _pages("standings", lines, pool or "")


def _cut(rows: Sequence[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    for at in range(0, len(rows), size):
        yield list(rows[at : at + size])


def _round_panels(bracket: dict[str, Any]) -> Iterator[Panel]:
    for sheet in in_order(bracket["brackets"]):
        rounds = sheet["rounds"]
        to_show = [round_ for round_ in rounds[_current(rounds) :] if not _is_void(round_)]
        pages = [page for round_ in to_show for page in _cut(_columns(round_), COLUMNS)]
        side_by_side = [round_ for round_ in to_show if len(round_["pairings"]) <= ROWS][:COLUMNS]
        if any(_is_known(pairing) for round_ in side_by_side for pairing in round_["pairings"]):
            pages.append(side_by_side)
        for page in pages:
            yield Panel("rounds", page, sheet["code"], rounds[-1]["number"])


def _columns(round_: dict[str, Any]) -> list[dict[str, Any]]:
    """A round that is played and too large for one column, cut into several; byes are left out."""
    pairings = [p for p in round_["pairings"] if _is_known(p) and p["status"] != "bye"]
    played = any(p["status"] in ("ready", *_OPEN) for p in pairings)
    if len(round_["pairings"]) <= ROWS or not played:
        return []
    return [{**round_, "pairings": column} for column in _cut(pairings, ROWS)]


def _is_known(pairing: dict[str, Any]) -> bool:
    """Whether anybody has come there."""
    return any(pairing[side]["player"] is not None for side in ("a", "b"))


def _is_void(round_: dict[str, Any]) -> bool:
    """Whether nothing of it is played, as the second final that the first one decided."""
    return all(pairing["status"] == "void" for pairing in round_["pairings"])


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
