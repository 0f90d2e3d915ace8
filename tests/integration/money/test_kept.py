"""Sessions are looked after as matches are: checked, made again, forgotten in time, gone with their club."""

from __future__ import annotations

import contextlib
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.services.forgetting import KEPT, forget_addresses
from money.models import MoneySession, SessionEvent, SessionLink
from money.services.links import session_links
from money.services.sessions import record_session_game
from players.actors import SYSTEM, Actor, Channel
from players.models import Club, Player, Role
from players.services.merging import merge_players, undo_merge
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.matches.playing import a_match
from tests.integration.money.sessions import a_session
from tests.integration.tampering import unguard_the_ledger

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def played(session: MoneySession, games: int = 2) -> MoneySession:
    for number in range(1, games + 1):
        game = GameResult(Side.A, cube=2)
        record_session_game(session_id=session.pk, number=number, game=game, actor=SYSTEM)
    return session


def verified() -> list[str]:
    """What ``verify`` writes, a line each."""
    out = StringIO()
    with contextlib.suppress(CommandError):
        call_command("verify", stdout=out)
    return out.getvalue().splitlines()


def test_what_follows_from_its_ledger_agrees() -> None:
    played(a_session())
    assert verified() == [
        "0 matches, 0 chouette nights, 1 money sessions, 0 stages and all ratings agree."
    ]


def test_a_row_changed_by_hand_is_named_and_made_again() -> None:
    session = played(a_session())
    MoneySession.objects.update(points_a=1, stake="a house")
    assert verified() == [
        f"session {session.pk}: stake is 'a house', but follows as '1 CHF'",
        f"session {session.pk}: points_a is 1, but follows as 4",
    ]
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert "money sessions: 1 computed again, 1 differed" in out.getvalue()
    session.refresh_from_db()
    assert (session.points_a, session.stake) == (4, "1 CHF")
    assert verified()[-1].endswith("agree.")


def test_a_line_that_is_missing_changed_or_impossible_is_named() -> None:
    missing, impossible, gone = (played(a_session()) for _ in range(3))
    unguard_the_ledger()
    SessionEvent.objects.get(session=missing, number=2).delete()
    line = SessionEvent.objects.get(session=impossible, number=3)
    line.facts |= {"cube": 3}
    line.save()
    gone.events.all().delete()
    found = verified()
    assert [told.partition(" is ")[0] for told in found] == [
        f"session {missing.pk}: ledger",
        f"session {impossible.pk}: line 3",
        f"session {gone.pk}: ledger",
    ]


def test_a_casual_match_changed_by_hand_is_named() -> None:
    match = a_match(a_club(), event="")
    assert verified()[-1].endswith("agree.")
    Match.objects.update(points_b=4)
    assert verified() == [f"match {match.pk}: points_b is 4, but follows as 0"]


def test_a_club_goes_with_its_sessions_and_no_others_do() -> None:
    club, other = a_club(), played(a_session())
    session = played(a_session(club))
    session_links(session_id=session.pk, actor=SYSTEM)
    out = StringIO()
    call_command("remove_club", club.slug, "--yes", stdout=out)
    assert "money sessions: 1." in out.getvalue()
    assert list(Club.objects.all()) == [other.club]
    assert list(MoneySession.objects.all()) == [other]
    assert not SessionLink.objects.exists()
    assert set(SessionEvent.objects.values_list("session", flat=True)) == {other.pk}


def test_the_address_a_game_came_from_is_forgotten_in_time() -> None:
    session, then = a_session(), timezone.now() - KEPT - timedelta(days=1)
    for number, at in ((1, then), (2, None)):
        phone = Actor(everywhere=True, channel=Channel.TABLE, address="192.0.2.7", at=at)
        game = GameResult(Side.A)
        record_session_game(session_id=session.pk, number=number, game=game, actor=phone)
    assert forget_addresses() == 1
    assert list(session.events.values_list("address", flat=True)) == ["", "", "192.0.2.7"]


def test_a_merge_that_is_undone_gives_the_sessions_back() -> None:
    club = a_club()
    anna, again, luca = a_player(club), a_player(club), a_player(club)
    own, others = (a_session(club, players=(one, luca)) for one in (anna, again))
    merge_players(player_id=again.pk, into_id=anna.pk, actor=SYSTEM)
    undo_merge(player_id=again.pk, actor=SYSTEM)
    assert [MoneySession.objects.get(pk=one.pk).a for one in (own, others)] == [anna, again]
    assert verified()[-1].endswith("agree.")


def test_who_has_played_for_money_is_not_deleted() -> None:
    session = a_session()
    director = Client()
    director.force_login(a_user(session.club, Role.DIRECTOR))
    answer = director.post(f"/players/{session.a_id}/remove/", follow=True)
    assert answer.status_code == 200
    assert Player.objects.filter(pk=session.a_id).exists()


def test_people_get_their_own_sessions_with_their_data() -> None:
    session = played(a_session())
    session.a.user = a_user()
    session.a.save()
    browser = Client()
    browser.force_login(session.a.user)
    (own,) = json.loads(browser.get("/account/my-data.json").content)["players"]
    assert [(one["id"], one["stake"], one["score"]) for one in own["money_sessions"]] == [
        (session.pk, "1 CHF", [4, 0])
    ]
