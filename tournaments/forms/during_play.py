"""What a director may still change once an event is being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from matches.cube_rules_form import CUBE_RULES, CubeRuleFields, cube_rules_of
from matches.models import ResultPolicy
from rules_core.match import MatchRules
from rules_core.match.clock import Clock
from tournaments.draws.round_lengths import RoundLength
from tournaments.forms.lateness import LatenessFields, lateness_fields_of
from tournaments.forms.unchanged import UnchangedForm, as_shown
from tournaments.models import Stage, Tournament
from tournaments.publishing.round_names import bracket_name, round_name

_CLOCK = Clock()


@dataclass(frozen=True)
class StageRounds:
    """A drawn stage with its rounds."""

    stage: Stage
    rounds: list[RoundLength]


class DuringPlayForm(CubeRuleFields, LatenessFields, UnchangedForm):
    """Who enters results, tables, clock, rules, and the lengths of rounds that have not started."""

    result_policy = forms.ChoiceField(label=_("Who enters results"), choices=ResultPolicy.choices)
    auto_confirm_minutes = forms.IntegerField(
        label=_("A report counts without an answer after"),
        min_value=1,
        max_value=1440,
        required=False,
        help_text=_("Minutes. Empty: it waits for the other player."),
    )
    tables = forms.IntegerField(
        label=_("Number of tables"), min_value=1, max_value=500, required=False
    )
    with_clock = forms.BooleanField(label=_("Play with a clock"), required=False)
    delay_s = forms.IntegerField(
        label=_("Seconds free for each move"), min_value=0, max_value=600, required=False
    )
    minutes_per_point = forms.FloatField(
        label=_("Minutes per point"), min_value=0, max_value=60, required=False
    )
    overtime_s = forms.IntegerField(
        label=_("Overtime in seconds"),
        min_value=0,
        max_value=3600,
        required=False,
        help_text=_("Once, when a clock has run out. 0: a time-out loses the match."),
    )

    def __init__(self, *args: Any, stages: Iterable[StageRounds], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stages = list(stages)
        for stage, one, name in self._rounds():
            self.fields[name] = forms.IntegerField(
                label=_round_label(stage, one, self._last(stage, one.bracket)),
                min_value=1,
                max_value=99,
                disabled=one.started,
                help_text=_("Started: stays as it is.") if one.started else "",
            )

    @staticmethod
    def initial_of(event: Tournament, stages: Iterable[StageRounds]) -> dict[str, Any]:
        """What stands in the fields for an event as it is."""
        clock = event.rules.get("clock") or {}
        details = {
            "result_policy": event.result_policy,
            "auto_confirm_minutes": event.auto_confirm_minutes,
            "tables": event.tables,
            "with_clock": bool(clock),
            "delay_s": clock.get("delay_s", _CLOCK.delay_s),
            "minutes_per_point": clock.get("minutes_per_point", _CLOCK.minutes_per_point),
            "overtime_s": clock.get("overtime_s", _CLOCK.overtime_s),
        }
        lengths = {_field(known.stage, one): one.length for known in stages for one in known.rounds}
        return as_shown(details | cube_rules_of(event.rules) | lateness_fields_of(event) | lengths)

    def rounds(self) -> Iterator[tuple[Stage, list[BoundField]]]:
        """The fields for the lengths, stage by stage."""
        for known in self._stages:
            yield known.stage, [self[_field(known.stage, one)] for one in known.rounds]

    def changes(self) -> dict[str, Any]:
        """The event as the service takes it."""
        cleaned = self.cleaned_data
        return {
            "result_policy": ResultPolicy(cleaned["result_policy"]),
            "auto_confirm_minutes": cleaned["auto_confirm_minutes"],
            "tables": cleaned["tables"],
            "change_rules": self._changed_rules,
        }

    def lengths(self) -> Iterator[tuple[int, dict[tuple[str, int], int]]]:
        """The lengths of each stage as the service takes them."""
        for known in self._stages:
            yield (
                known.stage.pk,
                {
                    (one.bracket, one.number): self.cleaned_data[_field(known.stage, one)]
                    for one in known.rounds
                    if not one.started
                },
            )

    def _changed_rules(self, current: MatchRules) -> MatchRules:
        chosen: dict[str, Any] = {name: self.cleaned_data[name] for name in CUBE_RULES}
        chosen |= {"clock": self._clock(current.clock), "lateness": self.chosen_lateness}
        return replace(current, **chosen)

    def _clock(self, current: Clock | None) -> Clock | None:
        """The clock as chosen; what is left empty stays as it was."""
        if not self.cleaned_data["with_clock"]:
            return None
        chosen = {
            name: self.cleaned_data[name]
            for name in ("delay_s", "minutes_per_point", "overtime_s")
            if self.cleaned_data[name] is not None
        }
        return replace(current or _CLOCK, **chosen)

    def _rounds(self) -> Iterator[tuple[Stage, RoundLength, str]]:
        for known in self._stages:
            for one in known.rounds:
                yield known.stage, one, _field(known.stage, one)

    def _last(self, stage: Stage, bracket: str) -> int:
        return max(
            one.number
            for held, one, _ in self._rounds()
            if held is stage and one.bracket == bracket
        )


def _field(stage: Stage, one: RoundLength) -> str:
    return f"length-{stage.number}-{one.bracket}-{one.number}"


def _round_label(stage: Stage, one: RoundLength, last: int) -> str:
    name = round_name(stage.format, one.bracket, one.number, last).translated
    if one.bracket == "main" or name == bracket_name(one.bracket).translated:
        return name
    return f"{bracket_name(one.bracket).translated}: {name}"
