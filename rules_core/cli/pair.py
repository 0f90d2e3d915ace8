"""``pair``: the next round of a Swiss, a Swiss with lives or a round robin, as JSON."""

from __future__ import annotations

import argparse
import json

from rules_core.cli.documents import read_document
from rules_core.draws.json_forms import (
    InputNotValid,
    contenders_from,
    round_as_json,
    rounds_from,
    seed_from,
)
from rules_core.draws.pairing import pair


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser("pair", help="pair the next round")
    parser.description = (
        'Reads {"format", "settings", "seed", "entrants": [{"id", "rating", "club",'
        ' "withdrawn", "missed"}], "rounds": [[{"a", "b", "winner"}]]} and prints the next round.'
        " A bye has no b. Whoever came after the draw has missed so many rounds, 0 or more."
    )
    parser.add_argument("file", nargs="?", default="-", help="JSON, or - for standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the next round, or that there is none."""
    event = read_document(arguments.file)
    if not isinstance(event, dict):
        raise InputNotValid("An event is an object with format, entrants and rounds.")
    settings = event.get("settings") or {}
    if not isinstance(settings, dict):
        raise InputNotValid('Settings are an object, such as {"rounds": 5}.')
    rounds = rounds_from(event.get("rounds") or [])
    found = pair(
        str(event.get("format", "swiss")),
        contenders_from(event.get("entrants")),
        rounds,
        settings,
        seed=seed_from(event.get("seed", "")),
    )
    over = {"round": len(rounds) + 1, "pairings": [], "finished": True}
    print(json.dumps(round_as_json(found) if found else over, indent=1))
    return 0
