"""Places in an elimination bracket, shared by those who went out in the same round.

An entrant's place is settled by the pairing that took away the last chance to win the bracket. In
a double elimination that is the second loss; for a consolation it is a loss in the consolation. A
match for third (or second) place splits the places of the two who meet in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from rules_core.draws.advancement import (
    Empty,
    Outcome,
    PairingState,
    PairingStates,
    PairingStatus,
    play_through,
)
from rules_core.draws.plan import Plan

PLAY_OFFS = ("third_place-1-1", "second_place-1-1")
"""The matches for a place, in the order in which they change the places."""


@dataclass(frozen=True, slots=True)
class Placing:
    """One entrant's place: 5 to 8 where four went out in the same round."""

    entrant: int
    """The seed number."""
    first: int
    last: int
    pairing: str
    """The match that settled it."""

    @property
    def shared(self) -> bool:
        """Whether others have the same place."""
        return self.first != self.last

    @property
    def is_title(self) -> bool:
        """Whether it is the first place and won.

        Where nobody wins the final, at least two share the first place: those who forfeited it
        against each other, or, if nobody came so far, the matches before it.
        """
        return self.last == 1


@dataclass(slots=True)
class _Group:
    """Those who go out in one round: some already have, others will."""

    gone: dict[int, str] = field(default_factory=dict)
    """Who is out, and by which pairing."""
    to_come: int = 0
    """How many more will go out here."""


def places(
    plan: Plan,
    outcomes: Mapping[str, Outcome],
    *,
    withdrawn: Collection[int] = (),
    bracket: str = "main",
    states: PairingStates | None = None,
) -> tuple[Placing, ...]:
    """The places settled so far, best first, shared ones by seed number.

    ``bracket`` is ``main`` for the event itself, or ``consolation`` or ``last_chance`` for the
    places within these. Whoever can still win, or still plays for a better place, has none yet.
    ``states`` are those of all pairings, where the caller has them at hand.
    """
    if states is None:
        states = play_through(plan, outcomes, withdrawn)
    groups = _groups(plan, states, _title_brackets(plan, bracket))
    if bracket == "main":
        for play_off in PLAY_OFFS:
            if play_off in states:
                _split_by_play_off(groups, play_off, states[play_off])
    return tuple(_numbered(groups))


def _title_brackets(plan: Plan, bracket: str) -> frozenset[str]:
    """The brackets in which one can still win the title."""
    if bracket == "main" and "grand_final" in plan.brackets:
        return frozenset({"main", "lower", "grand_final"})
    return frozenset({bracket})


def _groups(plan: Plan, states: PairingStates, title: frozenset[str]) -> list[_Group]:
    """Groups from the winner down to those who went out first."""
    pairings = {key: pairing for key, pairing in plan.by_id.items() if pairing.bracket in title}
    steps = _steps_to_the_title(plan, pairings)
    groups = [_Group() for _ in range(max(steps.values(), default=0) + 2)]
    for key in pairings:
        drop, state = plan.loser_to.get(key), states[key]
        goes_on = drop and drop.pairing in steps and states[drop.pairing].needed is not False
        if not goes_on:
            _leave(groups[steps[key] + 1], key, state)
        elif drop and state.outcome is Outcome.DOUBLE_FORFEIT:
            # Nobody drops, so both are out as if they had lost the next match as well.
            _leave(groups[steps[drop.pairing] + 1], key, state)
    _crown(groups[0], pairings, states)
    return groups


def _steps_to_the_title(plan: Plan, pairings: Collection[str]) -> dict[str, int]:
    """How many wins lead from each pairing to the final; both matches of a reset are the final."""
    steps: dict[str, int] = {}
    for key in reversed([*pairings]):
        onward = plan.winner_to.get(key)
        if onward is None or onward.pairing not in steps:
            steps[key] = 0
        else:
            conditional = plan.by_id[onward.pairing].only_if is not None
            steps[key] = steps[onward.pairing] + (0 if conditional else 1)
    return steps


def _leave(group: _Group, pairing: str, state: PairingState) -> None:
    """Count whoever goes out of the event in this pairing."""
    if state.outcome is None and not state.status.decided:
        group.to_come += Empty.NOBODY not in (state.a, state.b)
    elif state.outcome is Outcome.DOUBLE_FORFEIT:
        group.gone |= {seat: pairing for seat in (state.a, state.b) if isinstance(seat, int)}
    elif isinstance(state.loser, int):
        group.gone[state.loser] = pairing


def _crown(group: _Group, pairings: Collection[str], states: PairingStates) -> None:
    """Count the winner of the title, there or to come."""
    final = next(key for key in reversed([*pairings]) if states[key].needed is not False)
    state = states[final]
    if isinstance(state.winner, int):
        group.gone[state.winner] = final
    elif not state.status.decided:
        group.to_come = 1


def _split_by_play_off(groups: list[_Group], pairing: str, state: PairingState) -> None:
    """Put the two who met for a place one behind the other, where the better of them stood."""
    contested = state.status in {PairingStatus.FINISHED, PairingStatus.WALKOVER}
    if not contested and state.status.decided:
        return
    top = len(groups)
    for rank, group in enumerate(groups):
        for entrant in group.gone.keys() & {state.a, state.b}:
            del group.gone[entrant]
            group.to_come += not contested
            top = min(top, rank)
    if contested:
        assert isinstance(state.winner, int)
        assert isinstance(state.loser, int)
        groups[top:top] = [_Group({state.winner: pairing}), _Group({state.loser: pairing})]


def _numbered(groups: list[_Group]) -> Iterator[Placing]:
    first = 1
    for group in groups:
        last = first + len(group.gone) + group.to_come - 1
        for entrant, pairing in sorted(group.gone.items()):
            yield Placing(entrant, first, last, pairing)
        first = last + 1
