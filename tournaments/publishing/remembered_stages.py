"""What a process remembers of the stages it published, so that the next time it makes only what has changed.

A stage is looked at row by row as the database gives the rows, which takes a tenth of the time of making
something of them. Which pairings, or matches of pairings, are others than before is seen by comparing these
rows: no service has to say what it has changed, and a memory that is old costs time and nothing else.
If anything but some pairings is another, such as a name, a rating or the draw, all is made again.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from db.raw_rows import RawRows, Row
from matches.models import Match
from tournaments.models import Entry, Pairing, Stage, StageEntrant
from tournaments.publishing.bracket_types import StageName
from tournaments.publishing.brackets import bracket_of, bracket_text, pairing_of
from tournaments.publishing.snapshot_json import ContentTexts, json_text
from tournaments.publishing.standings import side_bracket_standings, standings_of
from tournaments.publishing.standings_types import StandingsContent
from tournaments.selectors import rated_at_draw
from tournaments.shown_rows import (
    MATCH,
    PAIRING,
    shown_entries,
    shown_pairings,
    shown_pairings_again,
)

MOST_PAIRINGS = 8_000
"""All that a process remembers, some 30 MB; the stage that was published longest ago makes room."""
MOST_AGAIN = 300
"""Where more pairings than this have changed, all are read."""
_PLACE = slice(2, 6)
"""Where a pairing stands on its sheet, in its raw row: by that they are in order."""

_pairings = RawRows(
    lambda stage: Pairing.objects.filter(stage=stage).order_by().values_list("pk", *PAIRING)
)
_matches = RawRows(
    lambda stage: (
        Match.objects.filter(pk__in=Pairing.objects.filter(stage=stage).order_by().values("match"))
        .order_by()
        .values_list("pk", *MATCH)
    )
)
_entries = RawRows(
    lambda event: (
        Entry.objects.filter(tournament=event)
        .order_by()
        .values_list("pk", "player_id", "status", "player__name")
    )
)
_names = RawRows(
    lambda event: (
        Stage.objects.filter(tournament=event)
        .order_by("number")
        .values_list("pk", "number", "name")
    )
)
_entrants = RawRows(
    lambda stage: (
        StageEntrant.objects.filter(stage=stage)
        .order_by()
        .values_list("pk", "entry_id", "seed", "rating", "replaced", "stand_in_rating")
    )
)


def texts_of(stage: Stage) -> ContentTexts:
    """Bracket and standings as they follow from the rows, all of them made now."""
    pairings = shown_pairings(stage)
    stages = _stages(stage)
    bracket = bracket_of(stage, pairings, stages, _ratings(stage))
    return ContentTexts(json_text(bracket), _standings_text(stage, pairings, stages))


@dataclass(frozen=True)
class _Frame:
    """What shows in all of a stage: if any of it is another, so may everything be."""

    stage: dict[str, Any]
    event: dict[str, Any]
    entries: dict[int, Row]
    entrants: dict[int, Row]
    places: dict[int, Row]


@dataclass
class _Remembered:
    """A stage as it was."""

    frame: _Frame
    rows: dict[int, Row]
    """The raw rows of its pairings,"""
    match_rows: dict[int, Row]
    """and of their matches."""
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

    def take_over(self, stage: Stage, rows: dict[int, Row], match_rows: dict[int, Row]) -> bool:
        """Bring what has changed up to date; False if that is too much."""
        changed = {
            key
            for key, row in rows.items()
            if row != self.rows[key] or match_rows.get(row[-1]) != self.match_rows.get(row[-1])
        }
        if len(changed) > MOST_AGAIN:
            return False
        if changed:
            for pairing in shown_pairings_again(stage, changed, self.entries):
                self.pairings[self.at[pairing.pk]] = pairing
                self.texts[pairing.pk] = self._text(pairing)
        self.rows, self.match_rows = rows, match_rows
        return True

    def _text(self, pairing: Pairing) -> str:
        return json_text(pairing_of(pairing, self.ratings))


class StageMemory:
    """The stages that a process has published lately."""

    def __init__(self, most_pairings: int = MOST_PAIRINGS) -> None:
        self._most_pairings = most_pairings
        self._stages: OrderedDict[int, _Remembered] = OrderedDict()
        self._lock = Lock()

    def texts_of(self, stage: Stage) -> ContentTexts:
        """The same as ``texts_of``, to the last letter; all that it reads has to be of one moment."""
        remembered = self._up_to_date(stage)
        stages = _stages(stage)
        texts = ContentTexts(
            bracket_text(stage, remembered.pairings, stages, remembered.texts),
            _standings_text(stage, remembered.pairings, stages),
        )
        self._remember(stage.pk, remembered)
        return texts

    def _up_to_date(self, stage: Stage) -> _Remembered:
        # Taken out: two threads never change the same one, and one that failed half-way is gone.
        with self._lock:
            remembered = self._stages.pop(stage.pk, None)
        rows, match_rows = _pairings.by_key(stage.pk), _matches.by_key(stage.pk)
        frame = _Frame(
            stage=_columns(stage),
            event=_columns(stage.tournament),
            entries=_entries.by_key(stage.tournament_id),
            entrants=_entrants.by_key(stage.pk),
            places={key: row[_PLACE] for key, row in rows.items()},
        )
        if (
            remembered is not None
            and remembered.frame == frame
            and remembered.take_over(stage, rows, match_rows)
        ):
            return remembered
        entries = shown_entries(stage)
        pairings = shown_pairings(stage, entries)
        return _Remembered(frame, rows, match_rows, entries, _ratings(stage), pairings)

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


def _stages(stage: Stage) -> list[StageName]:
    rows = _names.by_key(stage.tournament_id).values()
    return [StageName(number=number, name=name) for _, number, name in rows]


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
