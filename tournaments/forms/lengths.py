"""Match lengths as a form shows them: a field for each bracket, the numbers round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules_core.draws.settings import Format

ELIMINATIONS = tuple(code for code in Format if code.is_elimination)
BRACKETS: dict[str, tuple[str, tuple[Format, ...]]] = {
    "lengths": ("main", tuple(Format)),
    "consolation_lengths": ("consolation", ELIMINATIONS),
    "last_chance_lengths": ("last_chance", (Format.SINGLE_ELIMINATION,)),
    "second_place_lengths": ("second_place", (Format.SINGLE_ELIMINATION,)),
    "third_place_lengths": ("third_place", (Format.SINGLE_ELIMINATION,)),
    "grand_final_lengths": ("grand_final", (Format.DOUBLE_ELIMINATION,)),
}
"""The fields with lengths: the bracket each is for, and the formats that have it."""


class LengthsField(forms.CharField):
    """Match lengths round by round, as in ``7, 7, 9, 11``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=80, **kwargs)

    def clean(self, value: Any) -> list[int]:
        """The numbers; none if the field is empty."""
        words = str(super().clean(value)).replace(",", " ").split()
        lengths = [int(word) for word in words if word.isascii() and word.isdigit()]
        if len(lengths) != len(words) or not all(1 <= length <= 99 for length in lengths):
            raise ValidationError(_("Enter numbers from 1 to 99, for example 7, 7, 9, 11."))
        return lengths


def written(format_code: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the fields for the settings of a stage."""
    lengths = settings.get("lengths") or {}
    return {
        # It may stand beside the lengths as well as among them.
        "from_final": bool(lengths.get("from_final", settings.get("from_final"))),
        **{
            field: _listed(lengths.get(_shown(bracket, format_code, lengths)))
            for field, (bracket, _formats) in BRACKETS.items()
        },
    }


def merged(format_code: str, kept: Mapping[str, Any], cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The lengths as they are now: what the fields say, and what was set that no field shows."""
    brackets = {
        field: _shown(bracket, format_code, kept)
        for field, (bracket, formats) in BRACKETS.items()
        if format_code in formats
    }
    if Format(format_code).is_elimination:
        brackets["from_final"] = "from_final"
    unseen = {name: value for name, value in kept.items() if name not in brackets.values()}
    return unseen | {name: cleaned[field] for field, name in brackets.items() if cleaned[field]}


def _shown(bracket: str, format_code: str, lengths: Mapping[str, Any]) -> str:
    """The lower bracket may have lengths under its own name; then these are the ones that count."""
    lower = format_code == Format.DOUBLE_ELIMINATION and bool(lengths.get("lower"))
    return "lower" if bracket == "consolation" and lower else bracket


def _listed(lengths: Any) -> str:
    """One length alone may stand without brackets in the settings."""
    numbers = lengths if isinstance(lengths, list) else [lengths] if lengths else []
    return ", ".join(map(str, numbers))
