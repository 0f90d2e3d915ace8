"""``plays``, ``verify`` and ``show`` at the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules_core.__main__ import main
from tests.unit.rules_core.transcripts.samples import FILES, FOLDER, expected, small

pytestmark = pytest.mark.unit


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines printed, as values."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def ask(monkeypatch: pytest.MonkeyPatch, *lines: str) -> int:
    """Give these lines to ``plays``."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    return main(["plays"])


def test_plays_lists_each_result_once_with_a_way_to_reach_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [
        json.loads(line) for line in (FOLDER.parent / "legal_plays.jsonl").read_text().splitlines()
    ][:40]
    questions = [json.dumps({"position": case["position"], "dice": case["dice"]}) for case in cases]
    assert ask(monkeypatch, *questions) == 0
    printed = answers(capsys)
    assert [(answer["position"], answer["dice"]) for answer in printed] == [
        (case["position"], case["dice"]) for case in cases
    ]
    assert [sorted(play["after"] for play in answer["plays"]) for answer in printed] == [
        sorted(case["after"]) for case in cases
    ]


def test_plays_writes_them_in_standard_notation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(monkeypatch, '{"position": "AACACAAAAAAAAA", "dice": [4, 1]}', "") == 0
    assert answers(capsys) == [
        {
            "position": "AACACAAAAAAAAA",
            "dice": [4, 1],
            "plays": [{"play": "2/1*/off", "after": "AAAAAAAAAgAAAA"}],
        }
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense", "not_a_question"),
        ("[]", "not_a_question"),
        ("[" * 100_000, "not_a_question"),
        ('{"position": "4HPwATDgc/ABMA"}', "not_a_question"),
        ('{"position": "4HPwATDgc/ABMA", "dice": [1, 2, 3]}', "not_a_question"),
        ('{"position": "4HPwATDgc/ABMA", "dice": [0, 1]}', "impossible_dice"),
        ('{"position": "4HPwATDgc/ABMA", "dice": "31"}', "impossible_dice"),
        ('{"position": "4HPwATDgc/ABMA", "dice": [true, 1]}', "impossible_dice"),
        ('{"position": "4HPwATDgc", "dice": [3, 1]}', "invalid_position_id"),
        ('{"position": 4, "dice": [3, 1]}', "invalid_position_id"),
    ],
)
def test_plays_answers_a_bad_line_with_its_code_and_goes_on(
    line: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(monkeypatch, line, '{"position": "4HPwATDgc/ABMA", "dice": [3, 1]}') == 1
    bad, good = answers(capsys)
    assert (bad["line"], bad["error"]["code"]) == (1, code)
    assert len(good["plays"]) == 16


def test_verify_answers_with_one_object_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json", *map(str, FILES)]) == 0
    printed = answers(capsys)
    assert [Path(answer["file"]).stem for answer in printed] == list(expected())
    assert {tuple(answer["problems"]) for answer in printed} == {()}


def test_verify_gives_length_players_games_final_score_and_winner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (path,) = (path for path in FILES if path.stem == "m03_0")
    assert main(["verify", "--json", str(path)]) == 0
    assert answers(capsys) == [
        {
            "file": str(path),
            "length": 3,
            "players": ["Alice", "Bob"],
            "games": [
                {
                    "number": 1,
                    "score": [0, 0],
                    "crawford": False,
                    "winner": "b",
                    "points": 2,
                    "cube": 2,
                    "kind": "single",
                    "ended_by": "resign",
                    "automatic_doubles": 0,
                },
                {
                    "number": 2,
                    "score": [0, 2],
                    "crawford": True,
                    "winner": "b",
                    "points": 3,
                    "cube": 1,
                    "kind": "backgammon",
                    "ended_by": "resign",
                    "automatic_doubles": 0,
                },
            ],
            "final": [0, 3],
            "points": [0, 5],
            "winner": "b",
            "problems": [],
            "notes": [],
        }
    ]


def test_verify_fails_with_the_file_the_line_the_game_and_the_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.mat"
    path.write_bytes(small(("64: 24/14", "64: 24/18")))
    assert main(["verify", "--json", str(path)]) == 0
    (answer,) = answers(capsys)
    assert (answer["problems"], [note["line"] for note in answer["notes"]]) == ([], [7])
    assert main(["verify", "--strict", "--json", str(path)]) == 1
    (answer,) = answers(capsys)
    assert answer["problems"] == [
        {
            "file": str(path),
            "line": 7,
            "game": 1,
            "code": "must_play_more",
            "message": "More of 6-4 can be played, so it has to be.",
        }
    ]


@pytest.mark.parametrize("name", ["EXPECTED.tsv", "missing.mat", "."])
def test_verify_refuses_what_is_no_match_file(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = FOLDER / name
    assert main(["verify", "--json", str(path)]) == 1
    (answer,) = answers(capsys)
    assert (answer["games"], answer["final"]) == ([], None)
    assert [problem["code"] for problem in answer["problems"]] == [
        "not_a_match_file" if name == "EXPECTED.tsv" else "unreadable_file"
    ]


def test_verify_speaks_to_people_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.mat"
    path.write_bytes(small((" Wins 1 point", " Wins 2 points")))
    assert main(["verify", str(path), str(tmp_path / "missing.mat")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: Alice – Bob, 3-point match, 3–2, Alice wins",
        "    1. 0–0: Bob +2 (single, cube 2, by resign)",
        "    2. 0–2 (Crawford): Alice +1 (gammon, cube 1, by resign)",
        "    3. 1–2: Alice +2 (single, cube 2, by resign)",
        "  WRONG: line 20, game 3 [score_does_not_follow] The game before was won by Alice for 2, but the score gives 1 to Alice.",
        f"{tmp_path / 'missing.mat'}: refused",
        "  WRONG: line 1 [unreadable_file] The file cannot be opened: No such file or directory.",
    ]


@pytest.mark.parametrize(
    ("name", "captions"),
    [
        ("4HPwATDgc/ABMA", []),
        (
            "4HPwATDgc/ABMA:QYkqASAAIAAA",
            ["9-point match, X 4 – O 2", "Cube 2, owned by O", "X rolled 5-2"],
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:6:2:1:7:10",
            ["7-point match, X 2 – O 6, Crawford game", "Cube 1, centred"],
        ),
        (
            "-b----E-C---eE---c-e----B-:1:1:1:D:6:2:0:0:10",
            ["Money session, X 6 – O 2", "Cube 2, owned by X", "X turned the cube: double"],
        ),
    ],
)
def test_show_draws_the_board_of_any_id(
    name: str, captions: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+"
    assert lines[1] == "|  X           O    |   |  O              X |"
    assert lines[12] == "+-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+"
    assert lines[15:] == captions


def test_show_refuses_what_is_no_id(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["show", "nonsense"])
    assert ended.value.code == 2
    assert "invalid_position_id" in capsys.readouterr().err
