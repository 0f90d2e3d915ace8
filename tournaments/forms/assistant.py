"""What the assistant wants to know."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class EveningForm(forms.Form):
    """How many come, how many tables there are, how long the evening is."""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=1024, initial=16)
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=500, initial=8)
    hours = forms.DecimalField(
        label=_("Hours"), min_value=1, max_value=24, decimal_places=1, initial=4
    )
