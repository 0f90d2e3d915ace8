"""``python -m rules_core COMMAND``: the library at the command line, JSON in and out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Protocol

from rules_core import __version__
from rules_core.cli import chances, draw, equity, forecast, pair, plays, rate, show, verify
from rules_core.errors import RulesError


class Command(Protocol):
    """A module of ``rules_core.cli``: it adds its own parser, which sets ``run``."""

    def register(self, commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        """Add the command and its options."""


COMMANDS: tuple[Command, ...] = (
    *(plays, verify, show, equity, chances),
    *(rate, draw, pair, forecast),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status is the return value."""
    parser = argparse.ArgumentParser(prog="rules_core", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in COMMANDS:
        module.register(commands)
    arguments = parser.parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except RulesError as refusal:
        parser.exit(2, f"{parser.prog}: {refusal.code}: {refusal.message}\n")
    except BrokenPipeError:
        # Whoever reads the output has seen enough; keep Python from flushing the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
