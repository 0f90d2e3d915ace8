"""The rest of a Swiss, with or without lives, played many times.

Rounds to come are paired by score and otherwise by lot, as the real ones are, and whoever has had the fewest byes sits
out; who has met before may meet again, which over many runs evens out. Who is level on points at the end is separated by the points of
the opponents without the weakest, then by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules_core.draws.history import Contender, RoundPairing, Rounds, records
from rules_core.draws.settings import SwissSettings
from rules_core.draws.swiss import last_round
from rules_core.forecasts.forecast import Forecast
from rules_core.forecasts.runs import (
    RUNS,
    Chances,
    Lots,
    Numbers,
    Strengths,
    Yes,
    as_counts,
    batches,
    check_ratings,
    check_runs,
    counted,
    lots_of,
)

Pair = tuple[int, int]
"""The seed numbers of the two sides."""
_MOST_POINTS = 10_000
"""More than anybody, and than anybody's opponents together, can have."""


def swiss_forecast(
    contenders: Sequence[Contender],
    rounds: Rounds,
    settings: SwissSettings,
    ratings: Sequence[float],
    *,
    seed: str,
    length_of: Callable[[int], int],
    under_way: Mapping[Pair, float] | None = None,
    runs: int = RUNS,
) -> Forecast:
    """Play the rounds that are left so often.

    Contenders are named by their seed numbers and stand in their order, as the ratings do;
    ``length_of`` has the match length of a round, and ``under_way`` the chance of side a in matches
    that are being played.
    """
    check_runs(runs)
    check_ratings(ratings, len(contenders))
    out = [int(contender.id) for contender in contenders if contender.withdrawn]
    so_far = _SoFar.of(contenders, rounds, settings)
    play = _Play(settings, Strengths(ratings, out), so_far, length_of, under_way or {})
    last = last_round(contenders, settings)
    wins, qualified = (np.zeros(len(contenders) + 1, np.int64) for _ in range(2))
    lots = lots_of(seed)
    for together in batches(runs, len(contenders)):
        order = play.to_the_end(together, last, lots)
        wins += counted(order[:, 0], len(contenders))
        qualified += counted(order[:, : settings.qualify or 0], len(contenders))
    return Forecast(
        runs=runs, wins={"main": as_counts(wins)}, reached={}, qualified=as_counts(qualified)
    )


@dataclass(frozen=True)
class _SoFar:
    """What is decided, and the pairings that are not. Arrays are by seed number."""

    score: Numbers
    losses: Numbers
    byes: Numbers
    playing: Numbers
    """1 for those who have not left."""
    opponents: list[Numbers]
    """Of each round; 0 where nobody was met."""
    to_play: list[RoundPairing] = field(default_factory=list)

    @classmethod
    def of(cls, contenders: Sequence[Contender], rounds: Rounds, settings: SwissSettings) -> _SoFar:
        table = records(contenders, rounds, settings.late_entry)
        size = len(contenders) + 1
        score, losses, byes, playing = (np.zeros(size, np.int16) for _ in range(4))
        for contender in contenders:
            number = int(contender.id)
            score[number] = table[contender.id].score
            losses[number] = table[contender.id].losses
            byes[number] = table[contender.id].byes
            playing[number] = not contender.withdrawn
        to_play = [pairing for r in rounds for pairing in r if not pairing.decided]
        for pairing in to_play:
            # A record counts what is not won yet as lost.
            losses[[int(pairing.a), int(pairing.b or 0)]] -= 1
        return cls(score, losses, byes, playing, [_opponents(r, size) for r in rounds], to_play)


def _opponents(pairings: Sequence[RoundPairing], size: int) -> Numbers:
    met = np.zeros(size, np.int64)
    for pairing in pairings:
        if pairing.b is not None and (pairing.played or not pairing.decided):
            a, b = int(pairing.a), int(pairing.b)
            met[a], met[b] = b, a
    return met


class _Play:
    """Many runs side by side: each line of an array is a run, each column an entrant."""

    def __init__(
        self,
        settings: SwissSettings,
        strengths: Strengths,
        so_far: _SoFar,
        length_of: Callable[[int], int],
        under_way: Mapping[Pair, float],
    ) -> None:
        self._lives = settings.lives
        self._strengths = strengths
        self._so_far = so_far
        self._length_of = length_of
        self._under_way = under_way

    def to_the_end(self, together: int, last: int, lots: Lots) -> Numbers:
        """Seed numbers from first to last, for each run."""
        self._lots = lots
        self._rows = np.arange(together)[:, None]
        self._score = np.tile(self._so_far.score, (together, 1))
        self._losses = np.tile(self._so_far.losses, (together, 1))
        self._byes = np.tile(self._so_far.byes, (together, 1))
        self._out_in = np.full_like(self._score, last + 1)
        self._opponents = [
            np.broadcast_to(met, self._score.shape) for met in self._so_far.opponents
        ]
        played = len(self._opponents)
        self._note_who_is_out(0)
        for pairing in self._so_far.to_play:
            self._play_pairing(pairing, played)
        self._note_who_is_out(played)
        for number in range(played + 1, last + 1):
            if not self._play_round(number):
                break
        return self._order()

    def _play_pairing(self, pairing: RoundPairing, number: int) -> None:
        """One that is paired already, at its score if it is under way."""
        a, b = int(pairing.a), int(pairing.b or 0)
        chance = self._under_way.get((a, b))
        if chance is None:
            strengths = self._strengths.at(pairing.length or self._length_of(number))
            both = strengths[a] + strengths[b]
            chance = strengths[a] / both if both else 0.5
        on_a = self._lots.random(len(self._rows)) < chance
        self._score[:, a] += on_a
        self._score[:, b] += ~on_a
        self._losses[:, a] += ~on_a
        self._losses[:, b] += on_a

    def _play_round(self, number: int) -> bool:
        """Pair and play one round; False if nobody can be paired in any run."""
        playing = self._is_playing()
        many = playing.sum(axis=1)[:, None]
        if (many < 2).all():
            return False
        order = self._paired(playing, many)
        half = order.shape[1] // 2
        a, b = order[:, : 2 * half : 2], order[:, 1 : 2 * half : 2]
        is_played = 2 * np.arange(half)[None, :] + 1 < many
        strengths = self._strengths.at(self._length_of(number))
        of_a, of_b = strengths[a], strengths[b]
        on_a = self._lots.random(a.shape) * (of_a + of_b) < of_a
        winners, losers = np.where(on_a, a, b), np.where(on_a, b, a)
        self._score[self._rows, winners] += is_played
        self._losses[self._rows, losers] += is_played
        met = np.zeros_like(self._score)
        met[self._rows, a] = np.where(is_played, b, 0)
        met[self._rows, b] = np.where(is_played, a, 0)
        self._opponents.append(met)
        rests = (many % 2 == 1) & (many > 1)
        bye = np.take_along_axis(order, np.maximum(many - 1, 0), axis=1)
        self._score[self._rows, bye] += rests
        self._byes[self._rows, bye] += rests
        self._note_who_is_out(number)
        return True

    def _paired(self, playing: Yes, many: Numbers) -> Numbers:
        """The highest scores first, by lot among equals; then who has the bye, and who does not play last.

        Of few players with lives the one who leads has the bye in turn, and that is worth a life.
        """
        standing = self._lives - self._losses if self._lives else self._score
        key: Chances = standing + self._lots.random(standing.shape)
        order = np.where(playing, -key, np.inf)
        rests = np.argmin(np.where(playing, self._byes * _MOST_POINTS + key, np.inf), axis=1)
        odd = np.flatnonzero(many[:, 0] % 2)
        order[odd, rests[odd]] = _MOST_POINTS
        return np.argsort(order, axis=1)

    def _is_playing(self) -> Yes:
        playing: Yes = np.broadcast_to(self._so_far.playing == 1, self._score.shape)
        return playing & (self._losses < self._lives) if self._lives else playing

    def _note_who_is_out(self, number: int) -> None:
        if self._lives:
            is_out = (self._losses >= self._lives) & (self._out_in > number)
            self._out_in[is_out] = number

    def _order(self) -> Numbers:
        """With lives those who lasted longer come first."""
        of_opponents = np.stack(
            [
                np.where(met > 0, np.take_along_axis(self._score, met, axis=1), self._score)
                for met in self._opponents
            ]
        )
        strongest = of_opponents.sum(axis=0) - of_opponents.min(axis=0)
        key = (
            (self._out_in * float(_MOST_POINTS) + self._score) * _MOST_POINTS
            + strongest
            + self._lots.random(self._score.shape)
        )
        # Whoever has left wins nothing, and the next of the table goes on in their place.
        key[:, self._so_far.playing == 0] -= _MOST_POINTS**3
        key[:, 0] = -np.inf
        return np.argsort(-key, axis=1)
