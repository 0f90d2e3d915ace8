"""What a process remembers of the stages it published, so that the next time it makes only what has changed.

A stage is looked at row by row as the database gives the rows, which takes a tenth of the time of making
something of them. Which pairings, or matches of pairings, are others than before is seen by comparing these
rows: no service has to say what it has changed, and a memory that is old costs time and nothing else.
If anything but some pairings is another, such as a name, a rating or the draw, all is made again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from db.raw_rows import RawRows, Row
from tournaments.models import Entry, Pairing, Stage, StageEntrant
from tournaments.publishing.bracket_types import StageName
from tournaments.publishing.brackets import bracket_of, bracket_text, pairing_of
from tournaments.publishing.snapshot_json import ContentTexts, json_text
from tournaments.publishing.standings import side_bracket_standings, standings_of
from tournaments.publishing.standings_types import StandingsContent
from tournaments.selectors import rated_at_draw
from tournaments.shown_rows import (
    WITH_MATCH,
    pairings_of_rows,
    shown_entries,
    shown_pairings,
)

MOST_PAIRINGS = 8_000
"""All that a process remembers, some 30 MB; the stage that was published longest ago makes room."""
MOST_AGAIN = 300
"""Where more pairings than this have changed, all are read."""
_PLACE = slice(2, 6)
"""Where a pairing stands on its sheet, in its raw row: by that they are in order."""

_pairings = RawRows(
    lambda stages: Pairing.objects.filter(stage__in=stages).order_by().values_list(*WITH_MATCH)
)
_entries = RawRows(
    lambda events: (
        Entry.objects.filter(tournament__in=events)
        .order_by()
        .values_list("tournament_id", "pk", "player_id", "status", "player__name")
    )
)
_names = RawRows(
    lambda events: (
        Stage.objects.filter(tournament__in=events)
        .order_by("number")
        .values_list("tournament_id", "pk", "number", "name")
    )
)
_entrants = RawRows(
    lambda stages: (
        StageEntrant.objects.filter(stage__in=stages)
        .order_by()
        .values_list("stage_id", "pk", "entry_id", "seed", "rating", "replaced", "stand_in_rating")
    )
)


def texts_of(stage: Stage) -> ContentTexts:
    """Bracket and standings as they follow from the rows, all of them made now."""
    pairings = shown_pairings(stage)
    stages = _stages(_names.by_key([stage.tournament_id])[stage.tournament_id])
    bracket = bracket_of(stage, pairings, stages, _ratings(stage))
    return ContentTexts(json_text(bracket), _standings_text(stage, pairings, stages))


@dataclass(frozen=True)
class _Frame:
    """What shows in all of a stage: if any of it is another, so may everything be."""

    stage: dict[str, Any]
    event: dict[str, Any]
    entries: dict[int, Row]
    entrants: dict[int, Row]


@dataclass(frozen=True)
class StageRows:
    """All that is looked at of a stage, as the database gave it."""

    stage: Stage
    frame: _Frame
    pairings: dict[int, Row]
    stages: list[StageName]
    """Those of the event."""


def rows_of(stages: Sequence[Stage]) -> list[StageRows]:
    """The rows of some stages, each table asked once for all of them; to be called where one moment is held."""
    keys, events = {stage.pk for stage in stages}, {stage.tournament_id for stage in stages}
    pairings, entrants = _pairings.by_key(keys), _entrants.by_key(keys)
    entries, names = _entries.by_key(events), _names.by_key(events)
    return [
        StageRows(
            stage,
            _Frame(
                stage=_columns(stage),
                event=_columns(stage.tournament),
                entries=entries[stage.tournament_id],
                entrants=entrants[stage.pk],
            ),
            pairings[stage.pk],
            _stages(names[stage.tournament_id]),
        )
        for stage in stages
    ]


@dataclass
class _Remembered:
    """A stage as it was."""

    frame: _Frame
    rows: dict[int, Row]
    """The raw rows of its pairings with their matches."""
    entries: dict[int, Entry]
    ratings: dict[int, float] | None
    pairings: list[Pairing]
    """In order."""
    at: dict[int, int] = field(init=False)
    """Where each of them is, by its key."""
    texts: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        self.at = {pairing.pk: at for at, pairing in enumerate(self.pairings)}
        self.texts = {pairing.pk: self._text(pairing) for pairing in self.pairings}

    def take_over(self, stage: Stage, rows: dict[int, Row]) -> bool:
        """Bring what has changed up to date; False if that is too much."""
        before = self.rows
        if rows.keys() != before.keys():
            return False
        changed = [row for key, row in rows.items() if row != before[key]]
        if len(changed) > MOST_AGAIN or any(
            row[_PLACE] != before[row[1]][_PLACE] for row in changed
        ):
            return False
        for pairing in pairings_of_rows(stage, _pairings.as_python(changed), self.entries):
            self.pairings[self.at[pairing.pk]] = pairing
            self.texts[pairing.pk] = self._text(pairing)
        self.rows = rows
        return True

    def _text(self, pairing: Pairing) -> str:
        return json_text(pairing_of(pairing, self.ratings))


class StageMemory:
    """The stages that a process has published lately."""

    def __init__(self, most_pairings: int = MOST_PAIRINGS) -> None:
        self._most_pairings = most_pairings
        self._stages: OrderedDict[int, _Remembered] = OrderedDict()
        self._lock = Lock()

    def texts_of(self, read: StageRows) -> ContentTexts:
        """The same as ``texts_of`` of the stage, to the last letter; within the moment in which its rows were read."""
        stage = read.stage
        remembered = self._up_to_date(read)
        texts = ContentTexts(
            bracket_text(stage, remembered.pairings, read.stages, remembered.texts),
            _standings_text(stage, remembered.pairings, read.stages),
        )
        self._remember(stage.pk, remembered)
        return texts

    def _up_to_date(self, read: StageRows) -> _Remembered:
        # Taken out: two threads never change the same one, and one that failed half-way is gone.
        with self._lock:
            remembered = self._stages.pop(read.stage.pk, None)
        is_same = remembered is not None and remembered.frame == read.frame
        if remembered is not None and is_same and remembered.take_over(read.stage, read.pairings):
            return remembered
        entries = shown_entries(read.stage)
        pairings = shown_pairings(read.stage, entries)
        return _Remembered(read.frame, read.pairings, entries, _ratings(read.stage), pairings)

    def _remember(self, key: int, remembered: _Remembered) -> None:
        with self._lock:
            self._stages[key] = remembered
            self._stages.move_to_end(key)
            held = sum(len(one.pairings) for one in self._stages.values())
            while held > self._most_pairings:
                _, dropped = self._stages.popitem(last=False)
                held -= len(dropped.pairings)


def _columns(row: Stage | Any) -> dict[str, Any]:
    return {field.attname: row.__dict__[field.attname] for field in row._meta.concrete_fields}  # noqa: SLF001


def _stages(names: dict[int, Row]) -> list[StageName]:
    return [StageName(number=number, name=name) for _, _, number, name in names.values()]


def _ratings(stage: Stage) -> dict[int, float] | None:
    return rated_at_draw(stage.entrants.all()) if stage.tournament.show_chances else None


def _standings_text(stage: Stage, pairings: list[Pairing], stages: list[StageName]) -> str:
    return json_text(
        StandingsContent(
            rows=standings_of(stage, pairings),
            brackets=side_bracket_standings(stage, pairings),
            stages=stages,
        )
    )
