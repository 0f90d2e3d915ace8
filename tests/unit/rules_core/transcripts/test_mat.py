"""Match files as they are met in the wild, and files that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_core.sides import Score, Side
from rules_core.transcripts import MAX_BYTES, UnreadableMatchFile, read_mat, replay, write_mat
from rules_core.transcripts.transcript import CubeWord, Roll
from tests.unit.rules_core.transcripts.samples import SMALL, small

pytestmark = pytest.mark.unit


def results(data: bytes) -> list[tuple[Side | None, int]]:
    """Winner and points of every game of a file without problems."""
    match = replay(read_mat(data))
    assert match.problems == ()
    return [(game.winner, game.points) for game in match.games]


RESULTS = [(Side.B, 2), (Side.A, 1), (Side.A, 2)]


def test_the_small_match_is_sound() -> None:
    match = replay(read_mat(small()))
    assert results(small()) == RESULTS
    assert match.players == ("Alice", "Bob")
    assert [game.crawford for game in match.games] == [False, True, False]
    assert match.winner is Side.A
    assert match.score == Score(3, 2)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + small(), id="byte order mark"),
        pytest.param(small().replace(b"\n", b"\r\n"), id="Windows line ends"),
        pytest.param(small().replace(b"\n", b"\r"), id="old Macintosh line ends"),
        pytest.param(small().upper(), id="upper case"),
        pytest.param(small().lower(), id="lower case"),
        pytest.param(small((" 3 point match", "3 Point Match")), id="length not indented"),
        pytest.param(small((" Game 2", "Game   2  ")), id="game number padded"),
        pytest.param(
            small((" Alice : 0                      Bob : 2", "  Alice:0  Bob:2")),
            id="score line padded",
        ),
        pytest.param(
            small(("  1) 31: 8/5 6/5                 64: 24/14", "1)31: 8/5 6/5  64: 24/14")),
            id="columns close together",
        ),
        pytest.param(SMALL.replace("    ", "\t").expandtabs(4).encode(), id="tabs"),
        pytest.param(small(("  4) 66:   ", "  4) 66: Cannot Move ")), id="Cannot Move"),
        pytest.param(small(("24/13                   21:", "24/13    21: ???")), id="???"),
        pytest.param(small(("24/13                   21:", "24/13    21: ????")), id="????"),
        pytest.param(small(("\n Game 2", "\n# a word\n; another\n Game 2")), id="comments"),
        pytest.param(small((" 1 point\n", " 1 point and the match\n")), id="and the match"),
        pytest.param(SMALL.replace(" : ", ",1623.5 : ").encode(), id="ratings"),
        pytest.param(small(("24/14", "24/18 18/14")), id="one entry a die"),
        pytest.param(small(("Takes\n  3) 21", "takes\n  3) 21")), id="words in any case"),
    ],
)
def test_a_file_as_met_in_the_wild_is_read_the_same(data: bytes) -> None:
    assert results(data) == RESULTS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_are_read_in_every_encoding_that_programs_write(encoding: str) -> None:
    named = SMALL.replace("Alice", "Zoë O’Neil").encode(encoding)
    assert read_mat(named).players == ("Zoë O’Neil", "Bob")
    assert results(named) == RESULTS


def test_ratings_and_headers_are_kept() -> None:
    transcript = read_mat(SMALL.replace(" : ", ",1623.5 : ").encode())
    assert transcript.ratings == ("1623.5", "1623.5")
    assert transcript.headers == (("EventDate", "2026.11.16"),)
    assert transcript.header("eventdate") == "2026.11.16"
    again = read_mat(write_mat(transcript).encode())
    assert (again.ratings, again.headers) == (transcript.ratings, transcript.headers)


def test_the_column_tells_who_acts_when_a_line_has_one_entry() -> None:
    game = read_mat(small()).games[1]
    assert [action.side for action in game.actions] == [Side.B, Side.A, Side.B, Side.A]


def test_beavers_and_raccoons_are_accepted_without_a_word() -> None:
    """1→2, beaver 4, raccoon 8: the player who doubled rolls on."""
    data = b"""
 0 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                Raccoons => 8
  3)                             64: 24/14
      Wins 8 points
"""
    match = replay(read_mat(data))
    assert match.problems == ()
    (game,) = match.games
    assert [turn.action for turn in game.turns[1:4]] == [
        CubeWord.DOUBLES,
        CubeWord.BEAVERS,
        CubeWord.BEAVERS,
    ]
    assert (game.winner, game.points) == (Side.A, 8)


def test_who_drops_a_raccoon_loses_the_beaver() -> None:
    data = b"""
 0 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                Beavers => 8
  3)  Drops                       Wins 4 points
"""
    match = replay(read_mat(data))
    assert match.problems == ()
    assert match.points == Score(0, 4)


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        pytest.param(b"", 1, "not_a_match_file", id="empty"),
        pytest.param(b"\n\n; only a comment\n", 1, "not_a_match_file", id="only a comment"),
        pytest.param(b"Dear Sir,\nthree points.\n", 1, "not_a_match_file", id="a letter"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0", 2, "not_a_match_file", id="an image"),
        pytest.param(
            small(("Bob : 2\n  1)  ", "Bob\0 : 2\n  1)  ")), 14, "not_a_match_file", id="a zero"
        ),
        pytest.param(b" 3 point match\n", 1, "not_a_match_file", id="no game"),
        pytest.param(small((" 3 point", " 300 point")), 3, "not_a_match_file", id="300 points"),
        pytest.param(b" " * 600, 1, "not_a_match_file", id="a long line"),
        pytest.param(b" " * (MAX_BYTES + 1), 1, "match_file_too_large", id="too large"),
        pytest.param(b"\n" * 20_000, 20_001, "match_file_too_large", id="too many lines"),
        pytest.param(small((" Game 1", " Gome 1")), 5, "unreadable_line", id="no game line"),
        pytest.param(small((" Game 2", " Gome 2")), 13, "unreadable_line", id="a bad game line"),
        pytest.param(
            small(("Alice : 0                      Bob : 2", "Alice 0 Bob 2")),
            14,
            "unreadable_line",
            id="no score line",
        ),
        pytest.param(
            small(("Alice : 0                      Bob : 2", "Carl : 0     Dan : 2")),
            14,
            "unreadable_line",
            id="names",
        ),
        pytest.param(
            small().replace(b"Alice", b"A" * 101), 6, "unreadable_line", id="a name too long"
        ),
        pytest.param(small(("24/14", "24/I4")), 7, "unreadable_line", id="a letter in a play"),
        pytest.param(small(("24/14", "24/14 5")), 7, "unreadable_line", id="a lost number"),
        pytest.param(small(("64: 24/14", "74: 24/14")), 7, "unreadable_line", id="a seven"),
        pytest.param(small(("Takes\n  3) 21", "Tokes\n  3) 21")), 8, "unreadable_line", id="word"),
        pytest.param(small((" Wins 1 point", " Wins one point")), 17, "unreadable_line", id="one"),
        pytest.param(
            small(("64: 24/14", "64: 24/14 31: 8/5")), 7, "unreadable_line", id="three entries"
        ),
        pytest.param(
            b'; [Variation "NackGammon"]\n' + small(), 1, "unknown_variation", id="Nackgammon"
        ),
        pytest.param(
            small(("  2) 42", "; Set Pos=-b----E-C---eE---c-e----B-/0\n  2) 42")),
            16,
            "unknown_variation",
            id="a position set by hand",
        ),
    ],
)
def test_what_is_no_match_file_is_refused_whole_with_its_line(
    data: bytes, line: int, code: str
) -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_mat(data, "broken.mat")
    assert (refusal.value.code, refusal.value.facts["line"]) == (code, line)
    assert refusal.value.facts["file"] == "broken.mat"


def test_a_refusal_names_its_game() -> None:
    with pytest.raises(UnreadableMatchFile) as refusal:
        read_mat(small(("24/13\n      Wins", "24/B\n      Wins")))
    assert refusal.value.facts["game"] == 2


def test_dice_and_paths_are_kept_as_written() -> None:
    roll = read_mat(small()).games[0].actions[1]
    assert isinstance(roll, Roll)
    assert (roll.side, roll.line, tuple(roll.dice)) == (Side.B, 7, (6, 4))
    assert [path.points for path in roll.paths] == [(24, 14)]


def test_a_name_that_would_break_the_file_is_written_so_that_it_does_not() -> None:
    names = ("Anna: the\nfirst", "B" * 150)
    transcript = replace(read_mat(small()), players=names)
    assert read_mat(write_mat(transcript).encode()).players == ("Anna the first", "B" * 100)


def test_a_move_that_leads_nowhere_is_written_as_it_was_read() -> None:
    transcript = read_mat(small(("64: 24/14", "64: 24/24*")))
    assert "64: 24/24*" in write_mat(transcript)
    assert [problem.code for problem in replay(transcript, strict=True).problems] == [
        "wrong_direction"
    ]
