"""``chances``: who wins a match from here, in a line or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rules_core.equity import Standing, kazaross_xg2, with_ratings
from rules_core.match import MatchRules


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser("chances", help="who wins a match from a score")
    parser.description = (
        "The chance of each side to win a match at a score, from the equity table and, where they are given, from"
        " FIBS ratings. “equity” says more about the cube."
    )
    parser.add_argument("--length", type=int, required=True, help="points to win the match")
    parser.add_argument("--score", type=int, nargs=2, default=(0, 0), metavar=("A", "B"))
    parser.add_argument("--ratings", type=float, nargs=2, metavar=("A", "B"), help="FIBS ratings")
    parser.add_argument("--names", nargs=2, default=("A", "B"), metavar=("A", "B"))
    parser.add_argument(
        "--post-crawford",
        action="store_true",
        help="the Crawford game has been played, or the match has none",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the chances."""
    found = answer(arguments)
    if arguments.json:
        print(json.dumps(found))
        return 0
    score = "{}–{}".format(*found["score"])
    state = ", Crawford game" if found["crawford_game"] else ""
    print(f"{found['length']}-point match at {score}{state}")
    for side, name in zip("ab", arguments.names, strict=True):
        print(f"  {100 * found[side]:5.1f} %  {name}")
    return 0


def answer(arguments: argparse.Namespace) -> dict[str, Any]:
    """Score and chances as plain values, with the notice that belongs to the figures."""
    length = MatchRules(arguments.length).length
    score_a, score_b = arguments.score
    rating_a, rating_b = arguments.ratings or (0.0, 0.0)
    standing = Standing(length - score_a, length - score_b, arguments.post_crawford)
    table = kazaross_xg2()
    chance = with_ratings(table.chance, rating_a - rating_b)(standing)
    return {
        "length": length,
        "score": [score_a, score_b],
        "crawford_game": standing.crawford_game,
        "a": chance,
        "b": 1 - chance,
        "table": table.name,
        "notice": table.notice,
    }
