"""``plays``: the legal plays of the positions and dice on standard input, a line each."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rules_core.dice import ImpossibleDice
from rules_core.errors import RulesError
from rules_core.notation.position_id import InvalidPositionId, position_id, read_position_id
from rules_core.notation.standard import write_play
from rules_core.plays import legal_plays


class NotAQuestion(RulesError):
    """A line that does not ask for plays."""

    code = "not_a_question"


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser("plays", help="list the legal plays of positions and dice")
    parser.description = (
        'Reads lines like {"position": "4HPwATDgc/ABMA", "dice": [3, 1]} and answers each with its'
        ' "plays": one way to reach every result, and the Position ID after it.'
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Answer line by line; 1 if a line could not be answered."""
    status = 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            answer = _answer(line)
        except RulesError as refusal:
            answer = {"line": number, "error": {"code": refusal.code, "detail": refusal.message}}
            status = 1
        print(json.dumps(answer))
    return status


def _answer(line: str) -> dict[str, Any]:
    try:
        question = json.loads(line)
        name, dice = question["position"], question["dice"]
        first, second = dice
    except (ValueError, KeyError, TypeError, RecursionError) as mistake:
        raise NotAQuestion(
            'Ask with a line like {"position": "4HPwATDgc/ABMA", "dice": [3, 1]}.'
        ) from mistake
    if not isinstance(name, str):
        raise InvalidPositionId("A position is named by its Position ID, in quotes.")
    if not (type(first) is type(second) is int):
        raise ImpossibleDice("Dice are two numbers from 1 to 6.")
    plays = legal_plays(read_position_id(name), (first, second))
    return {
        "position": name,
        "dice": dice,
        "plays": [{"play": write_play(play), "after": position_id(play.after)} for play in plays],
    }
