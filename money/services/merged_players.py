"""Sessions follow when two players turn out to be one."""

from __future__ import annotations

from django.db.models import Model, Q

from money.models import MoneySession
from players.services.merging import DifferentPeople, Moved


class SessionFollower:
    """What players have played for money."""

    derived: tuple[type[Model], ...] = ()

    def hold(self, player_ids: tuple[int, int]) -> None:
        """All sessions of the two."""
        own = MoneySession.objects.filter(Q(a__in=player_ids) | Q(b__in=player_ids))
        list(own.select_for_update(nowait=True, of=("self",)).order_by("pk").values_list("pk"))

    def check(self, player_id: int, into_id: int) -> None:
        """Nobody plays against themselves."""
        pair = (player_id, into_id)
        if MoneySession.objects.filter(a__in=pair, b__in=pair).exists():
            raise DifferentPeople("The two have played each other.", why="opponents")

    def follow(self, *, from_id: int, to_id: int, moved: Moved) -> None:
        """Who sits at a side is a column of the session; nothing is computed from it."""
