"""How the pages put things into words."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from matches import result_text
from matches.models import Match
from tournaments.models import FORMATS, Stage, Tournament
from tournaments.publishing import round_names
from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    BracketPairing,
    PairingSide,
    StageName,
)
from tournaments.publishing.brackets import in_order
from tournaments.publishing.standings_types import StandingsRow

register = template.Library()

_STATUSES = {
    "waiting": _("waiting"),
    "ready": _("ready"),
    "called": _("called"),
    "playing": _("playing"),
    "reported": _("reported"),
    "disputed": _("disputed"),
}


_GOING_ON = ("event", "event-standings", "event-chances", "event-tv")
"""Pages of an event that show the stage which is being played, unless one is named."""


@register.simple_tag
def stage_url(
    name: str, event: Tournament, stage: Stage | StageName | None = None, **arguments: Any
) -> str:
    """The address of a stage's page; that of the first stage is the event's own.

    Some of the event's own pages go on to a later stage once it is drawn. From then on the first
    stage has to be named there, and always where the stages stand side by side.
    """
    number = 1
    if stage:
        number = stage["number"] if isinstance(stage, dict) else stage.number
    named = number > 1 or (name in _GOING_ON and _is_left_behind(stage))
    further = {"stage": number} if named else {}
    return reverse(name, kwargs={"slug": event.slug, **further, **arguments})


def _is_left_behind(stage: Stage | StageName | None) -> bool:
    return isinstance(stage, dict) or bool(stage and stage.is_followed)


@register.filter
def bracket_name(code: str) -> str:
    """A bracket in the reader's language."""
    return round_names.bracket_name(code).translated


@register.filter
def format_name(code: str) -> str:
    """A format in the reader's language, as a heading."""
    name = str(dict(FORMATS)[code])
    return name[:1].upper() + name[1:]


register.filter(in_order)


@register.simple_tag
def round_name(format_code: str, bracket: str, number: int, last: int) -> str:
    """A round in the reader's language."""
    return round_names.round_name(format_code, bracket, number, last).translated


@register.simple_tag
def round_of_bracket(format_code: str, bracket: str, number: int, last: int) -> str:
    """A round together with its bracket, in one line; what says both is said once."""
    name = round_name(format_code, bracket, number, last)
    within = bracket_name(bracket)
    return name if bracket == "main" or name == within else f"{within}: {name}"


class ShownSide(PairingSide):
    """A side of a pairing with its score and whether it won."""

    expected: str
    score: int | None
    won: bool


@register.filter
def sides(pairing: BracketPairing) -> list[ShownSide]:
    """The two sides of a published pairing."""
    score = pairing["score"] or (None, None)
    return [
        {"expected": "", **pairing[side], "score": points, "won": pairing["winner"] == side}
        for side, points in zip(SIDE_NAMES, score, strict=True)
    ]


@register.filter
def place(row: StandingsRow) -> str:
    """A place in the standings: ``3`` or, shared, ``5–8``; nobody shares the first: it is open."""
    first, last = row["rank"], row["rank_to"]
    if first == 1 < last:
        return "–"
    return str(first) if first == last else f"{first}–{last}"


@register.filter
def status_name(status: str) -> str:
    """How far a pairing has come, in the reader's language."""
    return str(_STATUSES.get(status, status))


@register.simple_tag
def event_line(event: Tournament, lengths: str) -> str:
    """When an event is, how long its matches are and how far it has come, in one line."""
    starts_at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone))
    return f"{date_format(starts_at, 'DATETIME_FORMAT')} · {lengths} · {event.get_status_display()}"


@register.filter
def at_key(names: dict[int, str], key: int) -> str:
    """What stands for a number in a list of names; nothing if it is not in it."""
    return names.get(key, "")


@register.filter
def result_of(match: Match) -> str:
    """Names and score, or who went on and why."""
    return result_text.result_of(match)
