"""Feeds for calendars and readers, tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from openpyxl import load_workbook

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.stages import play_out
from tests.integration.web.conftest import QueriesOf
from tournaments.services.attendance import withdraw
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def table(browser: Client, address: str) -> list[list[str]]:
    answer = browser.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_published_events_are_in_the_calendar(client: Client, club: Club) -> None:
    an_event(club, name="Advent, open; to all")
    an_event(club, name="Secret Cup", published=False)
    answer = client.get(f"/clubs/{club.slug}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert "SUMMARY:Advent\\, open\\; to all" in lines
    assert "DTSTART:20261118T183000Z" in lines
    assert "URL:http://testserver/events/advent-open-to-all/" in lines
    assert "SUMMARY:Secret Cup" not in lines


def test_long_lines_are_folded(client: Client, club: Club) -> None:
    an_event(club, name="Ü" * 100)
    text = client.get(f"/clubs/{club.slug}/calendar.ics").content
    assert max(len(line) for line in text.split(b"\r\n")) <= 75
    assert "Ü" * 100 in text.decode().replace("\r\n ", "")


def test_results_are_in_the_feed_the_newest_first(client: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    for match in Match.objects.order_by("pk"):
        report_result(match_id=match.pk, score=(7, match.pk % 7), actor=SYSTEM)
    feed = ElementTree.fromstring(client.get(f"/clubs/{club.slug}/results.atom").content)
    titles = [title.text for title in feed.iterfind("{*}entry/{*}title")]
    newest = Match.objects.filter(status="finished").select_related("a", "b").latest("pk")
    assert titles[0] == f"{newest.a} 7–{newest.pk % 7} {newest.b}"
    assert len(titles) == 2


def test_hidden_results_are_in_no_feed(client: Client, club: Club) -> None:
    a_drawn_stage(club, 2, published=False)
    report_result(match_id=Match.objects.get().pk, score=(7, 0), actor=SYSTEM)
    feed = ElementTree.fromstring(client.get(f"/clubs/{club.slug}/results.atom").content)
    assert feed.find("{*}entry") is None


def test_results_and_standings_as_tables(client: Client, club: Club) -> None:
    event = a_drawn_stage(club, 2).tournament
    match = Match.objects.get()
    report_result(match_id=match.pk, score=(3, 7), actor=SYSTEM)
    run_pending()
    (_, row) = table(client, f"/events/{event.slug}/results.csv")
    assert row[5:9] == ["3", "7", "7", match.b.name]
    (_, first, second) = table(client, f"/events/{event.slug}/standings.csv")
    assert (first[1], first[3], second[1]) == ("1", match.b.name, "2")


def test_the_standings_of_a_consolation_come_after_those_of_the_event(
    client: Client, club: Club
) -> None:
    stage = a_drawn_stage(club, 4, stages=[StagePlan(settings={"consolation": "simple"})])
    play_out(stage)
    run_pending()
    _, *rows = table(client, f"/events/{stage.tournament.slug}/standings.csv")
    assert [row[-1] for row in rows] == ["Main"] * 4 + ["Consolation"] * 2
    assert rows[-2][1] == "1"


def test_a_name_is_no_formula(client: Client, club: Club) -> None:
    event = an_event(club, ["=SUM(A1)"])
    assert table(client, f"/events/{event.slug}/entrants.csv")[1][1] == "'=SUM(A1)"


def book(browser: Client, address: str) -> dict[str, list[tuple[Any, ...]]]:
    answer = browser.get(address)
    assert answer.status_code == 200
    read = load_workbook(io.BytesIO(answer.content))
    return {sheet.title: list(sheet.values) for sheet in read.worksheets}


def test_a_workbook_has_all_tables_of_an_event(client: Client, club: Club) -> None:
    event = a_drawn_stage(club, 2).tournament
    match = Match.objects.get()
    with time_machine.travel("2026-11-18 20:15+00:00", tick=False):
        report_result(match_id=match.pk, score=(3, 7), actor=SYSTEM)
    run_pending()
    tables = book(client, f"/events/{event.slug}/event.xlsx")
    assert list(tables) == ["About this file", "Entrants", "Results", "Standings"]
    assert tables["About this file"][0][0] == event.name
    facts = dict(row for row in tables["About this file"][2:] if row[0])
    assert facts["Address"] == f"http://testserver/events/{event.slug}/"
    (_, row) = tables["Results"]
    assert row[5:9] == (3, 7, 7, match.b.name)
    assert row[12] == datetime(2026, 11, 18, 21, 15)  # noqa: DTZ001 (as the clock in the hall says)
    assert [line[3] for line in tables["Standings"][1:]] == [match.b.name, match.a.name]


def test_a_name_is_no_formula_in_a_workbook_and_nothing_breaks_it(
    client: Client, club: Club
) -> None:
    event = an_event(club, ["=SUM(A1)", "Bell\x07"])
    rows = load_workbook(
        io.BytesIO(client.get(f"/events/{event.slug}/event.xlsx").content)
    ).worksheets[1]
    assert (rows["B2"].value, rows["B2"].data_type) == ("=SUM(A1)", "s")
    assert rows["B3"].value == "Bell"


def test_who_has_paid_is_for_directors_only(client: Client, director: Client, club: Club) -> None:
    event = an_event(club, 1)
    public, private = (
        book(who, f"/events/{event.slug}/event.xlsx")["Entrants"] for who in (client, director)
    )
    assert [len(row) for row in (*public, *private)] == [5, 5, 7, 7]
    assert private[1][5] == "no"


def test_a_clubs_workbook_has_players_and_ratings(
    client: Client, director: Client, club: Club
) -> None:
    a_player(club, "Anna Meier")
    assert book(client, f"/clubs/{club.slug}/club.xlsx")["Players"][1] == ("Anna Meier", None)
    tables = book(director, f"/clubs/{club.slug}/club.xlsx")
    assert list(tables) == ["About this file", "Players", "Ratings"]
    assert len(tables["Players"][0]) == 4


def test_hidden_events_have_no_workbook(client: Client, club: Club) -> None:
    event = an_event(club, 2, published=False)
    assert client.get(f"/events/{event.slug}/event.xlsx").status_code == 404


def test_addresses_are_for_directors_only(client: Client, director: Client, club: Club) -> None:
    a_player(club, "Anna Meier")
    assert len(table(client, f"/clubs/{club.slug}/players.csv")[0]) == 2
    assert len(table(director, f"/clubs/{club.slug}/players.csv")[0]) == 4


@pytest.mark.parametrize("address", ["/events/{}/weather.csv", "/events/nothing/results.csv"])
def test_tables_that_there_are_not(client: Client, club: Club, address: str) -> None:
    event = an_event(club, 2)
    assert client.get(address.format(event.slug)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("what", ["entrants.csv", "results.csv", "standings.csv", "event.xlsx"])
def test_tables_take_as_many_queries_for_many_rows(
    client: Client, club: Club, queries_of: QueriesOf, what: str
) -> None:
    few, many = a_drawn_stage(club, 2).tournament, a_drawn_stage(club, 20).tournament
    assert queries_of(client, f"/events/{few.slug}/{what}") == queries_of(
        client, f"/events/{many.slug}/{what}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", ["results.atom", "calendar.ics", "players.csv", "ratings.csv", "club.xlsx"]
)
def test_a_clubs_files_take_as_many_queries_for_many_rows(
    client: Client, club: Club, queries_of: QueriesOf, file: str
) -> None:
    def more(entrants: int) -> int:
        a_drawn_stage(club, entrants)
        for match in Match.objects.filter(status="ready"):
            report_result(match_id=match.pk, score=(7, 0), actor=SYSTEM)
        run_pending()
        return queries_of(client, f"/clubs/{club.slug}/{file}")

    assert more(2) == more(16)


def test_brackets_and_endings_are_in_the_language_of_the_headings(
    client: Client, club: Club
) -> None:
    stage = a_drawn_stage(club, 5, stages=[StagePlan(settings={"consolation": "simple"})])
    left = stage.pairings.filter(status="ready")[0].a
    assert left
    withdraw(entry_id=left.pk, actor=SYSTEM)
    run_pending()
    address = f"/events/{stage.tournament.slug}/results.csv"
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(german)))
    assert {row["Wie es endete"] for row in rows if row["Sieger"]} == {"kampflos", "Freilos"}
    assert {row["Tableau"] for row in rows} == {"Haupttableau", "Trostturnier"}


def test_columns_are_wide_enough_and_times_are_shown_as_times(client: Client, club: Club) -> None:
    name = "Maximilian-Alexander von Hohenstaufen"
    event = a_drawn_stage(club, [name, "Ada"]).tournament
    report_result(match_id=Match.objects.get().pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    answer = client.get(f"/events/{event.slug}/event.xlsx")
    sheets = {sheet.title: sheet for sheet in load_workbook(io.BytesIO(answer.content))}
    assert sheets["Entrants"].column_dimensions["B"].width >= len(name)
    assert sheets["Results"]["M2"].number_format == "yyyy-mm-dd hh:mm"
    ratings = client.get(f"/clubs/{club.slug}/club.xlsx")
    rated = load_workbook(io.BytesIO(ratings.content))["Ratings"]
    assert rated["C2"].number_format == "0.00"


def test_a_file_is_separated_as_the_club_s_language_expects(client: Client, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(language="de")
    a_drawn_stage(club, ["Ada", "Bea"])
    report_result(match_id=Match.objects.get().pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    answer = client.get(f"/clubs/{club.slug}/ratings.csv", headers={"accept-language": "en"})
    first = answer.content.decode("utf-8-sig").splitlines()[1]
    winner = Match.objects.get().a.name
    assert first.split(";")[:3] == ["1", winner, "1526,46"]
    Club.objects.filter(pk=club.pk).update(language="en")
    answer = client.get(f"/clubs/{club.slug}/ratings.csv")
    assert answer.content.decode("utf-8-sig").splitlines()[1].startswith(f"1,{winner},1526.46")


def test_results_come_in_the_order_of_the_event(client: Client, club: Club) -> None:
    settings = {"consolation": "simple", "third_place": True}
    stage = a_drawn_stage(club, 8, stages=[StagePlan(settings=settings)])
    play_out(stage)
    _, *rows = table(client, f"/events/{stage.tournament.slug}/results.csv")
    brackets = list(dict.fromkeys(row[0] for row in rows))
    assert brackets == ["Main", "Consolation", "Match for third place"]
    assert [(row[1], row[2]) for row in rows[:5]] == [
        *(("1", number) for number in "1234"),
        ("2", "1"),
    ]
