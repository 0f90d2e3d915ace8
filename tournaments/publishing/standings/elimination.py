"""Elimination: places, shared by those who went out in the same round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules_core.draws.advancement import Empty, Outcome, PairingState, Seat
from rules_core.draws.seeding import lot
from rules_core.standings.elimination import Placing, places
from tournaments.draws.plans import plan_of
from tournaments.models import OUT, Entry, EntryStatus, Pairing, Stage
from tournaments.publishing.standings.leavers import left_as
from tournaments.publishing.standings_types import (
    BracketStandings,
    StandingsRow,
    StandingsStatus,
)


@dataclass
class Tally:
    """What an entrant has done so far."""

    entry: Entry
    wins: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0


SIDE_BRACKETS = ("consolation", "last_chance")
"""Brackets with places of their own, in the order in which they are shown."""


def elimination_rows(stage: Stage, pairings: Sequence[Pairing]) -> list[StandingsRow]:
    """Rows from first to last, with all that an entrant has done in any bracket."""
    return _rows(_tallies(pairings, pairings), _places(stage, pairings, "main"))


def side_bracket_rows(stage: Stage, pairings: Sequence[Pairing]) -> list[BracketStandings]:
    """The rows of a consolation and a last chance: who has come to them, and done what there."""
    brackets = plan_of(stage).brackets
    return [
        {
            "code": code,
            "rows": _rows(_side_bracket_tallies(code, pairings), _places(stage, pairings, code)),
        }
        for code in SIDE_BRACKETS
        if code in brackets
    ]


def _places(stage: Stage, pairings: Sequence[Pairing], bracket: str) -> list[Placing]:
    """The places settled so far, best first, shared ones by lot from the published seed.

    Where not all who share a place go on to the next stage, the first of them do.
    """
    return sorted(
        places(plan_of(stage), {}, bracket=bracket, states=_states(pairings)),
        key=lambda place: (place.first, lot(stage.seed, "lot", place.entrant)),
    )


def _states(pairings: Sequence[Pairing]) -> dict[str, PairingState]:
    """As the rows say: results were played through when they came in, and need not be again."""
    seeds = _seeds(pairings)
    return {
        pairing.key: _state(
            _seat(pairing.a_id, pairing.a_open, seeds),
            _seat(pairing.b_id, pairing.b_open, seeds),
            pairing.outcome,
            pairing.needed,
        )
        for pairing in pairings
    }


@lru_cache(maxsize=16_384)
def _state(a: Seat, b: Seat, outcome: str, needed: bool | None) -> PairingState:
    """From one publication to the next most of them are the same; making one is slower than finding it."""
    return PairingState(a, b, outcome=Outcome(outcome) if outcome else None, needed=needed)


def _seeds(pairings: Iterable[Pairing]) -> dict[int, int]:
    """Seed numbers by entry: everybody begins somewhere on the sheet."""
    return {
        entry_id: _seed(origin)
        for pairing in pairings
        for entry_id, origin in ((pairing.a_id, pairing.a_from), (pairing.b_id, pairing.b_from))
        if entry_id and origin.startswith("seed:")
    }


def _seat(entry_id: int | None, is_open: bool, seeds: dict[int, int]) -> Seat:
    if entry_id is not None:
        return seeds[entry_id]
    return Empty.UNKNOWN if is_open else Empty.NOBODY


def _rows(tallies: dict[int, Tally], settled: Sequence[Placing]) -> list[StandingsRow]:
    """Whoever is still in the running stands above those who are out.

    Those who have left and have not been walked over yet come between: their place is open too.
    """
    placed = {place.entrant for place in settled}
    unsettled = sorted(
        (tally for seed, tally in tallies.items() if seed not in placed),
        key=lambda tally: tally.entry.status in OUT,
    )
    return [_row(tally, 1, len(unsettled), _so_far(tally.entry)) for tally in unsettled] + [
        _settled(tallies[place.entrant], place) for place in settled
    ]


def _settled(tally: Tally, place: Placing) -> StandingsRow:
    return _row(tally, place.first, place.last, _status(tally.entry, place))


def _so_far(entry: Entry) -> StandingsStatus:
    return left_as(entry) or "playing"


def _status(entry: Entry, place: Placing) -> StandingsStatus:
    """Whoever is sent away keeps the place, and has no title. A title stands if they leave later."""
    if entry.status == EntryStatus.DISQUALIFIED:
        return "disqualified"
    return "winner" if place.is_title else "out"


def _side_bracket_tallies(code: str, pairings: Sequence[Pairing]) -> dict[int, Tally]:
    """Of those who sit in one bracket, by seed number."""
    there = [pairing for pairing in pairings if pairing.bracket == code]
    seated = {entry for pairing in there for entry in (pairing.a_id, pairing.b_id)}
    tallies = _tallies(pairings, there)
    return {seed: tally for seed, tally in tallies.items() if tally.entry.pk in seated}


def _tallies(pairings: Iterable[Pairing], counted: Iterable[Pairing]) -> dict[int, Tally]:
    """By seed number."""
    by_seed: dict[int, Tally] = {}
    by_entry: dict[int, Tally] = {}
    for pairing in pairings:
        # A relation is looked up only where it is needed: this is asked of all pairings after each result.
        if pairing.a_id and pairing.a_from.startswith("seed:"):
            assert pairing.a is not None
            by_seed[_seed(pairing.a_from)] = by_entry[pairing.a_id] = Tally(pairing.a)
        if pairing.b_id and pairing.b_from.startswith("seed:"):
            assert pairing.b is not None
            by_seed[_seed(pairing.b_from)] = by_entry[pairing.b_id] = Tally(pairing.b)
    for pairing in counted:
        if pairing.winner:
            _count(pairing, by_entry)
    return dict(sorted(by_seed.items()))


def _seed(origin: str) -> int:
    return int(origin.removeprefix("seed:"))


def _count(pairing: Pairing, tallies: dict[int, Tally]) -> None:
    won_by_a = pairing.winner == "a"
    winner, loser = (pairing.a_id, pairing.b_id) if won_by_a else (pairing.b_id, pairing.a_id)
    assert winner is not None
    if loser is None:
        tallies[winner].byes += 1
        return
    won_by, lost_by = tallies[winner], tallies[loser]
    won_by.wins += 1
    lost_by.losses += 1
    if pairing.match_id is not None:
        assert pairing.match is not None
        a, b = pairing.match.score
        won, lost = (a, b) if won_by_a else (b, a)
        won_by.points_for += won
        won_by.points_against += lost
        lost_by.points_for += lost
        lost_by.points_against += won


def _row(tally: Tally, first: int, last: int, status: StandingsStatus) -> StandingsRow:
    entry = tally.entry
    return {
        "rank": first,
        "rank_to": last,
        "pool": None,
        "entry": entry.id,
        "player": entry.player_id,
        "name": entry.player.name,
        "played": tally.wins + tally.losses,
        "wins": tally.wins,
        "losses": tally.losses,
        "byes": tally.byes,
        "points_for": tally.points_for,
        "points_against": tally.points_against,
        "tie_breaks": [],
        "separated_by": None,
        "status": status,
    }
