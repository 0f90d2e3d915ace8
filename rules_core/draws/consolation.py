"""Single elimination with what may hang on it: third place, consolation, last chance."""

from __future__ import annotations

from rules_core.draws.bracket_builder import BracketBuilder, Lines
from rules_core.draws.feed_in import consolation_losers, dropping, feed_in, first_match_losers
from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import Bye, LoserOf, PlannedPairing, Slot
from rules_core.draws.settings import Consolation, EliminationSettings
from rules_core.draws.single_elimination import main_bracket, third_place_match


def single_elimination_pairings(
    lines: Lines, lengths: Lengths, settings: EliminationSettings
) -> list[PlannedPairing]:
    """Every pairing of a single elimination with these settings."""
    main = main_bracket(lines)
    third_place = third_place_match(main, lengths) if settings.third_place else []
    # Losers of the final stay out, and those of the semi-finals if they play for third place.
    last_round = len(main.rounds) - (2 if third_place else 1)
    consolation = BracketBuilder("consolation")
    winner = _write_consolation(consolation, main, last_round, settings.consolation)
    last_chance = BracketBuilder("last_chance")
    waves = consolation_losers(consolation) if settings.last_chance else []
    if waves:
        feed_in(last_chance, waves)
    pairings = main.pairings(lengths) + third_place
    pairings += consolation.pairings(lengths) + last_chance.pairings(lengths)
    if settings.second_place:
        pairings += second_place_match(main, winner, lengths)
    return pairings


def _write_consolation(
    sheet: BracketBuilder, main: BracketBuilder, last_round: int, kind: Consolation
) -> Slot:
    """Write the consolation and return its winner, or a bye where there is none."""
    if kind is Consolation.NONE or last_round < 1:
        return Bye()
    if kind is Consolation.SIMPLE:
        return sheet.fold_to_one(first_match_losers(main, last_round))
    return feed_in(sheet, dropping(main, last_round))


def second_place_match(
    main: BracketBuilder, consolation_winner: Slot, lengths: Lengths
) -> list[PlannedPairing]:
    """The match of the main final's loser and the winner of the consolation."""
    if isinstance(consolation_winner, Bye):
        return []
    rounds = len(main.rounds)
    length = lengths.of_play_off("second_place", rounds, rounds)
    loser = LoserOf(f"main-{rounds}-1")
    return [PlannedPairing("second_place", 1, 1, loser, consolation_winner, length)]
