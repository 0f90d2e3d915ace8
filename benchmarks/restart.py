"""How long a director waits for the site: its second start, to the first answer that all is ready."""

from __future__ import annotations

from statistics import median
from time import monotonic

from benchmarks._club import running_club

STARTS = 5


def main() -> None:
    waits = []
    with running_club() as server:
        for _ in range(STARTS):
            server.stop()
            stopped = monotonic()
            server.start()
            server.wait_ready()
            waits.append(monotonic() - stopped)
    print(f"{STARTS} starts, seconds: {', '.join(f'{wait:.1f}' for wait in sorted(waits))}")
    print(f"the middle one {median(waits):.1f} (bar: 5)")


if __name__ == "__main__":
    main()
