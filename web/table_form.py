"""A table that somebody has as a file or pastes from a spreadsheet."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from rules_core.errors import RulesError
from web.refusals import sentence
from web.table_reading import MOST_BYTES, Row, read_table, read_text


class TableForm(forms.Form):
    """A file, or the table of a file that was looked at."""

    file = forms.FileField(label=_lazy("File: CSV or XLSX"), required=False)
    table = forms.CharField(
        label=_lazy("or rows pasted from a spreadsheet"),
        max_length=MOST_BYTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def clean(self) -> dict[str, object]:
        """The rows, wherever they come from."""
        said = super().clean() or {}
        if not said.get("file") and not str(said.get("table", "")).strip():
            raise ValidationError(_("Choose a file."))
        try:
            said["rows"] = _rows(said)
        except RulesError as error:
            raise ValidationError(sentence(error)) from error
        return said


def _rows(said: dict[str, object]) -> list[Row]:
    file = said.get("file")
    return read_table(file.read()) if file else read_text(str(said["table"]))  # type: ignore[attr-defined]
