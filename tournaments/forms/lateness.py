"""What being late costs, as forms ask for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_core.match import USUAL_LATENESS, Lateness, MatchRules
from tournaments.models import Tournament

LATENESS = ("late_first_minutes", "late_further_minutes")
"""The fields below."""

_MINUTE = 60


class LatenessFields(forms.Form):
    """The part of a form that says after how many minutes points are due."""

    late_first_minutes = forms.FloatField(
        label=_("Minutes late for the first penalty point"),
        min_value=0,
        max_value=1440,
        initial=USUAL_LATENESS.first_after_s // _MINUTE,
        required=False,
        help_text=_("After the call. Empty: being late costs no points."),
    )
    late_further_minutes = forms.FloatField(
        label=_("Minutes for each further point"),
        min_value=0.1,
        max_value=1440,
        initial=USUAL_LATENESS.each_further_s // _MINUTE,
        required=False,
    )

    @property
    def chosen_lateness(self) -> Lateness | None:
        """The rule as the rules of a match take it."""
        first, further = (self.cleaned_data[name] for name in LATENESS)
        if first is None:
            return None
        usual = USUAL_LATENESS.each_further_s
        return Lateness(
            round(first * _MINUTE), usual if further is None else round(further * _MINUTE)
        )


def lateness_fields_of(event: Tournament) -> dict[str, Any]:
    """The rule of an event as it stands in these fields."""
    rule = MatchRules.from_json(event.rules).lateness
    if rule is None:
        return dict.fromkeys(LATENESS)
    return {
        "late_first_minutes": rule.first_after_s / _MINUTE,
        "late_further_minutes": rule.each_further_s / _MINUTE,
    }
