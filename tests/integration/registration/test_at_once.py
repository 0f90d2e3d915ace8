"""Eight clients at once: one list, one order, never more than there are places."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from rules_core.errors import RulesError
from tests.integration.registration.lists import (
    IN,
    WAITING,
    Turmoil,
    an_open_event,
    assert_in_order,
    names,
    registered,
    somebody,
)
from tournaments.models import Registration, Tournament
from tournaments.services.registrations import Details, cancel, register

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

CLIENTS = 8


def at_once(work: list[object]) -> list[object]:
    """Each piece of work on a thread with a connection of its own."""

    def done(piece: object) -> object:
        try:
            return piece()  # type: ignore[operator]
        finally:
            connection.close()

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(done, work))


def test_twenty_register_at_once_for_ten_places() -> None:
    event = an_open_event(places=10)
    actors = [somebody(f"Player {number}") for number in range(20)]
    at_once(
        [
            lambda actor=actor: register(
                tournament_id=event.pk, details=Details(name=actor.user.first_name), actor=actor
            )
            for actor in actors
        ]
    )
    assert event.entries.count() == 10
    waiting = event.registrations.filter(status=WAITING).order_by("turn")
    assert [row.turn for row in waiting] == list(range(11, 21))
    assert_in_order(event, set(event.registrations.values_list("pk", flat=True)))


def test_the_same_person_from_eight_phones_is_registered_once() -> None:
    event = an_open_event(places=10)
    actor = somebody("Anna Meier")

    def attempt() -> str:
        try:
            register(tournament_id=event.pk, details=Details(name="Anna Meier"), actor=actor)
        except RulesError as refusal:
            return refusal.code
        return "in"

    answers = at_once([attempt] * CLIENTS)
    assert sorted(map(str, answers)) == ["already_registered"] * 7 + ["in"]
    assert event.entries.count() == 1


def test_all_who_are_in_cancel_at_once_and_all_who_wait_move_up() -> None:
    event = an_open_event(places=8)
    rows = [registered(event, f"Player {number}") for number in range(16)]
    at_once([lambda row=row: cancel(registration_id=row.pk) for row in rows[:8]])
    assert names(event, IN) == [f"Player {number}" for number in range(8, 16)]
    assert names(event, WAITING) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_eight_who_do_anything_leave_the_list_in_order(seed: int) -> None:
    event = an_open_event(places=4)
    turmoils = [Turmoil(event, seed * 100 + number, tag=f"{number}-") for number in range(CLIENTS)]

    def rage(turmoil: Turmoil) -> None:
        for _ in range(12):
            turmoil.step(turmoil.random.choice(Turmoil.ACTIONS))

    at_once([lambda turmoil=turmoil: rage(turmoil) for turmoil in turmoils])
    made = {pk for turmoil in turmoils for pk in turmoil.made}
    assert made
    assert_in_order(Tournament.objects.get(pk=event.pk), made)
    assert Registration.objects.filter(tournament=event).count() == len(made)
