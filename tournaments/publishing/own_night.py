"""An entrant's own night: whom they play, where, what follows, where they stand, what they have played.

Values only, so that a phone that asks every second is answered by comparing them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.utils import timezone

from matches.models import AT_TABLE, Match, MatchStatus
from rules_core.draws.advancement import PairingStatus
from rules_core.sides import Side
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT
from tournaments.models import OUT, Entry, Pairing, Stage
from tournaments.publishing.chances import pairing_chances
from tournaments.publishing.night_rows import EventRows, read_rows
from tournaments.publishing.round_names import bracket_name, round_name

_OPEN = (
    MatchStatus.READY,
    MatchStatus.CALLED,
    MatchStatus.PLAYING,
    MatchStatus.REPORTED,
    MatchStatus.DISPUTED,
)
_SOON = timedelta(minutes=5)


class NightState(StrEnum):
    """What somebody is doing, or waiting for."""

    AT_TABLE = "at_table"
    READY = "ready"
    REPORTED = "reported"
    AWAITING = "awaiting"
    BETWEEN = "between"
    DONE = "done"
    LEFT = "left"


@dataclass(frozen=True)
class OwnMatch:
    """The match that is on, or next."""

    id: int
    side: str
    status: str
    opponent: str
    length: int
    round: str
    table: int | None
    since: datetime | None
    opponent_rating: int | None = None
    record: tuple[int, int] | None = None
    """Matches won and lost against this opponent before, if there were any."""
    chance: float | None = None
    """One's own to win from this score, where the event shows chances."""


@dataclass(frozen=True)
class Way:
    """Where a win or a loss leads."""

    round: str
    length: int
    opponent: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayedMatch:
    """A line of what was played."""

    id: int | None
    round: str
    opponent: str
    own: int
    other: int
    won: bool
    bye: bool = False


@dataclass(frozen=True)
class Standing:
    """Where somebody stands in a stage."""

    rank: int
    rank_to: int
    wins: int
    losses: int
    of: int
    is_final: bool
    still_in: tuple[str, ...] = ()
    """In an elimination: who can still win something."""

    @property
    def rank_text(self) -> str:
        """``3``, or ``3–4`` for those who share it."""
        return f"{self.rank}" if self.rank == self.rank_to else f"{self.rank}–{self.rank_to}"


@dataclass(frozen=True)
class Night:
    """All that one's own page shows."""

    state: NightState
    match: OwnMatch | None = None
    awaited: tuple[str, ...] = ()
    still_playing: int = 0
    about: datetime | None = None
    if_won: Way | None = None
    if_lost: Way | None = None
    is_elimination: bool = False
    played: tuple[PlayedMatch, ...] = ()
    standing: Standing | None = None
    rating: tuple[int, int] | None = field(default=None)


def night_of(entry: Entry, event: EventRows | None = None) -> Night:
    """The night of somebody who takes part in an event that is drawn; its rows are read unless they are given."""
    event = event or read_rows(entry.tournament)
    rows = event.pairings.of_entry.get(entry.pk, [])
    stage = rows[-1].stage if rows else event.last_drawn
    common: dict[str, Any] = {
        "played": tuple(_played(row, entry, event) for row in rows if _is_over(row)),
        "standing": _standing(stage, entry, event) if stage else None,
        "rating": _rating(entry, event),
        "is_elimination": bool(stage and stage.is_elimination),
    }
    if entry.status in OUT:
        return Night(NightState.LEFT, **common)
    current = _current(rows)
    if current is not None:
        return _with_match(current, entry, event, common)
    waiting = _waiting(rows)
    if waiting is not None:
        return _awaiting(waiting, event, common)
    return _between(stage, event, common)


def concerning(entry: int, event: EventRows) -> list[Pairing]:
    """The pairings that a night speaks of, but for what follows from all of the event: places and times."""
    rows = event.pairings.of_entry.get(entry, [])
    current, waiting = _current(rows), _waiting(rows)
    if current is not None:
        after = list(_after(current, event).values()) if current.stage.is_elimination else []
        return [*rows, *after, *_feeders(after, event).values()]
    return [*rows, *_feeders([waiting], event).values()] if waiting is not None else rows


def _name_of(row: Pairing, event: EventRows) -> str:
    last = event.pairings.last_rounds[row.stage_id, row.bracket]
    name = round_name(row.stage.format, row.bracket, row.round, last).translated
    if row.stage.is_elimination and row.bracket not in {"main", "grand_final"}:
        bracket = bracket_name(row.bracket).translated
        return name if name == bracket else f"{bracket} · {name}"
    return name


def _is_over(row: Pairing) -> bool:
    return bool(row.outcome) or row.status == PairingStatus.BYE


def _opponent(row: Pairing, entry: Entry) -> Entry | None:
    return row.b if row.a_id == entry.pk else row.a


def _side(row: Pairing, entry: Entry) -> Side:
    return Side.A if row.a_id == entry.pk else Side.B


def _played(row: Pairing, entry: Entry, event: EventRows) -> PlayedMatch:
    opponent, side = _opponent(row, entry), _side(row, entry)
    points = row.match.score if row.match else (0, 0)
    own, other = points if side is Side.A else points[::-1]
    return PlayedMatch(
        id=row.match_id,
        round=_name_of(row, event),
        opponent=str(opponent) if opponent else "",
        own=own,
        other=other,
        won=row.winner == side.value,
        bye=row.status == PairingStatus.BYE,
    )


def _current(rows: Sequence[Pairing]) -> Pairing | None:
    """The match one sits at, else the one to be called, else one that waits for the other's word."""
    live = [row for row in rows if row.match and row.match.status in _OPEN]
    order = {**dict.fromkeys(AT_TABLE, 0), MatchStatus.READY: 1}
    return min(live, key=lambda row: order.get(_status(row), 2), default=None)


def _waiting(rows: Sequence[Pairing]) -> Pairing | None:
    return next((row for row in rows if row.status == PairingStatus.WAITING), None)


def _status(row: Pairing) -> MatchStatus:
    assert row.match is not None
    return MatchStatus(row.match.status)


def _with_match(row: Pairing, entry: Entry, event: EventRows, common: dict[str, Any]) -> Night:
    match = row.match
    assert match is not None
    state = {
        MatchStatus.READY: NightState.READY,
        MatchStatus.REPORTED: NightState.REPORTED,
        MatchStatus.DISPUTED: NightState.REPORTED,
    }.get(_status(row), NightState.AT_TABLE)
    ways = _ways(row, event) if row.stage.is_elimination else {}
    opponent = _opponent(row, entry)
    assert opponent is not None
    rating = event.ratings.now.get(opponent.player_id)
    own = OwnMatch(
        id=match.pk,
        side=_side(row, entry).value,
        status=match.status,
        opponent=str(opponent),
        length=match.length,
        round=_name_of(row, event),
        table=match.table,
        since=match.started_at or match.called_at,
        opponent_rating=None if rating is None else round(rating),
        record=event.record(entry, opponent),
        chance=_chance(row, entry, event),
    )
    return Night(
        state,
        match=own,
        if_won=ways.get("winner"),
        if_lost=ways.get("loser"),
        about=_about_a_table(match, entry, event) if state is NightState.READY else None,
        **common,
    )


def _chance(row: Pairing, entry: Entry, event: EventRows) -> float | None:
    """One's own to win, as the bracket shows it."""
    if not entry.tournament.show_chances:
        return None
    chances = pairing_chances(row, event.at_draw[row.stage_id])
    if chances is None or chances["now"] is None:
        return None
    return chances["now"] if _side(row, entry) is Side.A else 1 - chances["now"]


def _ways(row: Pairing, event: EventRows) -> dict[str, Way]:
    """Where a win and a loss lead."""
    after = _after(row, event)
    feeders = _feeders(after.values(), event)
    return {
        outcome: _way(pairing, f"{outcome}_of:{row.key}", feeders, event)
        for outcome, pairing in after.items()
    }


def _after(row: Pairing, event: EventRows) -> dict[str, Pairing]:
    """The next pairing of the winner, and of the loser."""
    found = {
        outcome: event.pairings.fed_from.get((row.stage_id, f"{outcome}_of:{row.key}"))
        for outcome in ("winner", "loser")
    }
    return {outcome: pairing for outcome, pairing in found.items() if pairing is not None}


def _way(row: Pairing, origin: str, feeders: dict[str, Pairing], event: EventRows) -> Way:
    other, other_from = (row.b, row.b_from) if row.a_from == origin else (row.a, row.a_from)
    feeder = feeders.get(other_from.partition(":")[2])
    return Way(
        round=_name_of(row, event),
        length=row.length,
        opponent=str(other) if other else "",
        candidates=_names(feeder) if other is None and feeder else (),
    )


def _feeders(rows: Iterable[Pairing], event: EventRows) -> dict[str, Pairing]:
    """The pairings that seats wait for, by key."""
    keys = {
        (row.stage_id, origin.partition(":")[2])
        for row in rows
        for origin in (row.a_from, row.b_from)
    }
    found = [event.pairings.by_key[key] for key in keys if key in event.pairings.by_key]
    return {row.key: row for row in found}


def _names(row: Pairing) -> tuple[str, ...]:
    return tuple(str(entry) for entry in (row.a, row.b) if entry is not None)


def _awaiting(row: Pairing, event: EventRows, common: dict[str, Any]) -> Night:
    feeders = _feeders([row], event)
    open_from = row.a_from if row.a_open else row.b_from
    feeder = feeders.get(open_from.partition(":")[2])
    return Night(
        NightState.AWAITING,
        awaited=_names(feeder) if feeder else (),
        about=_about([feeder.match] if feeder and feeder.match else []),
        if_won=Way(_name_of(row, event), row.length),
        **common,
    )


def _between(stage: Stage | None, event: EventRows, common: dict[str, Any]) -> Night:
    """Nothing to play now: the next round is to come, or it was the last match."""
    if stage is None or stage.finished_at or stage.is_elimination:
        return Night(NightState.DONE, **common)
    matches = [
        row.match
        for row in event.pairings.rows
        if row.match and row.stage_id == stage.pk and row.status == PairingStatus.READY
    ]
    return Night(
        NightState.BETWEEN,
        still_playing=len(matches),
        about=_about(matches),
        **common,
    )


def _about(matches: Sequence[Match]) -> datetime | None:
    """When the last of these is likely to be over; unknown before they sit."""
    ends = _ends(matches)
    return _soonest(ends[-1]) if ends and len(ends) == len(matches) else None


def _about_a_table(match: Match, entry: Entry, event: EventRows) -> datetime | None:
    """When a table is likely to be free, if none is: those who were ready before sit down before."""
    tables, matches = entry.tournament.tables, event.pairings.matches
    at_tables = [other for other in matches if other.status in AT_TABLE]
    if not tables or len(at_tables) < tables:
        return None
    before = sum(other.status == MatchStatus.READY and other.pk < match.pk for other in matches)
    ends = _ends(at_tables)
    return _soonest(ends[before]) if before < len(ends) else None


def _ends(matches: Sequence[Match]) -> list[datetime]:
    """When those of them that have been called are likely to be over, the first one first."""
    return sorted(
        since + timedelta(minutes=match.length * MINUTES_A_POINT + CHANGEOVER)
        for match in matches
        if (since := match.started_at or match.called_at)
    )


def _soonest(end: datetime) -> datetime:
    """To the next five minutes, and not in the past."""
    end = max(end, timezone.now() + _SOON).replace(second=0, microsecond=0)
    return end + timedelta(minutes=-end.minute % 5)


def _standing(stage: Stage, entry: Entry, event: EventRows) -> Standing | None:
    places = event.places_in(stage)
    own = places.by_entry.get(entry.pk)
    if own is None:
        return None
    return Standing(
        rank=own["rank"],
        rank_to=own["rank_to"],
        wins=own["wins"],
        losses=own["losses"],
        of=len(places.by_entry),
        is_final=stage.finished_at is not None or own["status"] in {"out", "winner"},
        still_in=places.still_in if stage.is_elimination and not stage.finished_at else (),
    )


def _rating(entry: Entry, event: EventRows) -> tuple[int, int] | None:
    """Before the first match of the event and after the last that is rated."""
    changed = event.ratings.changed.get(entry.player_id)
    return (round(changed[0]), round(changed[1])) if changed else None
