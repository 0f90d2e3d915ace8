"""Many stages are published by one run of their job; one that cannot go with the others goes alone, and keeps nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from outbox.drain import drain
from outbox.models import Message
from outbox.services import run_pending
from players.models import Player
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.stages import play
from tournaments.models import Pairing, Stage, StageSnapshot
from tournaments.services.freshness import is_refresh_waiting, player_changed
from tournaments.services.snapshots import is_fresh, read_states

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

ALONE = "tournaments.refresh_snapshot_alone"


def some_stages(number: int) -> list[Stage]:
    club = a_club()
    stages = [a_drawn_stage(club, 4) for _ in range(number)]
    run_pending()
    return stages


def versions(stages: list[Stage]) -> list[int]:
    return [StageSnapshot.objects.get(pk=stage.pk).version for stage in stages]


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outbox.drain.time.sleep", lambda _: None)


def test_one_run_publishes_all_stages_that_wait() -> None:
    stages = some_stages(3)
    for stage in stages:
        play(stage)
    before = versions(stages)
    drain()
    assert all(now > then for now, then in zip(versions(stages), before, strict=True))
    assert all(is_fresh(stage_id=stage.pk) for stage in stages)
    assert not Message.objects.exists()


def test_three_stages_are_read_by_as_many_queries_as_one() -> None:
    def queries(read: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as asked:
            read()
        return len(asked)

    stages = some_stages(3)
    keys = [stage.pk for stage in stages]
    assert read_states(stage_ids=keys).keys() == set(keys)
    one = queries(lambda: read_states(stage_ids=keys[:1]))
    assert queries(lambda: read_states(stage_ids=keys)) == one


def test_a_stage_that_cannot_be_read_fails_alone() -> None:
    broken, *others = some_stages(3)
    for stage in (broken, *others):
        play(stage)
    Stage.objects.filter(pk=broken.pk).update(settings={"consolation": "unheard of"})
    drain()
    assert all(is_fresh(stage_id=stage.pk) for stage in others)
    (left,) = Message.objects.all()
    assert (left.job, left.args, left.attempts) == (ALONE, [broken.pk], 1)
    assert is_refresh_waiting(broken.pk)


def test_names_that_no_version_tells_are_published_one_stage_at_a_time() -> None:
    stages = some_stages(2)
    before = versions(stages)
    for stage in stages:
        pairing = Pairing.objects.filter(stage=stage).exclude(a=None).first()
        assert pairing is not None
        assert pairing.a is not None
        Player.objects.filter(pk=pairing.a.player_id).update(name=f"Somebody {stage.pk}")
        with transaction.atomic():
            player_changed(pairing.a.player_id)
    assert set(Message.objects.values_list("job", flat=True)) == {ALONE}
    drain()
    assert all(is_fresh(stage_id=stage.pk) for stage in stages)
    assert all(now > then for now, then in zip(versions(stages), before, strict=True))
