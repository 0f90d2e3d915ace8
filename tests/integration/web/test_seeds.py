"""Seeding by hand at the entry desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.draws.settings import Seeding
from tests.integration.factories import an_event
from tests.integration.stages import seeds_of
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of
from tournaments.models import Entry, Tournament
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def event(club: Club) -> Tournament:
    return an_event(club, 4, stages=[StagePlan(settings={"seeding": Seeding.MANUAL})])


def give(browser: Client, entry: Entry, seed: object) -> Any:
    address = f"/events/{entry.tournament.slug}/desk/{entry.pk}/seed/"
    return browser.post(address, {"seed": seed}, follow=True)


def seeds(event: Tournament) -> list[int | None]:
    return list(event.entries.order_by("pk").values_list("seed", flat=True))


def test_seeds_are_given_changed_and_taken_back(director: Client, event: Tournament) -> None:
    first, second, *_ = event.entries.order_by("pk")
    give(director, first, 2)
    give(director, second, 1)
    assert seeds(event) == [2, 1, None, None]
    give(director, first, "")
    assert seeds(event) == [None, 1, None, None]


def test_a_seed_is_given_once_and_is_a_number(director: Client, event: Tournament) -> None:
    first, second, *_ = event.entries.order_by("pk")
    give(director, first, 1)
    assert "Seed 1 is already taken." in html_of(give(director, second, 1))
    for wrong in ("0", "1025", "one"):
        assert "A seed is a number from 1 to 1024." in html_of(give(director, second, wrong))
    assert seeds(event) == [1, None, None, None]


def test_the_draw_keeps_to_the_seeds(director: Client, event: Tournament) -> None:
    entries = list(event.entries.order_by("pk"))
    for seed, entry in zip((3, 900, None, 1), entries, strict=True):
        give(director, entry, seed or "")
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    assert seeds_of(stage) == [entries[place].pk for place in (3, 0, 1, 2)]
    assert "is already taken" not in html_of(director.get(f"/events/{event.slug}/desk/"))
    assert "The draw has been made" in html_of(give(director, entries[2], 2))
    assert seeds(event) == [3, 900, None, 1]


def test_fields_are_there_only_if_seeds_are_given_by_hand(
    director: Client, club: Club, event: Tournament
) -> None:
    drawn_by_lot = an_event(club, 4)
    assert 'name="seed"' in html_of(director.get(f"/events/{event.slug}/desk/"))
    assert 'name="seed"' not in html_of(director.get(f"/events/{drawn_by_lot.slug}/desk/"))


def test_seeds_are_given_by_directors(signed_in: SignedIn, event: Tournament) -> None:
    entry = event.entries.order_by("pk")[0]
    assert give(signed_in(event.club, Role.SCORER), entry, 1).status_code == 403
    assert give(Client(), entry, 1).redirect_chain
    assert seeds(event) == [None] * 4
