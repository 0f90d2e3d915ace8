"""What somebody writes who has just installed the library: ten small programs, and what they may get wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules_core as bg
from tests.unit.rules_core.transcripts.samples import FILES

pytestmark = pytest.mark.unit


def test_set_up_a_position_and_list_its_plays() -> None:
    position = bg.Position.of({25: 1, 6: 2}, {20: 2, 6: 2})
    assert "bar" in str(position.plays(6, 1)[0])
    assert bg.Position().plays(3, 1) == bg.Position().plays((3, 1)) == bg.Position().plays("31")
    for play in bg.Position().plays("6-4"):
        assert bg.Position().play(6, 4, play) == play.after == bg.Position().play("64", str(play))
    assert bg.Position().play((3, 1), ["8/5", "6/5"]) == bg.Position().play(3, 1, "8/5, 6/5")


def played_out(match: bg.Match, random: Random) -> bg.Match:
    """The game on the board, played at random to its end."""
    games = len(match.games)
    while len(match.games) == games:
        if match.phase is bg.Phase.OPENING:
            match = match.throw(by=random)
        elif match.phase is bg.Phase.TO_ROLL:
            match = match.roll(by=random)
        else:
            match = match.play(random.choice(match.plays) if match.plays else "")
    return match


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_play_a_game_at_random_to_its_end(seed: int) -> None:
    match = played_out(bg.Match(length=1, players=["Ann", "Bob"]), Random(seed))
    assert match.finished
    assert match.winner in (bg.Side.A, bg.Side.B)
    assert bg.Match.from_file(match.mat(), rules=match.rules).score == match.score


def test_dice_that_nobody_names_are_thrown() -> None:
    match = bg.Match(length=3)
    while match.phase is bg.Phase.OPENING:
        match = match.throw()
    assert match.dice is not None
    assert bg.Dice.thrown(Random(1)) == bg.Dice.thrown(Random(1))


def test_play_a_match_with_cube_and_crawford() -> None:
    match = bg.Match(length=3, players=("Ann", "Bob"))
    match = match.throw(3, 1).play("8/5 6/5").double().take()
    assert (match.cube.value, match.cube.owner) == (2, bg.Side.A)
    match = match.roll("64").play("24/14").roll((5, 2)).resign("single", side="Ann").accept()
    assert (match.score, match.length) == (bg.Score(0, 2), 3)
    assert match.crawford.this_game
    match = match.throw(6, 5).play("24/13").roll(2, 1).play("13/11 6/5")
    with pytest.raises(bg.RulesError, match="Crawford"):
        match.double()
    assert match.record("Bob").winner is bg.Side.B


def test_read_a_match_file_and_print_its_positions(capsys: pytest.CaptureFixture[str]) -> None:
    for game in bg.replay(FILES[0]).games:
        for turn in game.turns:
            print(turn.text, turn.after, sep="\n")
    assert capsys.readouterr().out.count("pips") > 20


@pytest.mark.parametrize("opened", [BytesIO, lambda data: StringIO(data.decode())])
def test_a_match_file_may_be_open_already(opened: Callable[[bytes], BytesIO | StringIO]) -> None:
    data = FILES[0].read_bytes()
    assert bg.replay(opened(data)).score == bg.replay(FILES[0]).score
    with FILES[0].open("rb") as file:
        assert bg.read_mat(file).name == str(FILES[0])


def test_a_match_is_shown_in_a_few_lines() -> None:
    match = bg.replay(FILES[0])
    assert len(repr(match)) < 100
    assert len(repr(bg.read_mat(FILES[0]))) < 100
    assert len(str(match).splitlines()) == 1 + len(match.games)


def test_a_picture_with_arrows_and_themes(tmp_path: Path) -> None:
    position = bg.Position()
    for theme in ("light", "dark", "print"):
        svg = position.svg(dice="31", cube=2, arrows="8/5 6/5", theme=theme)
        (tmp_path / f"{theme}.svg").write_text(svg, encoding="utf-8")
        assert svg.startswith("<svg")
        assert svg == position.svg(
            dice=(3, 1), cube=bg.Cube(2), arrows=position.find_play(3, 1, "8/5 6/5"), theme=theme
        )
    assert position._repr_svg_() == position.svg()
    match = bg.Match(length=3).throw(3, 1)
    assert match.game is not None
    assert match._repr_svg_() == match.svg() != match.game._repr_svg_()


def test_ids_in_both_directions() -> None:
    position = bg.Position.from_id("4HPwATDgc/ABMA")
    assert position.id == position.position_id == "4HPwATDgc/ABMA"
    match = bg.Match(length=7).throw(3, 1)
    assert f"{match.position_id}:{match.match_id}" == match.gnubg_id
    for text in (match.gnubg_id, match.xgid, f"XGID={match.xgid}"):
        assert bg.GameState.from_id(text).position == match.position


def test_the_equity_at_a_score() -> None:
    match = bg.Match(length=7, players=("Ann", "Bob"))
    match = match.record("Ann", "gammon", cube=2).record("Bob", "gammon")
    assert match.standing("Ann") == bg.Standing(away=3, against=5)
    assert match.standing("b") == match.standing().mirrored
    assert bg.winning_chance(match.standing()) == 0.64795
    assert bg.take_point(match.standing()).dead == pytest.approx(
        bg.equity.take_point(bg.Standing(3, 5)).dead
    )
    assert bg.gammon_prices(bg.Standing(3, 5)).gammon > 0.5


def test_a_night_of_chouette() -> None:
    night = bg.Chouette.new(["ann", "bob", "cleo"])
    assert night == bg.Chouette.new(bg.ChouetteRules(), ("ann", "bob", "cleo"))
    game = bg.chouette.finish(bg.chouette.start(night), bg.chouette.BOX, "gammon")
    night = bg.chouette.settle(night, game)
    assert sum(night.ledger.balances.values()) == 0
    assert bg.Chouette.from_json(json.loads(json.dumps(night.to_json()))) == night


def test_draw_a_bracket_and_pair_a_swiss() -> None:
    cup = bg.plan("single_elimination", 6)
    assert len([pairing for pairing in cup.pairings if pairing.id.startswith("main-1")]) == 4
    players = [bg.draws.history.Contender(name) for name in ("ann", "bob", "cid", "dee")]
    pairing = bg.pair("swiss", players, [], {"rounds": 2}, seed="a text")
    assert pairing is not None
    assert {name for pair in pairing.pairs for name in pair} == {"ann", "bob", "cid", "dee"}


def test_rate_results() -> None:
    ann, bob = bg.fibs.rate(bg.fibs.FibsRating(), bg.fibs.FibsRating(), length=5)
    assert ann.value > 1500 > bob.value
    assert bg.glicko2.GlickoRating().value == 1500


def test_what_cannot_be_meant_is_refused_with_what_can() -> None:
    refused: dict[str, Callable[[], object]] = {
        "A roll is 3, 1 or (3, 1) or “31”": lambda: bg.Position().plays("7-1"),
        "Position.from_id": lambda: bg.Position("4HPwATDgc/ABMA"),  # type: ignore[arg-type]
        "1, 2, 4, 8": lambda: bg.Position().svg(cube=3),
        "never '2'": lambda: bg.Match(7).record("a", cube="2"),  # type: ignore[arg-type]
        "two players": lambda: bg.Match(7, players="Ann"),
        "1 to 99 points": lambda: bg.Match("7"),  # type: ignore[arg-type]
        "8/5(2)": lambda: bg.Match(7).throw(3, 1).play(31),  # type: ignore[arg-type]
        "“a” or “b”, not 'Cleo'": lambda: bg.Match(7, players=("Ann", "Bob")).record("Cleo"),
        "“a” or “b”, not 'Ann'": lambda: bg.Match(7, players=("Ann", "Ann")).record("Ann"),
        "no match as its to_json": lambda: bg.Match.from_json({"rules": {}}),
        "no game as its to_json": lambda: bg.GameState.from_json({}),
        "no chouette as its to_json": lambda: bg.Chouette.from_json({"rules": {}}),
        "This is no match file": lambda: bg.replay(""),
    }
    for words, attempt in refused.items():
        with pytest.raises(bg.RulesError) as refusal:
            attempt()
        assert words in refusal.value.message


def test_a_player_called_like_the_other_side_is_not_taken_for_it() -> None:
    match = bg.Match(7, players=("b", "a"))
    assert match.record("a").score == bg.Score(1, 0)
