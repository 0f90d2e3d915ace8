"""Charts that the server draws."""

from __future__ import annotations

from datetime import date

import pytest

from web.board_art import HEIGHT, WIDTH, board_art
from web.charts import LEFT, RIGHT, rating_chart, sparkline
from web.names import family_name, initials_of

pytestmark = pytest.mark.unit


def test_a_curve_needs_two_values() -> None:
    assert rating_chart([]) is None
    assert rating_chart([(date(2026, 1, 1), 1500.0)]) is None
    assert sparkline([1500.0]) is None


def test_a_curve_ends_where_the_rating_stands_now() -> None:
    values = (1500.0, 1580.0, 1540.0)
    chart = rating_chart([(date(2026, month, 1), value) for month, value in enumerate(values, 1)])
    assert chart
    assert (chart.now.x, chart.now.label) == (RIGHT, "1540")
    assert chart.best
    assert chart.best.label == "1580"
    assert chart.curve.startswith(f"M{LEFT:g} ")
    assert [line.label for line in chart.grid] == ["1500", "1520", "1540", "1560", "1580"]
    # Higher is further up, and nothing leaves the frame.
    assert 0 <= chart.best.y < chart.now.y <= 100


def test_no_month_is_written_twice() -> None:
    days = [(date(2026, 9, day), 1500.0 + day) for day in range(1, 20)]
    chart = rating_chart(days)
    assert chart
    assert [day.month for _x, day in chart.months] == [9]


def test_level_ratings_can_be_drawn() -> None:
    chart = rating_chart([(date(2026, 1, 1), 1500.0)] * 3)
    assert chart
    assert "nan" not in chart.curve
    line = sparkline([1500.0, 1500.0])
    assert line
    assert "nan" not in line.path


def test_each_event_has_its_own_board_and_keeps_it() -> None:
    assert board_art(7) == board_art(7)
    assert board_art(7).checkers != board_art(8).checkers
    for number in range(200):
        checkers = board_art(number).checkers
        assert 8 <= len(checkers) <= 12
        assert all(0 < one.x < WIDTH and 0 < one.y < HEIGHT for one in checkers)
        assert len({(one.x, one.y) for one in checkers}) == len(checkers)


@pytest.mark.parametrize(
    ("name", "initials", "family"),
    [
        ("Nora Frei", "NF", "Frei"),
        ("Maximilian-Alexander von Hohenstaufen-Rosenberg", "MH", "von Hohenstaufen-Rosenberg"),
        ("Pelé", "P", "Pelé"),
        ("Élodie", "É", "Élodie"),
        ("… …", "…", "…"),
    ],
)
def test_short_names(name: str, initials: str, family: str) -> None:
    assert initials_of(name) == initials
    assert family_name(name) == family
