"""The same small match in other words: what programs and people write for a length, a dance, a drop or an end.

Each case says one thing in another way; what comes of it has to be what the usual words give.
"""

from __future__ import annotations

import pytest

from rules_core.sides import Score, Side
from rules_core.transcripts import Replay, UnreadableMatchFile, read_mat, replay, write_mat
from tests.unit.rules_core.transcripts.samples import FOLDER

pytestmark = pytest.mark.unit

LENGTH = "7 point match"
HEAD = f" {LENGTH}\n\n Game 1\n Ann : 0                        Bob : 0\n"
FIRST = "  1) 31: 8/5 6/5                 64: 24/14\n"
OPENING = HEAD + FIRST
WON = "      Wins 1 point\n"
SECOND = "\n Game 2\n Ann : 1                        Bob : 0\n" + FIRST


def read(text: str) -> Replay:
    """The match, which is the same once it was written down and read again."""
    transcript = read_mat(text)
    match = replay(transcript)
    again = replay(read_mat(write_mat(transcript)))
    assert (again.points, again.winner) == (match.points, match.winner)
    return match


def boards(match: Replay) -> list[object]:
    """The board after every play."""
    return [turn.after for game in match.games for turn in game.turns if turn.action is None]


def codes(match: Replay) -> set[str]:
    """The notes of a match without a problem."""
    assert match.problems == ()
    return {note.code for note in match.notes}


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("7 Point Match", 7),
        ("7pt match", 7),
        ("7 pts. match", 7),
        ("7 point match:", 7),
        ("7 point match.", 7),
        ("7 point match (Crawford)", 7),
        ("7 point match - Crawford", 7),
        ("7 point game", 7),
        ("Match length: 7", 7),
        ("match to 7 points", 7),
        ("Moneygame", 0),
        ("Unlimited", 0),
        ("Unlimited games", 0),
        ("99999 point match", 0),
    ],
)
def test_a_length(text: str, length: int) -> None:
    match = read(OPENING.replace(LENGTH, text))
    assert (match.rules.length, codes(match)) == (length, set())
    assert boards(match) == boards(read(OPENING))


@pytest.mark.parametrize(
    "title",
    [
        *("Game 1)", "Game no. 1", "Game number 1", "Game: 1", "Game #1", "GAME 1", "Game 1/3"),
        *("Game 1 - Crawford", "Game 1, Crawford game", "Game 1 (post-Crawford)"),
        *("- Game 1 -", "=== Game 1 ===", "*Game 1*", "Game 1\n Crawford game"),
    ],
)
def test_a_title(title: str) -> None:
    assert codes(read(OPENING.replace("Game 1", title))) == set()


def test_a_score_line_may_say_which_game_is_the_crawford_game() -> None:
    assert codes(read(OPENING.replace("Bob : 0", "Bob : 0  (Crawford)"))) == set()


@pytest.mark.parametrize(
    ("double", "drop"),
    [
        ("Doubles (2)", "Drops"),
        ("Doubles: 2", "Dropped"),
        ("Doubled => 2", "Folds"),
        ("doubles", "Passed"),
        ("Doubles->2", "Rejected"),
        ("Double to 2", "Declined"),
        ("DOUBLES => 2", "Refuses"),
    ],
)
def test_a_double_dropped(double: str, drop: str) -> None:
    match = read(OPENING + f"  2)  {double:<26} {drop}\n" + WON)
    assert (match.points, codes(match)) == (Score(1, 0), set())


@pytest.mark.parametrize("take", ["Takes", "Taken", "Took", "Accepted", "accepts"])
def test_a_double_taken(take: str) -> None:
    text = f"  2)  Doubles => 2                {take}\n  3) 21: 13/11 6/5\n      Wins 2 points\n"
    match = read(OPENING + text)
    assert (match.points, codes(match)) == (Score(2, 0), set())


@pytest.mark.parametrize(
    "dance",
    [
        *("Fan", "Fans", "dances", "Danced", "-", "---", "None", "Nothing", "Pass", "Forced pass"),
        *("Cannot move.", "can not move", "Unable to move", "Closed out", "(no legal move)"),
        *("No moves possible", "No Play", "0/0", "[fan]"),
    ],
)
def test_a_dance(dance: str) -> None:
    hit = OPENING + "  2) 11: 8/7 8/7 6/5 6/5          31: 14/10\n"
    for dice in ("66", "11"):
        usual = read(hit + f"  3) {dice}:\n")
        match = read(hit + f"  3) {dice}: {dance}\n")
        assert boards(match) == boards(usual)
        assert {note.code for note in match.notes} == {note.code for note in usual.notes}


@pytest.mark.parametrize(
    ("words", "points", "conceded"),
    [
        ("Wins single game", 1, False),
        ("Wins a gammon", 2, False),
        ("Wins gammon 2 points", 2, False),
        ("Wins 2 points (gammon)", 2, False),
        ("Wins 1 point.", 1, False),
        ("wins 3 pts", 3, False),
        ("Won 1 point", 1, False),
        ("Wins by resignation", 1, False),
        ("Wins 7 points and match", 1, True),
        ("Wins 7 points and the match!", 1, True),
        ("Wins the match", 1, True),
        ("Wins match", 1, True),
        ("Wins on time", 1, True),
        ("Wins by forfeit", 1, True),
    ],
)
def test_who_won(words: str, points: int, conceded: bool) -> None:
    match = read(OPENING + f"       {words}\n")
    assert match.points == Score(points, 0)
    assert match.winner is (Side.A if conceded else None)
    assert codes(match) == ({"match_conceded"} if conceded else set())


@pytest.mark.parametrize(
    ("words", "conceded"),
    [
        ("Resigns (single)", False),
        ("Resigns normal (1 point)", False),
        ("Resigns 1", False),
        ("Gives up", False),
        ("Surrenders", False),
        ("Conceded", False),
        ("Times out", True),
        ("Time out", True),
        ("Out of time", True),
        ("Retires", True),
        ("Abandons", True),
        ("Disconnected", True),
        ("Quits", True),
        ("Loses by timeout", True),
        ("Loses the match", True),
    ],
)
def test_who_gave_up(words: str, conceded: bool) -> None:
    match = read(OPENING + f"  2)  {words}\n                                  Wins 1 point\n")
    assert (match.points, match.winner) == (Score(0, 1), Side.B if conceded else None)
    assert codes(match) == ({"match_conceded"} if conceded else set())


@pytest.mark.parametrize(
    "play",
    [
        *("24/18(2), 13/7(2)", "24-18 24-18 13-7 13-7", "24/18 (2) 13/7 (2)", "24/18x2 13/7x2"),
        *("24/18[2] 13/7[2]", "24/18(2) 13/7(2)!", "24/18(2)?! 13/7(2)"),
        *("24/18(2) 13/7(2) [12s]", "24/18(2) 13/7(2) (-0.045)", "24/18(2) 13/7(2) (0:12)"),
        *("24/18(2) 13/7(2) {a joker}", "24/18(2) 13/7(2) ; a joker"),
    ],
)
def test_a_play(play: str) -> None:
    match = read(HEAD + f"  1) 31: 8/5 6/5                 66: {play}\n")
    usual = read(HEAD + "  1) 31: 8/5 6/5                 66: 24/18(2) 13/7(2)\n")
    assert (boards(match), codes(match)) == (boards(usual), set())


@pytest.mark.parametrize("number", ["(1)", "#1)", "1.", "1)", ""])
def test_the_number_of_a_turn(number: str) -> None:
    match = read(OPENING.replace("  1)", f"  {number}"))
    assert (boards(match), codes(match)) == (boards(read(OPENING)), set())


def test_turns_below_each_other_may_name_their_player() -> None:
    match = read(HEAD + "  1) Ann: 31: 8/5 6/5\n  2) Bob: 64: 24/14\n  3) Bob wins 1 point\n")
    assert boards(match) == boards(read(OPENING))
    assert (match.points, codes(match)) == (Score(0, 1), set())


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("Dear Ann,\nour match, as promised.\n\n" + OPENING + WON, {"text_around"}),
        ("<pre>\n" + OPENING + WON + "</pre>\n", {"text_around"}),
        (OPENING + WON + "\nFinal score: Ann 1 - Bob 0\n", {"text_around"}),
        (OPENING + WON + "\n*** end ***\nBye!\n", {"text_around"}),
        ('[Site "somewhere"]\n[Event "Monday"]\n\n' + OPENING + WON, set()),
        (OPENING + WON + "\n" + "-" * 40 + "\n" + SECOND, set()),
        (OPENING + WON + "\n===== =====\n" + SECOND, set()),
        (OPENING + WON + f"\n {LENGTH}\n" + SECOND, set()),
        ((OPENING + WON + SECOND).replace("\n\n", "\n\x0c\n"), set()),
        ((OPENING + WON).replace(" ", "\xa0"), set()),
        ((OPENING + WON).replace(" : ", "：").replace("  Bob", "\u3000Bob"), set()),
    ],
)
def test_what_stands_around_the_games(text: str, notes: set[str]) -> None:
    match = read(text)
    assert match.points == Score(1, 0)
    assert boards(match)[:2] == boards(read(OPENING))
    assert codes(match) == notes


def test_headers_without_a_semicolon_are_headers() -> None:
    assert read_mat('[Site "somewhere"]\n' + OPENING).header("site") == "somewhere"


def test_a_missing_or_double_line_is_noted_by_its_number() -> None:
    match = read(OPENING + FIRST.replace("1)", "3)").replace("31: 8/5 6/5", "21: 13/11 6/5") + WON)
    (note,) = (note for note in match.notes if note.code == "wrong_turn_number")
    assert (note.line, note.game) == (6, 1)
    assert "Turn 2 would be next, not 3" in note.message


def test_a_game_without_a_line_is_won_as_the_next_score_tells() -> None:
    empty = "\n Game 2\n Ann : 1                        Bob : 0\n"
    third = SECOND.replace("Game 2", "Game 3").replace("Ann : 1", "Ann : 2")
    match = read(OPENING + WON + empty + third)
    assert codes(match) == {"game_not_played"}
    assert [game.winner for game in match.games] == [Side.A, Side.A, None]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OPENING.replace(LENGTH, "100 point match"), 1),
        (OPENING.replace(LENGTH, "a match"), 1),
        (OPENING + WON + "\nGxme 2\n" + SECOND.partition("2\n")[2] + WON, 8),
        (OPENING + "  2) 66: Forfeits\n", 6),
        (OPENING + "  2) 52: 13/8 [and so on\n", 6),
        ("Game 1\nAnn : 0   Bob : 0\n" + OPENING, 1),
        (OPENING + WON + "\n 5 point match\n" + SECOND, 8),
    ],
)
def test_what_could_be_a_part_of_the_match_is_never_passed_over(text: str, line: int) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_mat(text)
    assert refusal.value.facts["line"] == line


def test_the_board_of_an_illegal_play_is_kept_without_the_names_in_its_line() -> None:
    transcript = read_mat(FOLDER / "wild" / "illegal_play_as_a_board.mat")
    (line,) = (line for line in write_mat(transcript).splitlines() if "Illegal play" in line)
    assert not any(name in line for name in transcript.players)
    assert boards(replay(read_mat(write_mat(transcript)))) == boards(replay(transcript))
