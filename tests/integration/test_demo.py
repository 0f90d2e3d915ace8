"""The club that a first start shows."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from matches.models import Match, MatchStatus
from outbox.services import run_pending
from tournaments.models import Tournament
from tournaments.services.demo_club import make_demo_club

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_matches_of_the_demo_club_were_played_on_the_day_of_their_event() -> None:
    club = make_demo_club()
    events = {event.slug: event for event in Tournament.objects.filter(club=club)}
    played = Match.objects.filter(club=club, status=MatchStatus.FINISHED)
    for match in played:
        assert match.finished_at
        assert match.finished_at <= timezone.now()
        day = events[match.event].starts_at.date()
        assert abs((match.finished_at.date() - day).days) <= 1
    assert len({match.finished_at.date() for match in played if match.finished_at}) == 5
    run_pending()
    # Ledgers, draw sheets, standings and ratings say the same.
    call_command("verify")
