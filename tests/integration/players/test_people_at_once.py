"""Whatever is done with a list of people, in any order and by eight at once: nobody twice, nobody lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from db.locking import Gone
from matches.models import Match
from matches.services.creation import make_casual_match
from matches.services.results import report_result
from matches.services.verification import ledger_differences, rating_differences
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Player, PlayerMerge, PlayerWord
from players.services.merging import merge_players, undo_merge
from players.services.registration import PlayerMerged
from rules_core.errors import RulesError
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_drawn_stage, a_player, an_event
from tests.integration.registration.lists import an_open_event, registered
from tournaments.models import OUT, Entry, RegistrationMode, Tournament
from tournaments.selectors import ready_matches
from tournaments.services.attendance import check_in, check_out, reinstate, withdraw
from tournaments.services.entries import Newcomer, enter_players, remove_entry
from tournaments.services.registrations import approve
from web.names import search_key

pytestmark = pytest.mark.integration

PEOPLE = 8


class Evening:
    """A club with a few people, an event that was played, and one to come."""

    def __init__(self) -> None:
        club = a_club()
        stage = a_drawn_stage(club, ["Anna Meier", "Luca Rossi", "Nora Frei"], name="Before")
        for match in ready_matches(stage):
            report_result(match_id=match.pk, score=(7, 3), actor=SYSTEM)
        run_pending()
        for number in range(PEOPLE - 3):
            a_player(club, f"{'Abcdefgh'[number] * 4} {'stuvwxyz'[number] * 5}")
        self.club = club
        self.event: Tournament = an_event(club, name="Tonight")
        self.people = list(club.players.order_by("pk").values_list("pk", flat=True))

    def do(self, what: str, one: int, other: int) -> None:
        """Something that people at a desk do; what is refused changes nothing."""
        player, second = self.people[one % PEOPLE], self.people[other % PEOPLE]
        entry = Entry.objects.filter(tournament=self.event, player=player).first()
        key = entry.pk if entry else 0
        deeds: dict[str, Callable[[], object]] = {
            "enter": lambda: enter_players(
                tournament_id=self.event.pk, newcomers=[Newcomer(player_id=player)], actor=SYSTEM
            ),
            "withdraw": lambda: withdraw(entry_id=key, actor=SYSTEM),
            "reinstate": lambda: reinstate(entry_id=key, actor=SYSTEM),
            "remove": lambda: remove_entry(entry_id=key, actor=SYSTEM),
            "here": lambda: check_in(entry_id=key, actor=SYSTEM),
            "not here": lambda: check_out(entry_id=key, actor=SYSTEM),
            "merge": lambda: merge_players(player_id=player, into_id=second, actor=SYSTEM),
            "undo": lambda: undo_merge(player_id=player, actor=SYSTEM),
        }
        try:
            deeds[what]()
        except RulesError:
            return

    def check(self) -> None:
        """Nobody twice, nobody lost, and all that follows follows."""
        merged = set(Player.objects.filter(merged_into__isnull=False).values_list("pk", flat=True))
        entered = list(self.event.entries.order_by("pk").values_list("player", flat=True))
        assert len(entered) == len(set(entered))
        assert not merged & set(entered)
        assert not Match.objects.filter(a__in=merged).exists()
        assert not Match.objects.filter(b__in=merged).exists()
        assert self.club.players.count() == PEOPLE
        assert Entry.objects.exclude(tournament=self.event).count() == 3
        live = PlayerMerge.objects.filter(undone_at=None)
        assert {merge.player_id for merge in live} == merged
        for player in Player.objects.all():
            words = set(player.words.filter(public=True).values_list("word", flat=True))
            assert words == set(search_key(player.name).split())
        assert not PlayerWord.objects.exclude(player__in=self.people).exists()
        run_pending()
        assert not list(ledger_differences())
        assert not list(rating_differences())


DEEDS = ("enter", "enter", "withdraw", "reinstate", "remove", "here", "not here", "merge", "undo")
deeds = st.tuples(st.sampled_from(DEEDS), st.integers(0, PEOPLE - 1), st.integers(0, PEOPLE - 1))


class AnySequence(TestCase):
    """One after the other."""

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(deeds, max_size=25))
    def test_any_sequence_leaves_the_list_in_order(self, done: list[tuple[str, int, int]]) -> None:
        evening = Evening()
        for what, one, other in done:
            evening.do(what, one, other)
        evening.check()

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=6))
    @example([(0, 4), (4, 3), (0, 0)])
    def test_merges_undone_the_other_way_round_leave_everything_as_it_was(
        self, pairs: list[tuple[int, int]]
    ) -> None:
        evening = Evening()
        before = _rows()
        for one, other in pairs:
            evening.do("merge", one, other)
        for one, _other in reversed(pairs):
            evening.do("undo", one, 0)
        evening.check()
        assert _rows() == before


def _rows() -> list[list[Any]]:
    return [
        list(Player.objects.order_by("pk").values_list("pk", "full_name", "merged_into", "user")),
        list(Match.objects.order_by("pk").values_list("pk", "a", "b")),
        list(Entry.objects.order_by("pk").values_list("pk", "player", "status")),
    ]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(3))
def test_eight_at_once_leave_the_list_in_order(seed: int) -> None:
    evening = Evening()

    def work(number: int) -> None:
        chance = Random(f"{seed} {number}")
        try:
            for _ in range(20):
                evening.do(chance.choice(DEEDS), chance.randrange(PEOPLE), chance.randrange(PEOPLE))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    evening.check()
    assert evening.event.entries.exclude(status__in=OUT).count() <= PEOPLE


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["entry", "match", "registration"])
def test_what_refers_to_a_player_waits_for_a_merge_under_way(what: str) -> None:
    club = a_club()
    one, two, three = (a_player(club, name).pk for name in ("Jorg Frey", "Jörg Frei", "Nora Nova"))
    event = an_open_event(club, registration=RegistrationMode.APPROVAL)
    newcomers = [Newcomer(player_id=one)]
    asked = registered(event, "Jorg Frey the Younger")

    def write() -> None:
        try:
            if what == "entry":
                enter_players(tournament_id=event.pk, newcomers=newcomers, actor=SYSTEM)
            elif what == "registration":
                approve(registration_id=asked.pk, player_id=one, actor=SYSTEM)
            else:
                make_casual_match(
                    club_id=club.pk, a_id=one, b_id=three, rules=MatchRules(length=5), actor=SYSTEM
                )
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            merge_players(player_id=one, into_id=two, actor=SYSTEM)
            writing = pool.submit(write)
            # Time to come as far as it can while the merge is not committed.
            wait([writing], timeout=1)
        # Where it waited before it looked for the player, there is none any more.
        with pytest.raises((PlayerMerged, Gone)):
            writing.result(timeout=60)
