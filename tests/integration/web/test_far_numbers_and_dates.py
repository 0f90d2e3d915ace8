"""Numbers and dates that nobody means are refused with a sentence, and never break a page."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from matches.models import Match
from players.actors import SYSTEM
from players.models import Club
from rules_core.match import MatchRules
from tests.integration.factories import a_drawn_stage, a_token, an_event
from tests.integration.web.test_setup import FORM
from tests.pages import html_of
from tournaments.event_files.writing import event_file
from tournaments.models import Tournament
from tournaments.services.event_dates import DateOutOfRange
from tournaments.services.events import create_tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FAR_NUMBERS = ["99999", "2147483648", "9" * 30, "9" * 5000, "0" * 5000 + "1"]
FAR_YEARS = ["0001", "0026", "1899", "2200", "9999"]


@pytest.mark.parametrize("table", [*FAR_NUMBERS, "0", "-1", "four"])
def test_a_table_that_no_room_has_is_refused(director: Client, club: Club, table: str) -> None:
    a_drawn_stage(club, 4)
    match = Match.objects.first()
    assert match is not None
    answer = director.post(f"/matches/{match.pk}/call/", {"table": table}, follow=True)
    assert answer.status_code == 200
    if len(table) < 10 or not table.startswith("0"):
        match.refresh_from_db()
        assert (match.status, match.table) == ("ready", None)
        assert "Table numbers go from 1 to 9999." in html_of(answer)


@pytest.mark.parametrize("number", FAR_NUMBERS)
def test_far_numbers_in_queries_of_the_api_are_refused(
    client: Client, club: Club, number: str
) -> None:
    stage = a_drawn_stage(club, 4)
    plan = f"/api/v1/tournaments/{stage.tournament.slug}/stages/1/plan/"
    for address in ("/api/v1/matches/?player=", f"{plan}?entrants="):
        answer = client.get(address + number)
        assert answer.status_code == (200 if number == "99999" else 400), (address, number[:20])
        assert answer["Content-Type"] == "application/json"
    assert client.get(plan).json()["entrants"] == 4


@pytest.mark.parametrize("number", FAR_NUMBERS)
def test_nothing_is_found_at_addresses_with_far_numbers(
    director: Client, club: Club, number: str
) -> None:
    slug = a_drawn_stage(club, 4).tournament.slug
    for address in (
        *(f"/events/{slug}/stages/{number}/", f"/events/{slug}/standings/{number}/"),
        *(f"/clubs/{club.slug}/seasons/{number}/", f"/players/{number}/", f"/matches/{number}/"),
        *(f"/events/{slug}/desk/{number}/", f"/api/v1/matches/{number}/"),
        f"/api/v1/tournaments/{slug}/stages/{number}/bracket/",
        f"/api/v1/tournaments/{slug}/stages/1/standings/{number}/why/",
    ):
        assert director.get(address).status_code == 404, address[:80]


@pytest.mark.parametrize("year", FAR_YEARS)
def test_a_year_that_nobody_means_is_refused_on_the_page(
    director: Client, club: Club, year: str
) -> None:
    when = {"starts_at": f"{year}-01-01T00:30"}
    made = director.post(f"/clubs/{club.slug}/events/new/", FORM | when)
    refusal = f"The date must be between 1900 and {timezone.now().year + 10}."
    assert refusal in html_of(made)
    assert not Tournament.objects.exists()
    event = an_event(club)
    changed = director.post(f"/events/{event.slug}/edit/", FORM | when)
    assert refusal in html_of(changed)
    event.refresh_from_db()
    assert event.starts_at.year == 2026


@pytest.mark.parametrize("year", FAR_YEARS)
def test_a_year_that_nobody_means_is_refused_over_rest(
    client: Client, club: Club, year: str
) -> None:
    headers = {"Authorization": f"Bearer {a_token(club)}"}
    event = an_event(club)
    body = {
        "club": club.slug,
        "name": "Far",
        "starts_at": f"{year}-01-01T00:30:00+02:00",
        "rules": {"length": 7},
        "stages": [{"format": "swiss"}],
    }
    made = client.post("/api/v1/tournaments/", body, "application/json", headers=headers)
    changed = client.patch(
        f"/api/v1/tournaments/{event.slug}/",
        {"starts_at": f"{year}-01-01T00:30:00+02:00"},
        "application/json",
        headers=headers,
    )
    # Before the first of all years in Greenwich there is no date at all.
    code = "overflow" if year == "0001" else "date_out_of_range"
    for answer in (made, changed):
        refused = answer.json()["errors"][0]["code"]
        assert (answer.status_code, refused) == (400, code)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("year", ["0001", "1899", "2200", "9999"])
def test_a_file_with_far_dates_is_refused(director: Client, club: Club, year: str) -> None:
    stage = a_drawn_stage(club, 2)
    text = json.dumps(event_file(stage.tournament))
    for name in ("starts_at", "created_at", "drawn_at", "at"):
        read = json.loads(text)
        _set(read, name, f"{year}-12-31T23:59:59Z")
        answer = director.post(
            f"/clubs/{club.slug}/events/import/",
            {"file": SimpleUploadedFile("event.json", json.dumps(read).encode())},
        )
        assert "The year must be between 1900 and 2199" in html_of(answer), name
    assert Tournament.objects.count() == 1


def test_seasons_show_the_first_and_the_last_year_there_can_be(
    director: Client, club: Club
) -> None:
    latest = timezone.now().year + 10
    for year in (1900, latest):
        create_tournament(
            club_id=club.pk,
            name=f"In {year}",
            starts_at=datetime(year, 7, 1, tzinfo=UTC),
            rules=MatchRules(length=5),
            actor=SYSTEM,
        )
    for year in (1900, latest):
        page = director.get(f"/clubs/{club.slug}/seasons/{year}/")
        assert f"In {year}" in html_of(page)
    assert director.get("/").status_code == 200


def test_the_database_refuses_what_slips_past_the_services(club: Club) -> None:
    event = an_event(club)
    with pytest.raises(IntegrityError, match="event_in_living_memory"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(starts_at=datetime(9999, 6, 1, tzinfo=UTC))
    with pytest.raises(DateOutOfRange):
        create_tournament(
            club_id=club.pk,
            name="Far",
            starts_at=datetime(26, 1, 1, tzinfo=UTC),
            rules=MatchRules(length=5),
            actor=SYSTEM,
        )


def _set(value: object, name: str, text: str) -> None:
    """Put a text wherever a file has this name."""
    if isinstance(value, list):
        for inner in value:
            _set(inner, name, text)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == name and inner is not None:
                value[key] = text
            else:
                _set(inner, name, text)
