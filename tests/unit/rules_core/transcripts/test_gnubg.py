"""Matches that GNU Backgammon plays on the spot, and our files read by it.

Without the program (Debian package ``gnubg``) these tests are skipped. Every run plays other
matches; ``GNUBG_SEED`` repeats those of a run that failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from deploy import gnu_backgammon
from rules_core.match import MatchRules
from rules_core.sides import Side
from rules_core.transcripts import Replay, read_mat, read_sgf, replay, write_mat, write_sgf
from tests.unit.rules_core.transcripts.test_random_matches import Table

GNUBG = gnu_backgammon.find()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.unit,
    pytest.mark.skipif(GNUBG is None, reason=gnu_backgammon.HOW_TO_INSTALL),
]

SEED = int(os.environ.get("GNUBG_SEED") or time.time_ns() % 1_000_000_000)
LENGTHS = (1, 3, 5, 7)
COLOURS = {Side.A: "W", Side.B: "B"}

PLAYERS = """
set display off
set confirm new off
set confirm save off
set player 0 gnubg
set player 1 gnubg
set player 0 chequerplay evaluation plies 0
set player 1 chequerplay evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 cubedecision evaluation plies 0
set automatic game on
set automatic roll on
set automatic move on
set rng mersenne
"""

Row = tuple[str, str, bool, str]
"""Both scores before a game, whether it is the Crawford game, and its result."""


def run_gnubg(folder: Path, commands: str) -> None:
    """Let the program do this."""
    script = folder / "script.py"
    lines = [line for line in commands.splitlines() if line]
    script.write_text(f"import gnubg\nfor line in {lines!r}:\n    gnubg.command(line)\n")
    subprocess.run(
        [str(GNUBG), "-t", "-q", "-r", "-s", str(folder / "settings"), "-p", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=folder,
        timeout=300,
        check=True,
    )


def rows_of_sgf(path: Path) -> list[Row]:
    """What an SGF file says of every game."""
    pattern = r"\[ws:(\d+)\]\[bs:(\d+)\].*?(?:RU\[([\w:]*)\])?(?:CV\[\d+\])?RE\[(.*?)\]"
    text = path.read_text(encoding="utf-8")
    return [
        (ws, bs, rules.endswith(":CrawfordGame"), result)
        for ws, bs, rules, result in re.findall(pattern, text)
    ]


def rows_of(match: Replay) -> list[Row]:
    """The same of a match that we have played through."""
    return [
        (
            str(game.score.a),
            str(game.score.b),
            game.crawford,
            f"{COLOURS[game.winner]}+{game.points}"
            + "R" * bool(game.result and game.result.ended_by == "resign"),
        )
        for game in match.games
        if game.winner is not None
    ]


def boards(match: Replay) -> list[list[object]]:
    """The board after every turn."""
    return [[turn.after for turn in game.turns] for game in match.games]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with fresh matches, each as .mat and as SGF."""
    folder = tmp_path_factory.mktemp("gnubg")
    matches = [
        f"set seed {SEED + length}\nnew match {length}\n"
        f'export match mat "{folder}/{length}.mat"\nsave match "{folder}/{length}.sgf"'
        for length in LENGTHS
    ]
    run_gnubg(folder, "\n".join((PLAYERS, *matches)))
    return folder


@pytest.mark.parametrize("length", LENGTHS)
def test_fresh_matches_have_the_same_games_scores_and_crawford_games(
    played: Path, length: int
) -> None:
    match = replay(read_mat((played / f"{length}.mat").read_bytes(), f"seed {SEED}"))
    assert match.problems == ()
    assert rows_of(match) == rows_of_sgf(played / f"{length}.sgf"), SEED
    assert match.rules.length == length
    assert match.winner is not None


@pytest.mark.parametrize("length", LENGTHS)
def test_its_two_formats_of_a_match_are_one_match_to_us(played: Path, length: int) -> None:
    as_mat = replay(read_mat(played / f"{length}.mat"))
    as_sgf = replay(read_sgf(played / f"{length}.sgf"))
    assert (as_sgf.problems, as_sgf.notes) == ((), ())
    assert boards(as_sgf) == boards(as_mat), SEED
    assert rows_of(as_sgf) == rows_of(as_mat), SEED


@pytest.mark.parametrize("length", LENGTHS)
def test_hits_are_marked_as_gnu_backgammon_marks_them(played: Path, length: int) -> None:
    """Whole lines, each with its moves in any order."""
    theirs = (played / f"{length}.mat").read_text(encoding="utf-8")
    ours = write_mat(replay(read_mat(played / f"{length}.mat")))
    assert [sorted(line.split()) for line in ours.splitlines() if ")" in line] == [
        sorted(line.split()) for line in theirs.splitlines() if ")" in line
    ], SEED


def test_our_match_files_are_read_by_gnu_backgammon(played: Path, tmp_path: Path) -> None:
    commands = ["set confirm new off", "set confirm save off"]
    for length in LENGTHS:
        transcript = read_mat((played / f"{length}.mat").read_bytes())
        (tmp_path / f"{length}.mat").write_text(write_mat(transcript), encoding="utf-8")
        commands += [
            f'import mat "{tmp_path}/{length}.mat"',
            f'save match "{tmp_path}/{length}.sgf"',
        ]
    run_gnubg(tmp_path, "\n".join(commands))
    for length in LENGTHS:
        expected = rows_of_sgf(played / f"{length}.sgf")
        assert rows_of_sgf(tmp_path / f"{length}.sgf") == expected, (SEED, length)


def test_our_sgf_files_are_read_by_gnu_backgammon(played: Path, tmp_path: Path) -> None:
    commands = ["set confirm new off", "set confirm save off"]
    matches = {}
    for length in LENGTHS:
        matches[length] = replay(read_mat((played / f"{length}.mat").read_bytes()))
        (tmp_path / f"{length}.sgf").write_text(write_sgf(matches[length]), encoding="utf-8")
        commands += [
            f'load match "{tmp_path}/{length}.sgf"',
            f'export match mat "{tmp_path}/{length}.mat"',
        ]
    run_gnubg(tmp_path, "\n".join(commands))
    for length, match in matches.items():
        again = replay(read_mat((tmp_path / f"{length}.mat").read_bytes()))
        assert again.problems == ()
        assert rows_of(again) == rows_of(match), (SEED, length)
        assert boards(again) == boards(match), (SEED, length)


def test_matches_of_ours_go_through_gnu_backgammon_and_come_back(tmp_path: Path) -> None:
    """Played at random, with dances, drops, resignations and redoubles: out as .mat, back as SGF, and round."""
    rules = [MatchRules(length) for length in (1, 3, 5, 7, 11)]
    matches = [
        replay(Table(each, Random(SEED + each.length)).play(games=30), each) for each in rules
    ]
    commands = ["set confirm new off", "set confirm save off"]
    for number, match in enumerate(matches):
        (tmp_path / f"{number}.mat").write_text(write_mat(match), encoding="utf-8")
        (tmp_path / f"{number}.sgf").write_text(write_sgf(match), encoding="utf-8")
        commands += [
            f'import mat "{tmp_path}/{number}.mat"',
            f'save match "{tmp_path}/{number}.from-mat.sgf"',
            f'load match "{tmp_path}/{number}.sgf"',
            f'export match mat "{tmp_path}/{number}.from-sgf.mat"',
        ]
    run_gnubg(tmp_path, "\n".join(commands))
    for number, match in enumerate(matches):
        from_mat = replay(read_sgf(tmp_path / f"{number}.from-mat.sgf"))
        from_sgf = replay(read_mat(tmp_path / f"{number}.from-sgf.mat"))
        assert (from_mat.problems, from_sgf.problems) == ((), ()), SEED
        assert boards(from_mat) == boards(match) == boards(from_sgf), (SEED, number)
        assert rows_of(from_mat) == rows_of(match) == rows_of(from_sgf), (SEED, number)


def test_money_sessions_of_ours_come_back_from_gnu_backgammon(tmp_path: Path) -> None:
    """As SGF: in a .mat file for money it loses its place after animals and some resignations."""
    rules = [MatchRules(0, beavers=animals, jacoby=True, max_cube=1024) for animals in range(4)]
    sessions = [
        replay(Table(each, Random(SEED + each.beavers)).play(games=10), each) for each in rules
    ]
    commands = ["set confirm new off", "set confirm save off"]
    for number, session in enumerate(sessions):
        (tmp_path / f"{number}.sgf").write_text(write_sgf(session), encoding="utf-8")
        commands += [
            f'load match "{tmp_path}/{number}.sgf"',
            f'export match mat "{tmp_path}/{number}.mat"',
        ]
    run_gnubg(tmp_path, "\n".join(commands))
    for number, session in enumerate(sessions):
        again = replay(read_mat(tmp_path / f"{number}.mat"), session.rules)
        assert again.problems == (), (SEED, number)
        assert boards(again) == boards(session), (SEED, number)
        assert rows_of(again) == rows_of(session), (SEED, number)
