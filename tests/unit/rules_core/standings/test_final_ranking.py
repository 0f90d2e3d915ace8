"""The final ranking of an event: the finals first, then the stage before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.standings.final_ranking import FinalPlace, StagePlace, final_ranking, place_of

pytestmark = pytest.mark.unit


def ranking(*stages: list[StagePlace]) -> list[tuple[int | str, int, int]]:
    return [(place.entrant, place.first, place.last) for place in final_ranking(stages)]


def places(*ranked: str) -> list[StagePlace]:
    """Entrants by place: ``"ab"`` share one."""
    found: list[StagePlace] = []
    for level in ranked:
        first, last = len(found) + 1, len(found) + len(level)
        found += [StagePlace(one, first, last, title=last == 1) for one in level]
    return found


def test_a_single_stage_gives_its_own_places() -> None:
    assert ranking(places("a", "b", "cd")) == [("a", 1, 1), ("b", 2, 2), ("c", 3, 4), ("d", 3, 4)]


def test_whoever_reached_the_finals_stands_above_all_others() -> None:
    # d won the pools and lost the final; b was first of those who did not go on.
    assert ranking(places("d", "b", "a", "c"), places("a", "d")) == [
        ("a", 1, 1),
        ("d", 2, 2),
        ("b", 3, 3),
        ("c", 4, 4),
    ]


def test_the_same_place_in_several_pools_is_shared() -> None:
    one = [StagePlace("a", 1, 1, title=True), StagePlace("b", 2, 2), StagePlace("c", 3, 3)]
    other = [StagePlace("d", 1, 1, title=True), StagePlace("e", 2, 2)]
    assert ranking([*one, *other], places("d", "a")) == [
        ("d", 1, 1),
        ("a", 2, 2),
        ("b", 3, 4),
        ("e", 3, 4),
        ("c", 5, 5),
    ]


def test_only_the_last_stage_gives_the_title() -> None:
    found = final_ranking([places("a", "b", "c"), places("b", "a")])
    assert [place.entrant for place in found if place.title] == ["b"]


def test_who_won_the_stage_before_has_no_title_without_the_finals() -> None:
    # Their place in the finals was taken by somebody else.
    found = final_ranking([places("a", "b", "c"), places("b", "c")])
    assert found[2] == FinalPlace("a", 3, 3, 1, title=False)


def test_three_stages_follow_each_other() -> None:
    assert [one for one, *_ in ranking(places(*"abcdef"), places(*"bcda"), places(*"cb"))] == [
        *"cbdaef"
    ]


@st.composite
def events(draw: st.DrawFn) -> list[list[StagePlace]]:
    """One to three stages, each with some of those who played in the one before."""
    playing = list(range(draw(st.integers(1, 12))))
    stages: list[list[StagePlace]] = []
    for _ in range(draw(st.integers(1, 3))):
        ranks = [draw(st.integers(1, len(playing))) for _ in playing]
        stages.append(
            [
                StagePlace(one, rank, rank + ranks.count(rank) - 1)
                for one, rank in zip(playing, ranks, strict=True)
            ]
        )
        playing = playing[: draw(st.integers(1, len(playing)))]
    return stages


@given(events())
def test_everybody_has_one_place_and_no_place_is_left_out(stages: list[list[StagePlace]]) -> None:
    found = final_ranking(stages)
    assert sorted(place.entrant for place in found) == sorted(
        {place.entrant for stage in stages for place in stage}
    )
    for number, place in enumerate(found, start=1):
        assert place.first <= number <= place.last
        assert sum(other.first == place.first for other in found) == place.last - place.first + 1


@given(events())
def test_nobody_of_an_earlier_stage_stands_above_somebody_of_a_later_one(
    stages: list[list[StagePlace]],
) -> None:
    reached = [place.stage for place in final_ranking(stages)]
    assert reached == sorted(reached, reverse=True)


@given(events())
def test_the_place_of_one_is_that_of_the_ranking_of_all(stages: list[list[StagePlace]]) -> None:
    told = [{one.entrant: (one.first, one.last) for one in stage} for stage in stages]
    for place in final_ranking(stages):
        assert place_of(place.entrant, told) == (place.first, place.last, place.stage)
    assert place_of("nobody", told) is None
