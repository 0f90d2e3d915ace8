"""The opening table and the hit table of the rule books, as a page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.play_tables import ShownHit, ShownOpening, hits, openings
from rules_core.dice import hit_table
from rules_core.notation.opening import BOOK_OPENINGS, opening_table
from tests.pages import html_of, text_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_every_line_of_both_tables_is_there_in_both_notations(client: Client) -> None:
    page = text_of(html_of(client.get("/tables/")))
    for line in opening_table():
        assert f"{line.dice.first}-{line.dice.second}" in page
        assert all(str(play) in page for play in line.plays)
    for box in BOOK_OPENINGS.values():
        assert all(play in page for play in box)
    for chance in hit_table():
        assert f"{chance.distance} {chance.rolls} {chance.percent}" in page


@pytest.mark.parametrize("line", openings(), ids=lambda line: line.code)
def test_every_roll_has_its_board(client: Client, line: ShownOpening) -> None:
    page = html_of(client.get(f"/tables/?roll={line.code}"))
    drawn = re.search(r'<svg [^>]*role="img".*?</svg>', page, re.DOTALL)
    assert drawn is not None
    assert f"With {line.roll} the books play {line.plays[0].standard}" in drawn[0]
    assert "You, 167 pips: 2 on 24, 5 on 13, 3 on 8, 5 on 6." in drawn[0]
    assert page.count('aria-current="true"') >= 1


@pytest.mark.parametrize("line", hits(), ids=lambda line: str(line.chance.distance))
def test_every_distance_has_its_board(client: Client, line: ShownHit) -> None:
    distance = line.chance.distance
    page = html_of(client.get(f"/tables/?distance={distance}"))
    assert f"hit a blot that is {distance} away" in page
    assert f"You, 18 pips: 1 on 18, 14 borne off. Opponent, {25 - 18 + distance} pips" in page


@pytest.mark.parametrize("query", ["roll=77", "roll=", "roll=13", "distance=13", "distance=x"])
def test_what_is_in_no_table_is_not_found(client: Client, query: str) -> None:
    assert client.get(f"/tables/?{query}").status_code == 404


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("de", "Eröffnungen und Trefferchancen"),
        ("fr", "Ouvertures et chances de frapper"),
        ("it", "Aperture e probabilità di colpire"),
    ],
)
def test_the_page_speaks_four_languages(client: Client, language: str, title: str) -> None:
    page = html_of(client.get("/tables/", headers={"accept-language": language}))
    assert title in page
    assert "47,2" in page


def test_the_page_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get("/tables/")


def test_every_page_leads_there(client: Client) -> None:
    assert '<a href="/tables/">Openings and chances to hit</a>' in html_of(client.get("/"))
