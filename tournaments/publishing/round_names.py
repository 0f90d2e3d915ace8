"""What rounds and brackets are called: the one place for pages, screens, paper and REST.

Names are English message ids. REST shows them as they are, whatever language is asked for, so that
programs can rely on them; pages translate them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules_core.draws.settings import Format
from tournaments.models import Pairing

BRACKETS = {
    "main": _("Main"),
    "lower": _("Lower bracket"),
    "grand_final": _("Grand final"),
    "consolation": _("Consolation"),
    "last_chance": _("Last chance"),
    "second_place": _("Match for second place"),
    "third_place": _("Match for third place"),
}
"""The brackets of an elimination, in the order in which a page shows them."""

_LAST_ROUNDS = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
_GRAND_FINALS = {1: _("Final"), 2: _("Second final")}
"""Whoever comes from the lower bracket may have to win twice."""
_WITH_NAMED_ROUNDS = ("main", "consolation", "last_chance")
_POOL = _("Pool %(number)s")
_ROUND = _("Round %(number)s")


@dataclass(frozen=True)
class Name:
    """A name that can be shown in English or in the reader's language."""

    message: str
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message % self.values

    @property
    def translated(self) -> str:
        """In the language that is active."""
        return gettext(self.message) % self.values


def place_of_bracket(code: str) -> int:
    """Where a bracket comes on a page; pools stand in the order they have among themselves."""
    return list(BRACKETS).index(code) if code in BRACKETS else 0


def bracket_name(code: str) -> Name:
    """What a bracket is called."""
    if code.startswith("pool_"):
        return Name(_POOL, {"number": code.removeprefix("pool_")})
    return Name(BRACKETS.get(code, code))


def named_round(pairing: Pairing, last: int) -> str:
    """A round as people say it, with its bracket unless that is the main one."""
    name = round_name(pairing.stage.format, pairing.bracket, pairing.round, last).translated
    bracket = bracket_name(pairing.bracket).translated
    return name if pairing.bracket == "main" or name == bracket else f"{bracket}, {name}"


def round_name(format_code: str, bracket: str, number: int, last: int) -> Name:
    """What a round is called: the last rounds of an elimination have names, others numbers."""
    is_elimination = Format(format_code).is_elimination
    if is_elimination and last == 1 and bracket not in _WITH_NAMED_ROUNDS:
        return bracket_name(bracket)
    if bracket == "grand_final":
        return Name(_GRAND_FINALS[number])
    if is_elimination and bracket in _WITH_NAMED_ROUNDS and last - number in _LAST_ROUNDS:
        return Name(_LAST_ROUNDS[last - number])
    return Name(_ROUND, {"number": number})
