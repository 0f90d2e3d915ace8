"""What comes after what is being played: the next round, the next draw, or the standings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.draws.entry_list import entry_list_of
from tournaments.models import Stage, Tournament
from tournaments.selectors import stages_being_played


class Step(StrEnum):
    """What a director does between two rounds or two stages."""

    PAIR = "pair"
    DRAW = "draw"
    STANDINGS = "standings"


@dataclass(frozen=True)
class NextStep:
    """Something to do now that no match asks for."""

    step: Step
    stage: Stage
    is_first_draw: bool = False
    """Nothing of the event is drawn yet, so whoever comes can still be entered."""


def next_steps(event: Tournament) -> list[NextStep]:
    """What can be done now, in the order of the stages; once all is played, where it is written."""
    stages = list(event.stages.order_by("number"))
    if all(stage.finished_at for stage in stages):
        return [NextStep(Step.STANDINGS, stages[-1])]
    return [*_rounds(stages, stages_being_played(stages)), *_draws(stages)]


def can_pair(stage: Stage) -> bool:
    """Whether the round is played and another one follows."""
    return stage.paired_by_round and any(_rounds([stage], stages_being_played([stage])))


def _rounds(stages: Sequence[Stage], being_played: Collection[int]) -> Iterator[NextStep]:
    for stage in stages:
        is_under_way = stage.drawn_at is not None and stage.finished_at is None
        if stage.paired_by_round and is_under_way and stage.pk not in being_played:
            yield NextStep(Step.PAIR, stage)


def _draws(stages: Sequence[Stage]) -> Iterator[NextStep]:
    entries = entry_list_of(stages)
    if entries.next_draw:
        yield NextStep(Step.DRAW, entries.next_draw, is_first_draw=not entries.drawn)
