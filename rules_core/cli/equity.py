"""``equity``: winning chances, take points and gammon prices at a score, as JSON."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from rules_core.equity import (
    Chances,
    NoDouble,
    Standing,
    as_opponent,
    gammon_prices,
    kazaross_xg2,
    take_point,
    with_ratings,
)
from rules_core.match import MatchRules


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "equity", help="winning chances, take points and gammon prices at a score"
    )
    parser.add_argument("--length", type=int, required=True, help="points to win the match")
    parser.add_argument("--score", type=int, nargs=2, default=(0, 0), metavar=("A", "B"))
    parser.add_argument(
        "--post-crawford",
        action="store_true",
        help="the Crawford game has been played, or the match has none",
    )
    parser.add_argument("--cube", type=int, default=1, help="where the cube stands")
    parser.add_argument(
        "--ratings",
        type=float,
        nargs=2,
        default=(0.0, 0.0),
        metavar=("A", "B"),
        help="FIBS ratings",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the answer."""
    print(json.dumps(answer(arguments), indent=2))
    return 0


def answer(arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything the tables say about this score, for both sides."""
    length = MatchRules(arguments.length).length
    score_a, score_b = arguments.score
    rating_a, rating_b = arguments.ratings
    standing = Standing(length - score_a, length - score_b, arguments.post_crawford)
    table = kazaross_xg2()
    chances = with_ratings(table.chance, rating_a - rating_b)
    return {
        "table": table.name,
        "notice": table.notice,
        "length": length,
        "score": [score_a, score_b],
        "crawford_game": standing.crawford_game,
        "post_crawford": arguments.post_crawford,
        "cube": arguments.cube,
        "a": _side(standing, arguments.cube, chances),
        "b": _side(standing.mirrored, arguments.cube, as_opponent(chances)),
    }


def _side(standing: Standing, cube: int, chances: Chances) -> dict[str, Any]:
    return {
        "away": standing.away,
        "chance": chances(standing),
        "take_point": _take_point(standing, cube, chances),
        "gammon_prices": asdict(gammon_prices(standing, cube, chances=chances)),
    }


def _take_point(standing: Standing, cube: int, chances: Chances) -> dict[str, float] | None:
    """The take point, or nothing where there is no double to take."""
    try:
        return asdict(take_point(standing, cube, chances=chances))
    except NoDouble:
        return None
