"""A night of two stages: places in the first are seeds in the second, whatever is put right later."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from tests.integration.factories import a_club, an_event
from tests.integration.nights import Night, Settings
from tests.integration.stages import seeds_of
from tournaments.models import Stage, TournamentStatus
from tournaments.selectors import stage_pairings
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan
from tournaments.services.next_stage import NextStageDrawn
from tournaments.services.qualification import places

FIRST: dict[str, tuple[Format, Settings]] = {
    "pools": (Format.ROUND_ROBIN, {"pools": 2, "qualify": 4}),
    "Swiss": (Format.SWISS, {"rounds": 2, "qualify": 3}),
    "knock-out": (Format.SINGLE_ELIMINATION, {"qualify": 2}),
}


class TwoStages(Night):
    """Things happen in both stages, once the second is drawn."""

    def __init__(self, first: str, entrants: int) -> None:
        code, settings = FIRST[first]
        self.luck = Random(f"{first} {entrants}")
        self.rounds_stand = True
        self.club = a_club()
        self.tournament = an_event(
            self.club,
            entrants,
            rules=MatchRules(length=3),
            stages=[
                StagePlan(name="First", format=code, settings=settings),
                StagePlan(name="Finals", settings={"consolation": "simple"}),
            ],
        )
        self.first, self.finals = self.tournament.stages.order_by("number")
        self.stage = draw_stage(stage_id=self.first.pk, actor=SYSTEM, seed="night")

    def step(self, step: str, choice: int) -> None:
        self.stage = self.either(choice)
        with suppress(NextStageDrawn):
            super().step(step, choice)

    def either(self, choice: int) -> Stage:
        """One of the stages that are drawn."""
        drawn = self.tournament.stages.filter(drawn_at__isnull=False).order_by("number")
        return self.pick(list(drawn.select_related("tournament")), choice // 7)  # type: ignore[no-any-return]

    def finish(self) -> None:
        self.finish_stage(self.first)
        self.finals.refresh_from_db()
        if self.finals.drawn_at is None:
            draw_stage(stage_id=self.finals.pk, actor=SYSTEM)
        self.finish_stage(self.finals)

    def finish_stage(self, stage: Stage) -> None:
        self.stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        super().finish()

    def assert_over(self) -> None:
        for stage in (self.first, self.finals):
            self.stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
            super().assert_over()
        self.tournament.refresh_from_db()
        assert self.tournament.status == TournamentStatus.FINISHED

    def assert_the_right_ones_went_on(self) -> None:
        """Only while nobody has left: then the next one goes on instead."""
        self.first.refresh_from_db()
        self.finals.refresh_from_db()
        assert set(seeds_of(self.finals)) == set(
            places(self.first, self.finals, list(stage_pairings(self.first)))
        )
