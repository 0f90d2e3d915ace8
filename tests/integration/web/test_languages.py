"""Which language somebody is answered in, and a club's settings, where its own is chosen."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Role
from players.services.clubs import ClubNameMissing, UnknownLanguage, UnknownTimezone, change_club
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def german_club(club: Club) -> Club:
    return change_club(club_id=club.pk, actor=SYSTEM, language="de")


def language_of(browser: Client, address: str, asks_for: str = "") -> str:
    answer = browser.get(address, headers={"Accept-Language": asks_for} if asks_for else {})
    assert answer.status_code == 200
    return str(answer["Content-Language"])


def pages_of(club: Club) -> list[str]:
    event = a_drawn_stage(club, 2).tournament
    run_pending()
    return [
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/players/",
        f"/clubs/{club.slug}/ratings/",
        f"/players/{a_player(club).pk}/",
        f"/matches/{event.stages.get().pairings.get().match_id}/",
        *(
            f"/events/{event.slug}/{page}"
            for page in ("", "standings/", "entrants/", "proof/", "live/bracket/", "entrants.csv")
        ),
    ]


def read_by_all(club: Club) -> list[str]:
    event = a_drawn_stage(club, 2).tournament
    run_pending()
    return [
        f"/clubs/{club.slug}/results.atom",
        f"/clubs/{club.slug}/calendar.ics",
        *(
            f"/events/{event.slug}/{page}"
            for page in ("tv/", "live/tv/", "preview.png", "paper/standings/")
        ),
    ]


def test_the_browser_comes_before_the_club(client: Client, german_club: Club) -> None:
    for page in pages_of(german_club):
        assert language_of(client, page) == "de", page
        assert language_of(client, page, "es-ES, es;q=0.9") == "de", page
        assert language_of(client, page, "es, fr-CH;q=0.5, en;q=0.3") == "fr", page


def test_the_switch_comes_before_the_browser_and_the_club(
    client: Client, german_club: Club
) -> None:
    client.post("/language/", {"language": "it", "next": "/"})
    for page in [*pages_of(german_club), *read_by_all(german_club)]:
        assert language_of(client, page, "fr") == "it", page


def test_what_everybody_reads_is_in_the_clubs_language(client: Client, german_club: Club) -> None:
    for page in read_by_all(german_club):
        assert language_of(client, page, "fr") == "de", page


def test_every_language_is_called_as_it_calls_itself(client: Client, german_club: Club) -> None:
    page = html_of(client.get(f"/clubs/{german_club.slug}/"))
    shown = re.findall(r'name="language"[^>]*>([^<]+)<', page)
    assert shown == ["English", "Deutsch", "Français", "Italiano"]


def test_pages_of_no_club_are_in_english(client: Client, german_club: Club) -> None:
    an_event(german_club)
    assert language_of(client, "/") == "en"
    assert language_of(client, "/", "fr") == "fr"


def test_a_language_is_not_carried_over_to_the_next_visitor(
    client: Client, german_club: Club
) -> None:
    assert language_of(client, f"/clubs/{german_club.slug}/") == "de"
    assert language_of(Client(), "/") == "en"


def test_a_director_chooses_the_clubs_language(director: Client, club: Club) -> None:
    address = f"/clubs/{club.slug}/settings/"
    assert f'href="{address}"' in html_of(director.get(f"/clubs/{club.slug}/"))
    assert 'value="Europe/Zurich" selected' in html_of(director.get(address))
    details = {"name": " Club  Limmat ", "country": "ch", "timezone": "Europe/Rome"}
    answer = director.post(address, details | {"language": "fr", "rate_casual_matches": "on"})
    assert answer.status_code == 302
    club.refresh_from_db()
    assert (club.name, club.country, club.timezone) == ("Club Limmat", "CH", "Europe/Rome")
    assert (club.language, club.rate_casual_matches) == ("fr", True)
    assert language_of(Client(), f"/clubs/{club.slug}/") == "fr"


def test_settings_that_make_no_sense_are_refused_at_the_form(director: Client, club: Club) -> None:
    details = {"name": "Club", "timezone": "Mars/Base", "language": "tlh"}
    answer = director.post(f"/clubs/{club.slug}/settings/", details)
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"timezone", "language"}


def test_only_directors_change_a_clubs_settings(
    client: Client, signed_in: SignedIn, club: Club
) -> None:
    address = f"/clubs/{club.slug}/settings/"
    assert client.get(address).status_code == 302
    scorer = signed_in(club, Role.SCORER)
    assert scorer.post(address, {"name": "Ours"}).status_code == 403
    assert address not in html_of(scorer.get(f"/clubs/{club.slug}/ratings/"))


def test_the_service_refuses_what_no_form_would_send(club: Club) -> None:
    with pytest.raises(UnknownLanguage):
        change_club(club_id=club.pk, actor=SYSTEM, language="tlh")
    with pytest.raises(UnknownTimezone):
        change_club(club_id=club.pk, actor=SYSTEM, timezone="Mars/Base")
    with pytest.raises(ClubNameMissing):
        change_club(club_id=club.pk, actor=SYSTEM, name="  ")
    club.refresh_from_db()
    assert (club.language, club.timezone, club.name) == ("en", "Europe/Zurich", "Club Limmat")


def test_programs_see_a_clubs_language(client: Client, german_club: Club) -> None:
    assert client.get(f"/api/v1/clubs/{german_club.slug}/").json()["language"] == "de"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "Wednesday 18 November 2026, 19:30"),
        ("de", "Mittwoch, 18. November 2026, 19:30"),
        ("fr", "mercredi 18 novembre 2026, 19:30"),
        ("it", "mercoledì 18 novembre 2026, 19:30"),
    ],
)
def test_dates_are_written_as_in_each_language(
    client: Client, club: Club, language: str, written: str
) -> None:
    event = an_event(club, 2)
    page = client.get(f"/events/{event.slug}/", headers={"Accept-Language": language})
    assert written.lower() in html_of(page).lower()
