"""The form of the draw."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class DrawForm(forms.Form):
    """How to draw."""

    redraw = forms.BooleanField(required=False, widget=forms.HiddenInput)
    seed = forms.CharField(
        label=_("Random seed"),
        max_length=200,
        required=False,
        help_text=_(
            "Leave empty to use the random seed already committed to on the draw proof page."
        ),
    )
