"""``draw``: a draw and its plan from a number or list of entrants and a seed, as JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rules_core.cli.documents import read_document, read_json
from rules_core.draws.drawing import Draw, draw
from rules_core.draws.formats import DEFAULT_LENGTH
from rules_core.draws.history import Contender
from rules_core.draws.json_forms import InputNotValid, contenders_from, pairing_as_json, seed_from
from rules_core.draws.proofs import check_against, drawn_again
from rules_core.draws.settings import Format


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser("draw", help="make a draw, or check one that was published")
    parser.description = (
        "Prints the plan of a stage. The same entrants, settings and seed give the same draw, so"
        " it can be compared with the one published; --proof does that."
    )
    parser.add_argument("--format", choices=list(Format), default=Format.SINGLE_ELIMINATION)
    parser.add_argument(
        "--entrants", help='how many, or a file with [{"id", "rating", "club"}], or - to read it'
    )
    parser.add_argument("--seed", help="the text that decides the draw")
    parser.add_argument("--settings", default="{}", help="JSON, as in the REST contract")
    parser.add_argument("--length", type=int, default=DEFAULT_LENGTH, help="where none is set")
    parser.add_argument("--proof", help="a file with a published proof to check, or -")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the draw."""
    settings = read_json(arguments.settings, "What --settings says")
    if not isinstance(settings, dict):
        raise InputNotValid('Settings are an object, such as {"consolation": "simple"}.')
    made = _checked(arguments, settings) if arguments.proof else _drawn(arguments, settings)
    print(json.dumps(_as_json(made), indent=1))
    return 0


def _drawn(arguments: argparse.Namespace, settings: dict[str, Any]) -> Draw:
    if arguments.entrants is None or arguments.seed is None:
        raise InputNotValid("A draw needs --entrants and --seed.")
    return draw(
        arguments.format,
        _entrants(arguments.entrants),
        settings,
        seed=seed_from(arguments.seed),
        length=arguments.length,
    )


def _entrants(given: str) -> list[Contender]:
    if given.isdecimal():
        return [Contender(position) for position in range(1, int(given) + 1)]
    return contenders_from(read_document(given))


def _checked(arguments: argparse.Namespace, settings: dict[str, Any]) -> Draw:
    """Draw again from a published proof and compare."""
    proof = read_document(arguments.proof)
    made = drawn_again(
        proof, format_code=arguments.format, settings=settings, length=arguments.length
    )
    check_against(proof, made)
    return made


def _as_json(made: Draw) -> dict[str, Any]:
    return {
        "commitment": made.commitment,
        "seed": made.seed,
        "algorithm": made.algorithm,
        "order": [contender.id for contender in made.order],
        "pairings": [pairing_as_json(pairing, made.order) for pairing in made.plan.pairings],
    }
