"""What the page of a player with 2,000 matches costs: ``python -m benchmarks.player_page [--matches 2000]``.

Inside one process, on a database of its own: events of 32 entrants with published standings, five matches of the player in
each, every match with recorded games and rated; the middle of several looks is told. The first look after a match of the
player computes what later ones remember; that the job notes the match is not timed.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from benchmarks.bracket import Cost, migrated
from benchmarks.season import held

if TYPE_CHECKING:
    from matches.models import Match
    from players.models import Club, Player

LOOKS = 15
A_NIGHT = 5
"""Matches of the player in each event."""
ENTRANTS = 32
FIRST = datetime(2020, 1, 1, 19, tzinfo=UTC)


def main() -> None:
    """Print the cost of a look."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--matches", type=int, default=2_000)
    wanted = reader.parse_args()
    with migrated():
        from django.test import Client

        from matches.services.played_steps import note_everybody, note_played
        from operations.collector import spare_what_is_loaded

        player = _a_long_life(wanted.matches)
        note_everybody()
        browser = Client()

        def look() -> None:
            assert browser.get(f"/players/{player.pk}/").status_code == 200

        look()
        # As serving processes do.
        spare_what_is_loaded()
        print(f"page of {wanted.matches:,} matches")
        for what, before in (
            ("a look", lambda: None),
            ("the first after a match", lambda: note_played([player.pk])),
        ):
            cost = Cost.of(look, LOOKS, before=before)
            print(f"{what:24} {cost.milliseconds:5.1f} ms, {cost.queries} queries", flush=True)


def _a_long_life(matches: int) -> Player:
    from matches.models import Match, Rating, RatingChange, RatingPool
    from players.models import Player
    from players.services.clubs import found_club
    from tournaments.models import Entry, Tournament

    club = found_club(slug="bench", name="Bench", timezone="UTC")
    one, *others = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}", full_name=f"Player {number}")
        for number in range(200)
    )
    luck = Random("player page")
    made: list[Match] = []
    for number in range(matches // A_NIGHT):
        entrants = [one, *luck.sample(others, ENTRANTS - 1)]
        luck.shuffle(entrants)
        at = FIRST + timedelta(days=5 * number)
        event = held(club, entrants, number, at)
        Entry.objects.create(
            tournament=Tournament.objects.get(slug=event), player=one, status="present"
        )
        rivals = luck.sample(others, A_NIGHT)
        made += [_match(club, one, rival, event, at, luck) for rival in rivals]
    rows = Match.objects.bulk_create(made)
    pool, _ = RatingPool.objects.get_or_create(pk="fibs")
    for player in (one, *others):
        Rating.objects.create(pool=pool, player=player, matches=matches, last_played=FIRST)
    RatingChange.objects.bulk_create(
        RatingChange(
            pool=pool,
            player=player,
            match=match,
            won=(match.winner == "a") is (player == one),
            length=match.length,
            at=match.finished_at or FIRST,
            before=1500.0,
            after=1500.0 + luck.uniform(-6, 6),
            experience=1000,
        )
        for match in rows
        for player in (match.a, match.b)
    )
    return one


def _match(club: Club, one: Player, rival: Player, event: str, at: datetime, luck: Random) -> Match:
    """A match to seven points with a line for each game."""
    from matches.models import Match
    from rules_core.match import GameResult, MatchRules
    from rules_core.sides import Side

    winner = luck.choice("ab")
    loser = "b" if winner == "a" else "a"
    sides = [loser] * 3 + [winner] * 7
    entries = [{"entry": "game", **GameResult(Side(side)).to_json()} for side in sides]
    return Match(
        club=club,
        a=one,
        b=rival,
        length=7,
        rules=MatchRules(length=7).to_json(),
        entries=entries,
        event=event,
        status="finished",
        points_a=7 if winner == "a" else 3,
        points_b=7 if winner == "b" else 3,
        winner=winner,
        ended_by="played",
        finished_at=at,
    )


if __name__ == "__main__":
    main()
