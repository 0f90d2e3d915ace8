"""Every benchmark, one after the other: ``python -m benchmarks``; or some: ``… swiss``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    found = sorted(path.stem for path in HERE.glob("[!_]*.py"))
    names = sys.argv[1:] or found
    sys.argv[1:] = []
    for name in names:
        if name not in found:
            sys.exit(f"There is no benchmark {name}; there are {', '.join(found)}.")
        print(f"── {name}", flush=True)
        import_module(f"benchmarks.{name}").main()
        print(flush=True)


if __name__ == "__main__":
    main()
