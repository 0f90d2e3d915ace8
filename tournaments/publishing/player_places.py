"""Where a player came in their latest events: the final ranking over all stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from players.actors import Actor
from players.models import Player
from rules_core.standings.final_ranking import place_of
from tournaments.models import StageSnapshot, Tournament
from tournaments.player_selectors import events_finished_by
from tournaments.publishing.snapshot_json import rows_in
from tournaments.publishing.winners import in_order_of_ranking

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
    events = events_finished_by(player, actor, LATEST_EVENTS)
    published = dict(
        StageSnapshot.objects.filter(stage__tournament__in=events).values_list("pk", "standings")
    )
    found = [place for event in events for place in _places_in(event, player.pk, published)]
    return sorted(found, key=lambda place: (not place.title, place.first))


def _places_in(
    event: Tournament, player: int, published: Mapping[int, str]
) -> Iterator[PlayerPlace]:
    """As the final ranking of the event has them, which is not made for the others."""
    stages = in_order_of_ranking([*event.stages.all()])
    tables = [rows_in(published.get(stage.pk, "")) for stage in stages]
    ranked = [{row["entry"]: (row["rank"], row["rank_to"]) for row in rows} for rows in tables]
    own = [row for rows in tables for row in rows if row["player"] == player]
    for entry in dict.fromkeys(row["entry"] for row in own):
        statuses = {row["status"] for row in own if row["entry"] == entry}
        if "disqualified" not in statuses and (place := place_of(entry, ranked)):
            first, last, stage = place
            winners = {row["entry"] for row in tables[stage - 1] if row["status"] == "winner"}
            is_title = first == 1 and entry in winners
            yield PlayerPlace(event, first, last, len(set().union(*ranked)), is_title)
