"""When a stage ends, and what its night was like: from what is published alone, so that a page asks for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_core.draws.formats import lengths_of
from rules_core.draws.settings import Format, SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import rounds_planned
from tournaments.console.forecast import RemainingMatch, forecast
from tournaments.console.remaining_matches import THIS_EVENING
from tournaments.draws.pace import AVERAGE, Pace, TimedMatch
from tournaments.models import Stage
from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    BracketContent,
    BracketPairing,
    BracketRound,
    PublishedStatus,
)
from web.names import family_name

_OPEN: tuple[PublishedStatus, ...] = (
    *("waiting", "ready", "called"),
    *("playing", "reported", "disputed"),
)
_LONGEST = 30
"""Minutes a point: what took longer was not timed at its table."""


@dataclass(frozen=True)
class EndsAbout:
    """When a stage ends: about, and four times of five between."""

    about: datetime
    earliest: datetime
    latest: datetime


def ends_about(
    content: BracketContent,
    stage: Stage,
    entrants: int,
    now: datetime,
    pace: Callable[[], Pace] = lambda: AVERAGE,
) -> EndsAbout | None:
    """When the last match is over; nothing if another stage follows, of a league, or with lives.

    As the console foretells it, but for those who have left and not been written off yet. ``pace``
    is the club's, and asked for only where something is left to be played.
    """
    stages = content["stages"]
    if stage.finished_at or (stages and stages[-1]["number"] != stage.number):
        return None
    if abs(now - stage.tournament.starts_at) > THIS_EVENING or stage.format == Format.SWISS_LIVES:
        return None
    sheet = [*_on_the_sheet(content, now), *_rounds_to_come(content, stage, entrants)]
    if not sheet:
        return None
    left = [replace(match, kind=stage.format) for match in sheet]
    found = forecast(left, stage.tournament.tables, _timed(content, stage.format), pace())
    return EndsAbout(found.ends(now), *found.ends_between(now))


def _pairings(content: BracketContent) -> Iterator[tuple[BracketRound, BracketPairing]]:
    for sheet in content["brackets"]:
        for round_ in sheet["rounds"]:
            for pairing in round_["pairings"]:
                yield round_, pairing


def _on_the_sheet(content: BracketContent, now: datetime) -> Iterator[RemainingMatch]:
    for round_, pairing in _pairings(content):
        if pairing["status"] in _OPEN:
            sides = [pairing[side] for side in SIDE_NAMES]
            since = pairing.get("since")
            yield RemainingMatch(
                key=pairing["key"],
                length=round_["length"],
                after=frozenset(
                    side["from"].partition("_of:")[2] for side in sides if side["entry"] is None
                ),
                players=frozenset(str(side["entry"]) for side in sides if side["entry"]),
                minutes=(now - datetime.fromisoformat(since)).total_seconds() / 60
                if since
                else None,
            )


def _rounds_to_come(
    content: BracketContent, stage: Stage, entrants: int
) -> Iterator[RemainingMatch]:
    """Those of a Swiss that are not paired yet, each of which waits for the one before."""
    settings = read_settings(stage.format, stage.settings)
    if not isinstance(settings, SwissSettings):
        return
    planned = rounds_planned(entrants, settings)
    lengths = lengths_of(settings, stage.tournament.rules["length"])
    paired = [round_["number"] for round_, _pairing in _pairings(content)]
    before = frozenset(pairing["key"] for _round, pairing in _pairings(content))
    for number in range(max(paired, default=0) + 1, planned + 1):
        keys = [f"later-{number}-{place}" for place in range(entrants // 2)]
        length = lengths.of("main", number, planned)
        yield from (RemainingMatch(key, length, after=before) for key in keys)
        before = frozenset(keys)


def _timed(content: BracketContent, kind: str) -> Iterator[TimedMatch]:
    for round_, pairing in _pairings(content):
        minutes = pairing.get("minutes")
        if minutes is not None:
            yield TimedMatch(kind, round_["length"], minutes)


@dataclass(frozen=True)
class NightNumber:
    """A figure of an evening that is over."""

    label: str
    value: str
    note: str = ""


def numbers_of_the_night(content: BracketContent) -> list[NightNumber]:
    """What one tells at home; only what was written down."""
    played = [
        (round_["length"], pairing)
        for round_, pairing in _pairings(content)
        if pairing["status"] == "finished" and pairing["score"]
    ]
    if not played:
        return []
    matches = len(played)
    scores = [(length, pairing["score"] or [0, 0]) for length, pairing in played]
    points = sum(sum(score) for _length, score in scores)
    close = sum(min(score) == length - 1 for length, score in scores)
    to_nil = sum(min(score) == 0 for _length, score in scores)
    return [
        NightNumber(_("Matches"), str(matches), _walkovers(content)),
        NightNumber(
            _("Points"),
            str(points),
            _("%(points)s in a match") % {"points": round(points / matches)},
        ),
        NightNumber(
            _("Decided by the last point"),
            str(close),
            _("of %(number)s matches") % {"number": matches},
        ),
        NightNumber(_("Won to nil"), str(to_nil)),
        *_longest(played),
    ]


def _walkovers(content: BracketContent) -> str:
    given = sum(pairing["status"] == "walkover" for _round, pairing in _pairings(content))
    if not given:
        return ""
    return ngettext("and %(number)s walkover", "and %(number)s walkovers", given) % {
        "number": given
    }


def _longest(played: list[tuple[int, BracketPairing]]) -> Iterator[NightNumber]:
    timed = [
        (minutes, pairing)
        for length, pairing in played
        if (minutes := pairing.get("minutes")) and length <= minutes <= _LONGEST * length
    ]
    if timed:
        minutes, pairing = max(timed, key=lambda one: one[0])
        names = " – ".join(family_name(pairing[side]["name"] or "") for side in SIDE_NAMES)
        yield NightNumber(_("Longest match"), _("%(minutes)s min") % {"minutes": minutes}, names)
