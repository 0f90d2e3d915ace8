"""Sheets and cards to print, and the same as PDF."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, TableLink
from matches.services.calling import call_match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of
from tournaments.models import Stage
from tournaments.publishing.paper import pdf
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

SHEETS = ["bracket", "draw", "standings", "score-cards"]


@pytest.fixture
def _weasyprint() -> None:
    """Asked for only where it is needed: it takes a second to load."""
    if not pdf.can_make_pdf():
        pytest.skip("WeasyPrint finds no Pango library on this machine")


def drawn(club: Club, entrants: int, **details: Any) -> Stage:
    stage = a_drawn_stage(club, entrants, **details)
    run_pending()
    return stage


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return str(html_of(answer))


def pads(page: str) -> list[str]:
    return re.findall(r'href="http://testserver(/t/[0-9a-f]+/)"', page)


@pytest.mark.parametrize("code", Format)
def test_each_sheet_names_everybody_in_every_format(
    client: Client, club: Club, code: Format
) -> None:
    event = drawn(club, 4, stages=[StagePlan(format=code)]).tournament
    everybody = {f"Entrant {number}" for number in range(1, 5)}
    for what in SHEETS:
        page = text(client, f"/events/{event.slug}/paper/{what}/")
        assert set(re.findall(r"Entrant \d", page)) == everybody


def test_the_bracket_shows_score_and_winner(client: Client, club: Club) -> None:
    event = drawn(club, 2).tournament
    match = Match.objects.get()
    report_result(match_id=match.pk, score=(3, 7), actor=SYSTEM)
    run_pending()
    page = text(client, f"/events/{event.slug}/paper/bracket/")
    bold = re.findall(r'<text[^>]* font-weight="700"[^>]*>([^<]*)</text>', page)
    assert bold == [f"\u2068{match.b.name}\u2069", "7"]


def test_score_cards_have_a_line_for_each_game_and_boxes_for_crawford(
    client: Client, club: Club
) -> None:
    event = drawn(club, 2, rules=MatchRules(length=3)).tournament
    call_match(match_id=Match.objects.get().pk, table=9, actor=SYSTEM)
    page = text(client, f"/events/{event.slug}/paper/score-cards/")
    assert re.findall(r"<text[^>]*>(\d+)</text>", page) == ["1", "2", "3", "4", "5"]
    assert "Crawford" in page
    assert "<strong>9</strong>" in page


def test_without_the_crawford_rule_there_is_nothing_to_tick(client: Client, club: Club) -> None:
    event = drawn(club, 2, rules=MatchRules(length=3, crawford=False)).tournament
    assert "Crawford" not in text(client, f"/events/{event.slug}/paper/score-cards/")


def test_before_the_draw_there_are_blank_score_cards_and_the_others_say_what_is_missing(
    client: Client, club: Club
) -> None:
    event = an_event(club, 3)
    assert text(client, f"/events/{event.slug}/paper/score-cards/").count("score-card") == 2
    assert "The draw has not been made yet." in text(client, f"/events/{event.slug}/paper/draw/")
    assert "appears after the draw" in text(client, f"/events/{event.slug}/paper/bracket/")


def test_cards_are_made_once_and_new_ones_when_asked(director: Client, club: Club) -> None:
    event = drawn(club, 4).tournament
    address = f"/events/{event.slug}/cards/"
    first = pads(html_of(director.post(address)))
    assert len(set(first)) == 4
    assert pads(html_of(director.post(address))) == first
    renewed = pads(html_of(director.post(address, {"renew": "on"})))
    assert set(renewed).isdisjoint(first)
    assert Client().get(first[0]).status_code == 404
    assert Client().get(renewed[0]).status_code == 200


def test_cards_are_for_matches_still_to_be_played_and_are_kept_by_nobody(
    director: Client, club: Club
) -> None:
    event = drawn(club, 4).tournament
    done, open_ = Match.objects.order_by("pk")
    report_result(match_id=done.pk, score=(7, 0), actor=SYSTEM)
    answer = director.post(f"/events/{event.slug}/cards/")
    assert open_.a.name in html_of(answer)
    assert not TableLink.objects.filter(match=done).exists()
    assert "no-store" in answer["Cache-Control"]


def test_cards_take_as_many_queries_for_many_matches(director: Client, club: Club) -> None:
    def queries(entrants: int) -> int:
        event = drawn(club, entrants).tournament
        with CaptureQueriesContext(connection) as made:
            assert director.post(f"/events/{event.slug}/cards/").status_code == 200
        return len(made)

    queries(2)
    assert queries(2) == queries(32)


@pytest.mark.parametrize("what", SHEETS)
def test_sheets_take_as_many_queries_for_many_rows(
    client: Client, club: Club, queries_of: QueriesOf, what: str
) -> None:
    few, many = drawn(club, 2).tournament, drawn(club, 20).tournament
    assert queries_of(client, f"/events/{few.slug}/paper/{what}/") == queries_of(
        client, f"/events/{many.slug}/paper/{what}/"
    )


def test_what_is_private_stays_so(client: Client, signed_in: SignedIn, club: Club) -> None:
    event = drawn(club, 2, published=False).tournament
    reader, scorer = signed_in(club, Role.READER), signed_in(club, Role.SCORER)
    answers = {
        path: [
            who.get(f"/events/{event.slug}/{path}").status_code for who in (client, reader, scorer)
        ]
        for path in ("paper/", "paper/bracket/")
    }
    assert answers == {"paper/": [404, 403, 200], "paper/bracket/": [404, 200, 200]}
    assert [
        who.post(f"/events/{event.slug}/cards/").status_code for who in (client, reader, scorer)
    ] == [404, 403, 200]
    assert reader.get(f"/events/{event.slug}/paper/bracket.pdf").status_code == 403


def test_there_is_no_such_sheet(client: Client, director: Client, club: Club) -> None:
    event = an_event(club, 2)
    assert client.get(f"/events/{event.slug}/paper/weather/").status_code == 404
    assert director.get(f"/events/{event.slug}/paper/weather.pdf").status_code == 404


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1:8000", True), ("testserver", False)])
def test_codes_that_lead_nowhere_are_warned_of(
    director: Client, club: Club, host: str, warned: bool
) -> None:
    event = a_drawn_stage(club, 4).tournament
    page = html_of(director.post(f"/events/{event.slug}/cards/", headers={"host": host}))
    assert ("Phones cannot open these codes" in page) is warned


@pytest.mark.slow
@pytest.mark.usefixtures("_weasyprint")
@pytest.mark.parametrize("what", SHEETS)
def test_each_sheet_is_a_pdf(director: Client, club: Club, what: str) -> None:
    event = drawn(club, 3).tournament
    answer = director.get(f"/events/{event.slug}/paper/{what}.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{event.slug}-{what}.pdf"'
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.slow
@pytest.mark.usefixtures("_weasyprint")
def test_table_cards_are_a_pdf_that_nobody_keeps(director: Client, club: Club) -> None:
    event = drawn(club, 2).tournament
    answer = director.post(f"/events/{event.slug}/cards/", {"pdf": "1"})
    assert answer.content.startswith(b"%PDF-")
    assert "no-store" in answer["Cache-Control"]


def test_without_weasyprint_a_sentence_says_so(
    director: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        return None

    monkeypatch.setattr(pdf, "_weasyprint", missing)
    event = drawn(club, 2).tournament
    answer = director.get(f"/events/{event.slug}/paper/bracket.pdf")
    assert answer.status_code == 409
    assert "Print the page from the browser instead." in html_of(answer)
    assert ".pdf" not in text(director, f"/events/{event.slug}/paper/")


@pytest.mark.parametrize("what", ["bracket", "draw", "standings"])
def test_a_sheet_on_the_wall_leads_to_the_event(client: Client, club: Club, what: str) -> None:
    event = drawn(club, 4).tournament
    address = f"/events/{event.slug}/paper/{what}/"
    assert '<img class="code" src="data:image/png' in text(client, address)
    # A phone would look for this machine on itself.
    here = client.get(address, headers={"Host": "localhost"})
    assert 'class="code"' not in html_of(here)
