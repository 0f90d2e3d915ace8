"""Seats follow when two players turn out to be one: who sits there is a column, no line names them."""

from __future__ import annotations

from django.db.models import Model

from chouettes.models import Seat
from players.services.merging import DifferentPeople, Moved


class SeatFollower:
    """Where players sat."""

    derived: tuple[type[Model], ...] = ()

    def hold(self, player_ids: tuple[int, int]) -> None:
        """All seats of the two."""
        own = Seat.objects.filter(player__in=player_ids)
        list(own.select_for_update(nowait=True, of=("self",)).order_by("pk").values_list("pk"))

    def check(self, player_id: int, into_id: int) -> None:
        """Nobody plays against themselves."""
        nights = Seat.objects.filter(player=player_id).values("chouette")
        if Seat.objects.filter(player=into_id, chouette__in=nights).exists():
            raise DifferentPeople("The two have sat in the same chouette.", why="opponents")

    def follow(self, *, from_id: int, to_id: int, moved: Moved) -> None:
        """Accounts are kept by seat, so nothing has to be computed again."""
