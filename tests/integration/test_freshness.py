"""Whatever happens to a stage, its snapshot is fresh or the job that makes it so is waiting."""

from __future__ import annotations

from random import Random

import pytest

from outbox.services import run_pending
from tests.integration.nights import ACTIONS, FORMATS, Night
from tournaments.services.freshness import is_refresh_waiting
from tournaments.services.snapshots import is_fresh

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize("format_name", [*FORMATS])
def test_each_step_leaves_a_fresh_snapshot_or_a_waiting_job(format_name: str) -> None:
    night = Night(format_name, 7)
    luck = Random(format_name)
    for step in (luck.choice(ACTIONS) for _ in range(40)):
        run_pending()
        assert is_fresh(stage_id=night.stage.pk)
        night.step(step, luck.randrange(100))
        assert is_refresh_waiting(night.stage.pk) or is_fresh(stage_id=night.stage.pk), step
