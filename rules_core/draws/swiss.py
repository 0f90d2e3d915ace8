"""Swiss pairing, with or without lives: each round follows from the results before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_core.draws.clubs import separated
from rules_core.draws.history import Contender, EntrantRecord, Key, Round, Rounds, records
from rules_core.draws.matching import Matched, SwissPlayer, matched
from rules_core.draws.seeding import lot, ordered
from rules_core.draws.settings import FirstRound, Seeding, SwissSettings
from rules_core.draws.small_field import planned_to_the_end


def next_round(
    contenders: Sequence[Contender], rounds: Rounds, settings: SwissSettings, *, seed: str
) -> Round | None:
    """The next round, or None when the event is over.

    Withdrawn entrants are left out. The same entrants, results and seed give the same round.
    """
    table = records(contenders, rounds, settings.late_entry)
    playing = [contender for contender in contenders if still_in(contender, table, settings)]
    number = len(rounds) + 1
    last = last_round(contenders, settings)
    if len(playing) < 2 or number > last:
        return None
    if number == 1 and settings.first_round is FirstRound.RATING:
        return _by_rating(playing, seed, avoid_same_club=settings.avoid_same_club)
    found = _matched(playing, table, settings, seed, number, last)
    pairs = tuple((a.id, b.id) for a, b in found.pairs)
    return Round(number, pairs, (found.bye.id,) if found.bye else ())


def still_in(
    contender: Contender, table: Mapping[Key, EntrantRecord], settings: SwissSettings
) -> bool:
    """Whether an entrant is to be paired."""
    out = settings.lives is not None and table[contender.id].losses >= settings.lives
    return not contender.withdrawn and not out


def last_round(contenders: Sequence[Contender], settings: SwissSettings) -> int:
    """The number of the last round there can be, once the draw is made.

    Those who were drawn settle it: a latecomer takes part in what is left and adds no round. With
    lives one does, since every life has to find its end.
    """
    drawn = [contender for contender in contenders if contender.missed is None]
    return rounds_planned(len(contenders if settings.lives else drawn), settings)


def rounds_planned(entrants: int, settings: SwissSettings) -> int:
    """How many rounds there are at most.

    Without a number: with lives, enough for any event to end; else as many as leave one unbeaten.
    """
    if settings.rounds is not None:
        return settings.rounds
    if settings.lives is not None:
        return entrants * settings.lives
    return max(1, (entrants - 1).bit_length())


def _matched(
    playing: Sequence[Contender],
    table: Mapping[Key, EntrantRecord],
    settings: SwissSettings,
    seed: str,
    number: int,
    last: int,
) -> Matched:
    drawn = sorted(playing, key=lambda contender: lot(seed, f"round {number}", contender.id))
    players = [_player(contender, table[contender.id], settings) for contender in drawn]
    players.sort(key=lambda player: -player.score)
    to_come = 0 if settings.lives else last - number
    return planned_to_the_end(
        players, to_come, avoid_same_club=settings.avoid_same_club
    ) or matched(players, avoid_same_club=settings.avoid_same_club)


def _player(contender: Contender, record: EntrantRecord, settings: SwissSettings) -> SwissPlayer:
    """With lives, what counts is how many are left."""
    score = settings.lives - record.losses if settings.lives else record.score
    return SwissPlayer(contender.id, score, record.opponents, record.byes, contender.club)


def _by_rating(playing: Sequence[Contender], seed: str, *, avoid_same_club: bool) -> Round:
    """The upper half against the lower, in order; the lowest has the bye if the number is odd."""
    order = ordered(playing, Seeding.RATING, seed)
    half = len(order) // 2
    places = [(upper, upper + half) for upper in range(half)]
    if avoid_same_club:
        order = tuple(separated(order, places))
    pairs = tuple((order[a].id, order[b].id) for a, b in places)
    return Round(1, pairs, (order[-1].id,) if len(order) % 2 else ())
