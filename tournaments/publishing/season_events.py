"""The final ranking of finished events, from what is published of their stages, for a season to count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from matches.models import Match, MatchStatus
from rules_core.seasons.points import EventLine, SeasonEvent
from rules_core.standings.final_ranking import FinalPlace, StagePlace, final_ranking
from tournaments.models import Stage, StageSnapshot, Tournament
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.standings_types import StandingsRow
from tournaments.publishing.winners import in_order_of_ranking

Margins = Mapping[tuple[str, int], int]
"""The points by which somebody won matches of an event: by its slug and the player."""


@dataclass
class _Tally:
    """What an entrant did in all stages together."""

    player: int = 0
    wins: int = 0
    losses: int = 0
    statuses: set[str] = field(default_factory=set)


def ranked_events(events: Sequence[Tournament], *, with_margins: bool) -> list[SeasonEvent]:
    """Finished events, which come with their stages, as a season counts them; nothing is asked once an event."""
    published: dict[int, list[StandingsRow]] = {
        snapshot.pk: standings_in(snapshot)["rows"]
        for snapshot in StageSnapshot.objects.filter(stage__tournament__in=events).only(
            "stage_id", "standings"
        )
    }
    margins = _margins(events) if with_margins else {}
    return [SeasonEvent(event.pk, tuple(_lines(event, published, margins))) for event in events]


def _lines(
    event: Tournament, published: Mapping[int, list[StandingsRow]], margins: Margins
) -> Iterator[EventLine]:
    stages = list(event.stages.all())
    tallies = _tallies(row for stage in stages for row in published.get(stage.pk, ()))
    for place in _ranking(stages, published):
        done = tallies[int(place.entrant)]
        yield EventLine(
            player=done.player,
            first=place.first,
            last=place.last,
            wins=done.wins,
            losses=done.losses,
            margin=margins.get((event.slug, done.player), 0),
            champion=place.title,
            disqualified="disqualified" in done.statuses,
        )


def _ranking(
    stages: Sequence[Stage], published: Mapping[int, list[StandingsRow]]
) -> tuple[FinalPlace, ...]:
    """By entry. Whoever played only in a stage beside the way to the title stands behind all others."""
    return final_ranking(
        [
            [_place(row) for row in published.get(stage.pk, ())]
            for stage in in_order_of_ranking(stages)
        ]
    )


def _place(row: StandingsRow) -> StagePlace:
    return StagePlace(row["entry"], row["rank"], row["rank_to"], row["status"] == "winner")


def _tallies(rows: Iterable[StandingsRow]) -> dict[int, _Tally]:
    """By entry."""
    found: dict[int, _Tally] = defaultdict(_Tally)
    for row in rows:
        tally = found[row["entry"]]
        tally.player = row["player"]
        tally.wins += row["wins"]
        tally.losses += row["losses"]
        tally.statuses.add(row["status"])
    return found


def _margins(events: Sequence[Tournament]) -> Margins:
    """From the raw points, which go beyond the length where the last game was worth more."""
    found: dict[tuple[str, int], int] = defaultdict(int)
    decided = (
        Match.objects.filter(
            club__in={event.club_id for event in events},
            event__in=[event.slug for event in events],
            status=MatchStatus.FINISHED,
        )
        .exclude(winner="")
        .order_by()
        .values_list("event", "a", "b", "winner", "points_a", "points_b")
    )
    for slug, a, b, winner, points_a, points_b in decided:
        won_by = points_a - points_b if winner == "a" else points_b - points_a
        # A ruling may give the match to whoever was behind.
        found[slug, a if winner == "a" else b] += max(0, won_by)
    return found
