"""What docs/rules.md says in its tables is what the code does."""

from __future__ import annotations

import re
from functools import reduce

import pytest

from rules_core.board import BAR, CHECKERS, START, Position
from rules_core.cube import CENTRED
from rules_core.dice import hit_table, rolls_that_reach
from rules_core.kinds import Kind
from rules_core.legality import find_play
from rules_core.match import (
    GameEnd,
    GameResult,
    GameTerms,
    Lateness,
    MatchEnd,
    MatchRules,
    MatchState,
    Score,
    Side,
    penalties_lose_match,
    record,
)
from rules_core.money import money_rules
from rules_core.notation.box import Colour, read_box_play
from rules_core.notation.match_id import read_match_id
from rules_core.notation.position_id import position_id
from rules_core.notation.standard import read_play
from rules_core.plays import legal_plays
from rules_core.ratings.fibs import FibsRating, rate
from rules_core.rulings import Irregularity, illegal_play, wrong_set_up
from tests.unit.rules_core.rules_document import Row, columns, tables

pytestmark = pytest.mark.unit

START_TABLE, OPENINGS, HITS = tables("Board and notation")
(CASES,) = tables("Moving")
(RULINGS,) = tables("Irregularities")
(MATCH,) = tables("Match play")
(ANIMALS,) = tables("Money options")
LATE, ENDINGS = tables("What a match record also carries")
(POSITION_IDS,) = tables("Position ID")
MATCH_ID_FIELDS, MATCH_IDS = tables("Match ID")
(FIBS,) = tables("Ratings")


def dice(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def checkers(text: str) -> dict[int, int]:
    """``bar ×2, 13`` as points and how many stand there."""
    found = re.findall(r"(bar|\d+)(?: ×(\d+))?", text)
    return {BAR if point == "bar" else int(point): int(many or 1) for point, many in found}


def test_the_start_and_its_pip_count() -> None:
    across = columns(START_TABLE)
    points, stand, pips = (list(map(int, cells)) for cells in across.values())
    assert dict(zip(points, stand, strict=True)) == START
    assert [p * many for p, many in zip(points, stand, strict=True)] == pips
    assert sum(stand) == CHECKERS
    assert Position.start().pip_counts == (sum(pips), sum(pips)) == (167, 167)


def test_the_opening_plays_are_legal_and_the_same_in_both_notations() -> None:
    assert len({row["roll"] for row in OPENINGS}) == 21
    for row in OPENINGS:
        roll, start = dice(row["roll"]), Position.start()
        in_box = find_play(start, roll, read_box_play(row["box, White"], Colour.WHITE))
        assert in_box.after == find_play(start, roll, read_play(row["standard"])).after, row


def test_the_hit_table() -> None:
    distances, rolls, percent = columns(HITS).values()
    assert [str(chance.percent) for chance in hit_table()] == percent
    assert list(map(int, rolls)) == [rolls_that_reach(int(distance)) for distance in distances]
    assert len(rolls) == 12


@pytest.mark.parametrize("row", CASES, ids=[row["case"] for row in CASES])
def test_the_cases_that_start_arguments(row: Row) -> None:
    theirs = {BAR - point: many for point, many in checkers(row["opponent"]).items()}
    position, roll = Position.of(checkers(row["you"]), theirs), dice(row["roll"])
    said = re.split("[:;]", row["you play"])[0]
    plays = [] if said == "nothing" else [read_play(play) for play in said.split(", or ")]
    expected = {find_play(position, roll, play).after for play in plays}
    assert {play.after for play in legal_plays(position, roll)} == expected


def reported(row: Row) -> GameResult:
    """A line of the match as somebody would report it."""
    side = Side(row["result"][0])
    if "drops" in row["result"]:
        return GameResult(side.other, cube=int(row["cube"]), ended_by=GameEnd.DROP)
    kind = Kind.GAMMON if "gammon" in row["result"] else Kind.SINGLE
    return GameResult(side, kind, int(row["cube"]))


def shown(state: MatchState) -> tuple[str, str]:
    """The score and the next game in the words of the table."""
    phase = (
        "over"
        if state.finished
        else "Crawford"
        if state.crawford.this_game
        else "post-Crawford"
        if state.post_crawford
        else "with cube"
    )
    return f"{state.score.a}–{state.score.b}", phase


def test_the_match_game_by_game() -> None:
    rules = MatchRules(7)
    games = [reported(row) for row in MATCH]
    assert [game.points(rules) for game in games] == [int(row["points"]) for row in MATCH]
    states = [
        reduce(record, games[:played], MatchState.new(rules)) for played in range(1, len(games) + 1)
    ]
    assert [shown(state) for state in states] == [
        (row["score after it"], row["the next game"]) for row in MATCH
    ]
    assert states[-1].points == Score(6, 8)


def test_the_animals_and_what_they_cost() -> None:
    terms = GameTerms(money_rules())
    offer = CENTRED.doubled(Side.A, terms, Score())
    for row in ANIMALS:
        told = [offer.by, offer.name, offer.value, offer.cube.value, offer.taken().owner]
        assert list(map(str, told)) == list(row.values())
        if row is not ANIMALS[-1]:
            offer = offer.turned_again(terms)


def test_the_price_of_being_late() -> None:
    minutes, points, verdicts = columns(LATE).values()
    due = [Lateness().points(60 * int(late)) for late in minutes]
    assert list(map(int, points)) == due
    assert verdicts == ["lost" if penalties_lose_match(7, late) else "played" for late in due]


def test_every_way_a_match_ends_is_there_and_rated_or_not() -> None:
    said = {row["code"].strip("`"): row["rated"] == "yes" for row in ENDINGS}
    assert said == {str(ending): ending.rated for ending in MatchEnd}


def test_the_position_ids() -> None:
    start = Position.start()
    after = find_play(start, (2, 1), read_play("13/11 24/23")).after
    assert [row["Position ID"].strip("`") for row in POSITION_IDS] == [
        position_id(start),
        position_id(after),
    ]


def test_the_match_ids() -> None:
    three, nine = (read_match_id(row["Match ID"].strip("`")) for row in MATCH_IDS)
    assert (three.length, three.score, three.on_roll, three.cube) == (3, (0, 0), 1, 1)
    assert (nine.length, nine.score, nine.owner, nine.cube) == (9, (2, 4), 0, 2)
    assert (nine.on_roll, nine.dice) == (1, (5, 2))


def test_the_fields_of_a_match_id_follow_each_other_without_a_gap() -> None:
    fields = [(int(row["bits from"]), int(row["width"])) for row in MATCH_ID_FIELDS]
    assert [start for start, _ in fields] == [
        sum(width for _, width in fields[:place]) for place in range(len(fields))
    ]
    assert sum(fields[-1]) == 67


@pytest.mark.parametrize("row", FIBS)
def test_the_ratings(row: Row) -> None:
    winner = FibsRating(float(row["winner"]), int(row["winner's experience"]))
    loser = FibsRating(float(row["loser"]), int(row["loser's experience"]))
    won, lost = rate(winner, loser, int(row["length"]))
    changes = won.value - winner.value, loser.value - lost.value
    said = float(row["winner gains"]), float(row["loser loses"])
    assert changes == pytest.approx(said, abs=1e-9)


def test_rulings_are_in_the_words_of_the_page() -> None:
    assert [tuple(row.values()) for row in RULINGS] == [
        (odd.what, f"`{odd}`", odd.ruling) for odd in Irregularity
    ]


def test_what_is_seen_in_time_is_put_right_and_stands_later() -> None:
    assert illegal_play(opponent_rolled=False).ruling == "it is taken back and played legally"
    assert illegal_play(opponent_rolled=True) is Irregularity.ILLEGAL_PLAY_STANDS
    assert wrong_set_up(rolls_played=(1, 0)) is Irregularity.WRONG_SET_UP_SEEN
    assert wrong_set_up(rolls_played=(1, 1)) is Irregularity.WRONG_SET_UP_STANDS
