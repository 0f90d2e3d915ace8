"""What is remembered of a player is what would be computed, whatever happens to matches, events and people."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.models import Match, MatchStatus
from matches.selectors import chosen_rating, played_version, ratings_by_pool
from matches.services.corrections import Correction, correct_match
from matches.services.creation import MatchSettings, NewMatch, make_matches
from matches.services.player_exchange import exchange_players
from matches.services.removal import delete_matches
from matches.services.results import report_result
from matches.services.voiding import void_match
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, NameShown, Player, Role
from players.services.merging import (
    DifferentPeople,
    NotMerged,
    SamePlayer,
    merge_players,
    undo_merge,
)
from players.services.registration import PlayerMerged, change_player
from players.views.remembered_record import computed_record, record_of
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player, a_user, an_event
from tests.integration.held_events import held
from tests.pages import html_of, text_of
from tournaments.models import Tournament
from tournaments.player_selectors import PlayedMatches
from tournaments.selectors import matches_of
from tournaments.services.events import publish, unpublish

EVENING = datetime(2026, 1, 18, 19, tzinfo=UTC)

happenings = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("play", "play", "play", "make", "turn", "void", "exchange"),
                *("publish", "hide", "remove", "merge", "part"),
            ]
        ),
        st.integers(0, 9),
        st.permutations(range(4)).map(lambda order: (order[0], order[1])),
        st.sampled_from(["", "open", "friendly"]),
    ),
    min_size=1,
    max_size=12,
)
Happening = tuple[str, int, tuple[int, int], str]


class _World:
    """A club with two events, five players, and those who look at their pages."""

    def __init__(self) -> None:
        self.club = a_club()
        self.events = {name: self._event(name) for name in ("open", "friendly")}
        self.people = [a_player(self.club).pk for _ in range(5)]
        account = a_user()
        Player.objects.filter(pk=self.people[0]).update(user=account)
        self.lookers = [
            Actor(),
            Actor(user=account),
            Actor(user=a_user(self.club, role=Role.READER)),
            SYSTEM,
        ]
        self.matches: list[int] = []

    def _event(self, name: str) -> Tournament:
        event = an_event(self.club, name=name)
        Tournament.objects.filter(pk=event.pk).update(slug=f"{name}-{event.pk}")
        event.refresh_from_db()
        return event

    def happens(self, what: str, which: int, pair: tuple[int, int], event: str) -> None:
        if what in {"play", "make"} or not self.matches:
            self._made(pair, which, event, is_played=what != "make")
        elif what in {"publish", "hide"} and event:
            move = publish if what == "publish" else unpublish
            move(tournament_id=self.events[event].pk, actor=SYSTEM)
        elif what == "remove" and event:
            slug = self.events[event].slug
            kept = Match.objects.exclude(event=slug).values_list("pk", flat=True)
            delete_matches(club_id=self.club.pk, event=slug)
            self.matches = [pk for pk in self.matches if pk in set(kept)]
        elif what == "merge":
            with suppress(DifferentPeople, PlayerMerged, SamePlayer):
                merge_players(player_id=self.people[4], into_id=self.people[pair[0]], actor=SYSTEM)
        elif what == "part":
            with suppress(NotMerged):
                undo_merge(player_id=self.people[4], actor=SYSTEM)
        else:
            self._changed(self.matches[which % len(self.matches)], what, pair)

    def _made(self, pair: tuple[int, int], which: int, event: str, *, is_played: bool) -> None:
        a, b = (self._now(self.people[number]) for number in pair)
        (match,) = make_matches(
            club_id=self.club.pk,
            new_matches=[NewMatch(a, b, MatchRules(length=1 + which % 7))],
            actor=SYSTEM,
            settings=MatchSettings(event=self.events[event].slug if event else ""),
        )
        self.matches.append(match.pk)
        if is_played:
            report_result(match_id=match.pk, score=(match.length, 0), actor=SYSTEM)
            ended = EVENING + timedelta(days=which)
            Match.objects.filter(pk=match.pk).update(finished_at=ended)

    def _changed(self, key: int, what: str, pair: tuple[int, int]) -> None:
        match = Match.objects.get(pk=key)
        if what == "void":
            void_match(match_id=key, reason="wrong", actor=SYSTEM)
        elif what == "exchange":
            a, b = (self._now(self.people[number]) for number in pair)
            exchange_players(match_id=key, a_id=a, b_id=b, reason="swapped", actor=SYSTEM)
        elif what == "turn" and match.status == MatchStatus.FINISHED:
            score = (0, match.length) if match.winner == "a" else (match.length, 0)
            other = Correction(score=score)
            correct_match(match_id=key, correction=other, reason="wrong", actor=SYSTEM)

    def _now(self, player: int) -> int:
        merged = Player.objects.filter(pk=player).values_list("merged_into", flat=True).get()
        return merged or player

    def check(self) -> None:
        for player in Player.objects.filter(pk__in=self.people):
            for looker in self.lookers:
                rating = chosen_rating(ratings_by_pool(player), "")
                pool = rating.pool_id if rating else ""
                version = played_version(player, rating)
                told = record_of(player, looker, pool=pool, version=version)
                assert told == computed_record(player, looker, pool=pool)
                listed = list(matches_of(player, looker).values_list("pk", flat=True))
                keys = PlayedMatches(player, looker, ended=told.played.ended)
                assert keys[: len(listed) + 1] == listed
                assert len(keys) == len(listed)
                assert keys[1:3] == listed[1:3]


@pytest.mark.integration
@pytest.mark.hypothesis
class RememberedRecordTest(TestCase):
    """Each example starts from an empty database."""

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(happenings)
    def test_what_is_remembered_is_what_would_be_computed(self, happened: list[Happening]) -> None:
        cache.clear()
        world = _World()
        for happening in happened:
            world.happens(*happening)
            for _ in range(100):
                if not run_pending():
                    break
            world.check()


pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna Frei", "Beat Egli", "Chiara Sutter", "Dario")]


def page(client: Client, player: Player) -> str:
    return text_of(html_of(client.get(f"/players/{player.pk}/")))


def test_the_second_look_reads_no_history(client: Client, club: Club, four: list[Player]) -> None:
    held(club, four)

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            page(client, four[0])
        return [query["sql"] for query in queries if "entries" in query["sql"]]

    assert asked()
    assert not asked()


def test_an_opponent_who_hides_the_surname_is_told_so_at_the_next_look(
    client: Client, club: Club, four: list[Player]
) -> None:
    held(club, four)
    assert "Beat Egli" in page(client, four[0])
    hidden = NameShown.SURNAME_HIDDEN
    change_player(player_id=four[1].pk, name_shown=hidden, actor=SYSTEM)
    assert "Egli" not in page(client, four[0])
    change_player(player_id=four[2].pk, full_name="Chiara Weber", actor=SYSTEM)
    shown = page(client, four[0])
    assert "Chiara Weber" in shown
    assert "Sutter" not in shown


def test_what_is_hidden_from_the_public_is_told_to_the_club_only(
    client: Client, club: Club, four: list[Player]
) -> None:
    event = held(club, four, name="Spring Cup")
    assert "By event Spring Cup" in page(client, four[0])
    unpublish(tournament_id=event.pk, actor=SYSTEM)
    assert "Spring Cup" not in page(client, four[0])
    staff = Client()
    staff.force_login(a_user(club, role=Role.READER))
    assert "By event Spring Cup" in page(staff, four[0])
    assert "Spring Cup" not in page(client, four[0])
    publish(tournament_id=event.pk, actor=SYSTEM)
    assert "By event Spring Cup" in page(client, four[0])
