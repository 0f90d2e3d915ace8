"""What the nights of all entrants of an event follow from, read once for everybody.

Phones ask all evening long for nights of the same few events. The version of each stage says whether anything of it
has changed; until then the process has the rows at hand, and a night costs no query of its own. What changes
without a stage (ratings, earlier matches, names) is read again after a few seconds.
"""

from __future__ import annotations

import time
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from threading import Lock

from django.db.models import Count, F, Q

from db.light_rows import attach
from db.prepared import Prepared
from db.raw_rows import RawRows, Row
from matches.models import Match, MatchStatus, RatingChange
from matches.selectors import matches_of_event, ratings_of
from tournaments.models import Entry, Pairing, Stage, StageSnapshot, Tournament
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.standings_types import StandingsRow
from tournaments.selectors import rated_at_draw
from tournaments.shown_rows import shown_pairings, shown_pairings_again

KEPT_FOR = 10.0
"""Seconds after which all is read again, though no stage has changed: a name, a rating."""
RATINGS_AFTER = 3.0
"""Seconds after which ratings are read again with a stage that has changed."""
RECORDS_FOR = 60.0
"""The same for what two have played against each other in other events."""
MOST_EVENTS = 32
"""All that a process has at hand, half a megabyte for an event of 128; who was asked for longest ago makes room."""

MOST_AGAIN = 100
"""Where more pairings than this have changed, all are read."""

# Prepared: each phone asks for them each time.
_stages = Prepared(
    lambda event: (
        Stage.objects.filter(tournament=event)
        .annotate(
            changes=F("version__number"),
            shown=F("snapshot__version"),
            digest=F("snapshot__digest"),
        )
        .order_by("number")
    )
)

_prints = RawRows(
    lambda stages: (
        Pairing.objects.filter(stage__in=stages)
        .order_by()
        .values_list(
            *(
                "stage_id",
                "pk",
                "length",
                "a",
                "b",
                "a_open",
                "b_open",
                "status",
                "outcome",
                "winner",
            ),
            *("match", "match__version"),
        )
    )
)
"""What a pairing is known by: another row for each change of it or of its match."""
_entries = RawRows(
    lambda events: (
        Entry.objects.filter(tournament__in=events)
        .order_by()
        .values_list("tournament_id", "pk", "player_id", "player__name", "status")
    )
)
"""What somebody is known by."""
_SEATS = slice(3, 5)

Record = tuple[int, int]
"""Matches won and lost."""


def stages_now(event: Tournament) -> Sequence[Stage]:
    """Those of an event as they are, each with the number of its ``changes``, and what is ``shown`` of it."""
    return _stages.all(event.pk)


@dataclass(frozen=True)
class DrawnPairings:
    """All pairings of an event, by what is asked of them."""

    rows: Sequence[Pairing]
    """In the order in which they are played."""
    prints: dict[int, dict[int, Row]]
    """By stage and key: the rows they are known by."""
    names: dict[int, Row]
    """By entry: player, name, and whether they are still here."""

    @cached_property
    def of_entry(self) -> dict[int, list[Pairing]]:
        """Those in which an entrant sits."""
        found: dict[int, list[Pairing]] = defaultdict(list)
        for row in self.rows:
            for entry in (row.a_id, row.b_id):
                if entry is not None:
                    found[entry].append(row)
        return found

    @cached_property
    def by_key(self) -> dict[tuple[int, str], Pairing]:
        """By stage and key."""
        return {(row.stage_id, row.key): row for row in self.rows}

    @cached_property
    def fed_from(self) -> dict[tuple[int, str], Pairing]:
        """By stage and origin (``winner_of:main-1-1``): where somebody from there sits next."""
        return {
            (row.stage_id, origin): row
            for row in sorted(self.rows, key=lambda row: -row.pk)
            for origin in (row.a_from, row.b_from)
        }

    @cached_property
    def last_rounds(self) -> dict[tuple[int, str], int]:
        """By stage and bracket."""
        lasts: dict[tuple[int, str], int] = defaultdict(int)
        for row in self.rows:
            place = row.stage_id, row.bracket
            lasts[place] = max(lasts[place], row.round)
        return lasts

    @cached_property
    def matches(self) -> list[Match]:
        """Of all of them."""
        return [row.match for row in self.rows if row.match is not None]

    @cached_property
    def by_number(self) -> dict[int, Pairing]:
        """By the number of the row."""
        return {row.pk: row for row in self.rows}

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """Who sits anywhere."""
        return {entry.pk: entry for row in self.rows for entry in (row.a, row.b) if entry}

    def between(self, one: Entry, other: Entry) -> list[Match]:
        """The matches of two entrants."""
        rows = self.of_entry.get(one.pk, [])
        return [row.match for row in rows if row.match and other.pk in (row.a_id, row.b_id)]


@dataclass(frozen=True)
class PublishedPlaces:
    """The places in a stage, as they are published."""

    by_entry: dict[int, StandingsRow]
    still_in: tuple[str, ...]
    """Who can still win something."""


NO_PLACES = PublishedPlaces({}, ())


@dataclass(frozen=True)
class EventRatings:
    """The ratings of those who take part."""

    read_at: float
    now: dict[int, float]
    """By player; those who never played a rated match have none."""
    changed: dict[int, tuple[float, float]]
    """By player: before the first match of the event and after the last that is rated."""


@dataclass
class EventRows:
    """All of an event as of one moment."""

    stages: Sequence[Stage]
    pairings: DrawnPairings
    ratings: EventRatings
    at_draw: dict[int, dict[int, float]]
    """By stage and entry."""
    read_at: float
    places: dict[tuple[int, int, str], PublishedPlaces] = field(default_factory=dict)
    """By stage and what is published of it."""
    records: dict[tuple[int, int], tuple[float, object, Record | None]] = field(
        default_factory=dict
    )
    """By player and opponent: when it was counted, of which matches in this event, and the count."""

    @property
    def changes(self) -> list[tuple[object, ...]]:
        """Another list for each change of any stage."""
        return _changes(self.stages)

    @property
    def last_drawn(self) -> Stage | None:
        """The stage that was drawn last."""
        return next((stage for stage in reversed(self.stages) if stage.drawn_at), None)

    def places_in(self, stage: Stage) -> PublishedPlaces:
        """Who stands where; read when it is published and not before."""
        shown = vars(next(one for one in self.stages if one.pk == stage.pk))
        key = stage.pk, shown["shown"], shown["digest"]
        if key not in self.places:
            for old in [old for old in self.places if old[0] == stage.pk]:
                del self.places[old]
            self.places[key] = _published_places(stage)
        return self.places[key]

    def record(self, own: Entry, opponent: Entry) -> Record | None:
        """How many matches one has won and lost against the other so far, if there were any."""
        here = [(match.pk, match.version) for match in self.pairings.between(own, opponent)]
        both = own.player_id, opponent.player_id
        now, known = time.monotonic(), self.records.get(both)
        if known is None or known[1] != here or now > known[0] + RECORDS_FOR:
            known = self.records[both] = now, here, _counted(*both)
        return known[2]


def read_rows(event: Tournament, known: EventRows | None = None) -> EventRows:
    """The rows of an event; what is ``known`` of it is taken over where it is still the same."""
    stages, now = stages_now(event), time.monotonic()
    if known is None or now > known.read_at + KEPT_FOR:
        drawn = _read_pairings(event, stages)
        records = known.records if known else {}
        ratings, at_draw = _ratings(event, drawn, now), _at_draw(stages, drawn)
        return EventRows(stages, drawn, ratings, at_draw, now, records=records)
    if _changes(stages) == known.changes:
        known.stages = stages
        return known
    drawn = _read_pairings(event, stages, known.pairings)
    is_same_draw = (
        _draws(stages) == _draws(known.stages)
        and drawn.names == known.pairings.names
        and drawn.entries.keys() == known.pairings.entries.keys()
    )
    are_recent = now < known.ratings.read_at + RATINGS_AFTER
    return EventRows(
        stages,
        drawn,
        known.ratings if are_recent and is_same_draw else _ratings(event, drawn, now),
        known.at_draw if is_same_draw else _at_draw(stages, drawn),
        known.read_at,
        known.places,
        known.records,
    )


class RowsAtHand:
    """Of the events that were asked for lately."""

    def __init__(self, most_events: int = MOST_EVENTS) -> None:
        self._most_events = most_events
        self._events: OrderedDict[int, EventRows] = OrderedDict()
        self._lock = Lock()

    def of(self, event: Tournament) -> EventRows:
        """The rows of an event as it is now."""
        with self._lock:
            known = self._events.get(event.pk)
        rows = read_rows(event, known)
        with self._lock:
            self._events[event.pk] = rows
            self._events.move_to_end(event.pk)
            while len(self._events) > self._most_events:
                self._events.popitem(last=False)
        return rows

    def forget(self) -> None:
        """All of them."""
        with self._lock:
            self._events.clear()


rows_at_hand = RowsAtHand()


def _changes(stages: Iterable[Stage]) -> list[tuple[object, ...]]:
    """Another list for each change of any of them."""
    return [
        (stage.pk, vars(stage)["changes"], stage.drawn_at, stage.finished_at) for stage in stages
    ]


def _draws(stages: Iterable[Stage]) -> list[tuple[int, datetime | None]]:
    return [(stage.pk, stage.drawn_at) for stage in stages]


def _read_pairings(
    event: Tournament, stages: Iterable[Stage], known: DrawnPairings | None = None
) -> DrawnPairings:
    """All of them; of those that are ``known`` and have not changed, nothing but that."""
    names = {key: row[1:] for key, row in _entries.by_key([event.pk])[event.pk].items()}
    rows: list[Pairing] = []
    prints: dict[int, dict[int, Row]] = {}
    for stage in stages:
        if stage.drawn_at:
            now = prints[stage.pk] = _prints.by_key([stage.pk])[stage.pk]
            is_known = known is not None and known.names == names
            here = _brought_up_to_date(stage, now, known) if known and is_known else None
            if here is None:
                here = shown_pairings(stage)
            rows += sorted(here, key=lambda row: (row.round, row.pk))
    return DrawnPairings(rows, prints, names)


def _brought_up_to_date(
    stage: Stage, now: dict[int, Row], known: DrawnPairings
) -> list[Pairing] | None:
    """The pairings of a stage, those that have changed read again; None if all have to be."""
    before = known.prints.get(stage.pk, {})
    changed = [key for key, row in now.items() if before.get(key) != row]
    seated = {entry for key in changed for entry in now[key][_SEATS]} - {None}
    if len(changed) > MOST_AGAIN or not seated <= known.entries.keys():
        return None
    again = {row.pk: row for row in shown_pairings_again(stage, changed, known.entries)}
    if again.keys() != set(changed):
        return None
    for row in (rows := [again.get(key) or known.by_number[key] for key in now]):
        attach(row, "stage", stage)
    return rows


def _published_places(stage: Stage) -> PublishedPlaces:
    snapshot = StageSnapshot.objects.filter(stage=stage).only("standings").first()
    if snapshot is None or not snapshot.standings:
        return NO_PLACES
    rows = standings_in(snapshot)["rows"]
    return PublishedPlaces(
        {row["entry"]: row for row in rows},
        tuple(row["name"] for row in rows if row["status"] == "playing"),
    )


def _at_draw(stages: Iterable[Stage], drawn: DrawnPairings) -> dict[int, dict[int, float]]:
    """Ratings as the draws saw them, for chances."""
    return {
        stage.pk: rated_at_draw(stage.entrants.filter(entry__in=list(drawn.entries)))
        for stage in stages
        if stage.drawn_at
    }


def _ratings(event: Tournament, drawn: DrawnPairings, now: float) -> EventRatings:
    players = {entry.player_id for row in drawn.rows for entry in (row.a, row.b) if entry}
    # Put in order here: for that of play SQLite would read all that was ever rated.
    played = matches_of_event(event.slug).values("pk")
    changes = RatingChange.objects.filter(match__in=played, pool="fibs").order_by()
    rows = changes.values_list("at", "match_id", "player_id", "before", "after")
    changed: dict[int, tuple[float, float]] = {}
    for _at, _match, player, before, after in sorted(rows):
        changed[player] = (changed[player][0] if player in changed else before, after)
    return EventRatings(now, ratings_of(sorted(players)), changed)


def _counted(own: int, opponent: int) -> Record | None:
    between = Match.objects.filter(
        Q(a=own, b=opponent) | Q(a=opponent, b=own), status=MatchStatus.FINISHED
    ).exclude(winner="")
    won = Count("pk", filter=Q(a=own, winner="a") | Q(b=own, winner="b"))
    counts = between.aggregate(won=won, all=Count("pk"))
    return (counts["won"], counts["all"] - counts["won"]) if counts["all"] else None
