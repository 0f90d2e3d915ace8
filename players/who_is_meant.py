"""Who on a club's list is meant by what somebody typed into a form."""

from __future__ import annotations

from dataclasses import dataclass

from players.models import Club, Player
from players.name_matching import KnownNames
from players.selectors import players_on_list

MOST_OFFERED = 9


@dataclass(frozen=True)
class Meant:
    """Somebody for sure, or those to choose from; neither is somebody new."""

    player_id: int | None = None
    offered: tuple[int, ...] = ()


class ClubList:
    """A club's players by the names that whoever asks may see, or it would tell the others."""

    def __init__(self, club: Club, *, private: bool) -> None:
        self._club = club
        self._private = private
        players = Player.objects.on_list().filter(club=club).order_by("pk")
        names = players.values_list("pk", "full_name" if private else "name")
        self._known = KnownNames(names)

    def meant(self, name: str) -> Meant:
        """By the whole name, else by the only part of a name that fits, else by one nearly the same."""
        match = self._known.match(name)
        if match.is_known:
            return Meant(match.same[0])
        if match.same:
            return Meant(offered=match.same)
        parts = self._found_by_a_part(name)
        if len(parts) == 1 and parts != match.near:
            return Meant(parts[0])
        return Meant(offered=parts or match.near)

    def _found_by_a_part(self, name: str) -> tuple[int, ...]:
        found = players_on_list(club=self._club.slug, search=name, private=self._private)
        return tuple(found.values_list("pk", flat=True)[:MOST_OFFERED]) if name else ()
