"""Tie-breaks in a form: a list to choose from for each place in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules_core.draws.settings import TieBreak
from rules_core.standings.table import ROUND_ROBIN, SWISS
from tournaments.templatetags.standings import tie_break_name

OFFERED = 6


def tie_break_fields(given: Sequence[str]) -> dict[str, forms.ChoiceField]:
    """The fields, one for each of those ``given`` and a few to add more."""
    return {
        f"tie_break_{number}": forms.ChoiceField(
            label=format_lazy("{} {}", _("Tie-break"), number),
            required=False,
            initial=given[number - 1] if number <= len(given) else "",
            choices=_choices,
        )
        for number in range(1, max(OFFERED, len(given)) + 1)
    }


def _choices() -> list[tuple[str, str]]:
    # How long somebody lasted comes first with lives, and is not asked for elsewhere.
    offered = [code for code in TieBreak if code is not TieBreak.WENT_OUT]
    return [("", "–"), *((code.value, tie_break_name(code)) for code in offered)]


def in_order(chosen: Iterable[str]) -> list[str]:
    """The tie-breaks chosen: fields left empty are skipped, and nothing is asked twice."""
    return list(dict.fromkeys(code for code in chosen if code))


def never_asked(chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Fields whose tie-break would never be asked, and why; ``chosen`` are all fields in order."""
    before: set[str] = set()
    for name, code in chosen.items():
        if code in before:
            yield name, gettext("This tie-break is already listed above.")
        elif code and TieBreak.LOT in before:
            yield (
                name,
                gettext("Drawing of lots breaks every tie. Leave empty what comes after it."),
            )
        before |= {code} - {""}


def usual_in_swiss() -> str:
    """What a Swiss asks if nothing is chosen, in the reader's language."""
    return ", ".join(map(tie_break_name, SWISS))


def usual_in_round_robin() -> str:
    """What a round robin asks if nothing is chosen."""
    return ", ".join(map(tie_break_name, ROUND_ROBIN))
