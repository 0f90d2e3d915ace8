"""A migrated club goes on: what was under way is played, and there are new events."""

from __future__ import annotations

from typing import Any

from tests.integration.upgrades.eventful_club import (
    LIMMAT,
    Desk,
    Evening,
    double_elimination,
    lives_under_way,
    pools_and_what_follows,
    swiss_with_latecomers,
    work_off,
)


def carry_on(recorded: Any) -> None:
    """Everything a director does next; nothing of it may be refused."""
    desk = Desk(LIMMAT, recorded["keys"]["tokens"]["director"])
    for slug in ("limmat-cup", "double-trouble", "pools-and-doubles", "confirmed-night"):
        Evening(desk, slug).play_out()
    lives = Evening(desk, "two-lives")
    lives.play_out()
    lives.stage(1, "rounds")
    lives.play_out()
    _draw_what_was_committed_to(Evening(desk, "winter-open"), recorded)
    for another in (
        swiss_with_latecomers,
        pools_and_what_follows,
        lives_under_way,
        double_elimination,
    ):
        another(desk)
    work_off()


def _draw_what_was_committed_to(evening: Evening, recorded: Any) -> None:
    """The hash that was public before the draw is that of the secret it is drawn with."""
    proof = f"tournaments/{evening.slug}/stages/1/draw/proof/"
    before = recorded["answers"]["nobody"][f"/api/v1/{proof}"]["body"]
    evening.draw()
    after = evening.desk.get(proof)
    assert after["commitment"] == before["commitment"]
    assert after["committed_before"] is True
    evening.play_out()
