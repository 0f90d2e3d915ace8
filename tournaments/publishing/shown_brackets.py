"""A published bracket as a page shows it: matches numbered, and words in the seats that are still empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypedDict

from django.utils.translation import gettext as _

from tournaments.publishing import round_names
from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    Bracket,
    BracketContent,
    BracketPairing,
    BracketRound,
    PairingSide,
    PublishedStatus,
)
from tournaments.publishing.brackets import in_order
from web.names import family_name

AT_A_TABLE: tuple[PublishedStatus, ...] = ("called", "playing", "reported", "disputed")
_OVER: tuple[PublishedStatus, ...] = ("finished", "walkover", "void")
_UNPLAYED: tuple[PublishedStatus, ...] = ("bye",)

Join = Literal["straight", "pairwise", "apart"]
"""How the lines of a round lead to the next: across, two to one, or not at all."""


class ShownSide(PairingSide):
    """A side, and who could come to it."""

    expected: str


class ShownPairing(BracketPairing):
    """A pairing with the number by which others speak of it; a bye has none."""

    match_number: int | None
    is_cut_short: bool
    """Decided by the clock or a ruling before anybody had all the points."""


class ShownRound(TypedDict):
    """A round as it stands beside the others."""

    number: int
    name: str
    length: int
    pairings: list[ShownPairing]
    paired_before_correction: bool
    join: Join
    beads: str
    """One letter a match: d(one), l(ive) or o(pen)."""
    byes: list[str]
    is_empty: bool
    """Whether there is nothing but byes and pairings in which nobody is known yet."""
    is_current: bool
    is_last: bool


class ShownBracket(TypedDict):
    """A bracket of a stage."""

    code: str
    name: str
    rounds: list[ShownRound]


class LiveMatch(ShownPairing):
    """A match at a table, with where in the event it is played."""

    text: str
    note: str


def shown_brackets(bracket: BracketContent) -> list[ShownBracket]:
    """All brackets of a stage, the main one first."""
    sheets = in_order(bracket["brackets"])
    return _Pages(bracket["format"], sheets).shown()


def live_matches(shown: Iterable[ShownBracket]) -> list[LiveMatch]:
    """The matches at a table, by its number."""
    found: list[LiveMatch] = [
        {
            **pairing,
            "text": _("to %(length)s") % {"length": round_["length"]},
            "note": _where(sheet, round_),
        }
        for sheet in shown
        for round_ in sheet["rounds"]
        for pairing in round_["pairings"]
        if pairing["status"] in AT_A_TABLE
    ]
    return sorted(found, key=lambda match: (match["table"] or 10_000, match["id"]))


def _where(sheet: ShownBracket, round_: ShownRound) -> str:
    if sheet["code"] == "main" or sheet["name"] == round_["name"]:
        return round_["name"]
    return f"{sheet['name']}: {round_['name']}"


class _Pages:
    """Everything of a stage, so that a seat can speak of another match."""

    def __init__(self, format_code: str, sheets: list[Bracket]) -> None:
        self.format = format_code
        self.sheets = sheets
        self.numbers = {
            pairing["key"]: number for number, pairing in enumerate(self._played(), start=1)
        }
        self.by_key = {pairing["key"]: pairing for pairing in self._pairings()}

    def shown(self) -> list[ShownBracket]:
        return [
            {
                "code": sheet["code"],
                "name": round_names.bracket_name(sheet["code"]).translated,
                "rounds": self._rounds(sheet),
            }
            for sheet in self.sheets
        ]

    def _pairings(self) -> Iterator[BracketPairing]:
        for sheet in self.sheets:
            for round_ in sheet["rounds"]:
                yield from round_["pairings"]

    def _played(self) -> Iterator[BracketPairing]:
        return (p for p in self._pairings() if p["status"] not in _UNPLAYED)

    def _rounds(self, sheet: Bracket) -> list[ShownRound]:
        rounds = sheet["rounds"]
        sizes = [len(round_["pairings"]) for round_ in rounds] + [0]
        last = rounds[-1]["number"]
        current = next((r["number"] for r in rounds if _is_open(r)), None)
        return [
            {
                "number": round_["number"],
                "name": round_names.round_name(
                    self.format, sheet["code"], round_["number"], last
                ).translated,
                "length": round_["length"],
                "pairings": [
                    self._pairing(pairing, round_["length"]) for pairing in round_["pairings"]
                ],
                "paired_before_correction": round_["paired_before_correction"],
                "join": "straight" if now == after else "pairwise" if now == 2 * after else "apart",
                "beads": "".join(map(_bead, _matches_of(round_))),
                "byes": [name for p in round_["pairings"] if (name := _has_bye(p))],
                "is_empty": not any(map(_is_met_in, round_["pairings"])),
                "is_current": round_["number"] == current,
                "is_last": round_["number"] == last,
            }
            for round_, now, after in zip(rounds, sizes[:-1], sizes[1:], strict=True)
        ]

    def _pairing(self, pairing: BracketPairing, length: int) -> ShownPairing:
        return {
            **pairing,
            "a": self._side(pairing["a"]),
            "b": self._side(pairing["b"]),
            "match_number": self.numbers.get(pairing["key"]),
            "is_cut_short": pairing["status"] == "finished"
            and max(pairing["score"] or (0,)) < length,
        }

    def _side(self, side: PairingSide) -> ShownSide:
        return {**side, "expected": "" if side["player"] else self._expected(side["from"])}

    def _expected(self, origin: str) -> str:
        """``Conti or Martin``, ``winner of match 3``, ``loser of match 3``."""
        outcome, _colon, key = origin.partition(":")
        before = self.by_key.get(key)
        number = self.numbers.get(key)
        if before is None or number is None:
            return ""
        if outcome == "loser_of":
            return _("loser of match %(number)s") % {"number": number}
        one, other = (before[side]["name"] for side in SIDE_NAMES)
        if one and other:
            names = {"one": family_name(one), "other": family_name(other)}
            return _("%(one)s or %(other)s") % names
        return _("winner of match %(number)s") % {"number": number}


def _matches_of(round_: BracketRound) -> list[BracketPairing]:
    return [p for p in round_["pairings"] if p["status"] not in _UNPLAYED]


def _bead(pairing: BracketPairing) -> str:
    if pairing["status"] in _OVER:
        return "d"
    return "l" if pairing["status"] in AT_A_TABLE else "o"


def _is_open(round_: BracketRound) -> bool:
    return any(pairing["status"] not in (*_OVER, *_UNPLAYED) for pairing in round_["pairings"])


def _is_met_in(pairing: BracketPairing) -> bool:
    known = any(pairing[side]["player"] for side in SIDE_NAMES)
    return known and pairing["status"] not in _UNPLAYED


def _has_bye(pairing: BracketPairing) -> str | None:
    """Who goes on without playing."""
    if pairing["status"] not in _UNPLAYED:
        return None
    return pairing["a"]["name"] or pairing["b"]["name"]
