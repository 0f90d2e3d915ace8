"""Forms for what a match record also carries: penalties, and the file of the match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.rulings_in_words import WHAT_FOLLOWS, WHAT_HAPPENED
from rules_core.match.rules import MAX_LENGTH
from rules_core.rulings import Irregularity
from rules_core.sides import Side
from rules_core.transcripts import MAX_BYTES


class PenaltyForm(forms.Form):
    """Points for the opponent of whoever broke a rule of the event, and why."""

    prefix = "penalty"

    side = forms.ChoiceField(label=_("Penalty against"))
    points = forms.IntegerField(
        label=_("Points for the opponent"), min_value=1, max_value=MAX_LENGTH, initial=1
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Only officials and the two players can read it."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = match.version
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = _sides(match)

    def service_arguments(self) -> dict[str, Any]:
        """The penalty as ``penalise`` takes it."""
        return self.cleaned_data | {"side": Side(self.cleaned_data["side"])}


class RulingForm(forms.Form):
    """What happened at the board, and whose it was."""

    prefix = "ruling"

    irregularity = forms.ChoiceField(
        label=_("What happened"),
        choices=[
            (one.value, format_lazy("{} → {}", WHAT_HAPPENED[one], WHAT_FOLLOWS[one]))
            for one in Irregularity
        ],
        widget=forms.RadioSelect,
    )
    side = forms.ChoiceField(label=_("Whose it was"), required=False)
    reason = forms.CharField(
        label=_("Note"),
        max_length=200,
        required=False,
        help_text=_("Only officials and the two players can read it."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = match.version
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = [("", _("nobody’s")), *_sides(match)]

    def service_arguments(self) -> dict[str, Any]:
        """The ruling as ``rule`` takes it."""
        data = self.cleaned_data
        return data | {
            "irregularity": Irregularity(data["irregularity"]),
            "side": Side(data["side"]) if data["side"] else None,
        }


class SideForm(forms.Form):
    """One of the two sides, by a button with its name on it."""

    side = forms.ChoiceField(choices=[(side.value, side.value) for side in Side])
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def service_arguments(self) -> dict[str, Any]:
        """The side, and the version of the match that was looked at."""
        return self.cleaned_data | {"side": Side(self.cleaned_data["side"])}


class MatchFileForm(forms.Form):
    """A match file, and whose match it is."""

    prefix = "file"

    file = forms.FileField(
        label=_("Match file"),
        help_text=_(".mat or SGF, as GNU Backgammon, XG and most sites write them."),
    )
    first = forms.ChoiceField(label=_("The file’s first player is"), required=False)
    take = forms.BooleanField(
        label=_("Make its games the record"),
        required=False,
        help_text=_("Otherwise the file is only compared with the record and kept."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, match: Match, may_take: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = match.version
        self.fields["file"].widget.attrs["accept"] = ".mat,.sgf,.txt"
        first = self.fields["first"]
        assert isinstance(first, forms.ChoiceField)
        first.choices = [("", _("as the names say")), *_sides(match)]
        if not may_take:
            del self.fields["take"]

    def clean_file(self) -> UploadedFile[bytes]:
        """Of a size that a match can have."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise ValidationError(_("This file is too large. A match file has at most 1 MB."))
        return file

    def service_arguments(self) -> dict[str, Any]:
        """The file as ``add_transcript`` takes it."""
        data = self.cleaned_data
        return {
            "name": data["file"].name or "",
            "content": data["file"].read(),
            "first": Side(data["first"]) if data["first"] else None,
            "take": data.get("take", False),
            "version": data["version"],
        }


def _sides(match: Match) -> list[tuple[str, str]]:
    return [(Side.A.value, match.a.name), (Side.B.value, match.b.name)]
