"""How a season puts its points into words."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.publishing.season_types import SeasonResultContent, SeasonRulesContent

register = template.Library()

_FORMULAS = {
    "place": gettext_noop("by place"),
    "wins": gettext_noop("for each win"),
    "margin": gettext_noop("for each win, plus its margin"),
    "field": gettext_noop("by place and size of the field"),
}
_TIE_BREAKS = {
    "event_wins": gettext_noop("Events won"),
    "best_results": gettext_noop("Best results, one by one"),
    "match_wins": gettext_noop("Matches won"),
    "all_points": gettext_noop("Points of all results"),
    "fewest_events": gettext_noop("Fewest events played"),
    "most_events": gettext_noop("Most events played"),
}
_AWARDS = {
    "champion": gettext_noop("Champion"),
    "runner_up": gettext_noop("Runner-up"),
    "third": gettext_noop("Third place"),
    "most_event_wins": gettext_noop("Most events won"),
    "most_match_wins": gettext_noop("Most matches won"),
    "most_events": gettext_noop("Most events played"),
}


@register.filter
def formula_name(code: str) -> str:
    """A formula in the reader's language."""
    return _(_FORMULAS.get(code, code))


@register.filter
def season_tie_break_name(code: str) -> str:
    """A tie-break in the reader's language."""
    return _(_TIE_BREAKS.get(code, code))


@register.filter
def award_name(code: str) -> str:
    """An award in the reader's language."""
    return _(_AWARDS.get(code, code))


@register.filter
def points(value: float) -> str:
    """Points as short as they can be, with the reader's decimal sign."""
    return number_format(value, use_l10n=True)


@register.filter
def final_place(result: SeasonResultContent) -> str:
    """A place, or those that are shared: 3, 5–8."""
    first, last = result["place"], result["place_to"]
    return str(first) if first == last else f"{first}–{last}"


def result_cell(result: SeasonResultContent | None) -> SafeString:
    """What an event brought a player, as a cell of the table; empty where they were not there.

    Put together here and not by a template: a table of a hundred events has thousands of them.
    """
    if result is None:
        return _NOT_THERE
    return format_html(
        '<td class="cell{}">{}<small>{} <span aria-hidden="true">·</span> {}–{}</small></td>',
        " won" if result["champion"] else "",
        _counted_points(result),
        final_place(result),
        result["wins"],
        result["losses"],
    )


_NOT_THERE = mark_safe('<td class="cell"></td>')


def _counted_points(result: SeasonResultContent) -> SafeString:
    shown = points(result["points"])
    if result["counted"]:
        return format_html("<b>{}</b>", shown)
    return format_html('<s>{}</s><span class="sr">{}</span>', shown, _("not counted"))


@register.filter
def counted_by(rules: SeasonRulesContent) -> str:
    """How the points of an event are counted, in a sentence."""
    facts = {
        "places": " · ".join(map(str, rules["places"])),
        "per_win": rules["per_win"],
    }
    sentences = {
        "place": _("Points by place: %(places)s. Players who share places share their points."),
        "wins": ngettext(
            "%(per_win)s point for each match won.",
            "%(per_win)s points for each match won.",
            rules["per_win"],
        ),
        "margin": ngettext(
            "%(per_win)s point for each match won, plus the margin of the score.",
            "%(per_win)s points for each match won, plus the margin of the score.",
            rules["per_win"],
        ),
        "field": _(
            "A point for each entrant who finished behind, and one more. Players who share places share their points."
        ),
    }
    return sentences[rules["formula"]] % facts


@register.simple_tag
def worked_out(result: SeasonResultContent, rules: SeasonRulesContent, entrants: int) -> str:
    """How a player came to the points of an event."""
    if result["disqualified"]:
        return _("Disqualified: no points.")
    facts = {
        "place": final_place(result),
        "entrants": entrants,
        "wins": result["wins"],
        "per_win": rules["per_win"],
        "margin": result["margin"],
        "own": points(result["own_points"]),
        "taking_part": rules["taking_part"],
    }
    how = {
        "place": _("Place %(place)s of %(entrants)s"),
        "field": _("Place %(place)s of %(entrants)s"),
        "wins": _("Matches won: %(wins)s × %(per_win)s"),
        "margin": _("Matches won: %(wins)s × %(per_win)s, margins %(margin)s"),
    }
    said = [how[rules["formula"]]]
    if rules["taking_part"]:
        said.append(_("for taking part %(taking_part)s"))
    if result["points"] != result["own_points"]:
        said.append(_("%(own)s, raised to the most in the event as its winner"))
    return "; ".join(said) % facts
