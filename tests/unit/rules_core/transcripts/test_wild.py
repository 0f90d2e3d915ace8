"""Match files in the shapes that programs and people write, and files that are none.

``tests/data/mat/wild`` holds one file for every way of writing that was met; what comes of each stands
in its EXPECTED.tsv. Those in ``refused`` are no match files.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rules_core.sides import Side
from rules_core.transcripts import (
    Replay,
    UnreadableMatchFile,
    read_mat,
    read_sgf,
    replay,
    write_mat,
    write_sgf,
)
from tests.unit.rules_core.transcripts.samples import FOLDER

pytestmark = pytest.mark.unit

WILD = FOLDER / "wild"
FILES = sorted(WILD.glob("*.mat"))
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def expected() -> dict[str, dict[str, str]]:
    """What is known of every file."""
    with (WILD / "EXPECTED.tsv").open(encoding="utf-8", newline="") as lines:
        return {row["file"]: row for row in csv.DictReader(lines, delimiter="\t")}


def checked(path: Path) -> Replay:
    """A file, played through."""
    return replay(read_mat(path))


def boards(match: Replay) -> list[list[object]]:
    """The board after every play."""
    return [[turn.after for turn in game.turns if turn.action is None] for game in match.games]


def test_of_all_these_files_at_least_97_in_100_are_read_without_a_problem() -> None:
    sound = [path.stem for path in FILES if not checked(path).problems]
    assert sorted(expected()) == [path.stem for path in FILES]
    assert len(sound) >= 0.97 * len(FILES) > 40


@by_name
def test_a_file_has_its_known_score_winner_and_notes(path: Path) -> None:
    match = checked(path)
    assert match.problems == ()
    assert {
        "file": path.stem,
        "a": str(match.score.a),
        "b": str(match.score.b),
        "winner": match.winner or "",
        "notes": ",".join(sorted({note.code for note in match.notes})),
    } == expected()[path.stem]


@by_name
def test_what_was_read_is_written_in_both_formats_and_read_again(path: Path) -> None:
    match = checked(path)
    as_mat = replay(read_mat(write_mat(match)), crawford=match.rules.crawford)
    as_sgf = replay(read_sgf(write_sgf(match)))
    assert boards(as_mat) == boards(match) == boards(as_sgf)
    assert (as_mat.problems, as_sgf.problems) == ((), ())
    assert as_mat.points == match.points == as_sgf.points


@pytest.mark.parametrize(
    ("name", "line", "code"),
    [
        ("a_letter", 1, "not_a_match_file"),
        ("a_letter_in_a_play", 5, "unreadable_line"),
        ("an_image", 2, "not_a_match_file"),
        ("nackgammon", 1, "unknown_variation"),
        ("position_set_by_hand", 6, "unknown_variation"),
        ("seven_on_a_die", 5, "unreadable_line"),
        ("two_matches", 17, "unreadable_line"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_reason(
    name: str, line: int, code: str
) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_mat(WILD / "refused" / f"{name}.mat")
    assert (refusal.value.facts["line"], refusal.value.code) == (line, code)
    assert refusal.value.message.endswith(".")


def problems(name: str) -> list[tuple[int, str]]:
    """What is wrong with a file that is read strictly."""
    found = replay(read_mat(WILD / f"{name}.mat"), strict=True).problems
    return [(problem.line, problem.code) for problem in found]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("illegal_play_let_stand", [(6, "number_not_thrown")]),
        ("roll_not_played", [(6, "must_play_more")]),
        ("hit_marked_where_nothing_was_hit", [(6, "nothing_to_hit")]),
        ("opening_double", [(5, "opening_double")]),
        ("double_without_answer", [(7, "double_not_answered")]),
        ("part_of_a_match", [(4, "part_of_match")]),
        ("gap_in_the_numbers", [(12, "wrong_game_number")]),
        ("studio", []),
    ],
)
def test_read_strictly_what_was_let_stand_is_a_problem(
    name: str, found: list[tuple[int, str]]
) -> None:
    assert problems(name) == found


def test_an_illegal_play_is_on_the_board_once_it_stood() -> None:
    """Alice played 13/8 13/10 with a 5 and a 2."""
    turn = checked(WILD / "illegal_play_let_stand.mat").games[0].turns[2]
    assert (turn.after.mine[8], turn.after.mine[10], turn.after.mine[13]) == (3, 1, 3)
    shown = checked(WILD / "illegal_play_as_a_board.mat").games[0].turns[2]
    assert shown.after == turn.after


def test_an_illegal_play_that_nobody_answered_is_a_problem() -> None:
    text = (WILD / "illegal_play_let_stand.mat").read_text().partition("  21: ")[0]
    assert [problem.code for problem in replay(read_mat(text)).problems] == ["number_not_thrown"]


@pytest.mark.parametrize(
    ("play", "code"), [("13/8 12/10", "no_checker_there"), ("24/19 13/11", "point_blocked")]
)
def test_a_play_that_no_board_shows_stops_the_game(play: str, code: str) -> None:
    text = (WILD / "illegal_play_let_stand.mat").read_text().replace("13/8 13/10", play)
    assert [problem.code for problem in replay(read_mat(text)).problems] == [code]


def test_a_play_that_is_not_recorded_stops_the_game_unless_it_is_over() -> None:
    text = (WILD / "roll_not_played.mat").read_text().replace("52:  ", "52: ????")
    (problem,) = replay(read_mat(text)).problems
    assert (problem.line, problem.code) == (6, "play_not_recorded")


def test_who_played_without_crawford_can_say_so() -> None:
    transcript = read_mat(WILD / "without_crawford.mat")
    told = replay(transcript, crawford=False)
    assert (told.problems, told.notes) == ((), ())
    with_crawford = replay(transcript, crawford=True)
    assert [problem.code for problem in with_crawford.problems] == ["cube_in_crawford_game"]


def test_a_match_given_up_is_won_by_the_other_side() -> None:
    text = (WILD / "resigned_match.mat").read_text().replace(" 3 point", " 9 point")
    match = replay(read_mat(text))
    assert (match.conceded_by, match.winner) == (Side.B, Side.A)
    assert [note.code for note in match.notes] == ["match_conceded"]
    assert match.score.a == 3


def test_exchanged_columns_are_put_right() -> None:
    game = checked(WILD / "columns_exchanged.mat").games[1]
    assert (game.score.a, [turn.side for turn in game.turns]) == (2, [Side.A, Side.B])


def test_a_file_that_cannot_be_opened_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_mat(tmp_path / "nothing.mat")
    assert refusal.value.code == "unreadable_file"
    assert refusal.value.facts["file"] == str(tmp_path / "nothing.mat")
