"""Events made by mistake: not made twice, and taken away again."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Club, Role
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.web.conftest import SignedIn
from tests.integration.web.test_setup import FORM
from tests.pages import html_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_form_that_is_sent_again_makes_no_second_event(director: Client, club: Club) -> None:
    for name in ("Wednesday", "wednesday"):
        answer = director.post(f"/clubs/{club.slug}/events/new/", FORM | {"name": name})
    assert "already an event with this name at this time" in html_of(answer)
    assert Tournament.objects.count() == 1
    director.post(f"/clubs/{club.slug}/events/new/", FORM | {"starts_at": "2026-11-25T19:30"})
    assert Tournament.objects.count() == 2


def test_an_event_that_is_not_drawn_can_be_deleted(director: Client, club: Club) -> None:
    event = an_event(club, 4)
    assert "It has 4 entrants" in html_of(director.get(f"/events/{event.slug}/edit/"))
    answer = director.post(f"/events/{event.slug}/remove/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/clubs/{club.slug}/"
    assert f"{event.name} deleted." in html_of(answer)
    assert not Tournament.objects.exists()
    assert director.post(f"/events/{event.slug}/remove/").status_code == 404


def test_from_the_draw_on_an_event_stays(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    assert "Delete" not in html_of(director.get(f"/events/{event.slug}/edit/"))
    answer = director.post(f"/events/{event.slug}/remove/")
    assert "cannot be deleted" in html_of(answer)
    assert Tournament.objects.exists()


def test_scorers_delete_nothing(signed_in: SignedIn, club: Club) -> None:
    event = an_event(club, 4)
    answer = signed_in(club, Role.SCORER).post(f"/events/{event.slug}/remove/")
    assert answer.status_code == 403
    assert Tournament.objects.exists()
