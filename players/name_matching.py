"""Who is meant by a name: somebody on the list, somebody with nearly that name, or nobody yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from players.models import Player
from web.names import in_spoken_order, search_key, tidy_name

NEAR = 85.0
"""How alike two names are that may be one person's, from 0 to 100.

Stefan Müller and Stephan Muller are (89), Anna Meier and Anna Maier (90); Urs and Uwe Meier are not (78).
"""
MOST_NEAR = 5


@dataclass(frozen=True)
class NameMatch:
    """Whom a name may mean, by their keys."""

    same: tuple[int, ...] = ()
    """Those with the same words in their name, in any order, with or without accents."""
    near: tuple[int, ...] = ()
    """Those whose name is nearly the same, the nearest first; only looked for if nobody has the same."""

    @property
    def is_known(self) -> bool:
        """Whether it can only be one."""
        return len(self.same) == 1

    @property
    def is_new(self) -> bool:
        """Whether there is nobody to ask about."""
        return not self.same and not self.near


class KnownNames:
    """The names of a club's players, read once however many are looked up."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        self._same: dict[str, list[int]] = defaultdict(list)
        self._keys: dict[int, str] = {}
        self._sorted: dict[int, str] = {}
        for player, name in names:
            self.add(player, name)

    @classmethod
    def of_club(cls, club_id: int, *, without: int = 0) -> KnownNames:
        """Everybody on a club's list, by their full names; without one of them, if asked for."""
        players = Player.objects.on_list().filter(club=club_id).exclude(pk=without)
        return cls(players.order_by("pk").values_list("pk", "full_name"))

    def add(self, player: int, name: str) -> None:
        """Somebody more."""
        key = search_key(name)
        self._keys[player] = key
        self._sorted[player] = _sorted(key)
        self._same[_sorted(key)].append(player)

    def match(self, name: str) -> NameMatch:
        """Whom a name means or may mean."""
        key = search_key(in_spoken_order(tidy_name(name)))
        if not key:
            return NameMatch()
        same = self._same.get(_sorted(key), [])
        return NameMatch(same=tuple(same)) if same else NameMatch(near=self._near(key))

    def same_as(self, name: str) -> tuple[int, ...]:
        """Those with the same words in their name; quick also where there are many thousands."""
        key = search_key(in_spoken_order(tidy_name(name)))
        return tuple(self._same.get(_sorted(key), [])) if key else ()

    def _near(self, key: str) -> tuple[int, ...]:
        scores: dict[int, float] = {}
        # As written and by their words in order: a slip may change either, seldom both.
        for asked, names in ((key, self._keys), (_sorted(key), self._sorted)):
            found = process.extract(
                asked, names, scorer=fuzz.ratio, score_cutoff=NEAR, limit=4 * MOST_NEAR
            )
            for name, score, player in found:
                if _digits(name) == _digits(asked):
                    scores[player] = max(score, scores.get(player, 0.0))
        nearest = sorted(scores, key=lambda player: (-scores[player], player))
        return tuple(nearest[:MOST_NEAR])


def _digits(key: str) -> str:
    """Who is told apart by a number is told apart: Table 3 is not nearly Table 4."""
    return "".join(filter(str.isdigit, key))


def _sorted(key: str) -> str:
    return " ".join(sorted(key.split()))
