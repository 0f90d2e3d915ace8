"""Matches and ratings follow when two players turn out to be one.

The ledger of a match names its sides, not its players: who sits at a side is a column of the match.
So no line has to change.
"""

from __future__ import annotations

from django.db.models import Model, Q

from matches.models import Match, PlayedStep, Rating, RatingChange, StartValue
from matches.services.rating_replay import locked_pools, rate_from
from matches.services.standings_in_pool import START
from outbox.services import enqueue
from players.services.merging import DifferentPeople, Moved


class MatchFollower:
    """What players have played."""

    derived: tuple[type[Model], ...] = (Rating, RatingChange, PlayedStep)

    def hold(self, player_ids: tuple[int, int]) -> None:
        """All matches of the two."""
        own = Match.objects.filter(Q(a__in=player_ids) | Q(b__in=player_ids))
        list(own.select_for_update(nowait=True, of=("self",)).order_by("pk").values_list("pk"))

    def check(self, player_id: int, into_id: int) -> None:
        """Nobody plays against themselves."""
        pair = (player_id, into_id)
        if Match.objects.filter(a__in=pair, b__in=pair).exists():
            raise DifferentPeople("The two have played each other.", why="opponents")

    def follow(self, *, from_id: int, to_id: int, moved: Moved) -> None:
        """Ratings are computed again from the first match that moved."""
        enqueue("matches.note_players", from_id, to_id)
        for column in ("matches.Match.a", "matches.Match.b"):
            for match in moved.get(column, []):
                enqueue("matches.rate_match", match)
        moved_starts = StartValue.objects.filter(pk__in=moved.get("matches.StartValue.player", []))
        if keys := list(moved_starts.values_list("pool", flat=True)):
            for pool in locked_pools(Q(pk__in=keys)):
                rate_from(pool, START, is_undone=True)
