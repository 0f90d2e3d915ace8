"""An entrant's own night: whom they play, where, what follows, where they stand, what they have played.

Values only, so that a phone that asks every second is answered by comparing them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone

from matches.models import AT_TABLE, Match, MatchStatus, RatingChange
from matches.selectors import ratings_of
from rules_core.draws.advancement import PairingStatus
from rules_core.sides import Side
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT
from tournaments.models import OUT, Entry, Pairing, Stage, StageSnapshot
from tournaments.publishing.chances import pairing_chances
from tournaments.publishing.round_names import bracket_name, round_name
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.standings_types import StandingsRow
from tournaments.selectors import rated_at_draw

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
    watched: tuple[int, ...] = ()
    """Pairings of others that it speaks of: who comes from there is met next."""


def night_of(entry: Entry) -> Night:
    """The night of somebody who takes part in an event that is drawn."""
    rows = list(_pairings(entry))
    stage = rows[-1].stage if rows else _last_drawn(entry)
    lasts = _last_rounds({row.stage_id for row in rows})
    common: dict[str, Any] = {
        "played": tuple(_played(row, entry, lasts) for row in rows if _is_over(row)),
        "standing": _standing(stage, entry) if stage else None,
        "rating": _rating(entry),
        "is_elimination": bool(stage and stage.is_elimination),
    }
    if entry.status in OUT:
        return Night(NightState.LEFT, **common)
    current = _current(rows)
    if current is not None:
        return _with_match(current, entry, lasts, common)
    waiting = next((row for row in rows if row.status == PairingStatus.WAITING), None)
    if waiting is not None:
        return _awaiting(waiting, lasts, common)
    return _between(stage, common)


def _pairings(entry: Entry) -> Sequence[Pairing]:
    own = Pairing.objects.filter(Q(a=entry) | Q(b=entry))
    own = own.select_related("stage", "match__a", "match__b", "a__player", "b__player")
    return list(own.order_by("stage__number", "round", "pk"))


def _last_drawn(entry: Entry) -> Stage | None:
    drawn = entry.tournament.stages.filter(drawn_at__isnull=False)
    return drawn.order_by("-number").first()


def _last_rounds(stages: set[int]) -> dict[tuple[int, str], int]:
    rows = Pairing.objects.filter(stage__in=stages).values_list("stage_id", "bracket").order_by()
    return {(stage, bracket): last for stage, bracket, last in rows.annotate(Max("round"))}


def _name_of(row: Pairing, lasts: dict[tuple[int, str], int]) -> str:
    last = lasts.get((row.stage_id, row.bracket), row.round)
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


def _played(row: Pairing, entry: Entry, lasts: dict[tuple[int, str], int]) -> PlayedMatch:
    opponent, side = _opponent(row, entry), _side(row, entry)
    points = row.match.score if row.match else (0, 0)
    own, other = points if side is Side.A else points[::-1]
    return PlayedMatch(
        id=row.match_id,
        round=_name_of(row, lasts),
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


def _status(row: Pairing) -> MatchStatus:
    assert row.match is not None
    return MatchStatus(row.match.status)


def _with_match(
    row: Pairing, entry: Entry, lasts: dict[tuple[int, str], int], common: dict[str, Any]
) -> Night:
    match = row.match
    assert match is not None
    state = {
        MatchStatus.READY: NightState.READY,
        MatchStatus.REPORTED: NightState.REPORTED,
        MatchStatus.DISPUTED: NightState.REPORTED,
    }.get(_status(row), NightState.AT_TABLE)
    ways, watched = _ways(row, lasts) if row.stage.is_elimination else ({}, ())
    opponent = _opponent(row, entry)
    assert opponent is not None
    rating = ratings_of([opponent.player_id]).get(opponent.player_id)
    own = OwnMatch(
        id=match.pk,
        side=_side(row, entry).value,
        status=match.status,
        opponent=str(opponent),
        length=match.length,
        round=_name_of(row, lasts),
        table=match.table,
        since=match.started_at or match.called_at,
        opponent_rating=None if rating is None else round(rating),
        record=_record(entry.player_id, opponent.player_id),
        chance=_chance(row, entry),
    )
    return Night(
        state,
        match=own,
        if_won=ways.get("winner"),
        if_lost=ways.get("loser"),
        about=_about_a_table(match, entry) if state is NightState.READY else None,
        watched=watched,
        **common,
    )


def _chance(row: Pairing, entry: Entry) -> float | None:
    """One's own to win, as the bracket shows it."""
    if not entry.tournament.show_chances:
        return None
    drawn = rated_at_draw(row.stage.entrants.filter(entry__in=(row.a_id, row.b_id)))
    chances = pairing_chances(row, drawn)
    if chances is None or chances["now"] is None:
        return None
    return chances["now"] if _side(row, entry) is Side.A else 1 - chances["now"]


def _record(own: int, other: int) -> tuple[int, int] | None:
    """Who won the matches of these two so far."""
    between = Match.objects.filter(
        Q(a=own, b=other) | Q(a=other, b=own), status=MatchStatus.FINISHED
    ).exclude(winner="")
    won = Count("pk", filter=Q(a=own, winner="a") | Q(b=own, winner="b"))
    counts = between.aggregate(won=won, all=Count("pk"))
    return (counts["won"], counts["all"] - counts["won"]) if counts["all"] else None


def _ways(
    row: Pairing, lasts: dict[tuple[int, str], int]
) -> tuple[dict[str, Way], tuple[int, ...]]:
    """Where a win and a loss lead, and the pairings that say so."""
    origins = {f"{outcome}_of:{row.key}": outcome for outcome in ("winner", "loser")}
    after = Pairing.objects.filter(stage=row.stage_id).filter(
        Q(a_from__in=origins) | Q(b_from__in=origins)
    )
    found = list(after.select_related("stage", "a__player", "b__player").order_by("-pk"))
    feeders = _feeders(found)
    ways = {
        outcome: _way(pairing, origin, feeders, lasts)
        for pairing in found
        for origin, outcome in origins.items()
        if origin in {pairing.a_from, pairing.b_from}
    }
    return ways, tuple(sorted(other.pk for other in (*found, *feeders.values())))


def _way(
    row: Pairing, origin: str, feeders: dict[str, Pairing], lasts: dict[tuple[int, str], int]
) -> Way:
    other, other_from = (row.b, row.b_from) if row.a_from == origin else (row.a, row.a_from)
    feeder = feeders.get(other_from.partition(":")[2])
    return Way(
        round=_name_of(row, lasts),
        length=row.length,
        opponent=str(other) if other else "",
        candidates=_names(feeder) if other is None and feeder else (),
    )


def _feeders(rows: Sequence[Pairing]) -> dict[str, Pairing]:
    """The pairings that seats wait for, by key."""
    keys = {origin.partition(":")[2] for row in rows for origin in (row.a_from, row.b_from)}
    if not rows:
        return {}
    found = Pairing.objects.filter(stage=rows[0].stage_id, key__in=keys - {""})
    return {row.key: row for row in found.select_related("a__player", "b__player", "match")}


def _names(row: Pairing) -> tuple[str, ...]:
    return tuple(str(entry) for entry in (row.a, row.b) if entry is not None)


def _awaiting(row: Pairing, lasts: dict[tuple[int, str], int], common: dict[str, Any]) -> Night:
    feeders = _feeders([row])
    open_from = row.a_from if row.a_open else row.b_from
    feeder = feeders.get(open_from.partition(":")[2])
    return Night(
        NightState.AWAITING,
        awaited=_names(feeder) if feeder else (),
        about=_about([feeder.match] if feeder and feeder.match else []),
        if_won=Way(_name_of(row, lasts), row.length),
        watched=(feeder.pk,) if feeder else (),
        **common,
    )


def _between(stage: Stage | None, common: dict[str, Any]) -> Night:
    """Nothing to play now: the next round is to come, or it was the last match."""
    if stage is None or stage.finished_at or stage.is_elimination:
        return Night(NightState.DONE, **common)
    ready = stage.pairings.filter(status=PairingStatus.READY).select_related("match")
    matches = [row.match for row in ready if row.match]
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


def _about_a_table(match: Match, entry: Entry) -> datetime | None:
    """When a table is likely to be free, if none is: those who were ready before sit down before."""
    tables = entry.tournament.tables
    of_event = Match.objects.filter(event=match.event, club=match.club_id)
    at_tables = list(of_event.filter(status__in=AT_TABLE))
    if not tables or len(at_tables) < tables:
        return None
    before = of_event.filter(status=MatchStatus.READY, pk__lt=match.pk).count()
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


def _standing(stage: Stage, entry: Entry) -> Standing | None:
    snapshot = StageSnapshot.objects.filter(stage=stage).first()
    if snapshot is None or not snapshot.standings:
        return None
    rows = standings_in(snapshot)["rows"]
    own = next((row for row in rows if row["entry"] == entry.pk), None)
    if own is None:
        return None
    return Standing(
        rank=own["rank"],
        rank_to=own["rank_to"],
        wins=own["wins"],
        losses=own["losses"],
        of=len(rows),
        is_final=stage.finished_at is not None or own["status"] in {"out", "winner"},
        still_in=_still_in(rows) if stage.is_elimination and not stage.finished_at else (),
    )


def _still_in(rows: Sequence[StandingsRow]) -> tuple[str, ...]:
    return tuple(row["name"] for row in rows if row["status"] == "playing")


def _rating(entry: Entry) -> tuple[int, int] | None:
    """Before the first match of the event and after the last that is rated."""
    changes = RatingChange.objects.filter(
        player=entry.player_id,
        match__event=entry.tournament.slug,
        match__club=entry.tournament.club_id,
        pool="fibs",
    ).order_by("at", "match_id")
    values = list(changes.values_list("before", "after"))
    return (round(values[0][0]), round(values[-1][1])) if values else None
