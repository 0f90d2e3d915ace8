"""Plays as somebody wrote them down, at the board."""

from __future__ import annotations

import pytest

from rules_core.game import GameState, play, play_as_written, throw_for_start
from rules_core.illegal_plays import IllegalPlay
from rules_core.match import GameTerms, MatchRules, Side
from rules_core.notation.standard import read_play

pytestmark = pytest.mark.unit

OPENED = throw_for_start(GameState.new(GameTerms(MatchRules(7))), 3, 1)


def test_a_written_play_leads_where_the_listed_one_does() -> None:
    listed = [play(OPENED, Side.A, way.after) for way in OPENED.plays]
    assert play_as_written(OPENED, Side.A, read_play("8/5 6/5")) in listed


def test_an_illegal_one_names_its_rule() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        play_as_written(OPENED, Side.A, read_play("8/5"))
    assert refusal.value.code == "must_play_more"
