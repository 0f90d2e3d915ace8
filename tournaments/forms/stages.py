"""How a stage is played: the format, and what can be set for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules_core.draws.settings import Consolation, FirstRound, Format, GrandFinal, Seeding
from tournaments.models import FORMATS, Stage
from tournaments.services.events import StagePlan

SETTINGS = {
    Format.SINGLE_ELIMINATION: (
        "consolation",
        "last_chance",
        "third_place",
        "seeding",
        "avoid_same_club",
    ),
    Format.DOUBLE_ELIMINATION: ("grand_final", "seeding", "avoid_same_club"),
    Format.SWISS: ("rounds", "first_round", "avoid_same_club"),
    Format.SWISS_LIVES: ("rounds", "lives", "first_round", "avoid_same_club"),
    Format.ROUND_ROBIN: ("pools", "legs", "max_rounds", "seeding"),
}
"""What can be set for each format beside the lengths."""

ALL_SETTINGS = tuple(dict.fromkeys(name for names in SETTINGS.values() for name in names))
LENGTHS = {"lengths": "main", "consolation_lengths": "consolation"}
"""The fields with lengths, and the bracket each is for."""
SEEDINGS = (
    (Seeding.RANDOM, _("drawn")),
    (Seeding.RATING, _("by rating")),
    (Seeding.MANUAL, _("by hand, at the entry desk")),
)


class LengthsField(forms.CharField):
    """Match lengths round by round, as in ``7, 7, 9, 11``."""

    def clean(self, value: Any) -> list[int]:
        """The numbers; none if the field is empty."""
        words = str(super().clean(value)).replace(",", " ").split()
        lengths = [int(word) for word in words if word.isascii() and word.isdigit()]
        if len(lengths) != len(words) or not all(1 <= length <= 99 for length in lengths):
            raise ValidationError(_("Write numbers from 1 to 99, such as 7, 7, 9, 11."))
        return lengths


class StageFields(forms.Form):
    """The part of a form that says how a stage is played."""

    lengths = LengthsField(
        label=_("Lengths by round"),
        required=False,
        max_length=80,
        help_text=_("If they differ: 7, 7, 9, 11. The last one repeats."),
    )
    consolation_lengths = LengthsField(
        label=_("Lengths in the consolation"),
        required=False,
        max_length=80,
        help_text=_("Of a double elimination: in the lower bracket."),
    )
    format = forms.ChoiceField(
        label=_("Format"), choices=FORMATS, initial=Format.SINGLE_ELIMINATION
    )
    consolation = forms.ChoiceField(
        label=_("Consolation"),
        required=False,
        initial=Consolation.NONE,
        choices=(
            (Consolation.NONE, _("none")),
            (Consolation.SIMPLE, _("for those who lose their first match")),
            (Consolation.PROGRESSIVE, _("for all who lose before the final")),
        ),
    )
    last_chance = forms.BooleanField(label=_("Last chance"), required=False)
    third_place = forms.BooleanField(label=_("Match for third place"), required=False)
    grand_final = forms.ChoiceField(
        label=_("Grand final"),
        required=False,
        initial=GrandFinal.SINGLE,
        choices=(
            (GrandFinal.SINGLE, _("one match")),
            (GrandFinal.RESET, _("the unbeaten player must lose twice")),
        ),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=99,
        required=False,
        help_text=_("Empty: as many as it takes to leave one unbeaten."),
    )
    lives = forms.IntegerField(
        label=_("Lives"),
        min_value=1,
        max_value=9,
        required=False,
        initial=3,
        help_text=_("So many losses put a player out."),
    )
    pools = forms.IntegerField(
        label=_("Pools"), min_value=1, max_value=512, required=False, initial=1
    )
    legs = forms.IntegerField(
        label=_("Matches between each two"), min_value=1, max_value=10, required=False, initial=1
    )
    max_rounds = forms.IntegerField(
        label=_("Rounds at most"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("Empty: everybody meets everybody."),
    )
    first_round = forms.ChoiceField(
        label=_("First round"),
        required=False,
        initial=FirstRound.RANDOM,
        choices=(
            (FirstRound.RANDOM, _("drawn")),
            (FirstRound.RATING, _("upper half by rating against lower half")),
        ),
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        initial=Seeding.RANDOM,
        choices=SEEDINGS,
    )
    avoid_same_club = forms.BooleanField(label=_("Keep members of one club apart"), required=False)

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drawn = drawn
        if drawn:
            for name in (*LENGTHS, "format", *ALL_SETTINGS):
                self.fields[name].disabled = True
        for name in ALL_SETTINGS:
            formats = [code.value for code, names in SETTINGS.items() if name in names]
            self.fields[name].widget.attrs["data-formats"] = " ".join(formats)
        eliminations = (Format.SINGLE_ELIMINATION.value, Format.DOUBLE_ELIMINATION.value)
        self.fields["consolation_lengths"].widget.attrs["data-formats"] = " ".join(eliminations)

    @staticmethod
    def initial_of_stage(stage: Stage) -> dict[str, Any]:
        """The values of a stage that is there already."""
        lengths = stage.settings.get("lengths", {})
        return {
            "format": stage.format,
            **{
                field: ", ".join(map(str, lengths.get(bracket, [])))
                for field, bracket in LENGTHS.items()
            },
            **{name: stage.settings[name] for name in ALL_SETTINGS if name in stage.settings},
        }

    @property
    def chosen_format(self) -> Format:
        """How it is played."""
        return Format(self.cleaned_data["format"])

    def settings(self, kept: dict[str, Any] | None = None) -> dict[str, Any]:
        """The settings of the chosen format; what was filled in for others is left out.

        ``kept`` are settings that this form does not know, such as tie-breaks set by a program.
        """
        settings = {name: self.cleaned_data[name] for name in SETTINGS[self.chosen_format]}
        # An empty field and a box that is not ticked mean: as usual.
        chosen = {name: value for name, value in settings.items() if value not in {"", None, False}}
        lengths = {
            bracket: self.cleaned_data[field]
            for field, bracket in LENGTHS.items()
            if self.cleaned_data[field]
        }
        unknown = {
            name: value
            for name, value in (kept or {}).items()
            if name not in {*ALL_SETTINGS, "lengths"}
        }
        return unknown | chosen | ({"lengths": lengths} if lengths else {})


class StageForm(StageFields):
    """A further stage of an event."""

    name = forms.CharField(label=_("Name"), max_length=60)
    qualify = forms.IntegerField(
        label=_("How many go on to it"),
        min_value=2,
        max_value=1024,
        required=False,
        help_text=_("From the stage before, the best first. Empty: everybody plays in it."),
    )
    # Empty, it is left out of the settings: a seeding of the stage's own comes before what was earned.
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        initial="",
        choices=(("", _("places in the stage before")), *SEEDINGS),
        help_text=_("Where everybody plays, nobody has such a place yet: it is drawn."),
    )
    field_order = ("name", "qualify", "format")

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, drawn=drawn, **kwargs)
        if drawn:
            for name in ("name", "qualify"):
                self.fields[name].disabled = True

    def plan(self) -> StagePlan:
        """A new stage, as the service takes it."""
        return StagePlan(
            name=self.cleaned_data["name"], format=self.chosen_format, settings=self.settings()
        )
