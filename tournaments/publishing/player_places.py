"""Where a player came in their latest events: the final ranking over all stages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, F, TextField, Value, When

from players.actors import Actor
from players.models import Player
from rules_core.standings.final_ranking import place_of
from tournaments.models import StageSnapshot, Tournament
from tournaments.player_selectors import events_finished_by
from tournaments.publishing.snapshot_json import rows_in
from tournaments.publishing.standings_types import StandingsRow
from tournaments.publishing.winners import in_order_of_ranking

LATEST_EVENTS = 20


MOST_ROWS = 20_000
"""Of standings that a process remembers: a few megabytes."""


@dataclass(frozen=True)
class Table:
    """What a place follows from, of the standings of a stage."""

    stage: int
    ranks: dict[int, tuple[int, int]]
    """By entry: the places from and to."""
    entries: dict[int, list[int]]
    """By player."""
    winners: frozenset[int]
    disqualified: frozenset[int]

    @staticmethod
    def of(stage: int, rows: Sequence[StandingsRow]) -> Table:
        """As published."""
        entries: dict[int, list[int]] = {}
        for row in rows:
            entries.setdefault(row["player"], []).append(row["entry"])
        return Table(
            stage,
            {row["entry"]: (row["rank"], row["rank_to"]) for row in rows},
            entries,
            frozenset(row["entry"] for row in rows if row["status"] == "winner"),
            frozenset(row["entry"] for row in rows if row["status"] == "disqualified"),
        )


NO_TABLE = Table(0, {}, {}, frozenset(), frozenset())
_tables: dict[str, Table] = {}
"""By the digest of what is published, which is another for each stage and each change of it."""


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


@dataclass(frozen=True)
class PlayerPlaces:
    """A player's places in their latest events."""

    places: list[PlayerPlace]
    """The best first, and of these the latest."""
    is_cut: bool
    """Whether there may be events before these."""


def places_of(player: Player, actor: Actor) -> PlayerPlaces:
    """In the latest events that are over; three queries."""
    events = events_finished_by(player, actor, LATEST_EVENTS)
    tables = _tables_of(events)
    found = [place for event in events for place in _places_in(event, player.pk, tables)]
    best_first = sorted(found, key=lambda place: (not place.title, place.first))
    return PlayerPlaces(best_first, len(events) == LATEST_EVENTS)


def _tables_of(events: Collection[Tournament]) -> dict[int, Table]:
    """What is published of their stages; one query, which leaves out the texts of those that are remembered."""
    stages = {stage.pk for event in events for stage in event.stages.all()}
    known = {digest: table for digest, table in _tables.items() if table.stage in stages}
    left_out = When(digest__in=list(known), then=Value(""))
    rows = StageSnapshot.objects.filter(pk__in=stages).values_list(
        "pk", "digest", Case(left_out, default=F("standings"), output_field=TextField())
    )
    tables: dict[int, Table] = {}
    for stage, digest, text in rows:
        tables[stage] = known.get(digest) or Table.of(stage, rows_in(text))
        if digest:
            _tables.setdefault(digest, tables[stage])
    _forget_the_first()
    return tables


def _forget_the_first() -> None:
    rows = sum(len(table.ranks) for table in _tables.values())
    for key in list(_tables):
        if rows <= MOST_ROWS:
            break
        rows -= len(_tables.pop(key).ranks)


def _places_in(
    event: Tournament, player: int, published: Mapping[int, Table]
) -> Iterator[PlayerPlace]:
    """As the final ranking of the event has them, which is not made for the others."""
    stages = in_order_of_ranking([*event.stages.all()])
    tables = [published.get(stage.pk, NO_TABLE) for stage in stages]
    ranked = [table.ranks for table in tables]
    for entry in dict.fromkeys(one for table in tables for one in table.entries.get(player, ())):
        gone = any(entry in table.disqualified for table in tables)
        if not gone and (place := place_of(entry, ranked)):
            first, last, stage = place
            is_title = first == 1 and entry in tables[stage - 1].winners
            yield PlayerPlace(event, first, last, len(set().union(*ranked)), is_title)
