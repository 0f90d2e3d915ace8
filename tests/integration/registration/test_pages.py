"""The pages of registration: before it, one's own, and the director's list."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.integration.factories import a_club, a_user
from tests.integration.registration.lists import an_open_event, registered
from tests.pages import html_of, text_of
from tournaments.models import Registration

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SAID = {"name": "Anna Meier", "email": "anna@example.org", "note": "vegetarian"}


def test_from_the_page_to_the_place_in_german(settings: Any) -> None:
    settings.SENDS_MAIL = False
    club = a_club()
    event = an_open_event(club, places=10, venue="Café Zähringer", note="Bring a board.")
    phone = Client(headers={"Accept-Language": "de-CH"})
    address = reverse("event-register", args=[event.slug])
    page = phone.get(address).content.decode()
    assert "Café Zähringer" in page
    assert "Noch 10 Plätze von 10 frei" in page
    assert "verschickt keine E-Mails" in page
    own = phone.post(address, SAID)["Location"]
    assert "wartet auf die Turnierleitung" in phone.get(own).content.decode()
    director = Client()
    director.force_login(a_user(club), backend="django.contrib.auth.backends.ModelBackend")
    listed = director.get(reverse("event-registrations", args=[event.slug])).content.decode()
    assert "vegetarian" in listed
    row = Registration.objects.get()
    director.post(reverse("registration-approve", args=[event.slug, row.pk]))
    assert "Du bist dabei." in phone.get(own).content.decode()
    shown = phone.get(reverse("event", args=[event.slug])).content.decode()
    assert "anna@example.org" not in shown
    assert "vegetarian" not in shown
    phone.post(f"{own}cancel/")
    assert "Du bist abgemeldet." in phone.get(own).content.decode()
    assert event.entries.count() == 0


def test_a_program_that_fills_in_every_field_registers_nobody() -> None:
    event = an_open_event()
    answer = Client().post(
        reverse("event-register", args=[event.slug]), {**SAID, "website": "https://spam.example"}
    )
    assert answer.status_code == 200
    assert not Registration.objects.exists()


def test_a_director_sees_on_every_page_of_the_event_how_many_wait_for_an_answer() -> None:
    club = a_club()
    event = an_open_event(club, registration="approval")
    director = Client()
    director.force_login(a_user(club), backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("event-desk", args=[event.slug])
    assert "To be approved" not in html_of(director.get(address))
    for name in ("Anna Meier", "Bea Frei"):
        registered(event, name)
    assert "Registrations 2 To be approved" in text_of(html_of(director.get(address)))
    assert "To be approved" not in html_of(Client().get(reverse("event", args=[event.slug])))
