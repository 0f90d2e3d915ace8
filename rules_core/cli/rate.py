"""``rate``: ratings from lines of results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rules_core.errors import RulesError
from rules_core.match.rules import MAX_LENGTH
from rules_core.ratings.fibs import FibsRating, Ramp
from rules_core.ratings.fibs import rate as rate_fibs
from rules_core.ratings.glicko2 import GlickoRating, RatedResult
from rules_core.ratings.glicko2 import rate as rate_glicko2

_LONGEST_NAME = 200


class UnreadableResult(RulesError):
    """A line that is no result."""

    code = "unreadable_result"


Result = tuple[str, str, int]
"""Who won, who lost, and how long the match was."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("rate", help="ratings from lines of results")
    parser.description = (
        "Reads results from standard input, in the order of play, a line each: the winner, the loser and the"
        " length, with tabs or commas between them (“Ann, Bob, 7”) or as JSON ([“Ann”, “Bob”, 7]). With Glicko-2"
        " an empty line ends a rating period. A line that begins with # is left out."
    )
    parser.add_argument("--system", choices=("fibs", "glicko2"), default="fibs")
    parser.add_argument("--ramp", choices=[str(ramp) for ramp in Ramp], default=str(Ramp.FIBS))
    parser.add_argument("--json", action="store_true", help="one JSON object a player, a line each")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Rate everything, then print the list, the highest first."""
    periods = _periods(sys.stdin)
    if arguments.system == "fibs":
        ramp = Ramp(arguments.ramp)
        rows = _fibs((result for period in periods for result in period), ramp)
    else:
        rows = _glicko2(periods)
    ranked = sorted(rows, key=lambda row: (-row["rating"], row["player"]))
    for rank, row in enumerate(ranked, start=1):
        print(json.dumps({"rank": rank} | row) if arguments.json else _line(rank, row))
    return 0


def _periods(lines: Iterable[str]) -> Iterator[list[Result]]:
    """The results, those before each empty line together."""
    period: list[Result] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text.startswith("#"):
            continue
        if text:
            period.append(_result(number, text))
        elif period:
            yield period
            period = []
    if period:
        yield period


def _result(number: int, text: str) -> Result:
    fields = _fields(text)
    if len(fields) != 3:
        raise _unreadable(number, text)
    winner, loser, length = (str(field).strip() for field in fields)
    sound = (
        length.isascii()
        and length.isdigit()
        and 1 <= int(length[:9]) <= MAX_LENGTH
        and winner != loser
        and 0 < len(winner) <= _LONGEST_NAME
        and 0 < len(loser) <= _LONGEST_NAME
    )
    if not sound:
        raise _unreadable(number, text)
    return winner, loser, int(length)


def _fields(text: str) -> list[Any]:
    if text.startswith("["):
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            return []
        return fields if isinstance(fields, list) else []
    return text.split("\t") if "\t" in text else text.rsplit(",", 2)


def _unreadable(number: int, text: str) -> UnreadableResult:
    return UnreadableResult(
        f"Line {number} is no result such as “Ann, Bob, 7” with two names and a length from 1 to"
        f" {MAX_LENGTH}: “{text[:80]}”.",
        line=number,
    )


def _fibs(results: Iterable[Result], ramp: Ramp) -> list[dict[str, Any]]:
    ratings: dict[str, FibsRating] = {}
    played: dict[str, int] = {}
    for winner, loser, length in results:
        before = (ratings.get(winner, FibsRating()), ratings.get(loser, FibsRating()))
        ratings[winner], ratings[loser] = rate_fibs(*before, length, ramp=ramp)
        for player in (winner, loser):
            played[player] = played.get(player, 0) + 1
    return [
        {
            "player": player,
            "rating": rating.value,
            "experience": rating.experience,
            "matches": played[player],
        }
        for player, rating in ratings.items()
    ]


def _glicko2(periods: Iterable[list[Result]]) -> list[dict[str, Any]]:
    """Everybody is rated at the end of each period, those who did not play as well."""
    ratings: dict[str, GlickoRating] = {}
    played: dict[str, int] = {}
    for period in periods:
        names = {name for winner, loser, _ in period for name in (winner, loser)}
        before = ratings | {name: GlickoRating() for name in names - ratings.keys()}
        results: dict[str, list[RatedResult]] = {name: [] for name in before}
        for winner, loser, _ in period:
            results[winner].append(_against(before[loser], won=True))
            results[loser].append(_against(before[winner], won=False))
            for player in (winner, loser):
                played[player] = played.get(player, 0) + 1
        ratings = {name: rate_glicko2(before[name], results[name]) for name in before}
    return [
        {
            "player": player,
            "rating": rating.value,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "matches": played[player],
        }
        for player, rating in ratings.items()
    ]


def _against(opponent: GlickoRating, *, won: bool) -> RatedResult:
    return RatedResult(opponent, won)


def _line(rank: int, row: dict[str, Any]) -> str:
    sure = f" ± {row['deviation']:.0f}" if "deviation" in row else ""
    return f"{rank:>4}. {row['rating']:8.2f}{sure}  {row['player']}  ({row['matches']} played)"
