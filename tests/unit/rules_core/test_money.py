"""Money sessions (docs/rules.md, "Money options")."""

from __future__ import annotations

import pytest

from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchRules, NextGame, Score, Side, record
from rules_core.money import balance, money_rules, new_session, stop

pytestmark = pytest.mark.unit


def test_a_session_runs_on_without_limit_and_has_a_balance() -> None:
    session = new_session(money_rules())
    for game in (
        GameResult(Side.A, Kind.GAMMON),
        GameResult(Side.B, Kind.GAMMON, 64),
        GameResult(Side.A, Kind.GAMMON, 2, automatic_doubles=1),
        GameResult(Side.A, cube=4, ended_by=GameEnd.DROP),
    ):
        session = record(session, game)
    assert session.points == session.score == Score(1 + 2 + 4, 128)
    assert balance(session, Side.A) == -121
    assert balance(session, Side.B) == 121
    assert session.finished is False


def test_in_a_session_every_cube_the_rules_allow_is_of_use() -> None:
    session = new_session(money_rules(max_cube=32))
    assert session.next_game == NextGame(number=1, cube_allowed=True, max_useful_cube=32)


def test_a_session_ends_when_its_players_stop() -> None:
    stopped = stop(record(new_session(money_rules()), GameResult(Side.A)))
    assert stopped.finished is True
    assert stopped.winner is None
    with pytest.raises(RulesError) as refusal:
        record(stopped, GameResult(Side.A))
    assert refusal.value.code == "match_finished"


def test_a_match_is_no_session() -> None:
    with pytest.raises(RulesError) as refusal:
        new_session(MatchRules(7))
    assert refusal.value.facts == {"setting": "length"}


def test_without_jacoby_an_undoubled_gammon_counts_twice() -> None:
    session = new_session(money_rules(jacoby=False))
    assert record(session, GameResult(Side.A, Kind.GAMMON)).points == Score(2, 0)
