"""A draw can be made again by anybody, and proved."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules_core.__main__ import main
from rules_core.draws.drawing import CommitmentBroken, DrawDiffers, check_proof, draw
from rules_core.draws.formats import PairedRoundByRound, TooManyEntrants, plan
from rules_core.draws.history import Contender
from rules_core.draws.plan import Bye
from rules_core.draws.seeding import commitment, drawn_order
from rules_core.draws.settings import SettingsNotValid
from rules_core.draws.settings_reader import UnknownFormat
from rules_core.draws.single_elimination import TooFewEntrants
from tests.unit.rules_core.draws.rounds import field

pytestmark = pytest.mark.unit


def test_a_draw_numbers_the_entrants_and_plans_the_stage() -> None:
    made = draw("single_elimination", field(8), seed="a seed")

    assert tuple(contender.id for contender in made.order) == drawn_order(8, "a seed")
    assert made.plan == plan("single_elimination", 8)
    assert made.commitment == commitment("a seed")


def test_the_draw_of_a_swiss_is_its_first_round() -> None:
    made = draw("swiss", field(5), {"lengths": {"main": [9]}}, seed="s")

    assert [(p.id, p.length, p.b == Bye()) for p in made.plan.pairings] == [
        ("main-1-1", 9, False),
        ("main-1-2", 9, False),
        ("main-1-3", 9, True),
    ]


def test_a_proof_holds_for_the_draw_it_belongs_to() -> None:
    made = draw("single_elimination", field(4), seed="s")
    seeds = [drawn_order(4, "s").index(position) + 1 for position in range(1, 5)]

    check_proof(made, published_commitment=commitment("s"), published_seeds=seeds)
    with pytest.raises(CommitmentBroken):
        check_proof(made, published_commitment=commitment("t"), published_seeds=seeds)
    with pytest.raises(DrawDiffers):
        check_proof(made, published_commitment=commitment("s"), published_seeds=seeds[::-1])


@pytest.mark.parametrize(
    ("format_code", "entrants", "settings", "error"),
    [
        ("knockout", 8, {}, UnknownFormat),
        ("single_elimination", 1, {}, TooFewEntrants),
        ("single_elimination", 1025, {}, TooManyEntrants),
        ("swiss", 8, {}, PairedRoundByRound),
        ("single_elimination", 8, {"lives": 3}, SettingsNotValid),
        ("single_elimination", 8, {"consolation": "double"}, SettingsNotValid),
        ("single_elimination", 8, {"consolation": ["simple"]}, SettingsNotValid),
        ("single_elimination", 8, {"last_chance": True}, SettingsNotValid),
        ("single_elimination", 8, {"second_place": True}, SettingsNotValid),
        ("single_elimination", 8, {"third_place": 1}, SettingsNotValid),
        ("double_elimination", 8, {"third_place": True}, SettingsNotValid),
        ("double_elimination", 8, {"consolation": "simple"}, SettingsNotValid),
        ("single_elimination", 8, {"lengths": [7]}, SettingsNotValid),
        ("single_elimination", 8, {"lengths": {"main": []}}, SettingsNotValid),
        ("single_elimination", 8, {"lengths": {"main": [0]}}, SettingsNotValid),
        ("single_elimination", 8, {"lengths": {"main": [True]}}, SettingsNotValid),
        ("single_elimination", 8, {"lengths": {"mian": [7]}}, SettingsNotValid),
        ("round_robin", 8, {"lengths": {"pool_0": [7]}}, SettingsNotValid),
        ("round_robin", 8, {"lengths": {"": [7]}}, SettingsNotValid),
        ("round_robin", 8, {"qualify": -3}, SettingsNotValid),
        ("round_robin", 8, {"qualify": 1}, SettingsNotValid),
        ("swiss", 8, {"qualify": 0}, SettingsNotValid),
        ("single_elimination", 8, {"qualify": 1025}, SettingsNotValid),
        ("single_elimination", 8, {"tie_breaks": ["coin"]}, SettingsNotValid),
        ("single_elimination", 8, {"tie_breaks": "lot"}, SettingsNotValid),
        ("round_robin", 8, {"legs": 0}, SettingsNotValid),
        ("round_robin", 8, {"legs": True}, SettingsNotValid),
        ("round_robin", 8, {"max_rounds": 1.5}, SettingsNotValid),
        ("swiss_lives", 8, {"lives": 0}, SettingsNotValid),
    ],
)
def test_what_makes_no_sense_is_refused(
    format_code: str, entrants: int, settings: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        plan(format_code, entrants, settings)


def test_a_bracket_without_a_name_of_ours_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(SettingsNotValid, match=r"'mian'.* main, lower, .* pool_1") as refusal:
        plan("single_elimination", 8, {"lengths": {"main": [7], "mian": [7]}})

    assert refusal.value.facts == {"setting": "lengths"}


@pytest.mark.parametrize("entrants", [2, 3, 8, 21])
@pytest.mark.parametrize(
    ("format_code", "settings"),
    [
        ("single_elimination", {"consolation": "simple", "last_chance": True}),
        ("single_elimination", {"consolation": "progressive", "last_chance": True}),
        ("single_elimination", {"consolation": "progressive", "second_place": True}),
        ("single_elimination", {"third_place": True}),
        ("double_elimination", {"grand_final": "reset"}),
        ("round_robin", {}),
        ("round_robin", {"pools": 10}),
    ],
)
def test_every_bracket_of_a_plan_can_have_lengths(
    format_code: str, entrants: int, settings: dict[str, Any]
) -> None:
    if settings.get("pools", 1) > entrants // 2:
        settings = {"pools": max(1, entrants // 2)}
    brackets = plan(format_code, entrants, settings).brackets
    lengths = {bracket: [number] for number, bracket in enumerate(brackets, start=1)}
    made = plan(format_code, entrants, settings | {"lengths": lengths})

    assert {(p.bracket, p.length) for p in made.pairings} == {
        (bracket, length) for bracket, (length,) in lengths.items()
    }


def test_null_settings_are_as_usual_and_from_final_may_stand_beside_the_lengths() -> None:
    given = {"consolation": None, "from_final": True, "lengths": {"main": [11, 9]}}

    assert [p.length for p in plan("single_elimination", 4, given).pairings] == [9, 9, 11]


def test_a_default_length_is_a_length() -> None:
    with pytest.raises(SettingsNotValid):
        plan("single_elimination", 4, length=0)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    assert main(argv) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_prints_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    made = printed(
        capsys,
        *("draw", "--format", "double_elimination", "--entrants", "3", "--seed", "s"),
        *("--settings", '{"grand_final": "reset"}'),
    )

    assert made["order"] == list(drawn_order(3, "s"))
    assert made["pairings"][0] == {
        "id": "main-1-1",
        "bracket": "main",
        "round": 1,
        "length": 7,
        "a": {"seed": 1, "entrant": made["order"][0]},
        "b": {"bye": True},
    }
    assert made["pairings"][-1] == {
        "id": "grand_final-2-1",
        "bracket": "grand_final",
        "round": 2,
        "length": 7,
        "a": {"loser_of": "grand_final-1-1"},
        "b": {"winner_of": "grand_final-1-1"},
        "only_if": {"pairing": "grand_final-1-1", "winner": "b"},
    }


def test_a_consolation_line_for_one_side_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    made = printed(
        capsys,
        *("draw", "--entrants", "7", "--seed", "s", "--settings", '{"consolation": "simple"}'),
    )
    lines = {pairing["id"]: pairing["a"] for pairing in made["pairings"]}

    assert lines["consolation-1-1"] == {"loser_of": "main-2-1", "if_side": "a"}


def test_the_command_draws_from_a_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    entrants = tmp_path / "entrants.json"
    entrants.write_text('[{"id": "ann"}, {"id": "bob", "rating": 1700}]', encoding="utf-8")
    made = printed(
        capsys,
        *("draw", "--entrants", str(entrants), "--seed", "s"),
        *("--settings", '{"seeding": "rating"}'),
    )

    assert made["order"] == ["bob", "ann"]


def proof(seed: str = "s", **changed: Any) -> dict[str, Any]:
    order = drawn_order(5, "s")
    return {
        "commitment": commitment("s"),
        "seed": seed,
        "algorithm": "sha256-sort-1",
        "entrants": [
            {"position": n, "name": f"player {n}", "seed": order.index(n) + 1} for n in range(1, 6)
        ],
        **changed,
    }


def test_the_command_checks_a_published_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(proof())))

    assert printed(capsys, "draw", "--proof", "-")["order"] == list(drawn_order(5, "s"))


@pytest.mark.parametrize(
    ("argv", "document", "code"),
    [
        (["draw", "--proof", "-"], proof(seed="t"), "commitment_broken"),
        (["draw", "--proof", "-"], proof(entrants=proof()["entrants"][::-1]), "draw_differs"),
        (["draw", "--proof", "-"], [], "input_not_valid"),
        (["draw", "--proof", "-"], proof(entrants=[7]), "input_not_valid"),
        (["draw", "--entrants", "5"], None, "input_not_valid"),
        (["draw", "--entrants", "/no/such/file", "--seed", "s"], None, "input_not_valid"),
        (["draw", "--entrants", "5", "--seed", "s", "--settings", "{"], None, "input_not_valid"),
        (["draw", "--entrants", "5", "--seed", "s", "--settings", "[]"], None, "input_not_valid"),
        (["draw", "--entrants", "-", "--seed", "s"], {}, "input_not_valid"),
        (["draw", "--entrants", "-", "--seed", "s"], [{"name": "ann"}], "input_not_valid"),
        (["draw", "--entrants", "-", "--seed", "s"], [{"id": 1}, {"id": 1}], "input_not_valid"),
        (["draw", "--entrants", "5", "--seed", "\udcff"], None, "input_not_valid"),
        (["draw", "--proof", "-"], proof(seed="\ud800"), "input_not_valid"),
        (["pair"], {"seed": "\ud800", "entrants": [{"id": 1}, {"id": 2}]}, "input_not_valid"),
        (["pair"], {"entrants": [{"id": "\ud800"}, {"id": 2}]}, "input_not_valid"),
        (["pair"], [], "input_not_valid"),
        (["pair"], {"entrants": [{"id": 1, "rating": "x"}]}, "input_not_valid"),
        (["pair"], {"entrants": [{"id": 1, "seed": "x"}]}, "input_not_valid"),
        (["pair"], {"entrants": [{"id": 1, "missed": -1}]}, "input_not_valid"),
        (["pair"], {"settings": 7, "entrants": []}, "input_not_valid"),
        (["pair"], {"rounds": [7], "entrants": []}, "input_not_valid"),
        (["pair"], {"rounds": [[7]], "entrants": []}, "input_not_valid"),
        (["pair"], {"rounds": [[{"a": 1, "b": []}]], "entrants": []}, "input_not_valid"),
        (["pair"], {"rounds": [[{"a": 1, "b": 2, "winner": 3}]]}, "input_not_valid"),
        (
            ["pair"],
            {"rounds": [[{"a": 1, "b": 2, "winner": 1}]], "entrants": []},
            "history_not_valid",
        ),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(
    argv: list[str],
    document: Any,
    code: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(document)))
    with pytest.raises(SystemExit) as stopped:
        main(argv)

    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith(f"rules_core: {code}: ")


def test_the_next_round_can_be_read_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    event: dict[str, Any] = {
        "format": "swiss",
        "settings": {"rounds": 3},
        "seed": "s",
        "entrants": [{"id": name} for name in "abcde"],
        "rounds": [],
    }
    for number in (1, 2, 3):
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))
        found = printed(capsys, "pair")
        assert (found["round"], len(found["pairings"]), found["finished"]) == (number, 3, False)
        event["rounds"].append(
            [{"winner": pairing["a"], **pairing} for pairing in found["pairings"]]
        )
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))

    assert printed(capsys, "pair") == {"round": 4, "pairings": [], "finished": True}


@pytest.mark.parametrize("winner", ["x", "a"])
def test_the_winner_is_named_by_id_or_by_side(
    winner: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = {
        "format": "swiss_lives",
        "settings": {"lives": 1},
        "entrants": [{"id": "x"}, {"id": "y"}, {"id": "z"}],
        "rounds": [[{"a": "x", "b": "y", "winner": winner}, {"a": "z", "b": None}]],
    }
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))
    found = printed(capsys, "pair")["pairings"]

    assert [sorted(pairing.values()) for pairing in found] == [["x", "z"]]


def test_entrants_without_a_club_are_no_club() -> None:
    made = draw(
        "single_elimination", [Contender(n) for n in range(4)], {"avoid_same_club": True}, seed="s"
    )

    assert sorted(int(contender.id) for contender in made.order) == [0, 1, 2, 3]
