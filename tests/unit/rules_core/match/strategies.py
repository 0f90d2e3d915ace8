"""Random rules and random games that fit them."""

from __future__ import annotations

from hypothesis import strategies as st

from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchRules, MatchState, Side

sides = st.sampled_from(Side)
kinds = st.sampled_from(Kind)


def match_rules(min_length: int = 1) -> st.SearchStrategy[MatchRules]:
    """Any rules a match of at least this length can be played by."""
    return st.builds(
        MatchRules,
        length=st.integers(min_length, 25),
        crawford=st.booleans(),
        holland=st.booleans(),
        jacoby=st.booleans(),
        beavers=st.integers(0, 3),
        automatic_doubles=st.integers(0, 2),
        max_cube=st.sampled_from([4, 8, 64]),
    )


@st.composite
def next_games(draw: st.DrawFn, state: MatchState) -> GameResult:
    """Any game that may be recorded next."""
    ended_by = draw(st.sampled_from(GameEnd))
    if state.crawford.this_game:
        if ended_by is GameEnd.DROP:
            ended_by = GameEnd.RESIGN
        return GameResult(draw(sides), draw(kinds), ended_by=ended_by)
    highest = state.rules.max_cube // (2 if ended_by is GameEnd.DROP else 1)
    cube = 1 << draw(st.integers(0, highest.bit_length() - 1))
    most = min(state.rules.automatic_doubles, cube.bit_length() - 1)
    return GameResult(
        winner=draw(sides),
        kind=Kind.SINGLE if ended_by is GameEnd.DROP else draw(kinds),
        cube=cube,
        ended_by=ended_by,
        automatic_doubles=draw(st.integers(0, most)),
    )
