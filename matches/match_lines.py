"""Matches as one of the two sees them, with all that a line of the list says: the template only puts it in its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Match, MatchStatus
from players.models import Player
from rules_core.match import MatchEnd


@dataclass(frozen=True)
class MatchLine:
    """A match against somebody."""

    href: str
    name: str
    opponent_href: str
    length: int
    own: int
    theirs: int
    to_length: str
    day: str
    """Nothing until it is over."""
    status: str
    """In words, until it is over."""
    ended_by: str
    """In words, unless it was played to its end."""
    outcome: str
    """``a`` if it was won, ``b`` if it was lost, else nothing."""
    said: str
    """The outcome in a word."""
    event: str
    event_href: str


def match_lines(player: Player, matches: Iterable[Match]) -> list[MatchLine]:
    """Matches of a player, which come with their players and the names of their events."""
    words = {"a": _("won"), "b": _("lost"), "": ""}
    to_length = _("to %(length)s")
    return [_line(player, match, words, to_length) for match in matches]


def _line(player: Player, match: Match, words: dict[str, str], to_length: str) -> MatchLine:
    is_a = match.a_id == player.pk
    opponent = match.b if is_a else match.a
    own, theirs = match.score if is_a else reversed(match.score)
    is_finished = match.status == MatchStatus.FINISHED
    outcome = ("a" if (match.winner == "a") is is_a else "b") if match.winner else ""
    told = is_finished and match.ended_by != MatchEnd.PLAYED
    return MatchLine(
        href=reverse("match", args=(match.pk,)),
        name=opponent.name,
        opponent_href=reverse("player", args=(opponent.pk,)),
        length=match.length,
        own=own,
        theirs=theirs,
        to_length=to_length % {"length": match.length},
        day=date_format(localtime(match.finished_at), "SHORT_DAY_FORMAT")
        if match.finished_at
        else "",
        status="" if is_finished else match.get_status_display(),
        ended_by=match.get_ended_by_display() if told else "",
        outcome=outcome,
        said=words[outcome],
        event=vars(match)["tournament_name"] or "",
        event_href=reverse("event", args=(match.event,)) if match.event else "",
    )
