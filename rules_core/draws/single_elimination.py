"""Single elimination for any number of entrants, byes spread by seed."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.bracket_builder import BracketBuilder, Lines
from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import Bye, LoserOf, Plan, PlannedPairing, Seed
from rules_core.errors import RulesError


class TooFewEntrants(RulesError):
    """A draw needs two entrants."""

    code = "too_few_entrants"


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of the sheet to the bottom, the best two meeting last.

    Each fold puts a seed beside the one that completes it to the size of the field plus one, so
    byes, which stand for the highest numbers, fall to the lowest seeds and to every part alike.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        field = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, field - best)]
    return tuple(order)


def seeded_lines(entrants: int) -> Lines:
    """The lines of the first round, byes filling them to a power of two."""
    if entrants < 2:
        raise TooFewEntrants("A draw needs at least two entrants.", entrants=entrants)
    size = 1 << (entrants - 1).bit_length()
    return [Seed(number) if number <= entrants else Bye() for number in bracket_order(size)]


def main_bracket(lines: Lines) -> BracketBuilder:
    """The main bracket from its first round to the final."""
    sheet = BracketBuilder("main")
    sheet.fold_to_one(lines)
    return sheet


def third_place_match(main: BracketBuilder, lengths: Lengths) -> list[PlannedPairing]:
    """The match of the losers of the semi-finals, where there are two of them."""
    rounds = len(main.rounds)
    if rounds < 2:
        return []
    a, b = main.losers(rounds - 1)
    if not (isinstance(a, LoserOf) and isinstance(b, LoserOf)):
        return []
    length = lengths.of_play_off("third_place", rounds - 1, rounds)
    return [PlannedPairing("third_place", 1, 1, a, b, length)]


def single_elimination(entrants: int, *, lengths: Sequence[int], third_place: bool = False) -> Plan:
    """The main bracket: ``entrants`` seeds, byes filling it to a power of two.

    ``third_place`` adds a match of the losers of the semi-finals, where there are two of them.
    """
    main = main_bracket(seeded_lines(entrants))
    by_round = Lengths(default=lengths[-1], by_bracket={"main": lengths})
    pairings = main.pairings(by_round)
    if third_place:
        pairings += third_place_match(main, by_round)
    return Plan(entrants, tuple(pairings))
