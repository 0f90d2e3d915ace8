"""Players over REST."""

from __future__ import annotations

import pytest

from players.models import Player
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import API, official

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_player_is_not_moved_to_another_club() -> None:
    home, away = a_club(), a_club()
    player = a_player(home)
    director = official(home)
    answer = director.patch(f"{API}/players/{player.pk}/", {"club": away.slug, "country": "CH"})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["attr"] == "club"
    assert Player.objects.get(pk=player.pk).club == home
    # What was shown may be sent back as it was.
    answer = director.patch(f"{API}/players/{player.pk}/", {"club": home.slug, "country": "CH"})
    assert (answer.status_code, answer.json()["country"]) == (200, "CH")
