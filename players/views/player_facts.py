"""What a player's page tells beside the list of matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.selectors import chosen_rating, rank_of, rated_matches, ratings_by_pool
from players.actors import Actor
from players.models import Player
from players.views.game_habits import game_habits
from tournaments.player_selectors import (
    MOST_COUNTED,
    DecidedMatch,
    RatedLine,
    decided_matches,
    names_of_events,
    names_of_players,
    rated_lines,
    recorded_entries,
)
from tournaments.publishing.player_places import places_of
from tournaments.selectors import visible_rating_history
from web.charts import rating_chart
from web.templatetags.names import rating_in_words

OPPONENTS = 5
EVENTS = 8
"""The latest ones, with what was won and lost in each."""
PLACES = 8
CHARTED = 200
"""Matches in the curve."""
LATEST = 10
LISTED = 10
"""Changes of the rating that are told with their numbers; all of them have a page."""
BEST = 3
LEVEL = 50
"""Rating points: who is not further away is about as strong."""


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


def player_facts(player: Player, actor: Actor, *, system: str = "") -> dict[str, Any]:
    """Rating with its curve, record, opponents, events, games, places: as many queries however much was played."""
    ratings = ratings_by_pool(player)
    rating = chosen_rating(ratings, system)
    system = rating.pool_id if rating else system
    decided = decided_matches(player, actor)
    history = list(visible_rating_history(player, actor, system=system)[:CHARTED])[::-1]
    rated = rated_lines(player, actor, system=system)
    best, upset = best_wins(rated), biggest_upset(rated)
    opponents = _by_opponent(decided)
    told = [*best, *([upset] if upset else [])]
    names = names_of_players([*opponents, *(match.opponent for match in told)])
    return {
        "rating": rating,
        "pool": rating.pool if rating else None,
        "pools": [one.pool for one in ratings],
        "rank": rank_of(rating) if rating and not player.anonymised_at else None,
        "gained": sum(change.after - change.before for change in history[-LATEST:]),
        "won": sum(match.won for match in decided),
        "decided": len(decided),
        "is_cut": len(decided) == MOST_COUNTED,
        "streak": longest_streak(decided),
        "record": [match.won for match in reversed(decided[:LATEST])],
        "chart": rating_chart([(change.at.date(), change.after) for change in history]),
        "sentence": _sentence([change.after for change in history]),
        "opponents": [
            VersusLine(names[key], key, won, played) for key, (won, played) in opponents.items()
        ],
        "lengths": _by_length(decided),
        "strengths": _by_strength(rated),
        "run": current_run(decided),
        "best_wins": [_named(match, names) for match in best],
        "upset": _named(upset, names) if upset else None,
        "rated": rated_matches(history[-LISTED:])[::-1],
        "by_event": _by_event(decided),
        "habits": game_habits(recorded_entries(player, decided)),
        "places": places_of(player, actor)[:PLACES],
    }


def _named(match: RatedLine, names: Mapping[int, str]) -> NamedWin:
    return NamedWin(match.match, names[match.opponent], match.opponent_before, match.chance)


def current_run(newest_first: Sequence[DecidedMatch]) -> int:
    """How many were won one after the other until now; below 0, lost."""
    run = 0
    for match in newest_first:
        if match.won is not newest_first[0].won:
            break
        run += 1 if match.won else -1
    return run


def best_wins(rated: Sequence[RatedLine]) -> list[RatedLine]:
    """Those over the opponents with the highest ratings at the time, each opponent once."""
    best: dict[int, RatedLine] = {}
    won = (match for match in rated if match.won)
    for match in sorted(won, key=lambda match: -match.opponent_before):
        best.setdefault(match.opponent, match)
    return list(best.values())[:BEST]


def biggest_upset(rated: Sequence[RatedLine]) -> RatedLine | None:
    """The win that the ratings gave the smallest chance."""
    unlikely = [match for match in rated if match.won and match.before < match.opponent_before]
    return min(unlikely, key=lambda match: match.chance, default=None)


def _by_strength(rated: Sequence[RatedLine]) -> list[VersusLine]:
    """Against those rated higher, about the same and lower at the time."""

    def group(match: RatedLine) -> int:
        difference = match.opponent_before - match.before
        return 0 if difference > LEVEL else 2 if difference < -LEVEL else 1

    played, won = _counted((group(match), match.won) for match in rated)
    names = (_("rated higher"), _("rated about the same"), _("rated lower"))
    return [
        VersusLine(name, None, won[number], played[number])
        for number, name in enumerate(names)
        if played[number]
    ]


def longest_streak(matches: Iterable[DecidedMatch]) -> int:
    """How many were won one after the other, at best."""
    longest = running = 0
    for match in matches:
        running = running + 1 if match.won else 0
        longest = max(longest, running)
    return longest


def _sentence(values: Sequence[float]) -> str:
    return rating_in_words(values[0], values[-1], max(values)) if values else ""


def _by_opponent(decided: Sequence[DecidedMatch]) -> dict[int, tuple[int, int]]:
    """Won and played against those met most often."""
    played, won = _counted((match.opponent, match.won) for match in decided)
    return {key: (won[key], count) for key, count in played.most_common(OPPONENTS)}


def _by_event(newest_first: Sequence[DecidedMatch]) -> list[VersusLine]:
    played, won = _counted((match.event, match.won) for match in newest_first if match.event)
    latest = list(played)[:EVENTS]
    names = names_of_events(latest)
    return [
        VersusLine(names[slug], None, won[slug], played[slug], slug)
        for slug in latest
        if slug in names
    ]


def _by_length(decided: Sequence[DecidedMatch]) -> list[VersusLine]:
    played, won = _counted((match.length, match.won) for match in decided)
    return [
        VersusLine(
            _("to %(length)s points") % {"length": length}, None, won[length], played[length]
        )
        for length in sorted(played)
    ]


def _counted(
    matches: Iterable[tuple[Hashable, bool]],
) -> tuple[Counter[Any], Counter[Any]]:
    played: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for key, is_won in matches:
        played[key] += 1
        won[key] += is_won
    return played, won
