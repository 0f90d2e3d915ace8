"""What players bring along into a pool from an earlier list: seen before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Literal

from django.db import transaction
from django.db.models import Q

from db.locking import still_there
from matches.models import RatingPool, StartValue
from matches.pool_models import Largest
from matches.services.rating_pools import require_for_pool
from matches.services.rating_replay import compute_again, locked_pools
from players.actors import Actor
from players.models import Player
from players.name_matching import KnownNames
from players.player_tables import PlayerRow, RowNotValid, player_rows
from players.services.player_import import SeveralKnown
from rules_core.errors import RulesError
from web.names import search_key
from web.table_reading import Row

_HEADS = {
    "value": ("rating", "elo", "value", "start value", "wertung", "wertungszahl", "classement",
              "cote", "punteggio", "valore"),
    "experience": ("experience", "exp", "erfahrung", "esperienza"),
    "deviation": ("deviation", "rd", "rating deviation", "abweichung", "ecart", "deviazione"),
}  # fmt: skip
_BY_HEAD = {search_key(head): column for column, heads in _HEADS.items() for head in heads}
_LOWEST, _HIGHEST = 0.0, 4000.0
_SUREST, _LEAST_SURE = 1.0, 500.0


class NoRatingColumn(RulesError):
    """A table of start values has a column with them."""

    code = "no_rating_column"


class NotOnTheList(RowNotValid):
    """Nobody of the pool has that name or number."""

    code = "not_on_the_list"


@dataclass(frozen=True)
class StartOutcome:
    """What a row does, or would do."""

    row: int
    name: str
    does: Literal["created", "updated", "skipped", "refused"]
    value: float | None = None
    refusal: RulesError | None = None


@dataclass
class StartReport:
    """Row by row what an import does, or would do."""

    outcomes: list[StartOutcome] = field(default_factory=list)

    def count(self, does: str) -> int:
        """How many rows do that."""
        return sum(outcome.does == does for outcome in self.outcomes)

    @property
    def refused(self) -> list[StartOutcome]:
        """The rows that do nothing, and why."""
        return [outcome for outcome in self.outcomes if outcome.refusal]

    @property
    def used(self) -> list[StartOutcome]:
        """The rows that say where somebody starts."""
        return [outcome for outcome in self.outcomes if not outcome.refusal]


@transaction.atomic
def import_start_values(
    *, pool_key: str, rows: Sequence[Row], actor: Actor, dry_run: bool
) -> StartReport:
    """Let players start in a pool with the figures of a table; who is not in it stays as before.

    A row means whoever has its federation number or its name. With ``dry_run`` nothing is written; else the
    pool is computed again by a job if anything is new. The same table twice changes nothing.
    """
    pool = still_there(next(iter(locked_pools(Q(pk=pool_key))), None))
    require_for_pool(actor, pool.club_id)
    importing = _Import(pool)
    for row, figures in _lines(rows):
        importing.take(row, figures)
    if not dry_run and importing.new:
        importing.write()
        compute_again(pool)
    return importing.report


def _lines(rows: Sequence[Row]) -> Iterator[tuple[PlayerRow, dict[str, str]]]:
    """Each row as who it means and what it says of them."""
    if not rows:
        return
    columns = [_BY_HEAD.get(search_key(head), "") for head in rows[0][1]]
    if "value" not in columns:
        raise NoRatingColumn("The table has no column with ratings. Call one “Rating”.")
    cells = dict(rows)
    for row in player_rows(rows):
        yield row, dict(zip(columns, cells[row.number], strict=False))


class _Import:
    """The start values as they would be after the rows so far."""

    def __init__(self, pool: RatingPool) -> None:
        self.report = StartReport()
        self.new: dict[int, StartValue] = {}
        self._pool = pool
        players = Player.objects.on_list().order_by("pk")
        if pool.club_id:
            players = players.filter(club=pool.club_id)
        people = list(players.values_list("pk", "full_name", "federation_id"))
        self._names = KnownNames((pk, name) for pk, name, _ in people)
        self._by_number = {number: pk for pk, _, number in people if number}
        self._kept = {start.player_id: start for start in pool.start_values.all()}
        self._seen: set[int] = set()

    def take(self, row: PlayerRow, figures: dict[str, str]) -> None:
        """Find out whom a row means and what it changes."""
        try:
            if row.refusal:
                raise row.refusal
            player = self._meant(row)
            start = _start_value(self._pool, player, figures)
            does = self._keep(player, start)
        except RowNotValid as refusal:
            outcome = StartOutcome(row.number, row.name, "refused", refusal=refusal)
        else:
            outcome = StartOutcome(row.number, row.name, does, start.value)
        self.report.outcomes.append(outcome)

    def _meant(self, row: PlayerRow) -> int:
        by_number = self._by_number.get(row.details.get("federation_id", ""))
        found = (by_number,) if by_number is not None else self._names.same_as(row.name)
        if not found:
            raise NotOnTheList("No player has this name. Add them to the club’s players first.")
        if len(found) > 1:
            raise SeveralKnown("Several players have this name. Add a federation number.")
        if found[0] in self._seen:
            raise RowNotValid("This player is in the table twice.", why="twice")
        self._seen.add(found[0])
        return found[0]

    def _keep(self, player: int, start: StartValue) -> Literal["created", "updated", "skipped"]:
        kept = self._kept.get(player)
        if kept is None:
            self.new[player] = start
            return "created"
        said = (start.value, start.experience, start.deviation)
        if (kept.value, kept.experience, kept.deviation) == said:
            return "skipped"
        self.new[player] = start
        return "updated"

    def write(self) -> None:
        """Make it so."""
        StartValue.objects.bulk_create(
            self.new.values(),
            update_conflicts=True,
            unique_fields=("pool", "player"),
            update_fields=("value", "experience", "deviation"),
            batch_size=500,
        )


def _start_value(pool: RatingPool, player: int, figures: dict[str, str]) -> StartValue:
    value = _number(figures.get("value", ""), _LOWEST, _HIGHEST)
    experience = _number(figures.get("experience") or "0", 0, Largest.EXPERIENCE)
    said = figures.get("deviation", "")
    deviation = _number(said, _SUREST, _LEAST_SURE) if said else None
    return StartValue(
        pool=pool,
        player_id=player,
        value=value,
        experience=int(experience),
        deviation=deviation,
    )


def _number(text: str, lowest: float, highest: float) -> float:
    """As people write it, with a comma if that is how they do."""
    try:
        number = float(text.replace(",", ".").replace("'", "").replace("’", ""))
    except ValueError:
        number = float("nan")
    if not isfinite(number) or not lowest <= number <= highest:
        raise RowNotValid(
            f"{text[:40] or '…'} is not a number from {lowest:g} to {highest:g}.",
            why="figure",
            said=text[:40] or "…",
            lowest=f"{lowest:g}",
            highest=f"{highest:g}",
        )
    return number
