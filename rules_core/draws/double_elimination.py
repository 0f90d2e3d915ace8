"""Double elimination: out with the second loss, one final or one with reset."""

from __future__ import annotations

from rules_core.draws.bracket_builder import BracketBuilder, Lines
from rules_core.draws.feed_in import dropping, feed_in
from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import LoserOf, OnlyIf, PlannedPairing, Slot, WinnerOf
from rules_core.draws.single_elimination import main_bracket
from rules_core.sides import Side


def double_elimination_pairings(
    lines: Lines, lengths: Lengths, *, reset: bool
) -> list[PlannedPairing]:
    """The main bracket, the lower bracket for those with one loss, and the grand final."""
    main = main_bracket(lines)
    rounds = len(main.rounds)
    lower = BracketBuilder("lower")
    lower_winner = feed_in(lower, dropping(main, rounds))
    length = lengths.of_play_off("grand_final", rounds + 1, rounds + 1)
    return [
        *main.pairings(lengths, rounds_after=1),
        *lower.pairings(lengths),
        *grand_final(WinnerOf(f"main-{rounds}-1"), lower_winner, length, reset=reset),
    ]


def grand_final(
    unbeaten: Slot, beaten_once: Slot, length: int, *, reset: bool
) -> list[PlannedPairing]:
    """The final; with reset a second match, played only if the unbeaten side loses the first."""
    first = PlannedPairing("grand_final", 1, 1, unbeaten, beaten_once, length)
    if not reset:
        return [first]
    second = PlannedPairing(
        "grand_final",
        2,
        1,
        LoserOf(first.id),
        WinnerOf(first.id),
        length,
        only_if=OnlyIf(first.id, Side.B),
    )
    return [first, second]
