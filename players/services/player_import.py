"""A list of players comes to a club: seen before anything is made, and the same list twice changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.db import transaction

from db.locking import locked_row
from players.actors import Actor
from players.models import Club, Player, Role, write_words
from players.name_matching import KnownNames
from players.player_tables import PlayerRow, RowNotValid, player_rows
from players.services.permissions import require
from rules_core.errors import RulesError
from web.table_reading import Row

Near = Literal["ask", "new", "same"]
"""What becomes of somebody whose name is nearly that of a player: told apart by whoever imports."""


class NearlyKnown(RowNotValid):
    """Somebody on the list has nearly that name."""

    code = "nearly_known"


class SeveralKnown(RowNotValid):
    """Several on the list have that name."""

    code = "several_known"


@dataclass(frozen=True)
class RowOutcome:
    """What a row does, or would do."""

    row: int
    name: str
    does: Literal["created", "updated", "skipped", "refused"]
    refusal: RulesError | None = None


@dataclass
class ImportReport:
    """Row by row what an import does, or would do."""

    outcomes: list[RowOutcome] = field(default_factory=list)

    def count(self, does: str) -> int:
        """How many rows do that."""
        return sum(outcome.does == does for outcome in self.outcomes)

    @property
    def refused(self) -> list[RowOutcome]:
        """The rows that do nothing, and why."""
        return [outcome for outcome in self.outcomes if outcome.refusal]

    @property
    def used(self) -> list[RowOutcome]:
        """The rows that say something of a player, also what is known already."""
        return [outcome for outcome in self.outcomes if not outcome.refusal]


@transaction.atomic
def import_players(
    *, club_id: int, rows: Sequence[Row], actor: Actor, dry_run: bool, near: Near = "ask"
) -> ImportReport:
    """Bring a club's list up to date with a table; rows that cannot be used are left out and told.

    A row means whoever has its federation number, its e-mail address or its name. Nothing that a
    row does not say is removed. With ``dry_run`` nothing is written.
    """
    require(actor, Role.DIRECTOR, club_id)
    locked_row(Club.objects.all(), club_id)
    importing = _Import(club_id, near)
    for row in player_rows(rows):
        importing.take(row)
    if not dry_run:
        importing.write()
    return importing.report


class _Import:
    """The club's players as they would be after the rows so far."""

    def __init__(self, club_id: int, near: Near) -> None:
        self.report = ImportReport()
        self._club_id = club_id
        self._near = near
        listed = Player.objects.on_list().filter(club=club_id).order_by("pk")
        self._players: dict[int, Player] = {player.pk: player for player in listed}
        self._names = KnownNames((pk, player.full_name) for pk, player in self._players.items())
        self._by_number = {
            p.federation_id: pk for pk, p in self._players.items() if p.federation_id
        }
        self._by_email = {p.email.lower(): pk for pk, p in self._players.items() if p.email}
        self._changed: set[int] = set()

    def take(self, row: PlayerRow) -> None:
        """Find out whom a row means and what it changes."""
        try:
            if row.refusal:
                raise row.refusal
            meant = self._meant(row)
            does: Literal["created", "updated", "skipped"]
            does = self._add(row) if meant is None else self._update(meant, row)
        except RowNotValid as refusal:
            self.report.outcomes.append(RowOutcome(row.number, row.name, "refused", refusal))
        else:
            self.report.outcomes.append(RowOutcome(row.number, row.name, does))

    def _meant(self, row: PlayerRow) -> int | None:
        by_number = self._by_number.get(row.details.get("federation_id", ""))
        if by_number is not None:
            return by_number
        by_email = self._by_email.get(row.details.get("email", "").lower())
        match = self._names.match(row.name)
        if by_email is not None and by_email in (*match.same, *match.near):
            return by_email
        if match.is_known:
            return match.same[0]
        if match.same:
            raise SeveralKnown("Several players have this name. Add a federation number.")
        if match.near and self._near == "ask":
            name = self._players[match.near[0]].full_name
            raise NearlyKnown(f"Nearly the same as {name}. Is it the same person?", name=name)
        return match.near[0] if match.near and self._near == "same" else None

    def _add(self, row: PlayerRow) -> Literal["created"]:
        player = Player(club_id=self._club_id, full_name=row.name, **row.details)
        player.derive_names()
        # A number of its own until it is written; no row has one below nought.
        self._know(-1 - len(self._players), player)
        return "created"

    def _know(self, key: int, player: Player) -> None:
        self._players[key] = player
        self._names.add(key, player.full_name)
        if player.federation_id:
            self._by_number[player.federation_id] = key
        if player.email:
            self._by_email[player.email.lower()] = key

    def _update(self, key: int, row: PlayerRow) -> Literal["updated", "skipped"]:
        player = self._players[key]
        changes = {
            name: value for name, value in row.details.items() if getattr(player, name) != value
        }
        number = changes.get("federation_id")
        if number and player.federation_id:
            raise RowNotValid(
                f"{player.full_name} has the federation number {player.federation_id}.",
                why="other_number",
                name=player.full_name,
                federation_id=player.federation_id,
            )
        for name, value in changes.items():
            setattr(player, name, value)
        if number:
            self._by_number[number] = key
        if not changes:
            return "skipped"
        self._changed.add(key)
        return "updated"

    def write(self) -> None:
        """Make it so."""
        made = [player for key, player in self._players.items() if key < 0]
        Player.objects.bulk_create(made, batch_size=500)
        write_words(made)
        changed = [self._players[key] for key in sorted(self._changed) if key > 0]
        Player.objects.bulk_update(changed, ["country", "email", "federation_id"], batch_size=500)
