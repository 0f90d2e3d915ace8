"""Cards for the tables: the codes that open the score pads, and blank sheets to write on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from matches.models import Match
from rules_core.sides import Side
from tournaments.models import Entry, Pairing
from web.qr_codes import qr_code

MOST_GAMES = 31
"""Lines that fit on a page."""
SHORT_GAMES = 13
"""Lines that fit on half a page."""

WIDTH, ROW, MARGIN_COLUMN, TICK = 180, 6.0, 16, 3.5
"""Of a score card in millimetres: as wide as it is, a line, its outer columns, a box to tick."""
COLUMNS = (0, 16, 53, 90, 127, 164, 180)
"""Where its upright lines stand."""


@dataclass(frozen=True)
class CardSide:
    """One side's code."""

    name: str
    address: str
    code: str
    """The address as a picture, to stand in a page as it is."""


@dataclass(frozen=True)
class TableCard:
    """What stands on a table: whose it is, and a code for each side."""

    match: Match
    pairing: Pairing
    sides: tuple[CardSide, ...]


@dataclass(frozen=True)
class ScoreCard:
    """A blank sheet: a line for each game there can be."""

    length: int
    crawford: bool
    match: Match | None = None
    pairing: Pairing | None = None

    @property
    def games(self) -> range:
        """As many games as a match can take if each one is worth a point."""
        return range(1, min(2 * self.length - 1, MOST_GAMES) + 1)

    @property
    def rows(self) -> list[tuple[int, float]]:
        """Each game with where its number stands."""
        return [(game, (game - 0.35) * ROW) for game in self.games]

    @property
    def height(self) -> float:
        """Of the lines to write on, in millimetres."""
        return len(self.games) * ROW

    @property
    def grid(self) -> str:
        """The lines to write on, as an SVG path; a table of so many cells is slow to lay out."""
        across = "".join(f"M0 {line * ROW:.1f}h{WIDTH}" for line in range(len(self.games) + 1))
        return across + "".join(f"M{x} 0v{self.height:.1f}" for x in COLUMNS)

    @property
    def ticks(self) -> str:
        """The boxes in which the Crawford game is ticked, as an SVG path."""
        if not self.crawford:
            return ""
        x = WIDTH - MARGIN_COLUMN / 2 - TICK / 2
        tops = [(game - 0.5) * ROW - TICK / 2 for game in self.games]
        return "".join(f"M{x} {top:.2f}h{TICK}v{TICK}h-{TICK}z" for top in tops)

    @property
    def is_tall(self) -> bool:
        """Whether it needs a page of its own."""
        return len(self.games) > SHORT_GAMES


def table_cards(
    pairings: Iterable[Pairing],
    links: dict[int, dict[Side, str]],
    pad_address: Callable[[str], str],
) -> list[TableCard]:
    """A card for each pairing that has a match; ``links`` are secrets by match and side."""
    return [
        TableCard(pairing.match, pairing, tuple(_sides(pairing.match, links, pad_address)))
        for pairing in pairings
        if pairing.match is not None
    ]


def player_cards(entries: Iterable[Entry], addresses: Mapping[int, str]) -> list[CardSide]:
    """A card for each entrant who has a code, sorted as people look for their name."""
    cards = [
        CardSide(entry.player.name, addresses[entry.pk], qr_code(addresses[entry.pk]))
        for entry in entries
        if entry.pk in addresses
    ]
    return sorted(cards, key=lambda card: card.name.casefold())


def _sides(
    match: Match, links: dict[int, dict[Side, str]], pad_address: Callable[[str], str]
) -> Iterable[CardSide]:
    names = {Side.A: match.a.name, Side.B: match.b.name}
    for side, secret in links[match.pk].items():
        address = pad_address(secret)
        yield CardSide(names[side], address, qr_code(address))


def score_cards(pairings: Sequence[Pairing], rules: dict[str, object]) -> list[ScoreCard]:
    """A sheet for each match to be played; without any, two blank ones for the next."""
    cards = [
        ScoreCard(pairing.length, bool(match.rules["crawford"]), match, pairing)
        for pairing in pairings
        if (match := pairing.match) is not None
    ]
    blank = ScoreCard(int(str(rules["length"])), bool(rules["crawford"]))
    return cards or [blank, blank]
