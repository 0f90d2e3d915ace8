"""``import rules_core as bg``: what is found there, and what it costs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import rules_core as bg
from rules_core.notation.box import read_box_play

pytestmark = pytest.mark.unit

PROJECT = Path(__file__).parents[3]


def in_a_fresh_process(code: str) -> str:
    """What a new interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_every_name_is_there_and_has_a_docstring() -> None:
    assert set(bg.__all__) <= set(dir(bg))
    for name in bg.__all__:
        value = getattr(bg, name)
        assert name == "__version__" or value.__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        _ = bg.Chess


def test_the_names_for_the_type_checker_are_those_that_are_loaded() -> None:
    for name, module in bg._HOMES.items():
        assert getattr(bg, name) is getattr(import_module(f"rules_core.{module}"), name)
    for name, module in bg._PARTS.items():
        assert getattr(bg, name) is import_module(f"rules_core.{module}")
    assert {*bg._HOMES, *bg._PARTS, "__version__"} == set(bg.__all__)


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, rules_core; print(*[m for m in sys.modules if m.startswith('rules_core.')])"
    assert in_a_fresh_process(code) == ""


def test_only_the_pairing_of_a_swiss_loads_rustworkx() -> None:
    code = """
import sys
from collections.abc import Callable
import rules_core as bg
bg.Match(length=7), bg.Position().svg(), bg.Chouette, bg.winning_chance
from rules_core.draws.formats import plan
from rules_core.draws.history import Contender
from rules_core.draws.pairing import pair
plan("double_elimination", 8), plan("round_robin", 5)
print("rustworkx" in sys.modules, end=" ")
pair("swiss", [Contender(n) for n in range(4)], [], {"rounds": 2}, seed="a")
print("rustworkx" in sys.modules)
"""
    assert in_a_fresh_process(code) == "False True"


def test_a_position_is_played_by_what_people_write() -> None:
    after = bg.Position().play(3, 1, "8/5 6/5")
    assert after.id == "sGfwATDgc/ABMA"
    assert [str(play) for play in bg.Position().plays(3, 1)].count("8/5 6/5") == 1
    with pytest.raises(bg.RulesError) as refusal:
        bg.Position().play(3, 1, "8/5")
    assert refusal.value.code == "must_play_more"


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA",
        "4HPwATDgc/ABMA:cAlgAAAAAAAE",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
    ],
)
def test_any_id_of_the_start_is_the_start(text: str) -> None:
    assert bg.Position.from_id(text) == bg.Position() == bg.Position.start()


def test_the_books_have_an_opening_for_every_roll() -> None:
    played = [play for a in range(1, 7) for b in range(1, a + 1) for play in bg.opening_plays(a, b)]
    assert len(played) == 22
    assert [str(play) for play in bg.opening_plays(2, 1)] == ["24/21", "13/11 6/5"]
    table = bg.opening_table()
    assert len({line.dice for line in table}) == len(table) == 21
    assert [play for line in table for play in line.plays if play not in played] == []


def test_the_hit_table_has_its_percentages() -> None:
    assert [chance.percent for chance in bg.hit_table()][:6] == [
        30.6,
        33.3,
        38.9,
        41.7,
        41.7,
        47.2,
    ]


def test_what_is_no_choice_is_refused_with_the_choices_named() -> None:
    refused: dict[str, Callable[[], object]] = {
        "“single”, “gammon” or “backgammon”": lambda: bg.Match(length=7).record("a", "gamon"),  # type: ignore[arg-type]
        "“a” or “b”": lambda: bg.Match(length=7).record("c"),
        "“light”, “dark”, “print” or “css”": lambda: bg.Position().svg(theme="blue"),
        "“white” or “black”": lambda: read_box_play("1A-7A", "green"),  # type: ignore[arg-type]
        "1 to 99 points": lambda: bg.MatchRules(0.5),  # type: ignore[arg-type]
        "1, 2, 4, 8": lambda: bg.Cube(3),
        "13/8 6/5*": lambda: bg.Position().play(3, 1, "8/5 6/x"),
    }
    for words, attempt in refused.items():
        with pytest.raises(bg.RulesError, match=re.escape(words)):
            attempt()


def test_a_position_id_is_a_game_for_money_and_a_game_has_both_ids() -> None:
    game = bg.GameState.from_id("4HPwATDgc/ABMA")
    assert (game.on_roll, game.terms.rules.money, game.position) == (bg.Side.A, True, bg.Position())
    assert game.gnubg_id == f"{game.position_id}:{game.match_id}"


def test_a_money_session_comes_back_from_its_json() -> None:
    session = bg.Match(rules=bg.money_rules()).record("a", "gammon", cube=2).state
    assert bg.MatchState.from_json(json.loads(json.dumps(session.to_json()))) == session


def test_a_match_comes_back_from_its_file_with_its_rules() -> None:
    match = bg.Match(length=7).throw(3, 1).play("8/5 6/5").double().take().roll(6, 4).play("24/14")
    for text in (match.mat(), match.sgf()):
        back = bg.Match.from_file(text, rules=match.rules)
        assert (back.game, back.score) == (match.game, match.score)
