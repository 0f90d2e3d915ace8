"""``forecast``: who wins a stage of an event file from here, as a table or as JSON."""

from __future__ import annotations

import argparse
import json

from rules_core.cli.documents import read_document
from rules_core.draws.json_forms import InputNotValid

RUNS = 10_000


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser("forecast", help="who wins an event from here")
    parser.description = (
        "Reads an event file and plays the rest of a stage many times, from the ratings at the draw. A match"
        " that is being played counts from its start. The same file and seed give the same figures."
    )
    parser.add_argument("file", nargs="?", default="-", help="an event file, or - to read it")
    parser.add_argument("--stage", type=int, help="its number; without it the last that is drawn")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how often; {RUNS:,} if not given")
    parser.add_argument("--seed", default="forecast", help="the text that decides the lots")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the chances of everybody, the best first."""
    # Loads numpy, which no other command needs.
    from rules_core.forecasts.event_file import event_forecast

    event = read_document(arguments.file)
    try:
        found = event_forecast(
            event, stage=arguments.stage, runs=arguments.runs, seed=arguments.seed
        )
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise InputNotValid(
            f"This is not an event file, or something is missing in it: {error!r}."
        ) from error
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['name']}, {found['runs']:,} runs")
    for line in found["entrants"]:
        print(f"  {100 * line['win']:5.1f} %  ± {100 * line['standard_error']:.1f}  {line['name']}")
    return 0
