"""How a stage is played: the format, and what can be set for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_core.draws.settings import (
    RANGES,
    Consolation,
    FirstRound,
    Format,
    GrandFinal,
    LateEntry,
    Seeding,
)
from tournaments.forms.lengths import BRACKETS, ELIMINATIONS, LengthsField, merged, written
from tournaments.forms.tie_breaks import (
    in_order,
    never_asked,
    tie_break_fields,
    usual_in_round_robin,
    usual_in_swiss,
)
from tournaments.forms.unchanged import UnchangedForm
from tournaments.models import FORMATS, Stage
from tournaments.services.events import StagePlan

SETTINGS = {
    Format.SINGLE_ELIMINATION: (
        "consolation",
        "last_chance",
        "second_place",
        "third_place",
        "seeding",
        "avoid_same_club",
    ),
    Format.DOUBLE_ELIMINATION: ("grand_final", "seeding", "avoid_same_club"),
    Format.SWISS: ("rounds", "first_round", "late_entry", "avoid_same_club"),
    Format.SWISS_LIVES: ("rounds", "lives", "first_round", "late_entry", "avoid_same_club"),
    Format.ROUND_ROBIN: ("pools", "legs", "max_rounds", "seeding"),
}
"""What can be set for each format beside the lengths and the tie-breaks."""

ALL_SETTINGS = tuple(dict.fromkeys(name for names in SETTINGS.values() for name in names))
WITH_CONSOLATION = ("last_chance", "second_place")
"""What there can only be beside a consolation."""
DEPENDS_ON = {
    **dict.fromkeys((*WITH_CONSOLATION, "consolation_lengths"), "consolation"),
    "last_chance_lengths": "last_chance",
    "second_place_lengths": "second_place",
    "third_place_lengths": "third_place",
}
"""Fields that say nothing until another one is chosen."""
SEEDINGS = (
    (Seeding.RANDOM, _("drawn")),
    (Seeding.RATING, _("by rating")),
    (Seeding.MANUAL, _("by hand, at the entry desk")),
)


def _number(setting: str, **options: Any) -> forms.IntegerField:
    """A field for a setting that is a number; empty, it is as usual."""
    low, high = RANGES[setting]
    return forms.IntegerField(min_value=low, max_value=high, required=False, **options)


class StageFields(UnchangedForm):
    """The part of a form that says how a stage is played."""

    lengths = LengthsField(
        label=_("Lengths by round"),
        help_text=_("If rounds differ, for example 7, 7, 9, 11. The last one repeats."),
    )
    from_final = forms.BooleanField(
        label=_("Count the rounds from the final"),
        required=False,
        help_text=_("Then 11, 9, 7 means: final to 11, semi-finals to 9, everything before to 7."),
    )
    consolation_lengths = LengthsField(
        label=_("Lengths in the consolation"),
        help_text=_("For a double elimination: the lower bracket."),
    )
    last_chance_lengths = LengthsField(label=_("Lengths in the last chance"))
    second_place_lengths = LengthsField(label=_("Length of the match for second place"))
    third_place_lengths = LengthsField(label=_("Length of the match for third place"))
    grand_final_lengths = LengthsField(label=_("Length of the grand final"))
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
    last_chance = forms.BooleanField(
        label=_("Last chance"),
        required=False,
        help_text=_("For players who lose in the consolation."),
    )
    second_place = forms.BooleanField(
        label=_("Match for second place"),
        required=False,
        help_text=_("The loser of the final meets the winner of the consolation."),
    )
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
    rounds = _number(
        "rounds",
        label=_("Rounds"),
        help_text=_("Leave empty to play until only one player is unbeaten."),
    )
    lives = _number(
        "lives",
        label=_("Lives"),
        initial=3,
        help_text=_("A player is out after this many losses."),
    )
    pools = _number("pools", label=_("Pools"), initial=1)
    legs = _number("legs", label=_("Matches against each opponent"), initial=1)
    max_rounds = _number(
        "max_rounds",
        label=_("Maximum number of rounds"),
        help_text=_("Leave empty for everyone to play everyone."),
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
    late_entry = forms.ChoiceField(
        label=_("Rounds a latecomer missed"),
        required=False,
        initial=LateEntry.LOSS,
        choices=(
            (LateEntry.LOSS, _("count as lost")),
            (LateEntry.BYE, _("count as byes")),
        ),
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        initial=Seeding.RANDOM,
        choices=SEEDINGS,
    )
    avoid_same_club = forms.BooleanField(
        label=_("Keep members of the same club apart"), required=False
    )

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drawn = drawn
        self.tie_breaks = tie_break_fields(self.initial.get("tie_breaks") or ())
        self.fields.update(self.tie_breaks)
        if drawn:
            for name in (*BRACKETS, "from_final", "format", *ALL_SETTINGS, *self.tie_breaks):
                self.fields[name].disabled = True
        self._mark_for_the_script()

    def _mark_for_the_script(self) -> None:
        """Say on which fields each field hangs; the script hides those that say nothing."""
        formats: dict[str, Iterable[Format]] = {
            name: [code for code, names in SETTINGS.items() if name in names]
            for name in ALL_SETTINGS
        }
        formats |= {name: having for name, (_bracket, having) in BRACKETS.items()}
        formats["from_final"] = ELIMINATIONS
        for name, having in formats.items():
            self.fields[name].widget.attrs["data-formats"] = " ".join(having)
        for name, other in DEPENDS_ON.items():
            self.fields[name].widget.attrs["data-with"] = other

    def clean(self) -> dict[str, Any]:
        """Tie-breaks that would never be asked are told, not dropped."""
        cleaned = super().clean() or {}
        chosen = {name: cleaned.get(name, "") for name in self.tie_breaks}
        # What a program has set in such an order stays until somebody changes it here.
        is_changed = in_order(chosen.values()) != list(self.initial.get("tie_breaks") or ())
        if is_changed and "format" in cleaned and Format(cleaned["format"]).has_table:
            for name, why in never_asked(chosen):
                self.add_error(name, why)
        return cleaned

    @property
    def tie_break_lines(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[name] for name in self.tie_breaks]

    @property
    def formats_with_table(self) -> str:
        """For the script: the formats that ask tie-breaks."""
        return " ".join(code for code in Format if code.has_table)

    @property
    def formats_paired_by_round(self) -> str:
        """For the script: those that ask what a Swiss asks."""
        return " ".join(code for code in Format if code.paired_by_round)

    @property
    def usual_tie_breaks(self) -> dict[str, str]:
        """What is asked if none is chosen."""
        return {"swiss": usual_in_swiss(), "round_robin": usual_in_round_robin()}

    @staticmethod
    def initial_of_stage(stage: Stage) -> dict[str, Any]:
        """The values of a stage that is there already."""
        return {
            "format": stage.format,
            "tie_breaks": stage.settings.get("tie_breaks"),
            **written(stage.format, stage.settings),
            **{name: stage.settings[name] for name in ALL_SETTINGS if name in stage.settings},
        }

    @property
    def chosen_format(self) -> Format:
        """How it is played."""
        return Format(self.cleaned_data["format"])

    def settings(self, stage: Stage | None = None) -> dict[str, Any]:
        """The settings of the chosen format; what was filled in for others is left out.

        What ``stage`` has that this form does not show stays, such as lengths set by a program.
        """
        kept = self._kept(stage)
        lengths = merged(self.chosen_format, kept.pop("lengths", None) or {}, self.cleaned_data)
        return kept | self._chosen() | ({"lengths": lengths} if lengths else {})

    def _chosen(self) -> dict[str, Any]:
        settings = {name: self.cleaned_data[name] for name in SETTINGS[self.chosen_format]}
        # An empty field and a box that is not ticked mean: as usual.
        chosen = {name: value for name, value in settings.items() if value not in {"", None, False}}
        if chosen.get("consolation", Consolation.NONE) == Consolation.NONE:
            # A box that was ticked for a consolation goes with it.
            chosen = {name: value for name, value in chosen.items() if name not in WITH_CONSOLATION}
        order = in_order(self.cleaned_data[name] for name in self.tie_breaks)
        return chosen | ({"tie_breaks": order} if order and self.chosen_format.has_table else {})

    def _kept(self, stage: Stage | None) -> dict[str, Any]:
        """What the form does not show. Another format knows little of it, but how many go on."""
        if stage is None:
            return {}
        if stage.format != self.chosen_format:
            return {name: value for name, value in stage.settings.items() if name == "qualify"}
        further = "tie_breaks" if self.chosen_format.has_table else "from_final"
        shown = (*SETTINGS[self.chosen_format], further)
        return {name: value for name, value in stage.settings.items() if name not in shown}


class StageForm(StageFields):
    """A further stage of an event."""

    name = forms.CharField(label=_("Name"), max_length=60)
    qualify = _number(
        "qualify",
        label=_("Number of qualifiers"),
        help_text=_("The best of the previous stage. Leave empty for everyone to play."),
    )
    # Empty, it is left out of the settings: a seeding of the stage's own comes before what was earned.
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        initial="",
        choices=(("", _("places in the previous stage")), *SEEDINGS),
        help_text=_("If everyone plays, nobody has a place yet, so the seeds are drawn."),
    )
    field_order = ("name", "qualify", "format")

    def __init__(self, *args: Any, drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, drawn=drawn, **kwargs)
        if drawn:
            for name in ("name", "qualify", "shown"):
                self.fields[name].disabled = True

    def plan(self) -> StagePlan:
        """A new stage, as the service takes it."""
        return StagePlan(
            name=self.cleaned_data["name"], format=self.chosen_format, settings=self.settings()
        )
