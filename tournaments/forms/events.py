"""Setting up an event: the few things every evening needs first, the rest folded away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.cube_rules_form import CUBE_RULES, CubeRuleFields, cube_rules_of
from matches.models import ResultPolicy
from rules_core.match import MatchRules
from tournaments.forms.event_pools import EventPoolsForm
from tournaments.forms.lateness import LATENESS, LatenessFields, lateness_fields_of
from tournaments.forms.stages import StageFields
from tournaments.forms.unchanged import as_shown
from tournaments.models import Stage, Tournament
from tournaments.services.event_dates import DateOutOfRange, check_event_date
from tournaments.services.events import StagePlan
from web.refusals import sentence

RULES = ("length", *CUBE_RULES)
"""The rules of play; after the draw they are changed on a page of their own."""


class EventForm(CubeRuleFields, LatenessFields, EventPoolsForm, StageFields):
    """An event: the few things every evening needs first, the rest folded away."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    length = forms.IntegerField(
        label=_("Match length"),
        min_value=1,
        max_value=99,
        initial=7,
        help_text=_("Points needed to win."),
    )
    result_policy = forms.ChoiceField(
        label=_("Who enters results"), choices=ResultPolicy.choices, initial=ResultPolicy.DIRECTOR
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=500, required=False)
    entry_fee = forms.DecimalField(
        label=_("Entry fee"), min_value=0, max_digits=8, decimal_places=2, required=False
    )

    show_chances = forms.BooleanField(
        label=_("Show chances to win"),
        required=False,
        initial=True,
        help_text=_(
            "Beside each match that is not over, from the ratings at the draw and the score."
        ),
    )

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, drawn=drawn, **kwargs)
        if drawn:
            for name in (*RULES, *LATENESS):
                self.fields[name].disabled = True

    def clean_starts_at(self) -> datetime:
        """Refuse what can only be a slip of the keyboard before anything is looked up by it."""
        starts_at: datetime = self.cleaned_data["starts_at"]
        try:
            check_event_date(starts_at)
        except DateOutOfRange as error:
            raise forms.ValidationError(sentence(error)) from error
        return starts_at

    @staticmethod
    def initial_of(event: Tournament, stage: Stage) -> dict[str, Any]:
        """The form's values for an event that is there already."""
        details = {
            "name": event.name,
            "starts_at": event.starts_at,
            "tables": event.tables,
            "result_policy": event.result_policy,
            "entry_fee": event.entry_fee,
            "show_chances": event.show_chances,
        }
        rules = {
            "length": event.rules["length"],
            **cube_rules_of(event.rules),
            **lateness_fields_of(event),
        }
        return as_shown(details | StageFields.initial_of_stage(stage) | rules)

    def described(self) -> dict[str, Any]:
        """A new event, as the service takes it."""
        return self._details() | {
            "rules": MatchRules(**self._chosen_rules()),
            "stages": [StagePlan(format=self.chosen_format, settings=self.settings())],
        }

    def changes(self) -> dict[str, Any]:
        """Changes, as the service takes them; after the draw, the rules stay out of them."""
        return self._details() | ({} if self.drawn else {"change_rules": self._changed_rules})

    def _details(self) -> dict[str, Any]:
        return {
            name: self.cleaned_data[name]
            for name in (
                *("name", "starts_at", "tables", "entry_fee"),
                *("result_policy", "show_chances"),
            )
        }

    def _changed_rules(self, current: MatchRules) -> MatchRules:
        # A clock is set by a program only: the form does not show it, so it stays.
        return replace(current, **self._chosen_rules())

    def _chosen_rules(self) -> dict[str, Any]:
        chosen = {name: self.cleaned_data[name] for name in RULES}
        return chosen | {"lateness": self.chosen_lateness}
