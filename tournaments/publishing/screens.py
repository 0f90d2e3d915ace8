"""What hangs on the wall: a published stage cut into panels that can be read from six metres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from matches.models import AT_TABLE
from tournaments.console.seating import now_and_later
from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    Bracket,
    BracketPairing,
    BracketRound,
    PublishedStatus,
)
from tournaments.publishing.brackets import in_order
from tournaments.publishing.standings import pools
from tournaments.publishing.standings_types import StandingsRow

T = TypeVar("T")

ROWS = 8
"""Matches that fit below each other at the size one can read from afar."""
AT_ONCE = 40
"""Matches on one screen, in up to four columns: whoever looks for their table finds it at once."""
PLACES = 16
"""Lines of the standings on one screen, in two columns."""
CALLED, FOLLOWING = 3, 4
"""Those at the foot of each screen."""
COLUMNS = 3
"""Rounds that stand side by side."""

_OPEN: tuple[PublishedStatus, ...] = ("called", "playing", "reported", "disputed")


class SeatedPairing(BracketPairing):
    """A pairing at its table, with the points to win."""

    length: int


@dataclass(frozen=True)
class NowPanel:
    """Matches at a table."""

    kind: ClassVar = "now"
    rows: list[SeatedPairing]


@dataclass(frozen=True)
class RoundsPanel:
    """Rounds of a bracket side by side."""

    kind: ClassVar = "rounds"
    rows: list[BracketRound]
    bracket: str
    last: int
    """The number of the bracket's last round, which gives the rounds their names."""


@dataclass(frozen=True)
class StandingsPanel:
    """Places, of one pool where there are several."""

    kind: ClassVar = "standings"
    rows: list[StandingsRow]
    bracket: str


Panel = NowPanel | RoundsPanel | StandingsPanel
"""One screenful; its kind says which words and shape it has."""


def called_and_following(
    brackets: Sequence[Bracket],
) -> tuple[list[BracketPairing], list[BracketPairing]]:
    """Who is called and has not sat down, and who will be called next."""
    pairings = [pairing for one in brackets for r in one["rounds"] for pairing in r["pairings"]]
    following, _ = now_and_later(
        (p for p in pairings if p["status"] == "ready"),
        (p for p in pairings if p["status"] in AT_TABLE),
        players=_players,
    )
    called = [p for p in pairings if p["status"] == "called"]
    return called[:CALLED], following[:FOLLOWING]


def panels_of(brackets: Sequence[Bracket], standings: Iterable[StandingsRow]) -> list[Panel]:
    """The screens to show one after another; none that would be empty."""
    return [
        *(NowPanel(page) for page in _cut(_at_tables(brackets), AT_ONCE)),
        *_round_panels(in_order(brackets)),
        *_standings_panels(standings),
    ]


def _at_tables(brackets: Iterable[Bracket]) -> list[SeatedPairing]:
    found: list[SeatedPairing] = [
        {**pairing, "length": round_["length"]}
        for one in brackets
        for round_ in one["rounds"]
        for pairing in round_["pairings"]
        if pairing["status"] in _OPEN
    ]
    return sorted(found, key=lambda pairing: pairing["table"] or 0)


def _standings_panels(rows: Iterable[StandingsRow]) -> Iterator[StandingsPanel]:
    for pool, lines in pools(rows):
        yield from (StandingsPanel(page, pool or "") for page in _cut(lines, PLACES))


def _cut(rows: Sequence[T], size: int) -> Iterator[list[T]]:
    for at in range(0, len(rows), size):
        yield list(rows[at : at + size])


def _round_panels(sheets: Iterable[Bracket]) -> Iterator[RoundsPanel]:
    for sheet in sheets:
        rounds = sheet["rounds"]
        to_show = [round_ for round_ in rounds[_current(rounds) :] if not _is_void(round_)]
        pages = [page for round_ in to_show for page in _cut(_columns(round_), COLUMNS)]
        side_by_side = [round_ for round_ in to_show if len(round_["pairings"]) <= ROWS][:COLUMNS]
        if any(_players(pairing) for round_ in side_by_side for pairing in round_["pairings"]):
            pages.append(side_by_side)
        for page in pages:
            yield RoundsPanel(page, sheet["code"], rounds[-1]["number"])


def _columns(round_: BracketRound) -> list[BracketRound]:
    """A round that is played and too large for one column, cut into several; byes are left out."""
    pairings = [p for p in round_["pairings"] if _players(p) and p["status"] != "bye"]
    played = any(p["status"] in ("ready", *_OPEN) for p in pairings)
    if len(round_["pairings"]) <= ROWS or not played:
        return []
    return [{**round_, "pairings": column} for column in _cut(pairings, ROWS)]


def _players(pairing: BracketPairing) -> set[int]:
    """Those who have come there."""
    players = (pairing[side]["player"] for side in SIDE_NAMES)
    return {player for player in players if player is not None}


def _is_void(round_: BracketRound) -> bool:
    """Whether nothing of it is played, as the second final that the first one decided."""
    return all(pairing["status"] == "void" for pairing in round_["pairings"])


def _current(rounds: Sequence[BracketRound]) -> int:
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
