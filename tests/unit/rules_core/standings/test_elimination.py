"""Places in elimination brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.draws.advancement import Outcome
from rules_core.draws.formats import plan
from rules_core.draws.single_elimination import single_elimination
from rules_core.standings.elimination import places
from tests.unit.rules_core.draws.playing import ANYTHING, Event, played

pytestmark = pytest.mark.unit


def by_entrant(event: Event) -> dict[int, tuple[int, int]]:
    found = places(event.plan, event.outcomes, withdrawn=event.withdrawn)
    return {place.entrant: (place.first, place.last) for place in found}


def test_those_who_lose_in_one_round_share_places() -> None:
    event = Event(single_elimination(8, lengths=[5]))
    event.record("main-1-1", Outcome.A)

    assert by_entrant(event) == {8: (5, 8)}


def test_a_finished_event_gives_everybody_a_place() -> None:
    event = Event(single_elimination(4, lengths=[5]))
    for pairing in ("main-1-1", "main-1-2", "main-2-1"):
        event.record(pairing, Outcome.A)

    assert by_entrant(event) == {1: (1, 1), 2: (2, 2), 4: (3, 4), 3: (3, 4)}


def test_a_match_for_third_place_splits_the_places_and_is_waited_for() -> None:
    event = Event(single_elimination(4, lengths=[5], third_place=True))
    for pairing in ("main-1-1", "main-1-2", "main-2-1"):
        event.record(pairing, Outcome.A)
    before = by_entrant(event)
    event.record("third_place-1-1", Outcome.B)

    assert before == {1: (1, 1), 2: (2, 2)}
    assert by_entrant(event) == {1: (1, 1), 2: (2, 2), 3: (3, 3), 4: (4, 4)}


def test_a_forfeited_match_for_third_place_leaves_the_place_shared() -> None:
    event = Event(single_elimination(4, lengths=[5], third_place=True))
    for pairing in ("main-1-1", "main-1-2", "main-2-1"):
        event.record(pairing, Outcome.A)
    event.record("third_place-1-1", Outcome.DOUBLE_FORFEIT)

    assert by_entrant(event) == {1: (1, 1), 2: (2, 2), 3: (3, 4), 4: (3, 4)}


def titles(event: Event) -> list[int]:
    found = places(event.plan, event.outcomes, withdrawn=event.withdrawn)
    return [place.entrant for place in found if place.is_title]


def test_a_final_forfeited_by_both_has_no_winner() -> None:
    event = Event(single_elimination(4, lengths=[5]))
    for pairing in ("main-1-1", "main-1-2"):
        event.record(pairing, Outcome.A)
    event.record("main-2-1", Outcome.DOUBLE_FORFEIT)

    assert by_entrant(event) == {1: (1, 2), 2: (1, 2), 4: (3, 4), 3: (3, 4)}
    assert titles(event) == []


@pytest.mark.parametrize("before", [[], [Outcome.B]], ids=["the first match", "the second"])
def test_a_grand_final_forfeited_by_both_has_no_winner(before: list[Outcome]) -> None:
    event = Event(plan("double_elimination", 2, {"grand_final": "reset"}))
    event.record("main-1-1", Outcome.A)
    for number, outcome in enumerate([*before, Outcome.DOUBLE_FORFEIT], start=1):
        event.record(f"grand_final-{number}-1", outcome)

    assert by_entrant(event) == {1: (1, 2), 2: (1, 2)}
    assert titles(event) == []


def test_who_comes_alone_to_the_final_has_won_it() -> None:
    event = Event(single_elimination(3, lengths=[5]))
    event.record("main-1-2", Outcome.DOUBLE_FORFEIT)

    assert by_entrant(event) == {1: (1, 1), 2: (2, 3), 3: (2, 3)}
    assert titles(event) == [1]


def test_where_nobody_comes_to_the_final_nobody_has_won() -> None:
    event = Event(single_elimination(4, lengths=[5]))
    event.record("main-1-1", Outcome.DOUBLE_FORFEIT)
    event.record("main-1-2", Outcome.DOUBLE_FORFEIT)

    assert set(by_entrant(event).values()) == {(1, 4)}
    assert titles(event) == []


@given(entrants=st.integers(2, 130), seed=st.integers(0, 999), third_place=st.booleans())
def test_places_fill_the_whole_list_without_a_gap(
    entrants: int, seed: int, third_place: bool
) -> None:
    event = played(
        single_elimination(entrants, lengths=[5], third_place=third_place), seed, ANYTHING
    )
    found = places(event.plan, event.outcomes)

    assert sorted(place.entrant for place in found) == list(range(1, entrants + 1))
    shared = sorted({(place.first, place.last) for place in found})
    assert [number for first, last in shared for number in range(first, last + 1)] == list(
        range(1, entrants + 1)
    )
    final = max(p.round for p in event.plan.pairings if p.bracket == "main")
    winner = event.states[f"main-{final}-1"].winner
    assert [place.entrant for place in found if place.is_title] == [winner] * isinstance(
        winner, int
    )


def all_to_a(format_code: str, entrants: int, settings: dict[str, Any]) -> Event:
    """An event in which side a wins every match."""
    event = Event(plan(format_code, entrants, settings))
    while event.ready:
        event.record(event.ready[0], Outcome.A)
    return event


def spans(event: Event, bracket: str = "main") -> list[tuple[int, int]]:
    found = places(event.plan, event.outcomes, bracket=bracket)
    return [(place.first, place.last) for place in found]


def test_a_double_elimination_shares_places_by_lower_round() -> None:
    event = all_to_a("double_elimination", 8, {"grand_final": "reset"})

    assert spans(event) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8)]


@pytest.mark.parametrize(("first", "champion"), [(Outcome.A, 1), (Outcome.B, 2)])
def test_the_grand_final_decides_first_and_second(first: Outcome, champion: int) -> None:
    event = Event(plan("double_elimination", 2, {"grand_final": "reset"}))
    event.record("main-1-1", Outcome.A)
    event.record("grand_final-1-1", first)
    if first is Outcome.B:
        assert by_entrant(event) == {}
        event.record("grand_final-2-1", Outcome.B)

    assert by_entrant(event) == {champion: (1, 1), 3 - champion: (2, 2)}


def test_who_forfeits_together_in_the_main_bracket_is_out_with_the_next_losers() -> None:
    event = Event(plan("double_elimination", 4, {}))
    event.record("main-1-1", Outcome.DOUBLE_FORFEIT)
    event.record("main-1-2", Outcome.A)

    assert by_entrant(event)[1] == by_entrant(event)[4] == (3, 4)


def test_a_consolation_has_places_of_its_own() -> None:
    event = all_to_a("single_elimination", 8, {"consolation": "simple"})

    assert spans(event, "consolation") == [(1, 1), (2, 2), (3, 4), (3, 4)]


def test_the_winner_of_the_consolation_can_take_second_place() -> None:
    settings = {"consolation": "progressive", "second_place": True}
    event = all_to_a("single_elimination", 8, settings)
    lost = by_entrant(event)
    event.states |= {
        "second_place-1-1": replace(event.states["second_place-1-1"], outcome=Outcome.B)
    }
    won = by_entrant(event)
    finalist, challenger = (
        event.states["second_place-1-1"].a,
        event.states["second_place-1-1"].b,
    )

    assert isinstance(finalist, int)
    assert isinstance(challenger, int)
    assert (lost[finalist], lost[challenger]) == ((2, 2), (3, 3))
    assert (won[challenger], won[finalist]) == ((2, 2), (3, 3))
    assert sorted(won.values()) == sorted(lost.values())
