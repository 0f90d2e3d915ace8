"""Matches written as SGF, compared with what GNU Backgammon writes."""

from __future__ import annotations

import re

import pytest

from rules_core.transcripts import read_mat, replay, write_sgf
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


def test_names_are_escaped() -> None:
    data = small().replace(b"Bob", b"B]o\\b")
    assert r"PB[B\]o\\b]" in write_sgf(replay(read_mat(data)))
