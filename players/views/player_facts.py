"""What a player's page tells beside the list of matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from matches.match_lines import match_lines
from matches.selectors import chosen_rating, played_version, rank_of, ratings_by_pool
from players.actors import Actor
from players.models import Player
from players.views.player_record import RatedRecord, Tally
from players.views.remembered_record import record_of
from tournaments.player_selectors import (
    MOST_RECORDED,
    PlayedMatches,
    RatedLine,
    names_of_events,
    names_of_players,
    page_of_matches,
)
from tournaments.publishing.player_places import LATEST_EVENTS, places_of
from tournaments.selectors import matches_of
from web.charts import rating_chart
from web.templatetags.names import rating_in_words

PAGE = 20
PLACES = 8


@dataclass(frozen=True)
class NamedWin:
    """A win that is worth telling, with whom it was against."""

    match: int
    name: str
    opponent_before: float
    chance: float


@dataclass(frozen=True)
class VersusLine:
    """Won and lost against somebody, or at some length."""

    name: str
    player: int | None
    won: int
    played: int
    event: str = ""
    """Its slug, where it is one of an event."""

    @property
    def lost(self) -> int:
        """What is left of the matches played."""
        return self.played - self.won


def player_facts(
    player: Player, actor: Actor, *, system: str = "", page: str | None = None
) -> dict[str, Any]:
    """Rating with its curve, record, opponents, events, games, places: as many queries however much was played."""
    ratings = ratings_by_pool(player)
    rating = chosen_rating(ratings, system)
    pool = rating.pool_id if rating else ""
    record = record_of(player, actor, pool=pool, version=played_version(player, rating))
    played, rated = record.played, record.rated
    names = names_of_players(_players_named(played.opponents, rated))
    events = names_of_events(line.key for line in played.events)
    keys = PlayedMatches(player, actor, ended=played.ended)
    shown = page_of_matches(matches_of(player, actor), PAGE, page, keys=keys)
    places = places_of(player, actor)
    return {
        "rating": rating,
        "pool": rating.pool if rating else None,
        "pools": [one.pool for one in ratings],
        "rank": rank_of(rating) if rating and not player.anonymised_at else None,
        "gained": rated.gained,
        "won": played.won,
        "decided": played.decided,
        "is_cut": played.is_cut,
        "streak": played.streak,
        "record": played.latest,
        "chart": rating_chart(rated.curve),
        "sentence": _sentence([value for _day, value in rated.curve]),
        "opponents": [
            VersusLine(names[one.key], one.key, one.won, one.played) for one in played.opponents
        ],
        "lengths": [
            _line(_("to %(length)s points") % {"length": one.key}, one) for one in played.lengths
        ],
        "strengths": _strengths(rated.strengths),
        "run": played.run,
        "best_wins": [_named(match, names) for match in rated.best],
        "upset": _named(rated.upset, names) if rated.upset else None,
        "rated": [replace(match, name=names[match.opponent]) for match in rated.changes],
        "by_event": [
            VersusLine(events[one.key], None, one.won, one.played, one.key)
            for one in played.events
            if one.key in events
        ],
        "habits": played.habits,
        "habits_of_matches": MOST_RECORDED,
        "places": places.places[:PLACES],
        "places_of_events": LATEST_EVENTS if places.is_cut else None,
        "page": shown,
        "lines": match_lines(player, shown),
    }


def _players_named(opponents: Iterable[Tally], rated: RatedRecord) -> set[int]:
    wins = [*rated.best, *([rated.upset] if rated.upset else [])]
    told = {match.opponent for match in wins} | {match.opponent for match in rated.changes}
    return told | {one.key for one in opponents}


def _named(match: RatedLine, names: Mapping[int, str]) -> NamedWin:
    return NamedWin(match.match, names[match.opponent], match.opponent_before, match.chance)


def _strengths(tallies: Iterable[Tally]) -> list[VersusLine]:
    names = (_("rated higher"), _("rated about the same"), _("rated lower"))
    return [_line(names[one.key], one) for one in tallies]


def _line(name: str, tally: Tally) -> VersusLine:
    return VersusLine(name, None, tally.won, tally.played)


def _sentence(values: list[float]) -> str:
    return rating_in_words(values[0], values[-1], max(values)) if values else ""
