"""The chances of a pairing, as they are published with the bracket.

They come from the ratings that the draw saw, not from those of the moment: a bracket then changes only
when its own event does, and two who look at one version of it see the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from matches.models import Rating
from matches.winning_chances import MatchChances, match_chances
from tournaments.models import Pairing

Ratings = Mapping[int, float]
"""By entry. Whoever has none counts as a newcomer to the rating list."""


def pairing_chances(pairing: Pairing, ratings: Ratings) -> MatchChances | None:
    """Chances of a match that is played, will be, or was."""
    if pairing.match is None or pairing.a_id is None or pairing.b_id is None:
        return None
    a, b = (ratings.get(entry, Rating.INITIAL) for entry in (pairing.a_id, pairing.b_id))
    return match_chances(pairing.match, a - b)
