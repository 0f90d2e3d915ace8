"""What a season of a hundred events costs: its page, its table over REST, and making it again.

python -m benchmarks.season [--events 100] [--players 200] [--entrants 32]

Inside one process, on a database of its own. The events are written as published standings, 32 entrants each out
of 200 players, since what a season rests on are those; the median of several looks is told.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.bracket import Cost, migrated

if TYPE_CHECKING:
    from players.models import Club, Player

LOOKS = 15
FIRST = datetime(2026, 1, 1, 19, tzinfo=UTC)


def main() -> None:
    """Print a line for each of them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--events", type=int, default=100)
    reader.add_argument("--players", type=int, default=200)
    reader.add_argument("--entrants", type=int, default=32)
    wanted = reader.parse_args()
    with migrated():
        _measure(wanted.events, wanted.players, wanted.entrants)


def _measure(events: int, players: int, entrants: int) -> None:
    from django.core.cache import cache
    from django.test import Client

    from tournaments.models import SeasonSnapshot
    from tournaments.services.season_tables import refresh_season

    season_id, slug = _a_season(events, players, entrants)
    browser = Client()

    def first_look() -> None:
        cache.clear()
        assert browser.get(f"/seasons/{slug}/").status_code == 200

    def made_again() -> None:
        SeasonSnapshot.objects.filter(pk=season_id).update(digest="")
        refresh_season(season_id=season_id)

    for what, action in (
        ("page, first look", first_look),
        ("page", lambda: browser.get(f"/seasons/{slug}/")),
        ("table over REST", lambda: browser.get(f"/api/v1/seasons/{slug}/standings/")),
        ("making the table", made_again),
    ):
        action()
        cost = Cost.of(action, LOOKS)
        print(f"{what:20} {cost.milliseconds:7.1f} ms, {cost.queries} queries", flush=True)

    answer = browser.get(f"/api/v1/seasons/{slug}/standings/")
    print(f"{'JSON':20} {len(answer.content) / 1000:7.0f} kB", flush=True)


def _a_season(events: int, players: int, entrants: int) -> tuple[int, str]:
    from players.actors import SYSTEM
    from players.models import Player
    from players.services.clubs import found_club
    from rules_core.seasons.rules import SeasonRules
    from tournaments.services.seasons import create_season

    club = found_club(slug="bench", name="Bench", timezone="UTC")
    everybody = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}", full_name=f"Player {number}")
        for number in range(players)
    )
    luck = Random("season")
    for number in range(events):
        held(club, luck.sample(everybody, entrants), number, FIRST + timedelta(days=3 * number))
    season = create_season(
        club_id=club.pk,
        name="Season",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(best=20),
        actor=SYSTEM,
    )
    return season.pk, season.slug


def held(club: Club, entrants: list[Player], number: int, at: datetime) -> str:
    """A finished event by its published standings; its slug."""
    from rules_core.match import MatchRules
    from tournaments.models import Stage, StageSnapshot, Tournament

    event = Tournament.objects.create(
        club=club,
        name=f"Evening {number}",
        slug=f"evening-{number}",
        starts_at=at,
        timezone="UTC",
        rules=MatchRules(length=7).to_json(),
        status="finished",
        published_at=at,
    )
    stage = Stage.objects.create(tournament=event, number=1, name="Main", format="swiss", seed="s")
    rows = [_row(place, player) for place, player in enumerate(entrants, start=1)]
    standings = {"version": 1, "rows": rows, "brackets": [], "stages": []}
    StageSnapshot.objects.create(stage=stage, version=1, standings=json.dumps(standings))
    return event.slug


def _row(place: int, player: Player) -> dict[str, Any]:
    return {
        "rank": place,
        "rank_to": place,
        "pool": None,
        "entry": player.pk,
        "player": player.pk,
        "name": player.name,
        "played": 5,
        "wins": max(0, 5 - place // 6),
        "losses": min(5, place // 6),
        "byes": 0,
        "points_for": 30,
        "points_against": 20,
        "tie_breaks": [],
        "separated_by": None,
        "status": "winner" if place == 1 else "out",
    }


if __name__ == "__main__":
    main()
