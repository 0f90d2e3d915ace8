"""``rate`` and ``chances`` at the command line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rules_core.__main__ import main
from rules_core.equity import Standing, winning_chance

pytestmark = pytest.mark.unit


def rated(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    *options: str,
) -> dict[str, dict[str, Any]]:
    """Every player's row."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["rate", "--json", *options]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows == sorted(rows, key=lambda row: -row["rating"])
    return {row["player"]: row for row in rows}


def test_fibs_ratings_follow_the_results_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '# friday\nAnn, Bob, 1\nMeier, Anna\tBob\t9\n["Bob", "Cid", 5]\n'
    rows = rated(monkeypatch, capsys, text)
    assert rows["Ann"]["rating"] == 1510
    assert (rows["Ann"]["experience"], rows["Bob"]["experience"]) == (1, 15)
    assert rows["Bob"]["matches"] == 3
    assert set(rows) == {"Ann", "Bob", "Meier, Anna", "Cid"}


def test_the_ramp_is_an_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = rated(monkeypatch, capsys, "Ann, Bob, 1\n", "--ramp", "none")
    assert (rows["Ann"]["rating"], rows["Bob"]["rating"]) == (1502, 1498)


def test_glicko2_takes_the_results_up_to_an_empty_line_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    together = rated(monkeypatch, capsys, "Ann,Bob,7\nBob,Ann,7\n", "--system", "glicko2")
    assert together["Ann"]["rating"] == together["Bob"]["rating"] == pytest.approx(1500)
    apart = rated(monkeypatch, capsys, "Ann,Bob,7\n\nBob,Ann,7\n", "--system", "glicko2")
    assert apart["Bob"]["rating"] > apart["Ann"]["rating"]
    waiting = rated(monkeypatch, capsys, "Ann,Bob,7\n\n\nBob,Cid,7\n", "--system", "glicko2")
    assert waiting["Ann"]["deviation"] > waiting["Bob"]["deviation"]


def test_ratings_are_printed_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Ann, Bob, 1\n"))
    assert main(["rate"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "   1.  1510.00  Ann  (1 played)",
        "   2.  1490.00  Bob  (1 played)",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Ann, Bob",
        "Ann, Ann, 7",
        "Ann, Bob, seven",
        "Ann, Bob, 0",
        "Ann, Bob, 100",
        "Ann, , 7",
        '["Ann", "Bob"',
        '{"winner": "Ann"}',
        f"{'A' * 300}, Bob, 7",
    ],
)
def test_a_line_that_is_no_result_is_refused_with_its_number(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"Ann, Bob, 7\n{line}\n"))
    with pytest.raises(SystemExit) as stopped:
        main(["rate"])
    assert stopped.value.code == 2
    assert "unreadable_result: Line 2 " in capsys.readouterr().err


def test_chances_come_from_the_table_and_the_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chances", "--length", "7", "--score", "4", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["a"], found["a"] + found["b"]) == (0.64795, 1)
    assert "Kazaross" in found["notice"]
    ratings = ["--ratings", "1500", "1600"]
    assert main(["chances", "--length", "7", "--score", "4", "2", "--json", *ratings]) == 0
    expected = winning_chance(Standing(3, 5), rating=1500, opponent_rating=1600)
    assert json.loads(capsys.readouterr().out)["a"] == expected


def test_chances_are_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chances", "--length", "3", "--score", "2", "0", "--names", "Ann", "Bob"]) == 0
    first, ann, bob = capsys.readouterr().out.splitlines()
    assert first == "3-point match at 2–0, Crawford game"
    assert ann.endswith(" %  Ann")
    assert bob.endswith(" %  Bob")


@pytest.mark.parametrize("options", [["--length", "300"], ["--length", "7", "--score", "9", "8"]])
def test_a_match_that_cannot_be_is_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["chances", *options])
    assert "out_of_range" in capsys.readouterr().err
