"""How a stage is played: the format, and what can be set for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_core.draws.settings import Consolation, FirstRound, Format, GrandFinal, Seeding
from tournaments.forms.lengths import BRACKETS, LengthsField, merged, written
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
    Format.SWISS: ("rounds", "first_round", "avoid_same_club"),
    Format.SWISS_LIVES: ("rounds", "lives", "first_round", "avoid_same_club"),
    Format.ROUND_ROBIN: ("pools", "legs", "max_rounds", "seeding"),
}
"""What can be set for each format beside the lengths."""

ALL_SETTINGS = tuple(dict.fromkeys(name for names in SETTINGS.values() for name in names))
WITH_CONSOLATION = ("last_chance", "second_place")
"""What there can only be beside a consolation."""
SEEDINGS = (
    (Seeding.RANDOM, _("drawn")),
    (Seeding.RATING, _("by rating")),
    (Seeding.MANUAL, _("by hand, at the entry desk")),
)


class StageFields(forms.Form):
    """The part of a form that says how a stage is played."""

    lengths = LengthsField(
        label=_("Lengths by round"),
        help_text=_("If they differ: 7, 7, 9, 11. The last one repeats."),
    )
    consolation_lengths = LengthsField(
        label=_("Lengths in the consolation"),
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
    last_chance = forms.BooleanField(
        label=_("Last chance"),
        required=False,
        help_text=_("For those who lose in the consolation."),
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
        max_value=9999,
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
            for name in (*BRACKETS, "format", *ALL_SETTINGS):
                self.fields[name].disabled = True
        for name in ALL_SETTINGS:
            self._show_for(name, [code for code, names in SETTINGS.items() if name in names])
        for name, (_bracket, formats) in BRACKETS.items():
            self._show_for(name, formats)

    def _show_for(self, name: str, formats: Iterable[Format]) -> None:
        self.fields[name].widget.attrs["data-formats"] = " ".join(code.value for code in formats)

    @staticmethod
    def initial_of_stage(stage: Stage) -> dict[str, Any]:
        """The values of a stage that is there already."""
        return {
            "format": stage.format,
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
            return {name: value for name, value in chosen.items() if name not in WITH_CONSOLATION}
        return chosen

    def _kept(self, stage: Stage | None) -> dict[str, Any]:
        """What the form does not show. Another format knows little of it, but how many go on."""
        if stage is None:
            return {}
        if stage.format != self.chosen_format:
            return {name: value for name, value in stage.settings.items() if name == "qualify"}
        shown = SETTINGS[self.chosen_format]
        return {name: value for name, value in stage.settings.items() if name not in shown}


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
