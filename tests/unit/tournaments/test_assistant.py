"""What the set-up assistant proposes."""

from __future__ import annotations

import pytest

from rules_core.draws.settings import Format
from tournaments.draws.format_assistant import proposals

pytestmark = pytest.mark.unit


def test_23_players_12_tables_and_4_hours_play_a_swiss_of_four_rounds_to_seven() -> None:
    best = proposals(23, 12, 240)[0]
    assert (best.format, dict(best.settings), best.length) == (Format.SWISS, {"rounds": 4}, 7)
    assert best.hours == (3, 40)
    assert round(best.matches_each, 1) == 3.8


def test_too_few_tables_make_the_evening_longer() -> None:
    def swiss(tables: int) -> int:
        return next(
            p.length for p in proposals(16, tables, 240) if dict(p.settings) == {"rounds": 4}
        )

    assert (swiss(8), swiss(4)) == (7, 3)


def test_what_does_not_fit_comes_last_and_says_so() -> None:
    found = proposals(64, 8, 120)
    assert [p.fits for p in found] == sorted((p.fits for p in found), reverse=True)
    assert not found[-1].fits


def test_a_small_field_may_play_everybody_against_everybody() -> None:
    (all_against_all,) = [p for p in proposals(5, 2, 240) if p.format is Format.ROUND_ROBIN]
    assert all_against_all.matches_each == 4.0
    assert not any(p.format is Format.ROUND_ROBIN for p in proposals(9, 4, 240))


@pytest.mark.parametrize("players", [2, 3, 7, 128, 1024])
def test_there_is_something_for_every_number(players: int) -> None:
    assert {p.format for p in proposals(players, 16, 300)} >= {
        Format.SINGLE_ELIMINATION,
        Format.DOUBLE_ELIMINATION,
    }
