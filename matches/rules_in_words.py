"""The rules of a match in sentences that a player reads before sitting down, and in names for small places."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_core.match import Clock, Lateness, MatchRules

_USUAL_CUBE = 64


def rules_in_words(rules: MatchRules) -> list[str]:
    """One sentence a rule, in the reader's language."""
    return [
        *_cube_sentences(rules),
        *_clock_sentences(rules.clock),
        *(() if rules.money else _lateness_sentences(rules.lateness)),
    ]


def rule_names(rules: MatchRules) -> list[str]:
    """What is played with, by its name only; nothing that is not played."""
    names = {
        _("Crawford"): rules.crawford,
        _("Holland"): rules.holland,
        _("Jacoby"): rules.jacoby,
        _("beavers"): rules.beavers,
        _("automatic doubles"): rules.automatic_doubles,
        _("clock"): rules.clock,
    }
    return [name for name, is_played in names.items() if is_played]


def _cube_sentences(rules: MatchRules) -> Iterator[str]:
    if rules.crawford:
        yield _(
            "Crawford rule: when somebody first stands one point from winning, the next game is"
            " played without the cube."
        )
    else:
        yield _("No Crawford rule: the cube is used in every game.")
    if rules.holland:
        yield _(
            "Holland rule: after the Crawford game, nobody doubles until both have rolled twice."
        )
    if rules.jacoby:
        yield _(
            "Jacoby rule: gammons and backgammons count only if the cube was turned in that game."
        )
    else:
        yield _("No Jacoby rule: gammons and backgammons always count.")
    yield _beavers(rules.beavers)
    if rules.automatic_doubles:
        yield ngettext(
            "Automatic doubles: equal dice on the opening roll turn the cube, once a game at most.",
            "Automatic doubles: equal dice on the opening roll turn the cube, %(times)s times a"
            " game at most.",
            rules.automatic_doubles,
        ) % {"times": rules.automatic_doubles}
    if rules.max_cube != _USUAL_CUBE:
        yield _("The cube goes up to %(face)s.") % {"face": rules.max_cube}


def _beavers(animals: int) -> str:
    match animals:
        case 0:
            return _("No beavers.")
        case 1:
            return _("Beavers are allowed.")
        case 2:
            return _("Beavers and raccoons are allowed.")
        case _other:
            return _("Beavers, raccoons and otters are allowed.")


def _clock_sentences(clock: Clock | None) -> Iterator[str]:
    if clock is None:
        yield _("No clock.")
        return
    yield _(
        "Clock: %(seconds)s seconds are free in each move, then a reserve of %(minutes)s minutes"
        " for each point of the match runs."
    ) % {
        "seconds": clock.delay_s,
        "minutes": number_format(f"{clock.minutes_per_point:g}"),
    }
    if clock.overtime_s:
        yield _("Whoever has used it up gets %(seconds)s seconds more, once.") % {
            "seconds": clock.overtime_s
        }
    else:
        yield _("Whoever has used it up loses the match.")


def _lateness_sentences(lateness: Lateness | None) -> Iterator[str]:
    if lateness is None:
        return
    yield _(
        "Being late costs a point %(first)s minutes after the call, and one more every %(further)s"
        " minutes. More than half the match length in penalties loses the match."
    ) % {
        "first": number_format(f"{lateness.first_after_s / 60:g}"),
        "further": number_format(f"{lateness.each_further_s / 60:g}"),
    }
