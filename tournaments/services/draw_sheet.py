"""A stage's draw sheet: rows as the pure engine sees them, and its answers written back.

``rules_core.draws.advancement`` says what follows from what. This module only reads the rows it asks
for, and makes, ends and voids matches so that they agree with what it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from db.changed_columns import ChangedColumns, Values
from db.prepared import Prepared, PreparedUpdate
from matches.models import Match
from matches.selectors import decided_by_absence
from matches.services.creation import MatchSettings, NewMatch, make_matches
from matches.services.player_exchange import exchange_players
from matches.services.voiding import void_match
from matches.services.walkovers import play_on, walk_over
from players.actors import Actor
from rules_core.draws.advancement import (
    Empty,
    Outcome,
    PairingState,
    PairingStatus,
    Seat,
    play_through,
)
from rules_core.draws.consequences import consequences, follows_from_absence
from rules_core.draws.plan import Plan, PlannedPairing
from rules_core.match import MatchRules
from rules_core.sides import Side
from tournaments.draws.plans import origin_of, plan_of, plan_of_rounds
from tournaments.draws.played import is_started
from tournaments.models import Pairing, Stage, StageEntrant
from tournaments.selectors import entrants_by_seed
from tournaments.services.around_results import COLUMNS, rows_around
from tournaments.services.known_entrants import Absent, KnownEntrants

_OPEN = (PairingStatus.WAITING, PairingStatus.READY)
_rows = Prepared(
    lambda stage_id, *keys: (
        Pairing.objects.filter(stage=stage_id, key__in=keys)
        .select_related("match")
        .only(*COLUMNS)
        .order_by()
    )
)
_open_rows = Prepared(
    lambda stage_id: (
        Pairing.objects.filter(stage=stage_id, status__in=_OPEN).order_by().only("pk")[:1]
    )
)
_all_columns = PreparedUpdate(Pairing)
_changed_columns = ChangedColumns(Pairing)

_WITHOUT_PLAY = (Outcome.WALKOVER_A, Outcome.WALKOVER_B, Outcome.DOUBLE_FORFEIT)


class LazyPairingStates(dict[str, PairingState]):
    """LazyPairingStates by pairing id, read from the database when first asked for."""

    def __init__(self, sheet: DrawSheet) -> None:
        super().__init__()
        self._sheet = sheet

    def __missing__(self, key: str) -> PairingState:
        state = self[key] = self._sheet.state_of(self._sheet.row(key))
        return state


class DrawSheet:
    """The pairings of one stage, which the caller has locked."""

    def __init__(
        self,
        stage: Stage,
        rows: Iterable[Pairing] = (),
        entrants: Iterable[StageEntrant] = (),
    ) -> None:
        self.stage = stage
        self.rows: dict[str, Pairing] = {row.key: row for row in rows}
        self.states = LazyPairingStates(self)
        self._around: dict[str, Values] = {}
        """The rows around a result as the database has them, by their keys."""
        self._known = KnownEntrants(stage.pk, entrants)
        self.withdrawn = Absent(self._known)

    @classmethod
    def whole(cls, stage: Stage) -> DrawSheet:
        """The sheet with all its rows and entrants read at once."""
        rows = stage.pairings.select_related("match").order_by("pk")
        return cls(stage, rows, entrants_by_seed(stage))

    @property
    def entrants(self) -> list[StageEntrant]:
        """Those who play, the first seed first; needs the whole sheet."""
        return self._known.in_order()

    @property
    def has_open_rows(self) -> bool:
        """Whether anything on the sheet is still to be decided; the rows read so far may tell."""
        return (
            any(row.status in _OPEN for row in self.rows.values())
            or _open_rows.first(self.stage.pk) is not None
        )

    @cached_property
    def plan(self) -> Plan:
        """The stage's plan; where rounds are paired one by one, what is on the sheet so far."""
        if self.stage.paired_by_round:
            return plan_of_rounds(self.stage, self.rows.values())
        return plan_of(self.stage)

    def row(self, key: str) -> Pairing:
        """One row of the sheet."""
        if key not in self.rows:
            self.rows[key] = _rows.get(self.stage.pk, key)
        return self.rows[key]

    def prefetch_around(self, key: str) -> None:
        """Read in one go what a result there touches."""
        plan = None if self.stage.paired_by_round else self.plan
        for row in rows_around(self.stage, plan, key):
            self.rows[row.key] = row
            self._around[row.key] = _changed_columns.values_of(row)
            for side in "ab":
                if (entry := getattr(row, side)) is not None:
                    self._known.note(entry, getattr(row, f"{side}_seed"))

    def state_of(self, row: Pairing) -> PairingState:
        """A row as the engine sees it."""
        return PairingState(
            a=self._seat(row.a_id, row.a_open),
            b=self._seat(row.b_id, row.b_open),
            outcome=Outcome(row.outcome) if row.outcome else None,
            needed=row.needed,
        )

    def shows(self, key: str, state: PairingState) -> bool:
        """Whether a row says what follows from a state, in all its columns."""
        row = self.row(key)
        return self.state_of(row) == state and all(
            getattr(row, name) == value for name, value in _derived(state).items()
        )

    def _seat(self, entry_id: int | None, is_open: bool) -> Seat:
        if entry_id is not None:
            return self._known.with_entry(entry_id).seed
        return Empty.UNKNOWN if is_open else Empty.NOBODY

    def entry_id(self, seat: Seat) -> int | None:
        """The entry that sits there, if one does."""
        return self._known.with_seed(seat).entry_id if isinstance(seat, int) else None

    def rows_of(self, entry_id: int, status: PairingStatus) -> list[Pairing]:
        """The rows of that status in which an entry sits; needs the whole sheet."""
        return [
            row
            for row in self.rows.values()
            if row.status == status and entry_id in (row.a_id, row.b_id)
        ]

    def lost_by_absence(self, entry_id: int) -> list[Pairing]:
        """What an entry did not win because somebody was not here; needs the whole sheet.

        What was entered by hand stands, whoever has left since.
        """
        rows = [
            row
            for row in self.rows.values()
            if row.outcome in _WITHOUT_PLAY
            and entry_id in (row.a_id, row.b_id)
            and entry_id != {"a": row.a_id, "b": row.b_id}.get(row.winner)
        ]
        by_absence = decided_by_absence([row.match_id for row in rows if row.match_id])
        return [row for row in rows if row.match_id is None or row.match_id in by_absence]

    @property
    def started(self) -> Collection[str]:
        """Where a match is under way or its result waits to be confirmed; needs the whole sheet."""
        ready = [row for row in self.rows.values() if row.status == PairingStatus.READY]
        return {row.key for row in ready if row.match is not None and is_started(row.match)}

    def is_behind(self, key: str) -> bool:
        """Whether a round that followed from this pairing's is paired; needs the whole sheet."""
        return self.stage.paired_by_round and self.row(key).round < self._last_round

    def is_walked_over(self, key: str) -> bool:
        """Whether somebody is absent who sits there."""
        state = self.states[key]
        return state.a in self.withdrawn or state.b in self.withdrawn

    @property
    def _last_round(self) -> int:
        return max(row.round for row in self.rows.values())

    def reopen_if_free(self, row: Pairing, actor: Actor, *, reason: str) -> None:
        """Have played after all what an absence decided, if nothing was played that rests on it."""
        found = consequences(self.plan, self.states, row.key, None, self.withdrawn, self.started)
        if not found.voided:
            self.write(found.changes, actor, reason=reason)
            self.states.update(found.changes)

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """What somebody's doing has decided, by pairing id; needs the whole sheet.

        What follows from who is away follows again, and for others if others sit there then.
        """
        return {
            key: Outcome(row.outcome)
            for key, row in self.rows.items()
            if row.outcome and not follows_from_absence(self.states[key], self.withdrawn)
        }

    def write(self, changes: Mapping[str, PairingState], actor: Actor, *, reason: str) -> None:
        """Bring rows and matches into line with what the engine says."""
        for key, state in changes.items():
            self._leave_table(self.row(key), state, actor, reason)
        rows = [self._seat_row(self.row(key), state) for key, state in changes.items()]
        for row in rows:
            self._settle_match(row, actor, reason)
        self._make_matches([row for row in rows if _wants_match(row)], actor)
        self._save([row for row in rows if row.pk is not None])
        Pairing.objects.bulk_create([row for row in rows if row.pk is None])

    def _save(self, rows: list[Pairing]) -> None:
        _all_columns.save([row for row in rows if row.key not in self._around])
        known = [row for row in rows if row.key in self._around]
        _changed_columns.save([(row, self._around[row.key]) for row in known])
        for row in known:
            self._around[row.key] = _changed_columns.values_of(row)

    def exchange(self, changes: Mapping[str, PairingState], actor: Actor, *, reason: str) -> None:
        """Let matches stand in which others sit now, as those who did play them."""
        for key, state in changes.items():
            row, a, b = self.row(key), self.entry_id(state.a), self.entry_id(state.b)
            if row.match is None or not (a and b) or (row.a_id, row.b_id) == (a, b):
                continue
            players = {"a_id": self._player(a), "b_id": self._player(b)}
            row.match = exchange_players(
                match_id=row.match.pk, reason=reason, actor=actor, **players
            )
            row.a_id, row.b_id = a, b
        self.write(changes, actor, reason=reason)

    def lay_out(self, actor: Actor, *, reason: str) -> None:
        """Make the sheet agree with the plan, adding rows and taking away those it has no more."""
        self.drop(self.rows.keys() - self.plan.by_id.keys(), actor, reason)
        placed = {place.id for place in self.plan.pairings if self._put_in_place(place)}
        now = play_through(self.plan, self.outcomes, self.withdrawn)
        changes = {
            key: state for key, state in now.items() if key in placed or state != self.states[key]
        }
        self.write(changes, actor, reason=reason)

    def _put_in_place(self, place: PlannedPairing) -> bool:
        """Have a row stand where the plan has it; say whether it is new there."""
        row = self.rows.setdefault(place.id, Pairing(stage=self.stage, key=place.id))
        stands = {
            "bracket": place.bracket,
            "round": place.round,
            "number": place.number,
            "length": place.length,
            "a_from": origin_of(place.a),
            "b_from": origin_of(place.b),
        }
        moved = row.pk is None or any(getattr(row, name) != at for name, at in stands.items())
        for name, at in stands.items():
            setattr(row, name, at)
        return moved

    def drop(self, keys: Collection[str], actor: Actor, reason: str) -> None:
        """Take rows off the sheet and void their matches."""
        for row in [self.rows.pop(key) for key in sorted(keys)]:
            self._around.pop(row.key, None)
            row.delete()
            if row.match_id is not None:
                _void(row, actor, reason)

    def _leave_table(self, row: Pairing, state: PairingState, actor: Actor, reason: str) -> None:
        """Void a match in whose place others sit down, or nobody."""
        stay = (row.a_id, row.b_id) == (self.entry_id(state.a), self.entry_id(state.b))
        if row.match is not None and not (stay and state.needed):
            _void(row, actor, reason)

    def _seat_row(self, row: Pairing, state: PairingState) -> Pairing:
        row.a_id, row.b_id = self.entry_id(state.a), self.entry_id(state.b)
        for name, value in _derived(state).items():
            setattr(row, name, value)
        return row

    def _settle_match(self, row: Pairing, actor: Actor, reason: str) -> None:
        """End a match that an absence decides, and let one go on that an absence has ended."""
        match = row.match
        if match is None or (row.outcome and match.is_over and match.winner == row.winner):
            return
        if not self._same_players(row, match):
            _void(row, actor, reason)
            return
        if match.is_over:
            row.match = play_on(match_id=match.pk, reason=reason, actor=actor)
        if row.outcome:
            winner = Side(row.winner) if row.winner else None
            row.match = walk_over(match_id=match.pk, winner=winner, reason=reason, actor=actor)

    def _same_players(self, row: Pairing, match: Match) -> bool:
        return [match.a_id, match.b_id] == [
            self._player(entry) for entry in (row.a_id, row.b_id) if entry
        ]

    def _player(self, entry_id: int) -> int:
        return self._known.with_entry(entry_id).entry.player_id

    def _make_matches(self, rows: list[Pairing], actor: Actor) -> None:
        """Make the matches of pairings that have both their sides."""
        if not rows:
            return
        tournament = self.stage.tournament
        rules = MatchRules.from_json(tournament.rules)
        new_matches = [
            NewMatch(
                self._player(row.a_id), self._player(row.b_id), replace(rules, length=row.length)
            )
            for row in rows
            if row.a_id and row.b_id
        ]
        made = make_matches(
            club_id=tournament.club_id,
            new_matches=new_matches,
            actor=actor,
            settings=MatchSettings(
                event=tournament.slug,
                result_policy=tournament.result_policy,
                auto_confirm_minutes=tournament.auto_confirm_minutes,
            ),
        )
        for row, match in zip(rows, made, strict=True):
            row.match = match


def _derived(state: PairingState) -> dict[str, Any]:
    """The columns of a row that follow from its state, but for who sits there."""
    return {
        "a_open": state.a is Empty.UNKNOWN,
        "b_open": state.b is Empty.UNKNOWN,
        "needed": state.needed,
        "outcome": state.outcome or "",
        "status": state.status,
        "void_reason": state.void_reason or "",
        "winner": state.winning_side or "",
    }


def _void(row: Pairing, actor: Actor, reason: str) -> None:
    assert row.match_id is not None
    void_match(match_id=row.match_id, reason=reason, actor=actor)
    row.match = None


def _wants_match(row: Pairing) -> bool:
    return row.status == PairingStatus.READY and row.match is None
