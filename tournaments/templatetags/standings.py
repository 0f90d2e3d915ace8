"""How standings put their figures into words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, gettext_noop

from tournaments.publishing.standings import pools
from tournaments.publishing.standings_types import StandingsRow, TieBreakValue

register = template.Library()

_TIE_BREAKS = {
    "match_points": gettext_noop("Match points"),
    "wins": gettext_noop("Wins"),
    "head_to_head": gettext_noop("Head to head"),
    "buchholz": gettext_noop("Buchholz"),
    "buchholz_cut_worst": gettext_noop("Buchholz without the lowest"),
    "median": gettext_noop("Median Buchholz"),
    "sonneborn_berger": gettext_noop("Sonneborn-Berger"),
    "progressive": gettext_noop("Progressive score"),
    "opponents_opponents": gettext_noop("Opponents’ opponents"),
    "points_difference": gettext_noop("Points difference"),
    "fewest_byes": gettext_noop("Fewest byes"),
    "rating_performance": gettext_noop("Rating performance"),
    "by_hand": gettext_noop("Placed by the director"),
    "lot": gettext_noop("Drawing of lots"),
    "went_out": gettext_noop("Eliminated in round"),
}
_NOTES = {
    "unplayed": gettext_noop("not played: counts as an opponent with the same score"),
    "left_out": gettext_noop("not counted"),
    "not_tied": gettext_noop("Not needed: nobody was tied."),
    "not_all_met": gettext_noop("Not used: the tied players have not all met."),
    "no_rated_opponent": gettext_noop("No opponent had a rating."),
    "not_given": gettext_noop("Not placed by the director."),
    "lives_left": gettext_noop("Each value is the number of lives left after that loss."),
    "still_in": gettext_noop(
        "Still in, so ranked above everyone who is out. Each value is the number of lives left after that loss."
    ),
    "left_with_lives": gettext_noop(
        "Withdrew with lives left; the round is the first one not played. Each value is the number of lives left after that loss."
    ),
}
_HIDDEN = {"lot", "by_hand"}
"""Figures that mean nothing in a column; the unfolded page has them."""


@register.filter
def tie_break_name(code: str) -> str:
    """A tie-break in the reader's language."""
    return gettext(_TIE_BREAKS.get(code, code))


@register.filter
def note_text(code: str) -> str:
    """A note on a figure in the reader's language."""
    return gettext(_NOTES.get(code, code))


@register.filter
def columns(row: StandingsRow) -> list[TieBreakValue]:
    """The figures that a table shows."""
    return [f for f in row["tie_breaks"] if f["code"] not in _HIDDEN]


@register.filter
def decided_columns(row: StandingsRow) -> list[TieBreakValue]:
    """Those of them that have a value."""
    return [f for f in columns(row) if f["value"] is not None]


register.filter(pools)
