"""Migrates a database that an earlier version made, and writes down what is published afterwards.

``DATABASE_URL=… python -m tests.integration.upgrades.upgraded STATE FOUND.json``, a process of its own
because Django has one database for life.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import django
import time_machine
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from tests.integration.upgrades.recordings import Recording


def main(state: str, found: Path) -> None:
    """Migrate, ask for everything, make everything again and ask once more, and go on from there."""
    django.setup()
    # Much of what is asked is refused, as it should be.
    logging.disable(logging.WARNING)
    recorded = Recording(state).read()
    call_command("migrate", interactive=False, verbosity=0)
    # Reports wait and keys are kept for so many minutes: no time passes for them.
    with time_machine.travel(datetime.fromisoformat(recorded["at"])):
        found.write_text(json.dumps(_found(recorded)))


def _found(recorded: Any) -> dict[str, Any]:
    # They import models.
    from tests.integration.upgrades.carrying_on import carry_on
    from tests.integration.upgrades.eventful_club import work_off
    from tests.integration.upgrades.published import World, derived, row_counts, seasons

    found: dict[str, Any] = {"rows": row_counts(), "not_whole": list(_not_whole())}
    world = World(recorded["keys"])
    found["answers"] = world.answers(recorded["answers"])
    found["seasons"] = seasons()
    found["repeats"] = [world.repeat(request) for request in recorded["keys"]["repeats"]]
    work_off()
    found["worked_off"] = world.answers(recorded["made_again"])
    make_everything_again()
    found["made_again"] = world.answers(derived(recorded["answers"]))
    found["seasons_made_again"] = seasons()
    carry_on(recorded)
    return found


def _not_whole() -> Any:
    """What a database says that was not migrated well."""
    connection.check_constraints()
    for model in apps.get_models():
        # All columns by name, as the models have them.
        list(model._default_manager.order_by()[:1])
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA integrity_check")
            yield from (line for (line,) in cursor.fetchall() if line != "ok")
        else:
            cursor.execute("SELECT conname FROM pg_constraint WHERE NOT convalidated")
            yield from (f"{name} was never checked" for (name,) in cursor.fetchall())


def make_everything_again() -> None:
    """Compute all that is derived again, and see that all of it agrees."""
    for command in ("rebuild", "verify"):
        call_command(command, stdout=StringIO())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
