"""Eliminations of every kind and size, played to the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.draws.advancement import Outcome, PairingState, PairingStatus
from rules_core.draws.formats import plan
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, WinnerOf
from rules_core.standings.elimination import places
from tests.unit.rules_core.draws.playing import ANYTHING, Event, dealt

pytestmark = [pytest.mark.unit, pytest.mark.slow]

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "single": ("single_elimination", {}),
    "third place": ("single_elimination", {"third_place": True}),
    "simple": ("single_elimination", {"consolation": "simple", "last_chance": True}),
    "progressive": ("single_elimination", {"consolation": "progressive", "last_chance": True}),
    "second place": (
        "single_elimination",
        {"consolation": "progressive", "second_place": True, "third_place": True},
    ),
    "one final": ("double_elimination", {"grand_final": "single"}),
    "reset": ("double_elimination", {"grand_final": "reset"}),
}
SIZES = [*range(2, 201), 255, 256, 257, 511, 512, 513, 700, 1023, 1024]
SOME_SIZES = [*range(2, 68), 127, 128, 129, 200]
every_kind = pytest.mark.parametrize("kind", KINDS)


def made(kind: str, entrants: int) -> Plan:
    format_code, chosen = KINDS[kind]
    return plan(format_code, entrants, chosen)


def losses(plan: Plan, states: dict[str, PairingState], *brackets: str) -> Counter[int]:
    return Counter(
        state.loser
        for pairing in plan.pairings
        if not brackets or pairing.bracket in brackets
        for state in [states[pairing.id]]
        if isinstance(state.loser, int)
    )


@every_kind
def test_every_pairing_can_be_reached_and_leads_to_one_place(kind: str) -> None:
    for entrants in SOME_SIZES:
        made_plan = made(kind, entrants)
        seen: set[str] = set()
        led_to: Counter[tuple[str, str]] = Counter()
        for pairing in made_plan.pairings:
            for slot in (pairing.a, pairing.b):
                if isinstance(slot, WinnerOf | LoserOf):
                    assert slot.pairing in seen
                    led_to[slot.pairing, type(slot).__name__] += 1
            assert not (isinstance(pairing.a, Bye) and isinstance(pairing.b, Bye))
            assert pairing.id not in seen
            seen.add(pairing.id)
        assert set(led_to.values()) <= {1}


@every_kind
def test_every_event_ends_and_nobody_meets_themselves(kind: str) -> None:
    for entrants in SIZES:
        made_plan = made(kind, entrants)
        states = dealt(made_plan, Random(entrants), ANYTHING)
        outcomes = {key: state.outcome for key, state in states.items() if state.outcome}
        assert all(state.status.decided for state in states.values())
        assert all(
            state.a != state.b
            for state in states.values()
            if state.status in {PairingStatus.FINISHED, PairingStatus.WALKOVER}
        )
        found = places(made_plan, outcomes)
        assert sorted(place.entrant for place in found) == list(range(1, entrants + 1))


def test_a_single_elimination_puts_everybody_out_with_one_loss() -> None:
    for entrants in SOME_SIZES:
        made_plan = made("single", entrants)
        states = dealt(made_plan, Random(entrants))
        assert sorted(losses(made_plan, states).values()) == [1] * (entrants - 1)


def test_a_reset_puts_everybody_out_with_the_second_loss() -> None:
    for entrants in SOME_SIZES:
        made_plan = made("reset", entrants)
        states = dealt(made_plan, Random(entrants))
        lost = losses(made_plan, states)
        champion = places(
            made_plan,
            {key: state.outcome for key, state in states.items() if state.outcome},
        )[0].entrant
        assert lost[champion] <= 1
        assert {lost[entrant] for entrant in range(1, entrants + 1) if entrant != champion} == {2}


def test_a_single_final_spares_only_the_finalists_a_second_loss() -> None:
    for entrants in SOME_SIZES:
        made_plan = made("one final", entrants)
        states = dealt(made_plan, Random(entrants))
        lost = losses(made_plan, states)
        final = states["grand_final-1-1"]
        others = set(range(1, entrants + 1)) - {final.a, final.b}
        assert {lost[entrant] for entrant in others} <= {2}
        assert lost[final.loser] in {1, 2}  # type: ignore[index]


def test_a_progressive_consolation_takes_every_loser_before_the_final() -> None:
    for entrants in SOME_SIZES:
        made_plan = made("progressive", entrants)
        states = dealt(made_plan, Random(entrants))
        main = losses(made_plan, states, "main")
        consolation = losses(made_plan, states, "consolation")
        finalists = _last(made_plan, states, "main")
        winner = _last(made_plan, states, "consolation")[:1] if entrants > 3 else []
        expected = main.keys() - set(finalists) - set(winner)
        if entrants > 3:
            assert consolation.keys() == expected
        assert set(consolation.values()) <= {1}


def test_a_simple_consolation_takes_exactly_those_who_lose_their_first_match() -> None:
    for entrants in SOME_SIZES[3:]:
        made_plan = made("simple", entrants)
        states = dealt(made_plan, Random(entrants))
        matches = Counter(
            seat
            for pairing in made_plan.pairings
            if pairing.bracket == "main" and states[pairing.id].outcome
            for seat in (states[pairing.id].a, states[pairing.id].b)
        )
        once = {entrant for entrant, count in matches.items() if count == 1}
        seated = {
            seat
            for pairing in made_plan.pairings
            if pairing.bracket == "consolation"
            for seat in (states[pairing.id].a, states[pairing.id].b)
            if isinstance(seat, int)
        }
        assert seated == once


def _last(plan: Plan, states: dict[str, PairingState], bracket: str) -> list[int]:
    final = [pairing for pairing in plan.pairings if pairing.bracket == bracket][-1]
    state = states[final.id]
    return [seat for seat in (state.winner, state.loser) if isinstance(seat, int)]


@every_kind
@settings(max_examples=15, deadline=None)
@given(entrants=st.integers(2, 60), seed=st.integers(0, 10**6))
def test_withdrawals_at_any_moment_leave_nothing_stuck(kind: str, entrants: int, seed: int) -> None:
    random = Random(seed)
    event = Event(made(kind, entrants))
    while event.ready:
        if random.random() < 0.15:
            event.withdraw(random.randint(1, entrants))
        else:
            event.record(random.choice(event.ready), random.choice(ANYTHING))

    assert all(state.status.decided for state in event.states.values())
    found = places(event.plan, event.outcomes, withdrawn=event.withdrawn)
    assert sorted(place.entrant for place in found) == list(range(1, entrants + 1))


def test_the_second_final_is_void_unless_the_unbeaten_side_loses() -> None:
    event = Event(made("reset", 2))
    event.record("main-1-1", Outcome.A)
    event.record("grand_final-1-1", Outcome.A)

    assert event.states["grand_final-2-1"].status is PairingStatus.VOID
    assert event.states["grand_final-2-1"].void_reason == "not_needed"


def test_the_second_final_is_played_once_both_have_a_loss() -> None:
    event = Event(made("reset", 2))
    event.record("main-1-1", Outcome.A)
    event.record("grand_final-1-1", Outcome.B)
    second = event.states["grand_final-2-1"]

    assert (second.status, second.a, second.b) == (PairingStatus.READY, 1, 2)


def by_id(made_plan: Plan, *brackets: str) -> dict[str, PlannedPairing]:
    return {p.id: p for p in made_plan.pairings if p.bracket in brackets}


def test_six_entrants_have_no_round_of_byes_below() -> None:
    lower = by_id(made("one final", 6), "lower")

    assert list(lower) == ["lower-1-1", "lower-1-2", "lower-2-1", "lower-3-1"]
    assert not any(pairing.is_bye for pairing in lower.values())


def test_a_consolation_line_after_a_bye_is_for_the_one_who_had_it() -> None:
    consolation = by_id(made("simple", 7), "consolation")

    assert consolation["consolation-1-1"].a == LoserOf("main-2-1", "a")  # type: ignore[arg-type]
    assert consolation["consolation-1-1"].b == LoserOf("main-1-2")


def test_lengths_run_on_repeat_and_count_back_from_the_final() -> None:
    on = plan(
        "single_elimination",
        16,
        {"consolation": "simple", "lengths": {"main": [7, 9], "consolation": [5, 3]}},
    )
    back = plan("single_elimination", 16, {"lengths": {"main": [11, 9, 7], "from_final": True}})

    assert [on.rounds("main")[n][0].length for n in range(1, 5)] == [7, 9, 9, 9]
    assert [on.rounds("consolation")[n][0].length for n in range(1, 4)] == [5, 3, 3]
    assert [back.rounds("main")[n][0].length for n in range(1, 5)] == [7, 7, 9, 11]


def test_the_grand_final_counts_as_the_last_main_round() -> None:
    made_plan = plan(
        "double_elimination",
        4,
        {"lengths": {"main": [13, 11, 9], "from_final": True, "consolation": [5]}},
        length=3,
    )

    assert {pairing.id: pairing.length for pairing in made_plan.pairings} == {
        "main-1-1": 9,
        "main-1-2": 9,
        "main-2-1": 11,
        "lower-1-1": 5,
        "lower-2-1": 5,
        "grand_final-1-1": 13,
    }
