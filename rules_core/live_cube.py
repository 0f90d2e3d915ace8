"""At which values of the cube a game can end (docs/rules.md, "Match play": the dead cube).

A double that wins its side nothing has no effect, so the cube never comes to some of its faces: with
Ann a point from winning and Bob four, Bob turns it to 2, and Ann, who then owns it, has no use for 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.cube import Cube, Offer
from rules_core.errors import RulesError
from rules_core.match import GameTerms, Score, Side


@dataclass(frozen=True, slots=True)
class LiveFaces:
    """What the cube can show at the end of a game."""

    played: frozenset[int]
    """Where it can stand when a game is played out or resigned."""
    dropped_a: frozenset[int]
    """What side A can win by a refused double."""
    dropped_b: frozenset[int]

    def dropped(self, winner: Side) -> frozenset[int]:
        """What a side can win by a refused double; nothing where the cube is dead for it."""
        return self.dropped_a if winner is Side.A else self.dropped_b

    def __or__(self, other: LiveFaces) -> LiveFaces:
        return LiveFaces(
            self.played | other.played,
            self.dropped_a | other.dropped_a,
            self.dropped_b | other.dropped_b,
        )


def live_faces(terms: GameTerms, automatic_doubles: int = 0) -> LiveFaces:
    """Every end of the cube that these terms allow, after so many automatic doubles."""
    cube = Cube()
    for _throw in range(automatic_doubles):
        cube = cube.after_equal_dice(terms)
    stood: set[Cube] = set()
    dropped: dict[Side, set[int]] = {Side.A: set(), Side.B: set()}
    ahead = [cube]
    while ahead:
        cube = ahead.pop()
        if cube in stood:
            continue
        stood.add(cube)
        for offer in _offers(cube, terms):
            dropped[offer.by].add(offer.cube.value)
            ahead.append(offer.taken())
    return LiveFaces(
        played=frozenset(cube.value for cube in stood),
        dropped_a=frozenset(dropped[Side.A]),
        dropped_b=frozenset(dropped[Side.B]),
    )


def _offers(cube: Cube, terms: GameTerms) -> list[Offer]:
    """Every double from here, and every animal in answer to one."""
    enough_rolls = Score(terms.rolls_before_doubling, terms.rolls_before_doubling)
    offers: list[Offer] = []
    for side in Side:
        try:
            offer = cube.doubled(side, terms, enough_rolls)
            while True:
                offers.append(offer)
                offer = offer.turned_again(terms)
        except RulesError:
            # The rules say where the turning ends: not this side's cube, dead, too high, too many animals.
            continue
    return offers
