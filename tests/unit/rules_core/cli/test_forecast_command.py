"""``forecast`` at the command line."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rules_core.__main__ import main

pytestmark = pytest.mark.unit


def event_file(**stage: Any) -> dict[str, Any]:
    """Four entrants, one match of the first round played: entry 2 has beaten entry 3."""
    seats = [("main-1-1", 1, 1, 4, ""), ("main-1-2", 1, 2, 3, "a"), ("main-2-1", 2, None, 2, "")]
    pairings = [
        {"key": key, "round": round_, "length": 7, "a": a, "b": b, "outcome": won, "winner": won}
        for key, round_, a, b, won in seats
    ]
    drawn_from = [
        {"entry": n, "rating": rating, "club": "", "seed": None, "late": False}
        for n, rating in enumerate([1800.0, None, 1500.0, 1200.0], start=1)
    ]
    return {
        "format": "barpoint-event",
        "version": 1,
        "event": {"name": "Cup", "rules": {"length": 7}},
        "players": [{"id": n, "name": f"Player {n}"} for n in range(1, 5)],
        "entries": [{"id": n, "player": n, "status": "present"} for n in range(1, 5)],
        "stages": [
            {
                "number": 1,
                "name": "Main",
                "format": "single_elimination",
                "settings": {},
                "drawn_at": "2026-11-18T18:00:00+00:00",
                "seeds": [1, 2, 3, 4],
                "lines": [1, 4, 2, 3],
                "drawn_from": drawn_from,
                "pairings": pairings,
            }
            | stage
        ],
    }


def said(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    event: object,
    *options: str,
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))
    assert main(["forecast", *options]) == 0
    return capsys.readouterr().out


def test_everybodys_chances_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(said(monkeypatch, capsys, event_file(), "--json"))
    assert (found["name"], found["stage"], found["runs"]) == ("Cup, Main", 1, 10_000)
    by_name = {line["name"]: line for line in found["entrants"]}
    assert found["entrants"][0]["name"] == "Player 1"
    assert by_name["Player 3"]["win"] == 0
    assert by_name["Player 2"]["rounds"]["main-2"] == 1
    assert sum(line["win"] for line in found["entrants"]) == pytest.approx(1)
    assert 0 < by_name["Player 1"]["standard_error"] <= 0.005


def test_a_table_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(monkeypatch, capsys, event_file(), "--runs", "1000").splitlines()
    assert lines[0] == "Cup, Main, 1,000 runs"
    assert lines[1].endswith("Player 1")
    assert len(lines) == 5


def test_the_same_seed_gives_the_same_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again, other = (
        said(monkeypatch, capsys, event_file(), "--seed", seed) for seed in ("x", "x", "y")
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    "event", [[], {}, {"stages": [{}]}, event_file(drawn_at=None), event_file(seeds=[9])]
)
def test_what_is_no_event_file_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], event: object
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))
    with pytest.raises(SystemExit) as ended:
        main(["forecast"])
    assert ended.value.code == 2
    assert "input_not_valid" in capsys.readouterr().err
