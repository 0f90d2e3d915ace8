"""How an event is played, in sentences for those who think about coming."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import ResultPolicy
from rules_core.draws.settings import (
    Consolation,
    EliminationSettings,
    GrandFinal,
    RoundRobinSettings,
    Seeding,
    StageSettings,
    SwissSettings,
)
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import RulesError
from tournaments.models import Stage, Tournament


def format_in_words(stage: Stage) -> list[str]:
    """A stage: who plays whom, who plays on, how the draw is made."""
    try:
        settings = read_settings(stage.format, stage.settings)
    except RulesError:
        # No draw can be made with these settings yet: the set-up says why.
        return []
    return [*_sentences(settings), *_shared(settings)]


def results_in_words(event: Tournament) -> str:
    """Who enters the results."""
    match event.result_policy:
        case ResultPolicy.DIRECTOR:
            return _("The director enters the results.")
        case ResultPolicy.EITHER:
            return _("Either player enters the result, on the phone beside the board.")
        case _other:
            return _(
                "One player enters the result on the phone beside the board, the other confirms it."
            )


def _sentences(settings: StageSettings) -> Iterator[str]:
    match settings:
        case EliminationSettings():
            yield from _elimination(settings)
        case SwissSettings(lives=None):
            yield _swiss(settings.rounds)
        case SwissSettings():
            yield _lives(settings.lives or 1)
        case RoundRobinSettings():
            yield from _round_robin(settings)


def _elimination(settings: EliminationSettings) -> Iterator[str]:
    if settings.double:
        yield _("Double elimination: you are out only with your second loss.")
        if settings.grand_final is GrandFinal.RESET:
            yield _("Whoever comes to the final with a loss has to win it twice.")
        return
    yield _knock_out(settings.consolation)
    if settings.last_chance:
        yield _("Whoever loses there too has a last chance.")
    if settings.third_place:
        yield _("The losers of the semi-finals play for third place.")
    if settings.second_place:
        yield _(
            "The loser of the final meets the winner of the consolation in a match for second place."
        )


def _knock_out(consolation: Consolation) -> str:
    match consolation:
        case Consolation.SIMPLE:
            return _("Knock-out: whoever loses the first match plays on in the consolation.")
        case Consolation.PROGRESSIVE:
            return _("Knock-out: whoever loses before the final plays on in the consolation.")
        case Consolation.NONE:
            return _("Knock-out: whoever loses is out.")


def _swiss(rounds: int | None) -> str:
    if rounds is None:
        return _(
            "Swiss system: everybody plays every round, against somebody with about as many wins,"
            " until only one is unbeaten."
        )
    return ngettext(
        "Swiss system: %(rounds)s round, in which everybody plays.",
        "Swiss system: %(rounds)s rounds. Everybody plays every round, against somebody with about"
        " as many wins.",
        rounds,
    ) % {"rounds": rounds}


def _lives(lives: int) -> str:
    return ngettext(
        "You play until you lose a match; the last one left wins.",
        "You play until you have lost %(lives)s matches; the last one left wins.",
        lives,
    ) % {"lives": lives}


def _round_robin(settings: RoundRobinSettings) -> Iterator[str]:
    if settings.pools == 1:
        yield _("Round robin: everybody plays everybody.")
    else:
        yield _("%(pools)s pools: everybody plays everybody in their pool.") % {
            "pools": settings.pools
        }
    if settings.legs > 1:
        yield _("They meet %(times)s times.") % {"times": settings.legs}


def _shared(settings: StageSettings) -> Iterator[str]:
    if settings.qualify:
        yield ngettext(
            "The best %(places)s goes on to the next stage.",
            "The best %(places)s go on to the next stage.",
            settings.qualify,
        ) % {"places": settings.qualify}
    match settings.seeding:
        case Seeding.RANDOM:
            yield _("The draw is by lot, and anybody can check it.")
        case Seeding.RATING:
            yield _("Players are seeded by rating.")
        case Seeding.MANUAL:
            yield _("The director sets the seeds.")
