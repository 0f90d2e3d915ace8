"""Benchmarks by name: ``python -m benchmarks speed [its arguments]``, ``… swiss replay``; or ``… all``."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).parent
USUAL = "speed"


def main() -> None:
    found = sorted(path.stem for path in HERE.glob("[!_]*.py") if path.stem != "peer")
    names = list(takewhile(lambda word: not word.startswith("-"), sys.argv[1:]))
    arguments = sys.argv[1 + len(names) :]
    if arguments and len(names) > 1:
        sys.exit("Arguments are for one benchmark at a time.")
    for name in found if names == ["all"] else names or [USUAL]:
        if name not in found:
            sys.exit(f"There is no benchmark {name}; there are {', '.join(found)}.")
        print(f"── {name}", flush=True)
        sys.argv[1:] = arguments
        import_module(f"benchmarks.{name}").main()
        print(flush=True)


if __name__ == "__main__":
    main()
