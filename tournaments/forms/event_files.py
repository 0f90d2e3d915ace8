"""An event brought along as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LARGEST = 16 * 1024 * 1024
"""Bytes; an event of 1,024 entrants takes about a tenth of it."""


class EventFileForm(forms.Form):
    """Which file."""

    file = forms.FileField(
        label=_("Event file"),
        help_text=_("The file you downloaded from an event’s page “Print and export”."),
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Any:
        """Refuse what is too large to be an event."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise ValidationError(_("This file is too large to be an event."))
        return file
