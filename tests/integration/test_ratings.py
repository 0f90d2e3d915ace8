"""Ratings follow the order of play, whatever the order of the jobs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from matches.models import Match, Rating, RatingChange
from matches.services.creation import NewMatch, make_matches
from matches.services.rating_replay import rate_everything, rate_matches
from matches.services.results import report_result
from matches.services.voiding import void_match
from players.actors import SYSTEM
from players.models import Club, Player
from rules_core.match import MatchEnd, MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

EVENING = datetime(2026, 11, 18, 19, 0, tzinfo=UTC)
Table = dict[str, tuple[float, int, int]]


def played(
    club: Club, a: Player, b: Player, *, a_wins: bool, minutes: int, length: int = 5
) -> Match:
    """A finished match, at a time of our choosing."""
    (match,) = make_matches(
        club_id=club.pk, new_matches=[NewMatch(a.pk, b.pk, MatchRules(length=length))], actor=SYSTEM
    )
    score = (length, 2) if a_wins else (2, length)
    report_result(match_id=match.pk, score=score if length > 2 else (length, 0), actor=SYSTEM)
    Match.objects.filter(pk=match.pk).update(finished_at=EVENING + timedelta(minutes=minutes))
    return match


def table() -> Table:
    return {
        rating.player.name: (round(rating.value, 9), rating.experience, rating.matches)
        for rating in Rating.objects.select_related("player").filter(matches__gt=0)
    }


def an_evening() -> list[Match]:
    club = a_club()
    anna, beat, carla, dario = (a_player(club, name) for name in ("Anna", "Beat", "Carla", "Dario"))
    return [
        played(club, anna, beat, a_wins=True, minutes=0),
        played(club, carla, dario, a_wins=False, minutes=5, length=7),
        played(club, anna, dario, a_wins=False, minutes=40),
        played(club, beat, carla, a_wins=True, minutes=45, length=3),
        played(club, anna, carla, a_wins=True, minutes=80, length=9),
    ]


def test_two_newcomers_move_five_times_as_far_as_the_experienced() -> None:
    club = a_club()
    match = played(club, a_player(club, "Anna"), a_player(club, "Beat"), a_wins=True, minutes=0)
    rate_matches(match_ids=[match.pk])
    stake = 4 * 5**0.5 * 0.5
    assert table() == {
        "Anna": (round(1500 + 5 * stake, 9), 5, 1),
        "Beat": (round(1500 - 5 * stake, 9), 5, 1),
    }


def test_jobs_in_any_order_give_the_same_ratings() -> None:
    matches = an_evening()
    for match in matches:
        rate_matches(match_ids=[match.pk])
    in_order = table()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()

    for match in (matches[3], matches[0], matches[4], matches[2], matches[1]):
        rate_matches(match_ids=[match.pk])

    assert table() == in_order
    assert RatingChange.objects.count() == 10


def test_all_at_once_give_what_one_by_one_gave() -> None:
    matches = an_evening()
    for match in matches:
        rate_matches(match_ids=[match.pk])
    one_by_one = table()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()

    rate_matches(match_ids=[matches[2].pk, matches[0].pk])
    rate_matches(match_ids=[match.pk for match in matches])

    assert table() == one_by_one
    assert RatingChange.objects.count() == 10


def test_rating_a_match_twice_changes_nothing() -> None:
    matches = an_evening()
    for match in matches:
        rate_matches(match_ids=[match.pk])
    once = table()
    for match in reversed(matches):
        rate_matches(match_ids=[match.pk])
    assert table() == once


def test_a_voided_match_leaves_no_trace_in_the_ratings() -> None:
    matches = an_evening()
    for match in matches:
        rate_matches(match_ids=[match.pk])
    void_match(match_id=matches[1].pk, reason="wrong opponents", actor=SYSTEM)
    rate_matches(match_ids=[matches[1].pk])
    after = table()
    rate_everything()
    assert table() == after
    assert RatingChange.objects.filter(match=matches[1]).count() == 0
    assert after["Carla"][2] == 2


def test_everything_computed_again_gives_what_the_jobs_gave() -> None:
    for match in an_evening():
        rate_matches(match_ids=[match.pk])
    by_jobs = table()
    rate_everything()
    assert table() == by_jobs


@pytest.mark.parametrize("ended_by", [MatchEnd.WALKOVER, MatchEnd.FORFEIT])
def test_a_match_that_was_not_played_is_not_rated(ended_by: MatchEnd) -> None:
    club = a_club()
    meeting = NewMatch(a_player(club).pk, a_player(club).pk, MatchRules(length=5))
    (match,) = make_matches(club_id=club.pk, new_matches=[meeting], actor=SYSTEM)
    report_result(match_id=match.pk, winner=Side.A, ended_by=ended_by, actor=SYSTEM)
    rate_matches(match_ids=[match.pk])
    assert table() == {}


def test_the_newest_match_costs_the_same_however_many_came_before(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    matches = an_evening()
    for match in matches[:-1]:
        rate_matches(match_ids=[match.pk])
    before = set(RatingChange.objects.values_list("pk", flat=True))
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        rate_matches(match_ids=[matches[-1].pk])
    assert before <= set(RatingChange.objects.values_list("pk", flat=True))
