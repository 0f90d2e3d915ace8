"""A bracket as a page shows it, and the tables and podiums beside it."""

from __future__ import annotations

from typing import Any, cast

import pytest
from django.utils.translation import override

from tournaments.publishing.bracket_types import BracketContent
from tournaments.publishing.cross_tables import cross_tables
from tournaments.publishing.podium import podium_of, way_of
from tournaments.publishing.shown_brackets import live_matches, shown_brackets
from tournaments.publishing.standings_types import StandingsRow

pytestmark = pytest.mark.unit

NAMES = {1: "Anna Meier", 2: "Luca Rossi", 3: "Beat Keller", 4: "Claire Dubois"}


def side(entry: int | None, origin: str) -> dict[str, Any]:
    name = NAMES[entry] if entry else None
    return {"entry": entry, "player": entry, "name": name, "seed": None, "from": origin}


def pairing(key: str, a: Any, b: Any, status: str, **facts: Any) -> dict[str, Any]:
    number = int(key.rpartition("-")[2])
    filled = {"id": hash(key) % 1000, "key": key, "number": number, "a": a, "b": b}
    defaults = {"match": number, "score": None, "winner": None, "table": None}
    return {**filled, "status": status, **defaults, **facts}


def rounds(*rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "name": "",
            "length": 5,
            "pairings": list(pairings),
            "paired_before_correction": False,
        }
        for number, pairings in enumerate(rows, start=1)
    ]


def knock_out() -> BracketContent:
    first = [
        pairing("main-1-1", side(1, "seed:1"), side(None, "bye"), "bye", match=None),
        pairing("main-1-2", side(2, "seed:2"), side(3, "seed:3"), "playing", table=4, score=[1, 2]),
    ]
    final = [
        pairing(
            "main-2-1", side(1, "winner_of:main-1-1"), side(None, "winner_of:main-1-2"), "waiting"
        )
    ]
    third = [
        pairing(
            "third-1-1", side(None, "loser_of:main-1-2"), side(None, "loser_of:main-1-2"), "waiting"
        )
    ]
    return cast(
        "BracketContent",
        {
            "format": "single_elimination",
            "brackets": [
                {"code": "main", "name": "", "rounds": rounds(first, final)},
                {"code": "third_place", "name": "", "rounds": rounds(third)},
            ],
            "stages": [],
        },
    )


def test_matches_are_numbered_and_byes_are_not() -> None:
    shown = shown_brackets(knock_out())
    numbers = [p["match_number"] for s in shown for r in s["rounds"] for p in r["pairings"]]
    assert numbers == [None, 1, 2, 3]


def test_empty_seats_say_who_could_come() -> None:
    with override("en"):
        main, third = shown_brackets(knock_out())
    assert main["rounds"][1]["pairings"][0]["b"]["expected"] == "Rossi or Keller"  # type: ignore[typeddict-item]
    assert main["rounds"][1]["pairings"][0]["a"]["expected"] == ""  # type: ignore[typeddict-item]
    assert third["rounds"][0]["pairings"][0]["a"]["expected"] == "loser of match 1"  # type: ignore[typeddict-item]


def test_a_round_says_how_far_it_is() -> None:
    main, _third = shown_brackets(knock_out())
    first, final = main["rounds"]
    assert (first["beads"], first["byes"], first["is_current"]) == ("l", ["Anna Meier"], True)
    assert (final["beads"], final["is_last"], final["is_current"]) == ("o", True, False)


def test_what_is_at_a_table_is_live() -> None:
    with override("en"):
        (live,) = live_matches(shown_brackets(knock_out()))
    assert (live["table"], live["score"], live["note"]) == (4, [1, 2], "Semi-finals")


def row(entry: int, rank: int, wins: int, losses: int, **facts: Any) -> StandingsRow:
    return cast(
        "StandingsRow",
        {
            "rank": rank,
            "rank_to": rank,
            "pool": None,
            "entry": entry,
            "player": entry,
            "name": NAMES[entry],
            "played": wins + losses,
            "wins": wins,
            "losses": losses,
            "byes": 0,
            "points_for": 5 * wins,
            "points_against": 5 * losses,
            "tie_breaks": [],
            "separated_by": None,
            "status": "out",
            **facts,
        },
    )


def robin() -> BracketContent:
    meetings = [(1, 2), (1, 3), (2, 3)]
    played = [
        pairing(f"pool_1-{n}-1", side(a, ""), side(b, ""), "finished", score=[5, n], winner="a")
        for n, (a, b) in enumerate(meetings, 1)
    ]
    sheet = {"code": "pool_1", "name": "", "rounds": rounds(*([one] for one in played))}
    return cast("BracketContent", {"format": "round_robin", "brackets": [sheet], "stages": []})


def test_a_pool_has_a_column_for_each_opponent() -> None:
    rows = [
        row(1, 1, 2, 0, pool="pool_1"),
        row(2, 2, 1, 1, pool="pool_1"),
        row(3, 3, 0, 2, pool="pool_1"),
    ]
    (table,) = cross_tables(robin(), rows, qualify=1)
    assert table.by_opponent
    assert [[cell.score for cell in line.cells] for line in table.lines] == [
        ["", "5–1", "5–2"],
        ["1–5", "", "5–3"],
        ["2–5", "3–5", ""],
    ]
    assert [line.is_through for line in table.lines] == [True, False, False]


def test_a_swiss_has_a_column_for_each_round_with_the_opponents_place() -> None:
    swiss = robin()
    swiss["brackets"][0]["code"] = "main"
    rows = [row(1, 1, 2, 0), row(2, 2, 1, 1), row(3, 3, 0, 2)]
    (table,) = cross_tables(swiss, rows, qualify=None)
    assert not table.by_opponent
    first = table.lines[0].cells
    assert [(cell.state, cell.score, cell.place) for cell in first] == [
        ("w", "5–1", 2),
        ("w", "5–2", 3),
        ("x", "", None),
    ]


def test_who_only_lots_could_part_is_not_marked() -> None:
    rows = [row(1, 1, 1, 0, pool="pool_1"), row(2, 1, 1, 0, pool="pool_2")]
    swiss = robin()
    swiss["brackets"].append({**swiss["brackets"][0], "code": "pool_2"})
    assert not any(
        line.is_through for table in cross_tables(swiss, rows, qualify=1) for line in table.lines
    )


def test_a_podium_waits_for_a_winner() -> None:
    assert podium_of([row(1, 1, 2, 0, status="playing"), row(2, 2, 1, 1)]) == []
    steps = podium_of(
        [row(1, 1, 2, 0, status="winner"), row(2, 2, 1, 1), row(3, 3, 0, 1), row(4, 4, 0, 1)]
    )
    assert [step.name for step in steps] == ["Anna Meier", "Luca Rossi", "Beat Keller"]
    assert [len(step.checkers) for step in steps] == [2, 1, 0]


def test_the_way_of_a_winner_leaves_out_byes() -> None:
    way = way_of(2, shown_brackets(knock_out()))
    assert [(step.name, step.own, step.theirs) for step in way] == [("Beat Keller", 1, 2)]
    assert way_of(1, shown_brackets(knock_out())) == []
