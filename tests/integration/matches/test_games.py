"""A match game by game."""

from __future__ import annotations

import pytest

from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_match_shows_all_that_the_contract_promises() -> None:
    board = Board(length=5, jacoby=True)
    board.game(board.director, 1, "a", kind="gammon", cube=2)
    shown = board.shown()
    for changing in ("started_at", "id"):
        assert shown.pop(changing)
    a, b = shown.pop("a"), shown.pop("b")
    assert (a["score"], a["points"], b["score"], b["points"]) == (4, 4, 0, 0)
    assert (a["player"], a["name"]) == (board.match.a_id, board.match.a.name)
    assert shown == {
        "version": 2,
        "status": "playing",
        "length": 5,
        "rules": {
            "length": 5,
            "crawford": True,
            "holland": False,
            "jacoby": True,
            "beavers": 0,
            "automatic_doubles": 0,
            "max_cube": 64,
            "clock": None,
        },
        "winner": None,
        "ended_by": None,
        "crawford": {"this_game": True, "played": False},
        "post_crawford": False,
        "next_game": {"number": 2, "cube_allowed": False, "max_useful_cube": 1},
        "games": [
            {
                "number": 1,
                "winner": "a",
                "kind": "gammon",
                "cube": 2,
                "ended_by": "play",
                "automatic_doubles": 0,
                "cube_turned": None,
                "crawford": False,
                "points": 4,
                "score": [4, 0],
            }
        ],
        "chances": {"before": 0.5, "now": 0.842},
        "penalties": [],
        "reports": None,
        "result_policy": "director",
        "confirms_at": None,
        "rated": True,
        "tournament": None,
        "table": None,
        "called_at": None,
        "finished_at": None,
    }


def test_the_crawford_game_has_no_cube_and_comes_once() -> None:
    board = Board(length=5)
    board.game(board.director, 1, "a", cube=4)
    assert refused(board.game(board.director, 2, "b", cube=2)) == (400, "cube_in_crawford_game")
    crawford = board.game(board.director, 2, "b", kind="gammon").json()
    assert crawford["crawford"] == {"this_game": False, "played": True}
    assert crawford["post_crawford"] is True
    assert crawford["next_game"] == {"number": 3, "cube_allowed": True, "max_useful_cube": 4}
    assert [game["crawford"] for game in crawford["games"]] == [False, True]
    over = board.game(board.director, 3, "b", cube=4, ended_by="drop").json()
    assert (over["status"], over["winner"], over["ended_by"]) == ("finished", "b", "played")
    assert (over["next_game"], over["b"]["score"], over["b"]["points"]) == (None, 5, 6)


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ({"cube": 3}, "cube_not_power_of_two"),
        ({"cube": 128}, "cube_above_maximum"),
        ({"kind": "gammon", "ended_by": "drop"}, "gammon_on_drop"),
        ({"automatic_doubles": 1, "cube": 2}, "too_many_automatic_doubles"),
    ],
)
def test_a_game_against_the_rules_is_refused_by_its_rule(
    game: dict[str, object], code: str
) -> None:
    board = Board()
    assert refused(board.game(board.director, 1, "a", **game)) == (400, code)
    assert board.shown()["version"] == 1


def test_only_the_next_game_can_be_recorded() -> None:
    board = Board(length=2)
    assert refused(board.game(board.director, 2)) == (409, "wrong_game_number")
    board.game(board.director, 1)
    assert refused(board.game(board.director, 1)) == (409, "wrong_game_number")
    board.game(board.director, 2)
    assert refused(board.game(board.director, 3)) == (409, "match_finished")
    assert board.kinds() == ["created", "entered", "entered"]


def test_the_last_game_is_taken_back_and_a_penalty_after_it_stays() -> None:
    board = Board(length=7)
    board.game(board.director, 1, "a", cube=2)
    board.game(board.director, 2, "b")
    board.post(board.director, "penalty", {"side": "b", "points": 1, "reason": "late"})
    taken_back = board.director.delete(
        board.url("games/last"), {"reason": "wrong side", "number": 2}
    )
    assert taken_back.status_code == 200
    shown = taken_back.json()
    assert [game["number"] for game in shown["games"]] == [1]
    assert (shown["a"]["points"], shown["b"]["points"]) == (3, 0)
    again = board.director.delete(board.url("games/last"), {"number": 2})
    assert refused(again) == (409, "wrong_game_number")
    assert board.director.delete(f"{board.url('games/last')}?number=1").status_code == 200
    assert refused(board.director.delete(board.url("games/last"))) == (409, "nothing_to_undo")


def test_a_director_takes_back_the_game_that_ended_the_match() -> None:
    board = Board(length=1)
    board.game(board.director, 1, "a")
    shown = board.director.delete(board.url("games/last")).json()
    assert (shown["status"], shown["winner"], shown["finished_at"]) == ("playing", None, None)
    over = board.game(board.director, 1, "b").json()
    assert (over["status"], over["winner"]) == ("finished", "b")


def test_penalty_points_count_and_can_bring_on_the_crawford_game() -> None:
    board = Board(length=3)
    late = {"side": "a", "points": 1, "reason": "late"}
    assert board.post(board.director, "penalty", late).json()["status"] == "ready"
    board.game(board.director, 1, "b")
    assert board.shown()["crawford"] == {"this_game": True, "played": False}
    lost = board.post(board.director, "penalty", late).json()
    assert (lost["status"], lost["winner"], lost["ended_by"]) == ("finished", "b", "forfeit")
