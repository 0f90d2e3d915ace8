"""A money session, as its form asks for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.cube_rules_form import CubeRuleFields
from players.two_players_form import TwoPlayersForm
from rules_core.money import money_rules

MONEY_RULES = ("jacoby", "beavers", "automatic_doubles", "max_cube")


class SessionForm(TwoPlayersForm, CubeRuleFields):
    """Who plays whom, what a point is worth, by which rules."""

    stake = forms.CharField(
        label=_("What a point is worth"),
        max_length=40,
        required=False,
        help_text=_("For example “1 franc” or “a coffee”. Empty: only points are counted."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("crawford", "holland", "record_first_roll"):
            del self.fields[name]
        usual = money_rules()
        for name in MONEY_RULES:
            self.initial.setdefault(name, getattr(usual, name))

    def service_arguments(self) -> dict[str, Any]:
        """The session as ``start_session`` takes it."""
        data = self.cleaned_data
        rules = money_rules(**{name: data[name] for name in MONEY_RULES})
        return {"a": data["a"], "b": data["b"], "stake": data["stake"], "rules": rules}
