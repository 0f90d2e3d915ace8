"""What a club shows on its own site, and on no other."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from players.services.clubs import change_club
from players.services.embedding import SiteNotValid, TooManySites
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.web.conftest import QueriesOf
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SITE = "https://www.bgclub.example"


@pytest.fixture
def shown(club: Club) -> Club:
    return change_club(club_id=club.pk, actor=SYSTEM, embedding_sites=f"{SITE}/tournaments\n")


def ancestors(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    (rule,) = [
        part
        for part in answer["Content-Security-Policy"].split("; ")
        if part.startswith("frame-ancestors")
    ]
    return rule


def test_bracket_and_standings_of_an_event(client: Client, shown: Club) -> None:
    stage = a_drawn_stage(shown, ["Ada Weber", "Bea Rossi"])
    report_result(match_id=Match.objects.get().pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    slug = stage.tournament.slug
    for what in ("bracket", "standings"):
        page = html_of(client.get(f"/embed/events/{slug}/{what}/"))
        assert "Ada Weber" in page
        assert f'data-source="/events/{slug}/stages/1/live/{what}/"' in page
        assert client.get(f"/events/{slug}/stages/1/live/{what}/").status_code == 200
        assert '<base target="_blank">' in page
        assert ancestors(client, f"/embed/events/{slug}/{what}/") == f"frame-ancestors {SITE}"


def test_ratings_and_coming_events_of_a_club(client: Client, shown: Club) -> None:
    an_event(shown, name="Advent Cup")
    a_drawn_stage(shown, ["Ada Weber", "Bea Rossi"])
    report_result(match_id=Match.objects.get().pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    assert "Advent Cup" in html_of(client.get(f"/embed/clubs/{shown.slug}/events/"))
    assert "Ada Weber" in html_of(client.get(f"/embed/clubs/{shown.slug}/ratings/"))
    assert ancestors(client, f"/embed/clubs/{shown.slug}/ratings/") == f"frame-ancestors {SITE}"
    part = client.get(f"/embed/clubs/{shown.slug}/ratings/part/")
    held = {"if-none-match": part["ETag"]}
    assert client.get(f"/embed/clubs/{shown.slug}/ratings/part/", headers=held).status_code == 304


def test_a_club_that_names_no_site_is_shown_nowhere(client: Client, club: Club) -> None:
    assert ancestors(client, f"/embed/clubs/{club.slug}/events/") == "frame-ancestors 'none'"


def test_other_pages_are_shown_nowhere_else(client: Client, shown: Club) -> None:
    answer = client.get(f"/clubs/{shown.slug}/")
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_what_is_not_published_is_not_shown_even_to_directors(
    director: Client, shown: Club
) -> None:
    slug = a_drawn_stage(shown, 2, published=False).tournament.slug
    assert director.get(f"/embed/events/{slug}/bracket/").status_code == 404
    an_event(shown, name="Secret Cup", published=False)
    assert "Secret Cup" not in html_of(director.get(f"/embed/clubs/{shown.slug}/events/"))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("bgclub.example", "https://bgclub.example"),
        ("HTTPS://WWW.Bgclub.example/a/b?c", "https://www.bgclub.example"),
        ("https://*.bgclub.example", "https://*.bgclub.example"),
        ("http://localhost:8080", "http://localhost:8080"),
        (f"{SITE} {SITE}", SITE),
        ("", ""),
    ],
)
def test_an_address_is_taken_as_people_copy_it(club: Club, given: str, kept: str) -> None:
    assert change_club(club_id=club.pk, actor=SYSTEM, embedding_sites=given).embedding_sites == kept


@pytest.mark.parametrize(
    "given", ["http://bgclub.example", "*", "https://*", "https://a;script-src *", "javascript:x"]
)
def test_what_is_no_site_is_refused(club: Club, given: str) -> None:
    with pytest.raises(SiteNotValid):
        change_club(club_id=club.pk, actor=SYSTEM, embedding_sites=given)


def test_there_are_not_too_many_sites(club: Club) -> None:
    many = " ".join(f"https://site{number}.example" for number in range(11))
    with pytest.raises(TooManySites):
        change_club(club_id=club.pk, actor=SYSTEM, embedding_sites=many)


def test_the_lines_to_copy(director: Client, club: Club) -> None:
    settings = f"/clubs/{club.slug}/settings/"
    assert "Enter the address of your site above." in html_of(director.get(settings))
    change_club(club_id=club.pk, actor=SYSTEM, embedding_sites=SITE)
    page = unescape(html_of(director.get(settings)))
    assert f'src="http://testserver/embed/clubs/{club.slug}/ratings/"' in page
    slug = a_drawn_stage(club, 2).tournament.slug
    page = unescape(html_of(director.get(f"/events/{slug}/paper/")))
    assert f'src="http://testserver/embed/events/{slug}/bracket/"' in page


def test_the_queries_of_a_frame_do_not_grow(
    client: Client, shown: Club, queries_of: QueriesOf
) -> None:
    address = f"/embed/clubs/{shown.slug}/ratings/"
    a_drawn_stage(shown, 2)
    report_result(match_id=Match.objects.latest("pk").pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    before = queries_of(client, address)
    a_drawn_stage(shown, 4)
    for match in Match.objects.filter(status="ready"):
        report_result(match_id=match.pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    assert queries_of(client, address) == before
