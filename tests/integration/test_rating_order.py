"""Whatever happens to matches, and in whatever order it is heard of: ratings as if it had been so from the start."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.models import Match, Rating, RatingChange
from matches.services.creation import NewMatch, make_matches
from matches.services.rating_replay import rate_everything, rate_matches
from matches.services.results import report_result
from matches.services.voiding import void_match
from players.actors import SYSTEM
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player

EVENING = datetime(2026, 11, 18, 19, tzinfo=UTC)

meetings = st.tuples(
    st.permutations(range(4)).map(lambda order: order[:2]),
    st.sampled_from([1, 3, 7]),
    st.integers(0, 6),
)
"""Who against whom (the first wins), how long, and when it ended; several end at the same moment."""
happenings = st.lists(
    st.tuples(st.sampled_from(["insert", "turn", "move", "void"]), st.integers(0, 9), meetings),
    min_size=1,
    max_size=12,
)


def history() -> list[tuple[object, ...]]:
    """Every figure, to the last digit."""
    changes = RatingChange.objects.order_by("at", "match_id", "player_id").values_list(
        "match", "player", "won", "length", "at", "before", "after", "experience"
    )
    ratings = (
        Rating.objects.filter(matches__gt=0)
        .order_by("player")
        .values_list("player", "value", "experience", "matches", "last_played")
    )
    return [*changes, *ratings]


@pytest.mark.integration
@pytest.mark.hypothesis
class RatingOrderTest(TestCase):
    """Each example starts from an empty database."""

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(happenings)
    def test_one_by_one_gives_what_a_replay_from_scratch_gives(
        self, happened: list[tuple[str, int, tuple[list[int], int, int]]]
    ) -> None:
        club = a_club()
        people = [a_player(club).pk for _ in range(4)]
        matches: list[int] = []
        for what, which, (pair, length, minutes) in happened:
            if what == "insert" or not matches:
                key = self.played(club.pk, people[pair[0]], people[pair[1]], length, minutes)
                matches.append(key)
            else:
                key = matches[which % len(matches)]
                self.changed(key, what, minutes)
            rate_matches(match_ids=[key])
        step_by_step = history()
        rate_everything()
        assert history() == step_by_step

    def played(self, club: int, a: int, b: int, length: int, minutes: int) -> int:
        meeting = NewMatch(a, b, MatchRules(length=length))
        (match,) = make_matches(club_id=club, new_matches=[meeting], actor=SYSTEM)
        report_result(match_id=match.pk, score=(length, 0), actor=SYSTEM)
        at = EVENING + timedelta(minutes=minutes)
        Match.objects.filter(pk=match.pk).update(finished_at=at)
        return match.pk

    def changed(self, key: int, what: str, minutes: int) -> None:
        """The result was the other one, it ended at another time, or it does not count."""
        match = Match.objects.get(pk=key)
        if match.status == "void":
            return
        if what == "void":
            void_match(match_id=key, reason="wrong opponents", actor=SYSTEM)
        elif what == "turn":
            other = "b" if match.winner == "a" else "a"
            Match.objects.filter(pk=key).update(winner=other)
        else:
            at = EVENING + timedelta(minutes=minutes)
            Match.objects.filter(pk=key).update(finished_at=at)
