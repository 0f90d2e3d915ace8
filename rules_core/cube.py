"""The doubling cube: who may turn it, and what comes of it (docs/rules.md, "The cube")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_core.choices import choose, chosen
from rules_core.errors import RulesError
from rules_core.kinds import Kind
from rules_core.match import (
    CubeAboveMaximum,
    CubeInCrawfordGame,
    GameEnd,
    GameResult,
    GameTerms,
    Score,
    Side,
    is_power_of_two,
)
from rules_core.match.refusals import CubeNotPowerOfTwo

ANIMALS = ("double", "beaver", "raccoon", "otter")
"""What turning the cube is called, by how many turns came straight before it."""


class CubeNotYours(RulesError):
    """Only the owner turns the cube, or either side while it is centred."""

    code = "cube_not_yours"


class DeadCube(RulesError):
    """Turning the cube would gain the side that turns it nothing."""

    code = "dead_cube"


class TooFewRolls(RulesError):
    """The Holland option keeps the cube still for two rolls of each side."""

    code = "too_few_rolls_to_double"


class TooManyAnimals(RulesError):
    """The players have not agreed on so many turns in a row."""

    code = "too_many_animals"


@dataclass(frozen=True, slots=True)
class Cube:
    """Where the cube stands."""

    value: int = 1
    owner: Side | None = None
    """Who may turn it; ``None`` while it is centred and both may."""
    automatic_doubles: int = 0
    """How often equal opening dice turned it."""

    def __post_init__(self) -> None:
        choose(self, "owner", "owner of the cube", Side, or_none=True)
        if not is_power_of_two(self.value):
            raise CubeNotPowerOfTwo(
                f"The cube shows 1, 2, 4, 8, … and never {self.value!r}.", cube=self.value
            )

    def after_equal_dice(self, terms: GameTerms) -> Cube:
        """The cube after equal opening dice: a step up and still centred, if agreed on.

        (docs/rules.md, "Money options": automatic doubles.)
        """
        agreed = self.automatic_doubles < terms.automatic_doubles
        if not agreed or 2 * self.value > terms.rules.max_cube:
            return self
        return replace(self, value=2 * self.value, automatic_doubles=self.automatic_doubles + 1)

    def doubled(self, side: Side, terms: GameTerms, rolls: Score) -> Offer:
        """A double by ``side``, each side having played so many rolls.

        The rules annul a double in the Crawford game and give a dead one no effect (docs/rules.md,
        "Match play"). Both are refused here, which leaves the game as it was and says why.
        """
        side = chosen("side", side, Side)
        if terms.crawford_game:
            raise CubeInCrawfordGame("Nobody may double in the Crawford game.", cube=self.value)
        if self.owner not in (None, side):
            raise CubeNotYours("The opponent owns the cube: only its owner may double.")
        if min(rolls) < terms.rolls_before_doubling:
            raise TooFewRolls(
                f"Each side plays {terms.rolls_before_doubling} rolls before anybody may double.",
                rolls=terms.rolls_before_doubling,
            )
        return _checked(Offer(self, by=side, keeper=side.other), terms)

    def game_won(self, winner: Side, kind: Kind, ended_by: GameEnd) -> GameResult:
        """A game decided at the value the cube stands at."""
        return GameResult(
            winner=winner,
            kind=kind,
            cube=self.value,
            ended_by=ended_by,
            automatic_doubles=self.automatic_doubles,
        )


CENTRED = Cube()
"""Centred at 1, as every game begins."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube just turned, which the other side must answer."""

    cube: Cube
    """As it stood before this turn."""
    by: Side
    """Who turned it."""
    keeper: Side
    """Who owns it once the turning ends: the side that was doubled, through all the animals."""
    animals: int = 0
    """How many turns answered the double: 1 beaver, 2 raccoon, 3 otter."""

    @property
    def name(self) -> str:
        """A double, a beaver, a raccoon or an otter."""
        return ANIMALS[self.animals]

    @property
    def value(self) -> int:
        """What the game is played for if the offer is taken."""
        return 2 * self.cube.value

    def taken(self) -> Cube:
        """The cube once the offer is taken."""
        return replace(self.cube, value=self.value, owner=self.keeper)

    def turned_again(self, terms: GameTerms) -> Offer:
        """The next animal: the side asked turns the cube once more instead of taking.

        (docs/rules.md, "Money options".) Dropping it costs the stake before this turn.
        """
        if self.animals >= terms.rules.beavers:
            raise TooManyAnimals(
                f"These rules allow no answer to a {self.name} but to take or to drop.",
                offered=self.name,
                allowed=terms.rules.beavers,
            )
        cube = self.taken()
        answer = Offer(cube, by=self.by.other, keeper=self.keeper, animals=self.animals + 1)
        return _checked(answer, terms)


def _checked(offer: Offer, terms: GameTerms) -> Offer:
    """The offer, unless the cube can go no higher or is dead for the side that turns it."""
    if offer.value > terms.rules.max_cube:
        raise CubeAboveMaximum(
            f"The cube is turned to {terms.rules.max_cube} at most.",
            cube=offer.value,
            maximum=terms.rules.max_cube,
        )
    if terms.wins_match(offer.by, offer.cube.value):
        raise DeadCube(
            f"Winning at {offer.cube.value} wins the match already: turning the cube has no effect.",
            cube=offer.cube.value,
        )
    return offer
