"""Who has paid: marked at the desk or on the list, taken back by the same button."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client

from players.actors import SYSTEM, Actor
from players.models import Club, Role
from rules_core.errors import NotAllowed
from tests.integration.factories import a_token, an_event
from tests.integration.matches.playing import client as program
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Entry, Tournament
from tournaments.services.attendance import withdraw
from tournaments.services.fees import mark_paid

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def event(club: Club) -> Tournament:
    return an_event(club, ["Anna Meier", "Luca Rossi", "Urs Huber"], entry_fee=Decimal(20))


def first_of(event: Tournament) -> Entry:
    return event.entries.order_by("pk")[0]


def address_of(entry: Entry) -> str:
    return f"/events/{entry.tournament.slug}/entrants/{entry.pk}/paid/"


@pytest.mark.parametrize("page", ["desk", "entrants"])
def test_one_press_marks_and_the_next_takes_it_back(
    director: Client, event: Tournament, page: str
) -> None:
    entry = first_of(event)
    shown = html_of(director.get(f"/events/{event.slug}/{page}/"))
    assert "3 unpaid" in text_of(shown)
    answer = director.post(address_of(entry), {"paid": "yes", "page": page}, follow=True)
    assert answer.redirect_chain == [(f"/events/{event.slug}/{page}/#paid-{entry.pk}", 302)]
    assert "Anna Meier has paid." in html_of(answer)
    assert "2 unpaid" in text_of(html_of(answer))
    assert first_of(event).paid
    director.post(address_of(entry), {"paid": "no", "page": page})
    assert not first_of(event).paid


def test_a_button_pressed_twice_says_the_same(director: Client, event: Tournament) -> None:
    for _ in range(2):
        director.post(address_of(first_of(event)), {"paid": "yes"})
    assert first_of(event).paid


def test_with_htmx_the_button_and_the_count_change_in_place(
    director: Client, event: Tournament
) -> None:
    answer = director.post(
        address_of(first_of(event)), {"paid": "yes", "page": "desk"}, headers={"HX-Request": "true"}
    )
    part = html_of(answer)
    assert 'aria-pressed="true"' in part
    assert 'value="no"' in part
    assert "2 unpaid" in text_of(part.split('id="desk-strip" hx-swap-oob="true"')[1])
    assert "<html" not in part


def test_whoever_has_left_owes_nothing(director: Client, event: Tournament) -> None:
    withdraw(entry_id=first_of(event).pk, actor=SYSTEM)
    assert "2 unpaid" in text_of(html_of(director.get(f"/events/{event.slug}/desk/")))


def test_scorers_mark_too_and_nobody_else_sees_it(
    client: Client, signed_in: SignedIn, club: Club, event: Tournament
) -> None:
    entry = first_of(event)
    scorer = signed_in(club, Role.SCORER)
    assert "3 unpaid" in html_of(scorer.get(f"/events/{event.slug}/entrants/"))
    assert scorer.post(address_of(entry), {"paid": "yes"}).status_code == 302
    assert first_of(event).paid
    for stranger in (client, signed_in(club, Role.READER)):
        assert "paid" not in html_of(stranger.get(f"/events/{event.slug}/entrants/"))
        stranger.post(address_of(entry), {"paid": "no"})
    assert first_of(event).paid
    with pytest.raises(NotAllowed):
        mark_paid(entry_id=entry.pk, actor=Actor(), paid=False)


def test_an_event_without_a_fee_has_no_such_button(director: Client, club: Club) -> None:
    free = an_event(club, 2)
    for page in ("desk", "entrants"):
        assert "paid" not in html_of(director.get(f"/events/{free.slug}/{page}/"))


def test_somebody_pays_while_being_entered(director: Client, event: Tournament) -> None:
    desk = f"/events/{event.slug}/desk/"
    director.post(desk, {"who": "Nora Frei", "paid": "on"})
    director.post(desk, {"who": "Beat Keller"})
    newest = event.entries.order_by("-pk").values_list("player__name", "paid")[:2]
    assert list(newest) == [("Beat Keller", False), ("Nora Frei", True)]


def test_an_entrant_of_another_event_is_not_found(
    director: Client, club: Club, event: Tournament
) -> None:
    other = an_event(club, 1)
    address = f"/events/{other.slug}/entrants/{first_of(event).pk}/paid/"
    assert director.post(address, {"paid": "yes"}).status_code == 404


def test_a_program_marks_it(club: Club, event: Tournament) -> None:
    scorer = program(f"Bearer {a_token(club, Role.SCORER)}")
    address = f"/api/v1/tournaments/{event.slug}/entries/{first_of(event).pk}/paid/"
    assert scorer.post(address).json()["paid"] is True
    assert scorer.post(address, {"paid": False}).json()["paid"] is False
