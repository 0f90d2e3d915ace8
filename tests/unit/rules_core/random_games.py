"""Hypothesis strategies that play random games."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_core.board import Position
from rules_core.dice import ROLLS
from rules_core.plays import legal_plays

rolls = st.sampled_from(ROLLS)


@st.composite
def positions_with_dice(draw: st.DrawFn) -> tuple[Position, tuple[int, int]]:
    """A position that a random game has come to, and the next roll."""
    random = draw(st.randoms(use_true_random=False, note_method_calls=False))
    position = Position.start()
    for _ in range(draw(st.integers(0, 120))):
        plays = legal_plays(position, random.choice(ROLLS))
        following = random.choice(plays).after if plays else position.swapped()
        if following.kind is not None:
            break
        position = following
    return position, draw(rolls)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any checkers anywhere, near each other's homes and bars more often than not."""
    mine = draw(st.dictionaries(st.integers(1, 25), st.integers(1, 3), max_size=5))
    free = [point for point in range(1, 26) if point == 25 or 25 - point not in mine]
    theirs = draw(st.dictionaries(st.sampled_from(free), st.integers(1, 3), max_size=5))
    return Position.of(mine, theirs)
