"""How a rating came about, match by match: all of it, and what the rating list shows as one change."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from matches.models import Match, RatingChange
from matches.services.creation import make_casual_match
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Player
from rules_core.match import MatchRules
from tests.integration.factories import a_player
from tests.integration.held_events import held
from tests.pages import html_of, text_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

MAY, JUNE = (datetime(2026, month, 10, 20, tzinfo=UTC) for month in (5, 6))


@pytest.fixture
def two(club: Club) -> list[Player]:
    """They met in an event in May, and in another one in June."""
    players = [a_player(club, "Ada Ash"), a_player(club, "Bo Birch")]
    for name, at in (("Spring Cup", MAY), ("Summer Cup", JUNE)):
        event = held(club, players, name=name)
        Match.objects.filter(event=event.slug).update(finished_at=at)
    rate_everything()
    return players


def page(client: Client, player: Player, **asked: str) -> str:
    return text_of(html_of(client.get(f"/players/{player.pk}/rating/", asked)))


def figures(player: Player, at: datetime) -> str:
    change = RatingChange.objects.get(player=player, at=at)
    return f"{change.after:.1f}"


def test_every_change_has_its_numbers(client: Client, two: list[Player]) -> None:
    text = page(client, two[0])
    for at in (MAY, JUNE):
        assert figures(two[0], at) in text
    for head in ("Length", "Before", "Chance", "K", "Change", "After"):
        assert head in text


def test_the_rating_list_leads_to_the_matches_that_its_change_adds_up(
    client: Client, two: list[Player]
) -> None:
    shown = client.get(f"/clubs/{two[0].club.slug}/ratings/").content.decode()
    assert f'href="/players/{two[0].pk}/rating/?since=2026-06-10"' in shown
    text = page(client, two[0], since="2026-06-10")
    assert figures(two[0], JUNE) in text
    assert "Change since 10 Jun 2026." in text
    rows = html_of(client.get(f"/players/{two[0].pk}/rating/", {"since": "2026-06-10"}))
    assert text_of(rows).count("Bo Birch") == 1


def test_as_of_a_day_later_matches_are_left_out(client: Client, two: list[Player]) -> None:
    text = page(client, two[0], as_of="2026-05-31")
    assert text.count("Bo Birch") == 1
    assert figures(two[0], MAY) in text
    assert "No rated matches here." in page(client, two[0], since="2026-07-01")


def test_what_is_no_day_is_no_filter(client: Client, two: list[Player]) -> None:
    assert page(client, two[0], since="yesterday", page="nine").count("Bo Birch") == 2


def test_what_is_not_published_is_not_told(client: Client, two: list[Player]) -> None:
    Tournament.objects.filter(name="Summer Cup").update(published_at=None)
    assert page(client, two[0]).count("Bo Birch") == 1


def test_nobody_and_somebody_who_never_played(client: Client, club: Club) -> None:
    assert client.get("/players/4711/rating/").status_code == 404
    assert "No rated matches here." in page(client, a_player(club, "Cid Cedar"))


def test_casual_matches_are_told_to_those_who_may_see_them(
    client: Client, two: list[Player]
) -> None:
    ada, bo = two
    match = make_casual_match(
        club_id=ada.club_id, a_id=ada.pk, b_id=bo.pk, rules=MatchRules(5), actor=SYSTEM
    )
    report_result(match_id=match.pk, score=(5, 3), actor=SYSTEM)
    Match.objects.filter(pk=match.pk).update(rated=True)
    rate_everything()
    assert page(client, ada).count("Bo Birch") == 2
