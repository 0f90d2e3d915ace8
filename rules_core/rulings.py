"""What happens when somebody did it wrong (docs/rules.md, "Irregularities")."""

from __future__ import annotations

from enum import StrEnum


class Irregularity(StrEnum):
    """Something at the board that is not as the rules have it."""

    ILLEGAL_PLAY_SEEN = "illegal_play_seen"
    ILLEGAL_PLAY_STANDS = "illegal_play_stands"
    COCKED_DICE = "cocked_dice"
    EARLY_ROLL = "early_roll"
    WRONG_SET_UP_SEEN = "wrong_set_up_seen"
    WRONG_SET_UP_STANDS = "wrong_set_up_stands"
    LATE_DOUBLE = "late_double"

    @property
    def what(self) -> str:
        """What happened."""
        return _RULINGS[self][0]

    @property
    def ruling(self) -> str:
        """What is done about it."""
        return _RULINGS[self][1]


_RULINGS = {
    Irregularity.ILLEGAL_PLAY_SEEN: (
        "an illegal play, seen before the opponent has rolled",
        "it is taken back and played legally",
    ),
    Irregularity.ILLEGAL_PLAY_STANDS: (
        "an illegal play, seen once the opponent has rolled",
        "it stands: what is on the board is the game",
    ),
    Irregularity.COCKED_DICE: (
        "a die is cocked, on a checker, or outside the player's own half of the board",
        "both dice are thrown again",
    ),
    Irregularity.EARLY_ROLL: (
        "dice thrown before the opponent has picked up theirs",
        "they are thrown again, and the opponent may finish the play in peace",
    ),
    Irregularity.WRONG_SET_UP_SEEN: (
        "a wrong set-up, seen before each player has moved once",
        "the checkers are put right, and the game goes on",
    ),
    Irregularity.WRONG_SET_UP_STANDS: (
        "a wrong set-up, seen later",
        "it stands: the game is played on from what is on the board",
    ),
    Irregularity.LATE_DOUBLE: (
        "a double after the dice were thrown",
        "it is void, and the roll is played",
    ),
}


def illegal_play(*, opponent_rolled: bool) -> Irregularity:
    """An illegal play stands as soon as the opponent has rolled."""
    if opponent_rolled:
        return Irregularity.ILLEGAL_PLAY_STANDS
    return Irregularity.ILLEGAL_PLAY_SEEN


def wrong_set_up(*, rolls_played: tuple[int, int]) -> Irregularity:
    """A wrong set-up is put right until each player has moved once."""
    if min(rolls_played) > 0:
        return Irregularity.WRONG_SET_UP_STANDS
    return Irregularity.WRONG_SET_UP_SEEN
