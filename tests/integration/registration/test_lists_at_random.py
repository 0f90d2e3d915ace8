"""Whatever happens to a list, in any order, it stays in order."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.integration.registration.lists import (
    IN,
    Turmoil,
    an_open_event,
    assert_in_order,
)
from tournaments.models import OUT, Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize("sends_mail", [True, False])
@pytest.mark.parametrize("mode", ["open", "approval"])
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    steps=st.lists(st.sampled_from(Turmoil.ACTIONS), min_size=5, max_size=30),
    seed=st.integers(0, 10**6),
    places=st.sampled_from([1, 2, 4]),
)
def test_any_sequence_leaves_the_list_in_order(
    steps: list[str], seed: int, places: int, mode: str, sends_mail: bool, settings_: None
) -> None:
    event = an_open_event(registration=mode, places=places)
    turmoil = Turmoil(event, seed)
    for step in steps:
        before = taken(event)
        held = {row.pk for row in event.registrations.filter(status=IN)}
        turmoil.step(step)
        assert_in_order(event, turmoil.made)
        assert_capacity_held(event, before, held, step)


def taken(event: Tournament) -> int:
    return event.entries.exclude(status__in=OUT).count()


def assert_capacity_held(event: Tournament, before: int, held: set[int], step: str) -> None:
    """Whoever was let in by themselves found a free place; a director may do more."""
    event = Tournament.objects.get(pk=event.pk)
    let_in = set(event.registrations.filter(status=IN).values_list("pk", flat=True)) - held
    if let_in and step not in {"desk", "reinstate"} and event.places is not None:
        assert taken(event) <= event.places


@pytest.fixture
def settings_(settings: object, sends_mail: bool) -> None:
    settings.SENDS_MAIL = sends_mail  # type: ignore[attr-defined]
