"""A club's years: the events of each, who won them, and everybody's balance."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from matches.models import Match, RatingChange
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, Player
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.held_events import held
from tests.integration.web.conftest import QueriesOf
from tests.pages import html_of
from tournaments.publishing.club_years import events_of_year, win_loss_records, years_of
from tournaments.services.events import StagePlan, change_tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NOBODY = Actor()
POOLS = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"qualify": 2})
FINAL = StagePlan(name="Final", format=Format.SINGLE_ELIMINATION)


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna", "Beat", "Chiara", "Dario")]


def table_of(club: Club, year: int = 2026) -> list[tuple[int, str, int, int, int, int]]:
    events = events_of_year(club, year, NOBODY)
    return [
        (line.rank, line.player.name, line.won, line.lost, line.titles, len(line.events))
        for line in win_loss_records(club, year, NOBODY, events)
    ]


def test_the_table_counts_what_was_won_and_lost(club: Club, four: list[Player]) -> None:
    held(club, four, stages=[StagePlan(format=Format.ROUND_ROBIN)])
    held(club, four[1:3])
    assert table_of(club) == [
        (1, "Anna", 3, 0, 1, 1),
        (2, "Beat", 3, 1, 1, 2),
        (3, "Chiara", 1, 3, 0, 2),
        (4, "Dario", 0, 3, 0, 1),
    ]


def test_those_who_are_level_share_a_rank(club: Club, four: list[Player]) -> None:
    held(club, four[:2])
    held(club, four[2:])
    assert [line[:2] for line in table_of(club)] == [
        (1, "Anna"),
        (1, "Chiara"),
        (3, "Beat"),
        (3, "Dario"),
    ]


def test_the_last_of_stages_one_after_the_other_has_the_winner(
    club: Club, four: list[Player]
) -> None:
    # The pools are won by Anna; the final is what counts, whoever wins it.
    event = held(club, four, stages=[POOLS, FINAL])
    final = Match.objects.filter(event=event.slug).order_by("-pk")[0]
    (line,) = events_of_year(club, 2026, NOBODY)
    assert [winner.player for winner in line.winners] == [min(final.a_id, final.b_id)]


def test_a_walkover_is_no_match_played(club: Club) -> None:
    stage = a_drawn_stage(club, 2)
    match = Match.objects.get(event=stage.tournament.slug)
    report_result(match_id=match.pk, winner=Side.A, ended_by=MatchEnd.WALKOVER, actor=SYSTEM)
    run_pending()
    assert table_of(club) == []


def test_the_rating_change_is_that_of_the_seasons_matches(club: Club, four: list[Player]) -> None:
    held(club, four[:2], year=2025)
    held(club, four[:2])
    events = events_of_year(club, 2026, NOBODY)
    anna = win_loss_records(club, 2026, NOBODY, events)[0]
    last = RatingChange.objects.filter(player=four[0]).order_by("-match_id")[0]
    assert anna.rating_change == pytest.approx(last.after - last.before)


def test_a_year_is_one_at_the_clubs_own_clock(club: Club) -> None:
    event = an_event(club, 2)
    midnight = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
    change_tournament(tournament_id=event.pk, actor=SYSTEM, starts_at=midnight)
    assert years_of(club, NOBODY) == [2026]
    assert [line.event for line in events_of_year(club, 2026, NOBODY)] == [event]


def test_a_page_for_each_year(client: Client, club: Club, four: list[Player]) -> None:
    held(club, four[:2], year=2025, name="Old Cup")
    held(club, four[2:], name="New Cup")
    latest = html_of(client.get(f"/clubs/{club.slug}/seasons/"))
    assert "The year 2026" in latest
    assert "New Cup" in latest
    assert "Old Cup" not in latest
    assert f'href="/clubs/{club.slug}/seasons/2025/"' in latest
    before = html_of(client.get(f"/clubs/{club.slug}/seasons/2025/"))
    assert "Old Cup" in before
    assert re.search(r"Winner:</span><bdi>Anna", before)
    assert "+" in before
    assert client.get(f"/clubs/{club.slug}/seasons/2019/").status_code == 404
    assert client.get(f"/clubs/{club.slug}/seasons/99999/").status_code == 404


def test_a_club_without_events_says_when_its_first_season_begins(
    client: Client, club: Club
) -> None:
    page = html_of(client.get(f"/clubs/{club.slug}/seasons/"))
    assert "starts with its first event" in page


def test_what_is_not_published_is_for_members(client: Client, director: Client, club: Club) -> None:
    an_event(club, 2, published=False, name="Secret Cup")
    address = f"/clubs/{club.slug}/seasons/"
    assert "Secret Cup" in html_of(director.get(address))
    assert "Secret Cup" not in html_of(client.get(address))


def test_a_season_takes_as_many_queries_for_many_events(
    client: Client, club: Club, queries_of: QueriesOf
) -> None:
    def more(count: int) -> int:
        for _ in range(count):
            held(club, [a_player(club) for _ in range(4)])
        return queries_of(client, f"/clubs/{club.slug}/seasons/")

    assert more(1) == more(4)
