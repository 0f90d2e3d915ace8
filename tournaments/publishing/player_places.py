"""Where a player came in their latest events: the final ranking over all stages."""

from __future__ import annotations

from dataclasses import dataclass

from players.actors import Actor
from players.models import Player
from tournaments.models import Tournament
from tournaments.player_selectors import events_finished_by
from tournaments.publishing.season_events import ranked_events

LATEST_EVENTS = 20


@dataclass(frozen=True)
class PlayerPlace:
    """A player's place in an event."""

    event: Tournament
    first: int
    last: int
    """Above ``first`` where the place is shared."""
    entrants: int
    title: bool

    @property
    def shown(self) -> str:
        """3, or 5–8 where the place is shared."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def places_of(player: Player, actor: Actor) -> list[PlayerPlace]:
    """In the latest events that are over, the best place first and of these the latest; three queries."""
    events = {event.pk: event for event in events_finished_by(player, actor, LATEST_EVENTS)}
    found = [
        PlayerPlace(
            event=events[ranked.key],
            first=line.first,
            last=line.last,
            entrants=len(ranked.lines),
            title=line.champion,
        )
        for ranked in ranked_events([*events.values()], with_margins=False)
        for line in ranked.lines
        if line.player == player.pk and not line.disqualified
    ]
    return sorted(found, key=lambda place: (not place.title, place.first))
