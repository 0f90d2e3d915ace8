"""What updates that are put into SQL once save of a result, beside ``Model.save``.

python -m benchmarks.prepared_updates [--postgresql]

One process, by turns match by match: a result with prepared updates, the next one with plain ones.
Double eliminations of 128 are played to their ends, first through the service, then over REST, and
the processor time of each result is counted; the middle one of each kind is shown.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import cycle
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.bracket import a_large_event, migrated
from deploy.servers import temporary_postgresql

if TYPE_CHECKING:
    from matches.models import Match
    from tournaments.models import Stage

ENTRANTS = 128
WARM_UP = 10
"""Results of each kind that are not counted: statements are still being written."""

Report = Callable[["Match"], object]


def _through_the_service(_: Stage) -> Report:
    from matches.services.results import report_result
    from players.actors import SYSTEM

    return lambda match: report_result(match_id=match.pk, score=(match.length, 3), actor=SYSTEM)


def _over_rest(stage: Stage) -> Report:
    from rest_framework.test import APIClient

    from tests.integration.factories import a_token

    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(stage.tournament.club)}")

    def report(match: Match) -> None:
        score = {"score": [match.length, 3]}
        answer = client.post(f"/api/v1/matches/{match.pk}/result/", score)
        assert answer.status_code == 200, answer.content

    return report


def _plain(prepared: Any, rows: Sequence[Any]) -> None:
    for row in rows:
        row.save(update_fields=[field.name for field in prepared.fields])


def _processor_times(stage: Stage, report: Report) -> dict[str, list[float]]:
    """Milliseconds of each result, by how it was written."""
    from db.prepared import PreparedUpdate
    from tournaments.selectors import ready_matches

    writes = {"prepared": PreparedUpdate.save, "plain": _plain}
    spent: dict[str, list[float]] = {name: [] for name in writes}
    turns = cycle(writes)
    while matches := list(ready_matches(stage)):
        for match, turn in zip(matches, turns, strict=False):
            with patch.object(PreparedUpdate, "save", writes[turn]):
                started = process_time()
                report(match)
                spent[turn].append(1000 * (process_time() - started))
    return spent


def measure() -> None:
    """Print the middle result of each kind; the database is there and migrated."""
    for name, asker in (("service", _through_the_service), ("REST", _over_rest)):
        stage = a_large_event(ENTRANTS)
        spent = _processor_times(stage, asker(stage))
        prepared, plain = (median(spent[kind][WARM_UP:]) for kind in ("prepared", "plain"))
        print(f"{name:8}{prepared:>8.2f} ms{plain:>8.2f} ms plain{plain / prepared:>8.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    # One token writes more than a token may.
    os.environ["WRITES_BY_TOKEN"] = "1000000000"
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    with temporary_postgresql() if asked.postgresql else nullcontext("") as url, migrated(url):
        measure()


if __name__ == "__main__":
    main()
