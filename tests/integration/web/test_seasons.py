"""Seasons on pages and over REST."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role
from rules_core.seasons.rules import SeasonRules
from tests.integration.factories import a_player, an_event
from tests.integration.held_events import held
from tests.integration.matches.playing import client as program
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Season
from tournaments.services.seasons import change_season, create_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FORM = {
    "name": "Winter Series",
    "first_day": "2026-01-01",
    "last_day": "2026-12-31",
    "formula": "place",
    "places": "10, 6, 4",
    "best": "2",
    "champion_first": "on",
    "tie_break_1": "match_wins",
}


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna", "Beat", "Chiara", "Dario")]


@pytest.fixture
def season(club: Club) -> Season:
    return create_season(
        club_id=club.pk,
        name="Winter Series",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(places=(10, 6, 4, 2), best=2),
        actor=SYSTEM,
    )


def test_each_cell_says_points_place_and_whether_it_counts(
    client: Client, club: Club, season: Season, four: list[Player]
) -> None:
    for month in (3, 4, 5):
        held(club, four[:2], month=month, name=f"Evening {month}")
    page = html_of(client.get("/seasons/winter-series/"))
    text = text_of(page)
    assert text.index("Evening 3") < text.index("Evening 4") < text.index("Evening 5")
    assert '<b>10</b><small>1<span aria-hidden="true">·</span>1–0</small>' in page
    assert '<s>10</s><span class="sr">not counted</span>' in page
    assert "1 Anna 20" in text
    assert "Each player’s 2 best results count." in text


def test_a_players_page_says_how_the_points_came_about(
    client: Client, club: Club, season: Season, four: list[Player]
) -> None:
    held(club, four[:2], name="Evening")
    page = text_of(html_of(client.get(f"/seasons/winter-series/players/{four[1].pk}/")))
    assert "Why Beat is ranked 2" in page
    assert "Place 2 of 2 · won 0, lost 1 6" in page
    assert client.get(f"/seasons/winter-series/players/{four[3].pk}/").status_code == 404


def test_the_table_can_be_taken_away(
    client: Client, club: Club, season: Season, four: list[Player]
) -> None:
    held(club, four[:2], month=3, name="Evening 3")
    held(club, four[1:3], month=4, name="Evening 4")
    assert "/seasons/winter-series/table.csv" in html_of(client.get("/seasons/winter-series/"))
    file = client.get("/seasons/winter-series/table.csv")
    assert file["Content-Type"].startswith("text/csv")
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[0].replace(";", ",") == "Rank,Player,Points,Evening 3,Evening 4"
    assert [line.replace(";", ",") for line in lines[1:]] == [
        "1,Beat,16,6,10",
        "2,Anna,10,10,",
        "3,Chiara,6,,6",
    ]
    assert client.get("/seasons/nobody-knows/table.csv").status_code == 404


def test_the_clubs_seasons_are_listed(client: Client, club: Club, season: Season) -> None:
    page = html_of(client.get(f"/clubs/{club.slug}/seasons/"))
    assert '<a class="name" href="/seasons/winter-series/">Winter Series</a>' in page


def test_a_director_sets_up_a_season_leaves_an_event_out_and_closes_it(
    director: Client, client: Client, club: Club, four: list[Player]
) -> None:
    first = held(club, four[:2], name="First")
    second = held(club, four[2:], month=4, name="Second")
    made = director.post(f"/clubs/{club.slug}/seasons/new/", FORM)
    assert made.headers["Location"] == "/seasons/winter-series/"
    address = "/seasons/winter-series/"
    edit = html_of(director.get(f"{address}edit/"))
    assert edit.count('name="counting"') == 2
    assert edit.count("checked") == 3  # and the winner's right
    saved = director.post(f"{address}edit/", FORM | {"counting": [second.pk], "formula": "wins"})
    assert saved.headers["Location"] == address
    shown = text_of(html_of(client.get(address)))
    assert "Second" in shown
    assert "First" not in shown
    assert Season.objects.get().rules["per_win"] == 1
    director.post(f"{address}close/")
    closed = text_of(html_of(client.get(address)))
    assert "Champion Chiara 1" in closed
    director.post(f"{address}reopen/")
    assert "Champion" not in text_of(html_of(client.get(address)))
    director.post(f"{address}remove/")
    assert client.get(address).status_code == 404
    first.refresh_from_db()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("places", "ten", "Write numbers with commas between them."),
        ("places", "1, 2", "no later place can bring more points"),
        ("last_day", "2025-01-01", "A season ends after it begins"),
        ("first_day", "0001-01-01", "The date must be between"),
        ("best", "0", "greater than or equal to 1"),
        ("name", "Taken", "There is already a season Taken."),
    ],
)
def test_what_cannot_be_meant_is_said_at_the_form(
    director: Client, club: Club, field: str, value: str, said: str
) -> None:
    director.post(f"/clubs/{club.slug}/seasons/new/", FORM | {"name": "Taken"})
    answer = director.post(f"/clubs/{club.slug}/seasons/new/", FORM | {field: value})
    assert answer.status_code == 200
    assert said in text_of(html_of(answer))
    assert Season.objects.count() == 1


def test_a_form_that_somebody_else_overtook_is_not_saved_over_it(
    director: Client, season: Season
) -> None:
    page = html_of(director.get("/seasons/winter-series/edit/"))
    shown = page.partition('name="shown" value="')[2].partition('"')[0]
    assert len(shown) == 16
    change_season(season_id=season.pk, name="Renamed", actor=SYSTEM)
    answer = director.post("/seasons/winter-series/edit/", FORM | {"shown": shown})
    assert "changed after you opened the page" in text_of(html_of(answer))


def test_only_directors_change_a_season(
    client: Client, signed_in: SignedIn, club: Club, season: Season
) -> None:
    for who in (client, signed_in(club, Role.SCORER)):
        for what in ("edit", "close", "reopen", "remove"):
            answer = who.post(f"/seasons/winter-series/{what}/", FORM)
            assert answer.status_code in {302, 403}
            assert "/seasons/" not in answer.headers.get("Location", "").partition("?")[0]
        assert who.get(f"/clubs/{club.slug}/seasons/new/").status_code in {302, 403}
    season.refresh_from_db()
    assert (season.name, season.closed_at) == ("Winter Series", None)


def test_over_rest_with_an_etag(club: Club, season: Season, four: list[Player]) -> None:
    event = held(club, four[:2])
    listed = program().get(f"/api/v1/seasons/?club={club.slug}").json()["results"]
    assert [(one["slug"], one["rules"]["best"]) for one in listed] == [("winter-series", 2)]
    assert program().get("/api/v1/seasons/?club=other").json()["count"] == 0
    answer = program().get("/api/v1/seasons/winter-series/standings/")
    found = answer.json()
    assert [(row["rank"], row["player"], row["points"]) for row in found["rows"]] == [
        (1, four[0].pk, 10),
        (2, four[1].pk, 6),
    ]
    assert found["events"][0]["slug"] == event.slug
    tag = answer.headers["ETag"]
    assert tag == f'"{found["version"]}"'
    again = program().get("/api/v1/seasons/winter-series/standings/", HTTP_IF_NONE_MATCH=tag)
    assert again.status_code == 304
    assert program().get("/api/v1/seasons/none/standings/").status_code == 404


def test_a_season_without_events_says_when_points_come(client: Client, season: Season) -> None:
    assert "No points yet." in text_of(html_of(client.get("/seasons/winter-series/")))


def test_hidden_events_are_offered_to_directors_alone(
    client: Client, director: Client, club: Club, season: Season
) -> None:
    an_event(club, 2, published=False, name="Secret Cup")
    run_pending()
    assert "Secret Cup" in html_of(director.get("/seasons/winter-series/edit/"))
    assert "Secret Cup" not in html_of(director.get("/seasons/winter-series/"))


def test_the_page_takes_as_many_queries_for_many_events(
    client: Client, club: Club, season: Season, queries_of: QueriesOf
) -> None:
    def more(count: int) -> int:
        for _ in range(count):
            held(club, [a_player(club) for _ in range(4)])
        return queries_of(client, "/seasons/winter-series/")

    assert more(1) == more(4)
