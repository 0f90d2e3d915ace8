"""An elimination bracket cut into A4 pages: where each box and each line stands, in millimetres.

Drawn as one picture a page, so that a browser and the PDF maker print the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    Bracket,
    BracketPairing,
    BracketRound,
    SideName,
)

WIDTH, HEIGHT = 277.0, 168.0
"""The room for a bracket on A4 across, below its heading."""
MOST_PAIRINGS = 8
"""In one column, so that a long name has room for two lines; more pairings take more sheets."""
MOST_ROUNDS = 4
"""On one page, so that a name has room."""

_HEADING = 6.0
_GAP = 7.0
_HIGHEST_ROW = 6.0
_MOST_ROOM = 20.0
_LETTER = 0.68
"""How wide a bold letter is, compared to its height; names longer than their box are set smaller."""
SMALLEST = 2.49
"""Seven points on paper, which is two millimetres narrower than the drawing: letters that can be read
on a wall. What does not fit in these takes a second line; only what is longer than two lines ends
with an ellipsis."""
_CELL = 9.0
"""The width of the box for the points."""
_BESIDE_NAME = _CELL + 7.0
"""What seed number and points take of a line."""


@dataclass(frozen=True)
class Line:
    """One side of a pairing as it is printed."""

    seed: int | None
    names: tuple[str, ...]
    """The name, on one line or two."""
    is_bye: bool
    score: int | None
    won: bool
    is_walkover: bool
    """Won, but not played."""
    size: float
    """Of the letters, so that the name fits."""
    row: float

    @property
    def texts(self) -> list[tuple[str, float]]:
        """The lines of the name with where they stand, from the top; each by its own direction."""
        if len(self.names) < 2:
            return [(_isolated(name), round(0.72 * self.row, 2)) for name in self.names]
        return [
            (_isolated(name), round(self.row * share, 2))
            for name, share in zip(self.names, (0.44, 0.88), strict=True)
        ]


@dataclass(frozen=True)
class Box:
    """A pairing on the page."""

    x: float
    y: float
    width: float
    row: float
    """The height of each of its two lines."""
    lines: tuple[Line, Line]

    @property
    def outline(self) -> str:
        """The box with the line in its middle and that before the points, as an SVG path."""
        edge = f"M0 0H{self.width:.2f}V{2 * self.row:.2f}H0zM0 {self.row:.2f}H{self.width:.2f}"
        return f"{edge}M{self.width - _CELL:.2f} 0V{2 * self.row:.2f}"

    @property
    def letters(self) -> float:
        """The size of its letters, where they have room."""
        return _letters(self.row)

    @property
    def baseline(self) -> float:
        """Where the letters of a line stand, from its top."""
        return round(0.72 * self.row, 2)

    @property
    def score_x(self) -> float:
        """The middle of the points."""
        return round(self.width - _CELL / 2, 2)

    @property
    def mark(self) -> str:
        """What marks the winner, as an SVG path: a thick edge around the points."""
        left = self.width - _CELL
        return f"M{left:.2f} 0H{self.width:.2f}V{self.row:.2f}H{left:.2f}z"


@dataclass(frozen=True)
class Column:
    """One round on a page, with the lines that lead from the round before."""

    number: int
    length: int
    x: float
    boxes: tuple[Box, ...]
    joins: tuple[str, ...]
    """As SVG paths."""


@dataclass(frozen=True)
class TreePage:
    """One sheet of paper."""

    code: str
    part: int
    parts: int
    """Of how many pages of this bracket it is the ``part``-th."""
    last: int
    """The number of the bracket's last round, which gives the rounds their names."""
    columns: tuple[Column, ...]
    height: float
    """How much of the page it takes."""


def tree_pages(sheet: Bracket) -> list[TreePage]:
    """The pages of one published bracket."""
    rounds = sheet["rounds"]
    cuts = [cut for chunk in _chunks(rounds) for cut in _cuts(chunk)]
    return [
        TreePage(sheet["code"], part, len(cuts), rounds[-1]["number"], _columns(cut), _height(cut))
        for part, cut in enumerate(cuts, start=1)
    ]


def _sections(pairings: int) -> int:
    """On how many pages a round stands."""
    return -(-pairings // MOST_PAIRINGS)


def _chunks(rounds: Sequence[BracketRound]) -> Iterator[list[BracketRound]]:
    """Rounds that share pages; each chunk but the first begins where the one before ended."""
    start = 0
    while start < len(rounds):
        sections = _sections(len(rounds[start]["pairings"]))
        end = start + 1
        while (
            end < len(rounds)
            and end - start < MOST_ROUNDS
            and len(rounds[end]["pairings"]) % sections == 0
        ):
            end += 1
        yield list(rounds[start:end])
        # The last column is repeated, so that one sees where the winners come from.
        start = end if end == len(rounds) or end - start == 1 else end - 1


def _cuts(chunk: list[BracketRound]) -> Iterator[list[BracketRound]]:
    """The same rounds page by page, from the top."""
    sections = _sections(len(chunk[0]["pairings"]))
    for section in range(sections):
        yield [{**r, "pairings": _share(r["pairings"], section, sections)} for r in chunk]


def _share(pairings: list[BracketPairing], section: int, sections: int) -> list[BracketPairing]:
    size = -(-len(pairings) // sections)
    return pairings[section * size : (section + 1) * size]


def _columns(rounds: Sequence[BracketRound]) -> tuple[Column, ...]:
    step = round(WIDTH / max(len(rounds), 3), 2)
    height = _height(rounds)
    row = round(min(_HIGHEST_ROW, (height - _HEADING) / _fullest(rounds) / 2.2), 2)
    columns: list[Column] = []
    middles: list[float] = []
    for at, round_ in enumerate(rounds):
        before, x = middles, at * step
        middles = _middles(before, len(round_["pairings"]), height)
        boxes = tuple(
            Box(x, round(middle - row, 2), step - _GAP, row, _lines(pairing, step - _GAP, row))
            for middle, pairing in zip(middles, round_["pairings"], strict=True)
        )
        joins = tuple(_joins(before, middles, x)) if at else ()
        columns.append(Column(round_["number"], round_["length"], x, boxes, joins))
    return tuple(columns)


def _fullest(rounds: Sequence[BracketRound]) -> int:
    return max(len(round_["pairings"]) for round_ in rounds)


def _height(rounds: Sequence[BracketRound]) -> float:
    """A few pairings leave room for another bracket on the same page."""
    return min(HEIGHT, _HEADING + _fullest(rounds) * _MOST_ROOM)


def _middles(before: Sequence[float], count: int, height: float) -> list[float]:
    """Beside the pairing before, between the two before, or evenly down the page."""
    if len(before) == count:
        return list(before)
    if len(before) == 2 * count:
        return [(a + b) / 2 for a, b in zip(before[::2], before[1::2], strict=True)]
    share = (height - _HEADING) / count
    return [_HEADING + share * (number + 0.5) for number in range(count)]


def _joins(before: Sequence[float], now: Sequence[float], x: float) -> Iterator[str]:
    """Lines into a column; none where it is not clear by its shape who meets whom."""
    if len(before) not in {len(now), 2 * len(now)}:
        return
    into = len(before) // len(now)
    for number, start in enumerate(before):
        yield f"M{x - _GAP:.2f} {start:.2f}H{x - _GAP / 2:.2f}V{now[number // into]:.2f}H{x:.2f}"


def _lines(pairing: BracketPairing, width: float, row: float) -> tuple[Line, Line]:
    scores = pairing["score"] or (None, None)
    a, b = (
        _line(pairing, side, score, width, row)
        for side, score in zip(SIDE_NAMES, scores, strict=True)
    )
    return a, b


def _line(
    pairing: BracketPairing, side: SideName, score: int | None, width: float, row: float
) -> Line:
    slot = pairing[side]
    names, size = _fitted(slot["name"] or "", width - _BESIDE_NAME, row)
    won = bool(pairing["match"]) and pairing["winner"] == side
    return Line(
        seed=slot["seed"],
        names=names,
        is_bye=slot["from"] == "bye",
        score=score,
        won=won or (pairing["status"] == "walkover" and pairing["winner"] == side),
        is_walkover=pairing["status"] == "walkover" and pairing["winner"] == side,
        size=size,
        row=row,
    )


def _fitted(name: str, room: float, row: float) -> tuple[tuple[str, ...], float]:
    """A name on as few lines as it takes, and the size of its letters."""
    if not name:
        return (), _letters(row)
    whole = min(_letters(row), room / (_LETTER * len(name)))
    if whole >= SMALLEST:
        return (name,), round(whole, 2)
    most = int(room / (_LETTER * SMALLEST))
    first, second = _in_two(name, most)
    return (first, second if len(second) <= most else _cut(second, most)), SMALLEST


def _in_two(name: str, most: int) -> tuple[str, str]:
    """A name broken after the last space or hyphen for which the first line has room."""
    breaks = [at + 1 for at, letter in enumerate(name[:most]) if letter in " -"]
    at = breaks[-1] if breaks else most
    return name[:at].rstrip(), name[at:]


def _isolated(name: str) -> str:
    """A name that reads from its own side, whatever stands around it."""
    return f"\u2068{name}\u2069"


def _cut(name: str, letters: int) -> str:
    return f"{name[: letters - 1].rstrip()}…"


def _letters(row: float) -> float:
    return round(min(0.66 * row, 3.4), 2)
