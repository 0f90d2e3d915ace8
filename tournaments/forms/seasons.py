"""The form of a season: its days, how points are counted, and which events count."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules_core.errors import RulesError
from rules_core.seasons.rules import (
    MOST_COUNTED,
    MOST_PLACES,
    MOST_POINTS,
    USUAL_PER_WIN,
    USUAL_PLACES,
    USUAL_TIE_BREAKS,
    Formula,
    SeasonRules,
    SeasonTieBreak,
)
from tournaments.forms.unchanged import UnchangedForm, as_shown
from tournaments.models import Season, Tournament
from tournaments.templatetags.seasons import formula_name, season_tie_break_name
from web.refusals import sentence

TIE_BREAKS = 3
LONGEST_TABLE = 800
"""Letters."""
_DAY = forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class SeasonForm(UnchangedForm):
    """A season, with the presets that clubs use."""

    name = forms.CharField(label=_("Name"), max_length=120)
    first_day = forms.DateField(label=_("First day"), widget=_DAY)
    last_day = forms.DateField(label=_("Last day"), widget=_DAY)
    formula = forms.ChoiceField(
        label=_("Points"),
        choices=lambda: [(code.value, formula_name(code)) for code in Formula],
        initial=Formula.PLACE,
    )
    places = forms.CharField(
        label=_("Points by place"),
        max_length=LONGEST_TABLE,
        initial=", ".join(map(str, USUAL_PLACES)),
        help_text=_(
            "For the first, the second and so on. Players who share places share their points."
        ),
    )
    per_win = forms.IntegerField(
        label=_("Points for a win"),
        min_value=0,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("Leave empty for the usual number: 1, or 100 plus the margin."),
    )
    taking_part = forms.IntegerField(
        label=_("Points for taking part"), min_value=0, max_value=MOST_POINTS, required=False
    )
    best = forms.IntegerField(
        label=_("Results that count"),
        min_value=1,
        max_value=MOST_COUNTED,
        required=False,
        help_text=_("Each player’s best ones. Leave empty to count all."),
    )
    champion_first = forms.BooleanField(
        label=_("Nobody gets more points from an event than its winner"),
        required=False,
        initial=True,
        help_text=_("Also not for many wins in the consolation or the last chance."),
    )

    def __init__(
        self, *args: Any, events: Iterable[Tournament] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        given = self.initial.get("tie_breaks", [code.value for code in USUAL_TIE_BREAKS])
        for number in range(1, max(TIE_BREAKS, len(given)) + 1):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=format_lazy("{} {}", _("Tie-break"), number),
                required=False,
                initial=given[number - 1] if number <= len(given) else "",
                choices=_tie_breaks,
            )
        self._shown_events = None if events is None else list(events)
        if self._shown_events is not None:
            self.fields["counting"] = _counting(self._shown_events)

    @property
    def tie_break_lines(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[name] for name in self.fields if name.startswith("tie_break_")]

    def clean_places(self) -> list[int]:
        """Numbers with anything but digits between them; not looked at where another formula is chosen."""
        text: str = self.cleaned_data["places"]
        if self.cleaned_data.get("formula") != Formula.PLACE:
            return list(SeasonRules.from_json(self.initial.get("rules", {})).places)
        if not re.fullmatch(r"[\s,;/]*\d{1,5}([\s,;/]+\d{1,5})*[\s,;/]*", text):
            raise forms.ValidationError(
                _("Write numbers with commas between them. Example: 25, 18, 15, 12, 10.")
            )
        places = [int(number) for number in re.findall(r"\d+", text)]
        if len(places) > MOST_PLACES or places != sorted(places, reverse=True):
            raise forms.ValidationError(
                _("Start with the first place: no later place can bring more points.")
            )
        return places

    def clean(self) -> dict[str, Any]:
        """Have the rules refuse what the fields alone let pass."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.rules()
            except RulesError as error:
                self.add_error(None, sentence(error))
        return cleaned

    @staticmethod
    def initial_of(season: Season) -> dict[str, Any]:
        """The form's values for a season that is there already."""
        rules = SeasonRules.from_json(season.rules)
        details = {name: getattr(season, name) for name in ("name", "first_day", "last_day")}
        counted = rules.to_json() | {"places": ", ".join(map(str, rules.places))}
        left_out = list(season.left_out.order_by("pk").values_list("pk", flat=True))
        return as_shown(details | counted | {"left_out": left_out, "rules": season.rules})

    def details(self) -> dict[str, Any]:
        """Name and days, as the service takes them."""
        return {name: self.cleaned_data[name] for name in ("name", "first_day", "last_day")}

    def rules(self) -> SeasonRules:
        """How points are counted."""
        cleaned = self.cleaned_data
        formula = Formula(cleaned["formula"])
        per_win = cleaned["per_win"]
        chosen = [cleaned[line.name] for line in self.tie_break_lines if cleaned[line.name]]
        return SeasonRules(
            formula=formula,
            places=tuple(cleaned["places"]),
            per_win=USUAL_PER_WIN.get(formula, 1) if per_win is None else per_win,
            taking_part=cleaned["taking_part"] or 0,
            best=cleaned["best"],
            champion_first=cleaned["champion_first"],
            tie_breaks=tuple(SeasonTieBreak(code) for code in dict.fromkeys(chosen)),
        )

    def left_out(self) -> list[int]:
        """The events that were shown and do not count, and those left out before that were not shown."""
        shown = {event.pk for event in self._shown_events or ()}
        before = set(self.initial.get("left_out", ()))
        chosen = {int(pk) for pk in self.cleaned_data.get("counting", ())}
        return sorted((shown - chosen) | (before - shown))


def _counting(events: list[Tournament]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=_("Events that count"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(str(event.pk), _described(event)) for event in events],
    )


def _described(event: Tournament) -> str:
    return f"{event.name} · {date_format(event.starts_at)}"


def _tie_breaks() -> list[tuple[str, str]]:
    return [("", "–"), *((code.value, season_tie_break_name(code)) for code in SeasonTieBreak)]
