"""Web processes that die at a chosen moment of a request."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

from drills.evening import Evening
from drills.rehearsal import I, Scene
from drills.rest import PAUSE_SECONDS


def web_processes(scene: Scene[I], moments: Sequence[str], *, kills: int) -> None:
    """Have so many requests each kill the process that answers it, at these moments in turn."""
    # Two who kill, each with events of their own, so that nobody runs out of matches.
    killers = [_Killer(scene) for _ in scene.place.ports]
    chosen = cycle(moments)
    left = iter([next(chosen) for _ in range(kills)])
    lock = threading.Lock()

    def go_on(killer: _Killer) -> None:
        while True:
            with lock:
                moment = next(left, None)
            if moment is None:
                return
            killer.kill_at(moment)

    with ThreadPoolExecutor(len(killers)) as pool:
        list(pool.map(go_on, killers))
    died = sum(killer.deaths for killer in killers)
    scene.notes.append(f"{died} kills")


class _Killer:
    """Reports results, each of which kills a process."""

    def __init__(self, scene: Scene[I]) -> None:
        self._client = scene.client()
        self._evening = Evening(self._client, round_robins=2, eliminations=0)
        scene.events.extend(self._evening.events)
        self._reporter = scene.reporter()

    @property
    def deaths(self) -> int:
        """How often there was no answer, because the process was dead."""
        return self._reporter.deaths

    def kill_at(self, moment: str) -> None:
        """Report one result, which dies once on the way and is then sent again."""
        while (match := self._evening.next_match(self._client)) is None:
            self._reporter.is_over.wait(PAUSE_SECONDS)
        self._reporter.write(match, "result", {"score": [5, 2]}, drill=moment)
