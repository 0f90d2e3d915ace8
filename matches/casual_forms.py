"""A match outside any event, as its form asks for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.cube_rules_form import CUBE_RULES, CubeRuleFields
from players.two_players_form import TwoPlayersForm
from rules_core.match import MatchRules


class CasualMatchForm(TwoPlayersForm, CubeRuleFields):
    """Who plays whom, to how many points, by which rules."""

    length = forms.IntegerField(label=_("Points to win"), min_value=1, max_value=99, initial=7)
    rated = forms.BooleanField(label=_("Counts for ratings"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.club.rate_casual_matches:
            del self.fields["rated"]

    def service_arguments(self) -> dict[str, Any]:
        """The match as ``start_casual_match`` takes it."""
        data = self.cleaned_data
        rules = MatchRules(data["length"], **{name: data[name] for name in CUBE_RULES})
        return {"a": data["a"], "b": data["b"], "rules": rules, "rated": data.get("rated")}
