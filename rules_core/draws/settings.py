"""The settings of a stage: frozen once read, refused with a sentence where they make no sense."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rules_core.choices import choose_all
from rules_core.errors import RulesError


class SettingsNotValid(RulesError):
    """A setting that no draw can be made with; the fact ``setting`` names it."""

    code = "setting_not_valid"


class Format(StrEnum):
    """How a stage is played."""

    SINGLE_ELIMINATION = "single_elimination"
    DOUBLE_ELIMINATION = "double_elimination"
    SWISS = "swiss"
    SWISS_LIVES = "swiss_lives"
    ROUND_ROBIN = "round_robin"

    @property
    def is_elimination(self) -> bool:
        """Whether who loses is out, at once or after a second chance; places come from the bracket."""
        return self in {Format.SINGLE_ELIMINATION, Format.DOUBLE_ELIMINATION}

    @property
    def has_table(self) -> bool:
        """Whether the standings are a table, ordered by tie-breaks."""
        return not self.is_elimination

    @property
    def paired_by_round(self) -> bool:
        """Whether each round follows from the results before, so that there is no plan."""
        return self in {Format.SWISS, Format.SWISS_LIVES}

    @property
    def has_pools(self) -> bool:
        """Whether entrants can be spread over pools, each with a table of its own."""
        return self is Format.ROUND_ROBIN

    @property
    def has_lives(self) -> bool:
        """Whether an entrant is out after losing a number of matches."""
        return self is Format.SWISS_LIVES


class Consolation(StrEnum):
    """Who plays on after losing in the main bracket."""

    NONE = "none"
    SIMPLE = "simple"
    """Those who lose their first match."""
    PROGRESSIVE = "progressive"
    """Those who lose before the final, dropping in round by round."""


class GrandFinal(StrEnum):
    """What it takes to beat the unbeaten finalist of a double elimination."""

    SINGLE = "single"
    RESET = "reset"
    """Two wins: everybody is out only with the second loss."""


class Seeding(StrEnum):
    """Where the seed numbers come from."""

    RANDOM = "random"
    RATING = "rating"
    MANUAL = "manual"


class FirstRound(StrEnum):
    """How a Swiss starts."""

    RANDOM = "random"
    RATING = "rating"
    """The upper half by rating meets the lower half."""


class LateEntry(StrEnum):
    """What the rounds count for that an entrant missed by coming late."""

    LOSS = "loss"
    BYE = "bye"


class TieBreak(StrEnum):
    """What separates entrants in a table; ``rules_core.standings.tie_breaks`` says how each counts."""

    MATCH_POINTS = "match_points"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_WORST = "buchholz_cut_worst"
    MEDIAN = "median"
    SONNEBORN_BERGER = "sonneborn_berger"
    PROGRESSIVE = "progressive"
    OPPONENTS_OPPONENTS = "opponents_opponents"
    POINTS_DIFFERENCE = "points_difference"
    FEWEST_BYES = "fewest_byes"
    RATING_PERFORMANCE = "rating_performance"
    BY_HAND = "by_hand"
    LOT = "lot"
    WENT_OUT = "went_out"
    """Comes first where entrants have lives, and nowhere else: nobody has to ask for it."""


RANGES = {
    # One alone cannot play on, and no draw takes more than 1024.
    "qualify": (2, 1024),
    "rounds": (1, 99),
    "lives": (1, 9),
    "pools": (1, 512),
    "legs": (1, 10),
    "max_rounds": (1, 9999),
}
"""The lowest and the highest that a setting can be."""


@dataclass(frozen=True, slots=True)
class LengthSettings:
    """Match lengths as the director gave them."""

    by_bracket: dict[str, tuple[int, ...]] = field(default_factory=dict)
    from_final: bool = False


@dataclass(frozen=True, slots=True)
class StageSettings:
    """What every format shares."""

    lengths: LengthSettings = field(default_factory=LengthSettings)
    seeding: Seeding = Seeding.RANDOM
    avoid_same_club: bool = False
    """Keep members of one club apart: in the first round of an elimination, in all of a Swiss."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """Codes in the order they are asked; empty: those of the format."""
    qualify: int | None = None
    """How many go on to the next stage; None: all who finish."""

    def __post_init__(self) -> None:
        choose_all(self)
        _check_range("qualify", self.qualify)


@dataclass(frozen=True, slots=True)
class EliminationSettings(StageSettings):
    """A single or double elimination."""

    double: bool = False
    consolation: Consolation = Consolation.NONE
    last_chance: bool = False
    third_place: bool = False
    second_place: bool = False
    """The loser of the final meets the winner of the consolation."""
    grand_final: GrandFinal = GrandFinal.SINGLE

    def __post_init__(self) -> None:
        StageSettings.__post_init__(self)
        has_consolation = self.consolation is not Consolation.NONE
        if self.double and (has_consolation or self.last_chance or self.third_place):
            raise SettingsNotValid(
                "A double elimination already gives everyone a second chance: leave out"
                " consolation, last chance and third place, or choose single elimination.",
                setting="consolation",
            )
        for setting in ("last_chance", "second_place"):
            if getattr(self, setting) and not has_consolation:
                raise SettingsNotValid(
                    "A last chance and a match for second place need a consolation:"
                    " choose a simple or a progressive one.",
                    setting=setting,
                )


@dataclass(frozen=True, slots=True)
class SwissSettings(StageSettings):
    """Rounds paired by score; with lives, until at most one entrant has any left."""

    rounds: int | None = None
    """How many; None: as many as it takes to leave one unbeaten."""
    lives: int | None = None
    """Losses that put an entrant out; None: nobody goes out."""
    first_round: FirstRound = FirstRound.RANDOM
    late_entry: LateEntry = LateEntry.LOSS

    def __post_init__(self) -> None:
        StageSettings.__post_init__(self)
        _check_range("rounds", self.rounds)
        _check_range("lives", self.lives)
        if self.lives is not None and self.lengths.from_final:
            raise SettingsNotValid(
                "With lives nobody knows in advance which round is the last: give the lengths from"
                " the first round on, without from_final.",
                setting="from_final",
            )


@dataclass(frozen=True, slots=True)
class RoundRobinSettings(StageSettings):
    """Everybody against everybody, in one pool or several."""

    pools: int = 1
    legs: int = 1
    """How often each two meet."""
    max_rounds: int | None = None
    """Stop after so many rounds."""

    def __post_init__(self) -> None:
        StageSettings.__post_init__(self)
        _check_range("pools", self.pools)
        _check_range("legs", self.legs)
        _check_range("max_rounds", self.max_rounds)


def _check_range(setting: str, value: int | None) -> None:
    low, high = RANGES[setting]
    if value is not None and not low <= value <= high:
        raise SettingsNotValid(
            f"The setting {setting} is {low} to {high}, not {value}.", setting=setting, value=value
        )
