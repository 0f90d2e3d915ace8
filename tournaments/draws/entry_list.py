"""How far the list of entrants is still open, seen from all stages of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules_core.draws.settings import Seeding
from tournaments.models import Stage


@dataclass(frozen=True)
class EntryList:
    """What can still be done with the list."""

    drawn: bool
    """A draw rests on it: nobody is taken off any more, only withdrawn."""
    open_stages: list[Stage]
    """The stages in which a newcomer would play; none: the list is closed."""
    next_draw: Stage | None
    """The stage whose draw can be made now."""

    @property
    def seeds_by_hand(self) -> bool:
        """Whether the director says who is seeded where."""
        seeding = self.next_draw and self.next_draw.settings.get("seeding")
        return seeding == Seeding.MANUAL and not self.drawn

    @property
    def joins_late(self) -> bool:
        """Whether a newcomer comes after a draw."""
        return any(stage.drawn_at for stage in self.open_stages)


def entry_list_of(stages: Sequence[Stage]) -> EntryList:
    """The state of the list; ``stages`` are all of the event, in order."""
    can_be_drawn = (
        stage
        for stage, before in _with_before(stages)
        if stage.drawn_at is None and (before is None or before.finished_at)
    )
    return EntryList(
        drawn=any(stage.drawn_at for stage in stages),
        open_stages=open_stages(stages),
        next_draw=next(can_be_drawn, None),
    )


def open_stages(stages: Sequence[Stage]) -> list[Stage]:
    """The stages everybody plays in, without having to qualify, that are not over."""
    return [
        stage
        for stage, before in _with_before(stages)
        if before is None and stage.finished_at is None
    ]


def _with_before(stages: Sequence[Stage]) -> Iterator[tuple[Stage, Stage | None]]:
    """Each stage with the one in which its entrants qualify; see Stage.before."""
    for stage, before in zip(stages, [None, *stages], strict=False):
        yield stage, before if before and before.settings.get("qualify") else None
