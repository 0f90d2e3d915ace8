"""What the players of a chouette agree on (docs/rules.md, "Chouette")."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rules_core.choices import choose_all
from rules_core.match import GameTerms, MatchRules, RulesOutOfRange
from rules_core.money import money_rules


class Cubes(StrEnum):
    """How many cubes the team has."""

    ONE = "one"
    """One for all: the captain doubles for the team, the box answers all of it at once."""
    EACH = "each"
    """Every member has one and turns it alone."""


class Retention(StrEnum):
    """What the box must do to stay in the box."""

    BEAT_CAPTAIN = "beat_captain"
    BEAT_ALL = "beat_all"
    NOT_NEGATIVE = "not_negative"
    """Not lose points in the game as a whole."""


class LoneTaker(StrEnum):
    """What becomes of the only member to take a double of the box that all others drop."""

    FREE = "free"
    MUST_DROP = "must_drop"
    """With five players or more, the lone taker drops as well."""
    MUST_TAKE_EXTRAS = "must_take_extras"
    """The lone taker takes an extra cube from every dropper who offers one."""


class Consultation(StrEnum):
    """When a member may advise the captain."""

    FREE = "free"
    NEVER = "never"
    AFTER_CUBE = "after_cube"
    """Once the member's own cube has been turned."""


@dataclass(frozen=True, slots=True)
class ChouetteRules:
    """The settings of a chouette; the cube's own are those of a money session."""

    cubes: Cubes = Cubes.EACH
    retention: Retention = Retention.BEAT_CAPTAIN
    lone_taker: LoneTaker = LoneTaker.FREE
    consultation: Consultation = Consultation.FREE
    box_partner: bool = False
    """Whether the box may take a partner, with enough players."""
    game: MatchRules = field(default_factory=money_rules)
    """Jacoby (cube by cube), beavers, automatic doubles and the highest cube."""

    players_for_lone_taker: int = 5
    """From how many players on the lone taker must drop."""
    players_for_partner: int = 8
    """From how many players on the box may take a partner."""

    def __post_init__(self) -> None:
        choose_all(self)
        if not self.game.money:
            raise RulesOutOfRange(
                "A chouette is played game by game: its length is 0.", setting="length"
            )

    @property
    def terms(self) -> GameTerms:
        """The terms of every game: no score bears on them."""
        return GameTerms(self.game)
