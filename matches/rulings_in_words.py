"""Rulings at the board in the reader's language; rules_core has the same sentences in English."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import OVERTIME, OVERTIME_TAKEN_BACK, Match
from matches.score_sheet import name_of
from rules_core.rulings import Irregularity
from rules_core.sides import Side

WHAT_HAPPENED: dict[Irregularity, str | Promise] = {
    Irregularity.ILLEGAL_PLAY_SEEN: gettext_lazy(
        "an illegal play, seen before the opponent has rolled"
    ),
    Irregularity.ILLEGAL_PLAY_STANDS: gettext_lazy(
        "an illegal play, seen once the opponent has rolled"
    ),
    Irregularity.COCKED_DICE: gettext_lazy(
        "a die is cocked, on a checker, or outside the player's own half of the board"
    ),
    Irregularity.EARLY_ROLL: gettext_lazy("dice thrown before the opponent has picked up theirs"),
    Irregularity.WRONG_SET_UP_SEEN: gettext_lazy(
        "a wrong set-up, seen before each player has moved once"
    ),
    Irregularity.WRONG_SET_UP_STANDS: gettext_lazy("a wrong set-up, seen later"),
    Irregularity.LATE_DOUBLE: gettext_lazy("a double after the dice were thrown"),
}

WHAT_FOLLOWS: dict[Irregularity, str | Promise] = {
    Irregularity.ILLEGAL_PLAY_SEEN: gettext_lazy("it is taken back and played legally"),
    Irregularity.ILLEGAL_PLAY_STANDS: gettext_lazy("it stands: what is on the board is the game"),
    Irregularity.COCKED_DICE: gettext_lazy("both dice are thrown again"),
    Irregularity.EARLY_ROLL: gettext_lazy(
        "they are thrown again, and the opponent may finish the play in peace"
    ),
    Irregularity.WRONG_SET_UP_SEEN: gettext_lazy(
        "the checkers are put right, and the game goes on"
    ),
    Irregularity.WRONG_SET_UP_STANDS: gettext_lazy(
        "it stands: the game is played on from what is on the board"
    ),
    Irregularity.LATE_DOUBLE: gettext_lazy("it is void, and the roll is played"),
}


def ruling_in_words(match: Match, facts: dict[str, Any]) -> str:
    """What was ruled, in a line of the ledger: who, what happened, what follows."""
    who = name_of(match, Side(facts["side"])) if facts["side"] else ""
    if facts["ruling"] == OVERTIME_TAKEN_BACK:
        return _("the overtime of %(name)s was a mistake and is taken back") % {"name": who}
    if facts["ruling"] == OVERTIME:
        return _("%(name)s ran out of time and has %(seconds)s seconds more, once") % {
            "name": who,
            "seconds": facts["seconds"],
        }
    irregularity = Irregularity(facts["ruling"])
    told = f"{WHAT_HAPPENED[irregularity]} → {WHAT_FOLLOWS[irregularity]}"
    return f"{who}: {told}" if who else told
