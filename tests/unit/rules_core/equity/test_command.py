"""``python -m rules_core equity``."""

from __future__ import annotations

import json

import pytest

from rules_core.__main__ import main
from rules_core.equity import Standing, gammon_prices, take_point, winning_chance

pytestmark = pytest.mark.unit


def test_the_command_prints_what_the_functions_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "--length", "7", "--score", "4", "2"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["score"] == [4, 2]
    assert answer["crawford_game"] is False
    assert answer["notice"].startswith("Copyright (C) 2011 Neil Kazaross.")
    for side, standing in (("a", Standing(3, 5)), ("b", Standing(5, 3))):
        point, prices = take_point(standing), gammon_prices(standing)
        assert answer[side] == {
            "away": standing.away,
            "chance": pytest.approx(winning_chance(standing)),
            "take_point": pytest.approx({"dead": point.dead, "live": point.live}),
            "gammon_prices": pytest.approx(
                {"gammon": prices.gammon, "backgammon": prices.backgammon}
            ),
        }


def test_the_crawford_game_has_chances_but_no_take_point(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["equity", "--length", "7", "--score", "6", "2"])
    crawford = json.loads(capsys.readouterr().out)
    main(["equity", "--length", "7", "--score", "6", "2", "--post-crawford"])
    after = json.loads(capsys.readouterr().out)
    assert crawford["crawford_game"] is True
    assert crawford["a"]["take_point"] is None
    assert crawford["a"]["chance"] == 0.84179
    assert after["crawford_game"] is False
    assert after["a"]["chance"] == 1 - 0.19012
    assert after["a"]["take_point"] is not None


def test_ratings_move_the_chance(capsys: pytest.CaptureFixture[str]) -> None:
    main(["equity", "--length", "7", "--ratings", "1700", "1500"])
    answer = json.loads(capsys.readouterr().out)
    expected = winning_chance(Standing(7, 7), rating=1700, opponent_rating=1500)
    assert answer["a"]["chance"] == expected
    assert answer["b"]["chance"] == pytest.approx(1 - expected)


def test_a_score_no_match_has_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["equity", "--length", "7", "--score", "9", "2"])
    assert leaving.value.code == 2
    assert capsys.readouterr().err == (
        "rules_core: standing_out_of_range: "
        "Each side needs 0 or more points, and at most one side needs none.\n"
    )
