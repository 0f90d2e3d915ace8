"""Whether what a form showed is still so when it is sent: two who save at once are told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def as_shown(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a form with the mark by which it knows them again."""
    text = json.dumps(values, default=str, sort_keys=True)
    return {**values, "shown": sha256(text.encode()).hexdigest()[:16]}


class UnchangedForm(forms.Form):
    """A form that is not saved over what somebody else has changed since it was opened."""

    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_shown(self) -> str:
        """Refuse once: whoever saves again knows what they do."""
        then, now = self.cleaned_data["shown"], self.initial.get("shown", "")
        if then and now and then != now:
            self.data = {name: self.data[name] for name in self.data} | {"shown": now}
            self.add_error(
                None,
                ValidationError(
                    _(
                        "This was changed after you opened the page. Reload the page to see the changes, or save again to keep your version."
                    )
                ),
            )
        return str(then)
