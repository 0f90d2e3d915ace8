"""What is deleted leaves no trace in anybody's rating."""

from __future__ import annotations

import json

import pytest

from matches.models import Match, Rating
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player
from tests.integration.factories import a_club, a_player, an_event
from tests.integration.matches.playing import a_match
from tests.integration.stages import play_out
from tournaments.event_files.writing import event_file
from tournaments.models import Tournament
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.event_import import import_event
from tournaments.services.removal import remove_club, remove_event

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

Ratings = list[tuple[int, float, int]]


def ratings() -> Ratings:
    """Whoever is rated, with the rating and by how many matches."""
    rated = Rating.objects.filter(matches__gt=0).order_by("player")
    return [(rating.player_id, round(rating.value, 9), rating.matches) for rating in rated]


def play_at_home(guest: Player) -> Player:
    """A match at the guest's own club; who was played."""
    friend = a_player(guest.club)
    match = a_match(guest.club, players=(guest, friend))
    report_result(match_id=match.pk, score=(5, 2), actor=SYSTEM)
    return friend


def an_event_with_a_guest(club: Club, guest: Player) -> Tournament:
    event = an_event(club, 3)
    enter_players(tournament_id=event.pk, newcomers=[Newcomer(player_id=guest.pk)], actor=SYSTEM)
    play_out(draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM))
    return event


def test_a_guest_is_rated_without_the_matches_of_a_club_that_is_deleted() -> None:
    guest, gone = a_player(a_club()), a_club()
    before = play_at_home(guest)
    an_event_with_a_guest(gone, guest)
    after = play_at_home(guest)
    run_pending()
    assert Rating.objects.get(player=guest).matches > 2
    remove_club(club_id=gone.pk)
    left = ratings()
    assert {(player, matches) for player, _, matches in left} == {
        *((guest.pk, 2), (before.pk, 1), (after.pk, 1))
    }
    rate_everything()
    assert ratings() == left


def test_a_guest_is_rated_without_the_matches_of_an_event_that_is_deleted() -> None:
    """An imported file may have matches for a stage that is not drawn."""
    guest = a_player(a_club())
    file = event_file(an_event_with_a_guest(a_club(), guest))
    file["event"]["created_at"] = "2020-01-01T12:00:00Z"
    file["stages"][0] |= {"drawn_at": None, "pairings": [], "drawn_from": [], "seeds": []}
    file["stages"][0] |= {"lines": [], "finished_at": None}
    run_pending()
    without = ratings()
    content = json.dumps(file, default=str).encode()
    event = import_event(club_id=guest.club.pk, content=content, actor=SYSTEM)
    run_pending()
    assert ratings() != without
    remove_event(tournament_id=event.pk, actor=SYSTEM)
    assert not Match.objects.filter(event=event.slug).exists()
    assert ratings() == without
