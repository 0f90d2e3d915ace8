"""Brackets for those who lost elsewhere: wave after wave drops in and meets those already there."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.bracket_builder import BracketBuilder, Lines
from rules_core.draws.drop_order import drop_masks
from rules_core.draws.plan import LoserOf, Slot
from rules_core.sides import Side


def feed_in(sheet: BracketBuilder, waves: Sequence[Lines]) -> Slot:
    """Write the rounds of a bracket that the waves drop into, and return its winner.

    Those there play among themselves until there are as many of them as drop in next.
    """
    lines, *later = waves
    for wave in later:
        while len(lines) > len(wave):
            lines = sheet.fold(lines)
        lines = sheet.play(list(zip(lines, wave, strict=True)))
    return sheet.fold_to_one(lines)


def dropping(main: BracketBuilder, last_round: int) -> list[Lines]:
    """The losers of the main rounds up to ``last_round``, ordered so that rematches come late."""
    masks = drop_masks(len(main.rounds))
    return [crossed(main.losers(number), masks[number - 1]) for number in range(1, last_round + 1)]


def crossed(lines: Lines, mask: int) -> Lines:
    """The lines in the order of their numbers crossed (XOR) with the mask."""
    return [lines[line ^ mask] for line in range(len(lines))]


def first_match_losers(main: BracketBuilder, last_round: int) -> Lines:
    """Those who lose their first match: in the first round, or in the second after a bye.

    A second-round match of two who had byes always has such a loser; where only one had a bye,
    the line is filled only if that one loses.
    """
    firsts = main.losers(1)
    if last_round < 2:
        return firsts
    lines: Lines = []
    for a, b, second in zip(firsts[::2], firsts[1::2], main.losers(2), strict=True):
        assert isinstance(second, LoserOf), "nobody has two byes running"
        after_bye = [not isinstance(line, LoserOf) for line in (a, b)]
        if all(after_bye):
            lines += [second, b]
        else:
            lines.append(LoserOf(second.pairing, Side.A) if after_bye[0] else a)
            lines.append(LoserOf(second.pairing, Side.B) if after_bye[1] else b)
    return lines


def consolation_losers(consolation: BracketBuilder) -> list[Lines]:
    """The losers of every consolation round before its final, for a last chance.

    A simple consolation is a bracket like the main one, so its losers drop as from there. A
    progressive one has two rounds to one of the main bracket: they come together where both find
    room, and each is crossed at another scale than the one before.
    """
    last_round = max(0, len(consolation.rounds) - 1)
    rounds = [consolation.losers(number) for number in range(1, last_round + 1)]
    if len({len(losers) for losers in rounds}) == last_round:
        return dropping(consolation, last_round)
    return _joined([crossed(losers, _scale(turn, losers)) for turn, losers in enumerate(rounds)])


def _scale(turn: int, lines: Lines) -> int:
    """In turn: from the other end, the other half, the other quarter, straight on."""
    return (len(lines) - 1, len(lines) >> 1, len(lines) >> 2, 0)[turn % 4]


def _joined(rounds: list[Lines]) -> list[Lines]:
    """Rounds of the same size in one wave, line by line, where those before leave the room."""
    waves = [rounds.pop(0)]
    while rounds:
        wave = rounds.pop(0)
        if rounds and len(rounds[0]) == len(wave) and len(waves[-1]) >= 2 * len(wave):
            wave = [line for both in zip(wave, rounds.pop(0), strict=True) for line in both]
        waves.append(wave)
    return waves
