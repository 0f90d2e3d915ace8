"""The state of every pairing follows from the outcomes so far."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.draws.advancement import (
    Empty,
    Outcome,
    PairingNotReady,
    PairingState,
    PairingStatus,
    UnknownPairing,
    VoidReason,
    play_through,
    record_outcome,
)
from rules_core.draws.single_elimination import single_elimination
from tests.unit.rules_core.draws.playing import ANYTHING, Event, played

pytestmark = pytest.mark.unit


def test_before_play_the_first_round_is_ready_and_the_bye_has_moved_on() -> None:
    states = play_through(single_elimination(3, lengths=[5]), {})

    assert {key: state.status for key, state in states.items()} == {
        "main-1-1": PairingStatus.BYE,
        "main-1-2": PairingStatus.READY,
        "main-2-1": PairingStatus.WAITING,
    }
    assert (states["main-2-1"].a, states["main-2-1"].b) == (1, Empty.UNKNOWN)


def test_a_result_moves_the_winner_on() -> None:
    event = Event(single_elimination(4, lengths=[5]))

    event.record("main-1-1", Outcome.B)

    assert event.states["main-1-1"].status is PairingStatus.FINISHED
    assert event.states["main-2-1"].a == 4


def test_a_double_forfeit_is_a_bye_for_whoever_waits() -> None:
    event = Event(single_elimination(4, lengths=[5]))

    event.record("main-1-1", Outcome.DOUBLE_FORFEIT)
    event.record("main-1-2", Outcome.A)

    assert event.states["main-1-1"].void_reason is VoidReason.DOUBLE_FORFEIT
    assert event.states["main-2-1"].status is PairingStatus.BYE
    assert event.states["main-2-1"].winner == 2


def test_two_double_forfeits_leave_a_void_final() -> None:
    event = Event(single_elimination(4, lengths=[5]))

    event.record("main-1-1", Outcome.DOUBLE_FORFEIT)
    event.record("main-1-2", Outcome.DOUBLE_FORFEIT)

    assert event.states["main-2-1"].status is PairingStatus.VOID
    assert event.states["main-2-1"].void_reason is VoidReason.NOBODY_LEFT


def test_a_withdrawn_entrant_is_walked_over_now_or_when_somebody_arrives() -> None:
    event = Event(single_elimination(8, lengths=[5]))
    event.record("main-1-1", Outcome.A)

    event.withdraw(1)
    event.withdraw(7)
    event.record("main-1-2", Outcome.A)

    assert event.states["main-1-3"].outcome is Outcome.WALKOVER_A
    assert event.states["main-2-1"].outcome is Outcome.WALKOVER_B
    assert event.states["main-2-1"].winner == 4


def test_who_walked_over_somebody_and_withdraws_later_has_still_won_that_match() -> None:
    event = Event(single_elimination(4, lengths=[5]))

    event.withdraw(4)
    event.withdraw(1)
    event.record("main-1-2", Outcome.A)

    assert event.states["main-1-1"].outcome is Outcome.WALKOVER_A
    assert event.states["main-2-1"].winner == 2


def test_a_match_that_waits_takes_no_result() -> None:
    event = Event(single_elimination(4, lengths=[5]))

    with pytest.raises(PairingNotReady) as refusal:
        event.record("main-2-1", Outcome.A)

    assert refusal.value.code == "match_not_ready"
    assert refusal.value.facts == {"pairing": "main-2-1", "status": "waiting"}


def test_a_result_for_a_pairing_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownPairing):
        play_through(single_elimination(4, lengths=[5]), {"main-9-1": Outcome.A})


@given(entrants=st.integers(2, 70), seed=st.integers(0, 999))
def test_step_by_step_and_all_at_once_give_the_same(entrants: int, seed: int) -> None:
    random = Random(seed)
    event = Event(single_elimination(entrants, lengths=[5], third_place=True))
    for entrant in range(1, entrants + 1):
        if random.random() < 0.1:
            event.withdraw(entrant)
    event.finish(random, ANYTHING)

    assert play_through(event.plan, event.outcomes, event.withdrawn) == event.states
    assert all(state.status.decided for state in event.states.values())


class Counting(dict[str, PairingState]):
    """Sittings that count how often they are asked."""

    asked = 0

    def __getitem__(self, key: str) -> PairingState:
        self.asked += 1
        return super().__getitem__(key)


def test_the_cost_of_a_result_does_not_grow_with_the_field() -> None:
    plan = single_elimination(1024, lengths=[5])
    states = Counting(play_through(plan, {}))

    changes = record_outcome(plan, states, "main-1-1", Outcome.A)

    assert changes.keys() == {"main-1-1", "main-2-1"}
    assert states.asked <= 6


def test_a_whole_event_leaves_one_winner() -> None:
    event = played(single_elimination(100, lengths=[5]), seed=1)

    assert isinstance(event.states["main-7-1"].winner, int)
