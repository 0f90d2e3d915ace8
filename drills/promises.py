"""Writes ``docs/promises.md`` from what a run has found."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from deploy.processes import PROJECT
from drills.control import DOUBLED, LOST, is_found
from drills.installations import OneProcess
from drills.rehearsal import LAG_SECONDS, BrokenOff, Outcome

PAGE = PROJECT / "docs" / "promises.md"

HEAD = """# What is promised, and how it was tested

*This page is written by `make drills`; change `drills/`, not the page.*

A drill breaks something while four people report results over REST, each with an `Idempotency-Key`. Three of
them try again with the same key until they are answered; the fourth never does. A match in four is recorded game by game.
When all is well again, the ledger is compared with what the clients were told:

- **sent**: writes, each with a key of its own, however often it was tried (**tries**);
- **acknowledged**: those answered with success;
- **found**: those in the ledger. More than acknowledged is right: a write whose answer was lost may be there;
- **lost**: acknowledged and not found; **doubled**: found more often than sent;
- **wrong**: what `manage.py verify` names, and whether a rebuild of all that is derived (match rows, draw sheets,
  standings, ratings) changes anything;
- **lag**: from the end of the fault, while people go on reporting, until the last job asked for before it is done.
  Promised are {lag} s, on a machine that has time; nobody lends a hand.

"""

NOT_PROMISED = """
## What is not promised

- **A disk that lies.** A result is answered once the database has said that it is on the disk (`fsync`). A disk or a virtual
  machine that says so and has it in memory only can lose it. Not tested: pulling a real plug.
- **A lost disk.** What was recorded since the last backup is gone with it. Backups are made once a day by default
  ([deployment](deployment.md#backup-and-restore)); nothing is copied to another machine by itself.
- **Without a key.** Over REST a request without an `Idempotency-Key` that is sent twice is told by the match itself: a second
  result is refused (409), a game has a number. The client then has to look what is recorded. Keys are known for 24 hours,
  by the server's clock: if that is set a day ahead, a repeated request may be refused as well, not recorded twice.
- **Availability of one machine.** While PostgreSQL restarts or the disk is full, results are refused (5xx, or no connection) and
  have to be sent again. There is no second database to take over.
- **Freshness during a fault.** Brackets, standings and ratings may be behind as long as it lasts. They never show
  half a result.
- **Two processes on one SQLite file over a network.** SQLite's log needs a local disk.
- **A serving process that cannot start.** If it dies twice before it was ready to serve, `make run` gives up and says why;
  `make cluster` tries again every few seconds.
"""


@dataclass(frozen=True)
class Run:
    """All drills of a run."""

    outcomes: Sequence[Outcome]
    controls: Sequence[Outcome]
    broken_off: Sequence[BrokenOff]
    left_out: Sequence[str]
    seconds: float
    command: str

    @property
    def is_kept(self) -> bool:
        """Whether every promise was, and whatever was planted was found."""
        kept = not self.broken_off and not any(outcome.faults for outcome in self.outcomes)
        return kept and all(map(is_found, self.controls))


def write(run: Run) -> None:
    """The page, from this run."""
    PAGE.write_text(
        "".join((HEAD.format(lag=LAG_SECONDS), _table(run), _details(run), NOT_PROMISED))
    )


def _table(run: Run) -> str:
    now = datetime.now(tz=UTC)
    load = os.getloadavg()[1]
    where = f"{os.cpu_count()} cores ({platform.machine()}, Python {platform.python_version()})"
    lines = [
        f"Run on {now:%Y-%m-%d} in {run.seconds / 60:.0f} minutes by `{run.command}`, on {where}; ",
        f"load over its last five minutes: {load:.1f}.\n\n",
        "| promise | drill | sent | tries | acknowledged | found | lost | doubled | wrong | lag, s |\n",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    ]
    lines += [_row(outcome) for outcome in run.outcomes]
    return "".join(lines)


def _row(outcome: Outcome) -> str:
    counted = outcome.counted
    notes = f" ({'; '.join(outcome.notes)})" if outcome.notes else ""
    figures = (counted.sent, outcome.tries, counted.acknowledged, counted.found)
    cells = [
        outcome.drill.promise,
        f"`{outcome.drill.name}`, {_engine(outcome)}{notes}",
        *map(str, figures),
        *(f"**{number}**" for number in (counted.lost, counted.doubled, outcome.torn)),
        f"{outcome.lag:.1f}{' (late)' if outcome.is_late else ''}",
    ]
    return f"| {' | '.join(cells)} |\n"


def _engine(outcome: Outcome) -> str:
    return "one process" if outcome.drill.engine is OneProcess else "cluster"


def _details(run: Run) -> str:
    lines = ["\n## What is done\n\n"]
    done = {outcome.drill.name: outcome.drill.what_happens for outcome in run.outcomes}
    lines += [f"- `{name}`: {what}\n" for name, what in done.items()]
    lines += [f"- Not run: {what}\n" for what in run.left_out]
    lines += [f"- **Broken off**: `{broken.name}`. {broken.why}\n" for broken in run.broken_off]
    lines.append("\n## Would they notice?\n\n")
    for control in run.controls:
        counted = control.counted
        lines.append(
            f"On the {_engine(control)}, {LOST} results were answered and then undone, {DOUBLED} were written into the "
            f"ledger twice, and one match was given a false score. The same count found {counted.lost} lost, "
            f"{counted.doubled} doubled and {len(control.inspection.differences)} differences.\n"
        )
    lines.append(
        "\nA short set of these drills, with fewer repetitions, is part of `make test` "
        "(`tests/e2e/test_drills.py`). `python -m drills NAME …` runs some and writes nothing.\n"
    )
    return "".join(lines)
