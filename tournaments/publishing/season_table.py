"""A season's table as it is published, from the published events that count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from django.db.models import Prefetch

from players.models import Player
from rules_core.seasons.points import SeasonEvent
from rules_core.seasons.rules import Formula, SeasonRules
from rules_core.seasons.table import Awarded, SeasonResult, SeasonRow, awards, season_table
from tournaments.models import Season, SeasonSnapshot, Stage, Tournament, TournamentStatus
from tournaments.publishing.season_events import ranked_events
from tournaments.publishing.season_types import (
    SeasonAward,
    SeasonContent,
    SeasonEventContent,
    SeasonPlayer,
    SeasonResultContent,
    SeasonRowContent,
    SeasonRulesContent,
    SeasonStandings,
)
from tournaments.publishing.snapshot_json import json_text
from tournaments.season_selectors import events_that_count

Names = Mapping[int, str]


def season_in(snapshot: SeasonSnapshot) -> SeasonStandings:
    """The table as last published; nobody in it before the first time."""
    if not snapshot.content:
        return {"version": 0, **_content(snapshot.season, [], [])}
    return cast("SeasonStandings", json.loads(snapshot.content))


def season_text(version: int, content: SeasonContent) -> str:
    """A table as it is kept and sent."""
    whole: SeasonStandings = {"version": version, **content}
    return json_text(whole)


def season_content(season: Season) -> SeasonContent:
    """The table as it follows from what is published of its events; a fixed number of queries."""
    stages = Stage.objects.order_by("number").only("number", "settings", "tournament_id")
    over = list(
        events_that_count(season)
        .filter(status=TournamentStatus.FINISHED, published_at__isnull=False)
        .prefetch_related(Prefetch("stages", stages))
    )
    rules = SeasonRules.from_json(season.rules)
    ranked = ranked_events(over, with_margins=rules.formula is Formula.MARGIN)
    return _content(season, over, ranked)


def _content(
    season: Season, over: Sequence[Tournament], ranked: Sequence[SeasonEvent]
) -> SeasonContent:
    rules = SeasonRules.from_json(season.rules)
    rows = season_table(ranked, rules)
    players = Player.objects.filter(pk__in=[row.player for row in rows])
    names = dict(players.values_list("pk", "name"))
    return {
        "slug": season.slug,
        "name": season.name,
        "club": season.club.slug,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
        "status": "closed" if season.is_closed else "open",
        "rules": cast("SeasonRulesContent", rules.to_json()),
        "events": [_event(event, one) for event, one in zip(over, ranked, strict=True)],
        "rows": [_row(row, names) for row in rows],
        "awards": [_award(one, names) for one in awards(rows)] if season.is_closed else [],
    }


def _event(event: Tournament, ranked: SeasonEvent) -> SeasonEventContent:
    return {
        "id": event.pk,
        "slug": event.slug,
        "name": event.name,
        "starts_at": event.starts_at.isoformat(),
        "entrants": len(ranked.lines),
    }


def _row(row: SeasonRow, names: Names) -> SeasonRowContent:
    return {
        "rank": row.rank,
        "player": row.player,
        "name": names[row.player],
        "points": number(row.points),
        "all_points": number(row.all_points),
        "events": len(row.results),
        "event_wins": row.event_wins,
        "match_wins": row.match_wins,
        "separated_by": row.separated_by,
        "results": [_result(result) for result in row.results],
    }


def _result(result: SeasonResult) -> SeasonResultContent:
    line = result.earned.line
    return {
        "event": result.event,
        "place": line.first,
        "place_to": line.last,
        "wins": line.wins,
        "losses": line.losses,
        "margin": line.margin,
        "points": number(result.earned.points),
        "own_points": number(result.earned.own),
        "counted": result.counted,
        "champion": line.champion,
        "disqualified": line.disqualified,
    }


def _award(given: Awarded, names: Names) -> SeasonAward:
    return {
        "code": given.award,
        "value": number(given.value),
        "players": _players(given.players, names),
    }


def _players(players: Iterable[int], names: Names) -> list[SeasonPlayer]:
    return [{"player": player, "name": names[player]} for player in players]


def number(value: Fraction) -> float:
    """As JSON writes it: whole numbers without a point."""
    return value.numerator if value.denominator == 1 else float(value)
