"""Matches written as SGF, compared with what GNU Backgammon writes, and read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.match import MatchRules
from rules_core.transcripts import (
    UnreadableMatchFile,
    read_mat,
    read_match_file,
    read_sgf,
    replay,
    write_sgf,
)
from tests.unit.rules_core.transcripts.samples import FILES, small

pytestmark = pytest.mark.unit


def test_a_small_match_as_sgf() -> None:
    first, second, third, rest = write_sgf(replay(read_mat(small()))).split(")\n")
    assert rest == ""
    assert first.splitlines() == [
        "(;FF[4]GM[6]CA[UTF-8]AP[Barpoint]MI[length:3][game:0][ws:0][bs:0]PW[Alice]PB[Bob]RU[Crawford]RE[B+2R]",
        ";W[31hefe]",
        ";B[64aggk]",
        ";W[double]",
        ";B[take]",
        ";W[21xvvu]",
        ";B[52lqsu]",
        ";W[66]",
        ";B[43lplo]",
    ]
    assert "RU[Crawford:CrawfordGame]RE[W+1R]" in second
    assert third.splitlines()[-1] == ";PL[B]DI[21]"


def test_accepting_a_beaver_is_said_and_an_automatic_double_shows_on_the_cube() -> None:
    (path,) = (path for path in FILES if path.stem.startswith("money"))
    games = write_sgf(replay(read_mat(path.read_bytes()))).split(")\n")[:-1]
    assert len(games) == 30
    assert ";B[double]\n;W[double]\n;B[take]" in games[3]
    assert ["CV[2]" in game for game in games].count(True) == 4
    results = [re.findall(r"RE\[(.*?)\]", game) for game in games]
    assert results[20] == ["W+8R"]


ROOT = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Alice]PB[Bob]RU[Crawford]"
"""Of a game."""


def test_a_double_repeated_before_giving_up_is_left_out() -> None:
    """GNU Backgammon 1.07 makes it of a match file in which somebody gives up right after a take."""
    game = f"{ROOT}RE[W+2R]\n;W[54hcfb]\n;B[double]\n;W[take]\n;B[double])"
    match = replay(read_sgf(game))
    assert match.problems == ()
    assert [turn.action for turn in match.games[0].turns] == [None, "Doubles", "Takes"]
    (result,) = [game.result for game in match.games]
    assert result is not None
    assert (result.winner, result.ended_by, match.games[0].points) == ("a", "resign", 2)


@pytest.mark.parametrize(
    "game",
    [
        "RE[W+2]\n;W[54hcfb]\n;B[double]\n;W[take]\n;B[double])",
        "RE[W+2R]\n;W[54hcfb]\n;B[double]\n;W[take]\n;B[double]\n;W[drop])",
    ],
    ids=["nobody gave up", "it was answered"],
)
def test_a_double_without_the_cube_is_a_mistake_all_the_same(game: str) -> None:
    found = replay(read_sgf(ROOT + game))
    assert "cube_not_yours" in [problem.code for problem in found.problems]


def test_a_beaver_was_accepted_where_somebody_gave_up_next() -> None:
    text = (
        " 0 point match\n\n Game 1\n Alice : 0   Bob : 0\n"
        "  1) 31: 8/5 6/5    Doubles => 2\n  2)  Beavers => 4\n      Wins 4 points\n"
    )
    match = replay(read_mat(text), MatchRules(0, beavers=1))
    assert match.problems == ()
    assert write_sgf(match).endswith(";B[double]\n;W[double]\n;B[take])\n")


def test_names_are_escaped() -> None:
    data = small().replace(b"Bob", b"B]o\\b")
    assert r"PB[B\]o\\b]" in write_sgf(replay(read_mat(data)))


SGF = write_sgf(replay(read_mat(small())))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_written_as_sgf_is_the_same_match_when_read(path: Path) -> None:
    match = replay(read_mat(path))
    again = replay(read_sgf(write_sgf(match)))
    assert (again.problems, again.notes) == ((), ())
    assert [game.result for game in again.games] == [game.result for game in match.games]
    assert [game.score for game in again.games] == [game.score for game in match.games]
    assert [game.crawford for game in again.games] == [game.crawford for game in match.games]


def test_analysis_and_variations_are_left_out() -> None:
    """GNU Backgammon keeps its opinion of every play in the file."""
    analysed = SGF.replace(";W[31hefe]", ";W[31hefe]A[0][xw E ver 3 0.5][y]LU[0.1]C[Good\\]!]", 1)
    varied = analysed.replace(";B[64aggk]", ";B[64aggk](;W[double])(;W[66])", 1)
    assert replay(read_sgf(analysed)).problems == ()
    game = read_sgf(varied).games[0]
    assert [type(action).__name__ for action in game.actions[:4]] == [
        "Roll",
        "Roll",
        "CubeAction",
        "CubeAction",
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        pytest.param("GM[6]", "GM[1]", 1, "not_a_match_file", id="a game of go"),
        pytest.param(";W[31hefe]", ";W[31hefe", 2, "unreadable_line", id="no end of a value"),
        pytest.param(";W[31hefe]", ";W[37hefe]", 2, "unreadable_line", id="a seven"),
        pytest.param(";W[31hefe]", ";W[31hefe]!", 2, "not_a_match_file", id="a stray sign"),
        pytest.param("RU[Crawford]", "RU[NackGammon]", 1, "unknown_variation", id="variation"),
        pytest.param("RE[B+2R]", "RE[Black]", 1, "unreadable_line", id="a result"),
        pytest.param(";W[31hefe]", ";AE[a:y]AW[a]AB[x]", 2, "unknown_variation", id="set up"),
        pytest.param(";W[31hefe]", "CV[3];W[31hefe]", 1, "unreadable_line", id="a cube"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    old: str, new: str, line: int, code: str
) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_sgf(SGF.replace(old, new, 1), "broken.sgf")
    assert (refusal.value.facts["line"], refusal.value.code) == (line, code)


@pytest.mark.parametrize("text", ["(", "()", "(;", "\n;", "(;GM[6]", "(" * 300 + ";\n" + ")" * 300])
def test_no_sgf_at_all_is_refused(text: str) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_sgf(text.encode())
    assert refusal.value.code == "not_a_match_file"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_nothing_crashes(data: bytes) -> None:
    with pytest.raises(UnreadableMatchFile):
        read_sgf(data)


def test_either_kind_of_file_is_recognised() -> None:
    assert read_match_file(small()).players == read_match_file(SGF.encode()).players
