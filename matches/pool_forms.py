"""The form of a rating list: how it rates, and what the list says."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import RatingPool
from matches.pool_models import Largest, RatingSystem
from matches.services.rating_pools import LONGEST_NAME
from rules_core.ratings.fibs import Ramp


class PoolForm(forms.Form):
    """A rating list."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    system = forms.ChoiceField(
        label=_("Rating system"),
        choices=RatingSystem.choices,
        initial=RatingSystem.FIBS,
        help_text=_("FIBS goes by the match length, Glicko-2 by how sure each rating is."),
    )
    for_all_clubs = forms.BooleanField(
        label=_("Matches of all clubs count"), required=False, initial=False
    )
    by_default = forms.BooleanField(
        label=_("Events count for it unless they say otherwise"), required=False, initial=True
    )
    shortest = forms.IntegerField(
        label=_("Shortest match that counts"),
        min_value=1,
        max_value=Largest.POINTS,
        initial=1,
        help_text=_("In points."),
    )
    ramp = forms.ChoiceField(
        label=_("FIBS: newcomers"),
        choices=[
            (Ramp.FIBS.value, _("move up to five times as fast")),
            (Ramp.GENTLE.value, _("move up to twice as fast")),
            (Ramp.NONE.value, _("move like everybody")),
        ],
        initial=Ramp.FIBS,
    )
    provisional_below = forms.IntegerField(
        label=_("FIBS: provisional below an experience of"),
        min_value=0,
        max_value=Largest.EXPERIENCE,
        initial=RatingPool.PROVISIONAL_BELOW,
    )
    provisional_above = forms.IntegerField(
        label=_("Glicko-2: provisional above a deviation of"),
        min_value=0,
        max_value=Largest.DEVIATION,
        initial=RatingPool.PROVISIONAL_ABOVE,
    )
    inactive_months = forms.IntegerField(
        label=_("Left out of the list after so many months without a match"),
        min_value=1,
        max_value=Largest.MONTHS,
        required=False,
        help_text=_("Leave empty to list everybody."),
    )

    def __init__(self, *args: Any, may_be_for_all: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_be_for_all:
            del self.fields["for_all_clubs"]

    @staticmethod
    def initial_of(pool: RatingPool) -> dict[str, Any]:
        """The form's values for a list that is there already."""
        names = [name for name in PoolForm.base_fields if name != "for_all_clubs"]
        return {name: getattr(pool, name) for name in names} | {"name": str(pool)}

    def settings(self) -> dict[str, Any]:
        """As the service takes them."""
        return {name: value for name, value in self.cleaned_data.items() if name != "for_all_clubs"}
