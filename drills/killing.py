"""Web processes that die at a chosen moment of a request."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

from drills.evening import Evening
from drills.rehearsal import I, Scene
from drills.reporters import Reporter


def web_processes(scene: Scene[I], moments: Sequence[str], *, kills: int) -> None:
    """Have so many requests each kill the process that answers it, at these moments in turn."""
    # One for each web process, with events of their own, so that nobody runs out of matches.
    killers = [_Killer(scene, port) for port in scene.place.ports]
    chosen = cycle(moments)
    left = iter([next(chosen) for _ in range(kills)])
    lock = threading.Lock()

    def go_on(killer: _Killer) -> None:
        while moment := next_moment():
            killer.kill_at(moment)

    def next_moment() -> str | None:
        with lock:
            return next(left, None)

    with ThreadPoolExecutor(len(killers)) as pool:
        try:
            list(pool.map(go_on, killers))
        finally:
            # After an error the other one ends as well.
            while next_moment():
                pass
    died = sum(killer.deaths for killer in killers)
    scene.notes.append(f"{died} kills")


class _Killer:
    """Reports results, each of which kills the process at one port; nobody else kills that one."""

    def __init__(self, scene: Scene[I], port: int) -> None:
        self._port = port
        self._client = scene.client()
        self._evening = Evening(self._client, round_robins=2, eliminations=0)
        scene.events.extend(self._evening.events)
        self._reporter = Reporter(self._client, self._evening, scene.tally)

    @property
    def deaths(self) -> int:
        """How often there was no answer, because the process was dead."""
        return self._reporter.deaths

    def kill_at(self, moment: str) -> None:
        """Report one result, which dies once on the way and is then sent again."""
        match = self._evening.next_match(self._client)
        assert match is not None, "more kills than matches"
        self._client.call(self._port)
        assert self._reporter.write(match, "result", {"score": [5, 2]}, drill=moment), "no answer"
