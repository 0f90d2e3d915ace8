"""The rules of the cube, as forms ask for them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_core.match import MatchRules

CUBE_RULES = (
    "crawford",
    "holland",
    "jacoby",
    "beavers",
    "automatic_doubles",
    "max_cube",
    "record_first_roll",
)
"""What a match is played by, but for its length and the clock."""


class CubeRuleFields(forms.Form):
    """The part of a form that says what may be done with the cube."""

    crawford = forms.BooleanField(
        label=_("Crawford rule"),
        required=False,
        initial=True,
        help_text=_(
            "The first game after a player comes within one point of winning is played without the cube."
        ),
    )
    holland = forms.BooleanField(
        label=_("Holland rule"),
        required=False,
        help_text=_("After the Crawford game, no doubling until both players have rolled twice."),
    )
    jacoby = forms.BooleanField(
        label=_("Jacoby rule"),
        required=False,
        help_text=_("Gammons and backgammons count as single games until the cube is turned."),
    )
    beavers = forms.TypedChoiceField(
        label=_("Beavers"),
        coerce=int,
        initial=0,
        choices=(
            (0, _("none")),
            (1, _("beaver")),
            (2, _("beaver and raccoon")),
            (3, _("beaver, raccoon and otter")),
        ),
    )
    automatic_doubles = forms.IntegerField(
        label=_("Automatic doubles per game"), min_value=0, max_value=6, initial=0
    )
    max_cube = forms.TypedChoiceField(
        label=_("Highest cube"),
        coerce=int,
        initial=64,
        choices=[(2**power, 2**power) for power in range(13)],
    )
    record_first_roll = forms.BooleanField(
        label=_("Record who rolls first"),
        required=False,
        help_text=_("The score pad asks for it with each game."),
    )


def cube_rules_of(stored: dict[str, Any]) -> dict[str, Any]:
    """Stored rules as they stand in these fields."""
    rules = MatchRules.from_json(stored)
    return {name: getattr(rules, name) for name in CUBE_RULES}
