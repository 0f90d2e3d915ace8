"""Money sessions: the ledger is the truth, the account is what the rules make of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from money.models import MoneySession
from money.projection import PROJECTED_FIELDS, project
from money.services.sessions import record_session_game, settle_session, take_back_session_game
from players.actors import SYSTEM
from players.models import Club, Role
from players.services.merging import DifferentPeople, merge_players
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult, MatchState, record
from rules_core.money import balance, money_rules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.matches.playing import API, official, refused
from tests.integration.money.sessions import a_session, phone

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def send(who: APIClient, session: MoneySession, number: int, **game: Any) -> Any:
    body = {"number": number, "winner": "a", **game}
    return who.post(f"{API}/sessions/{session.pk}/games/", body)


def from_ledger(session: MoneySession) -> dict[str, Any]:
    """The row as its ledger alone makes it."""
    again = MoneySession(pk=session.pk)
    for event in session.events.all():
        project(again, event)
    return {name: getattr(again, name) for name in PROJECTED_FIELDS}


def stored(session: MoneySession) -> dict[str, Any]:
    session = MoneySession.objects.get(pk=session.pk)
    return {name: getattr(session, name) for name in PROJECTED_FIELDS}


def test_a_session_over_rest_from_two_phones() -> None:
    club = a_club()
    director = official(club)
    body = {"club": club.slug, "a": a_player(club).pk, "b": a_player(club).pk, "stake": "2 €"}
    made = director.post(f"{API}/sessions/", body)
    assert made.status_code == 201
    assert made.json()["rules"] == {
        "jacoby": True,
        "beavers": 3,
        "automatic_doubles": 1,
        "max_cube": 64,
    }
    session = MoneySession.objects.get(pk=made.json()["id"])
    one, other = phone(session, Side.A), phone(session, Side.B)
    # An undoubled gammon on an automatic 2 under Jacoby is 2 points.
    send(one, session, 1, kind="gammon", cube=2, automatic_doubles=1)
    # Doubled, beavered, won with a gammon.
    send(other, session, 2, winner="b", kind="gammon", cube=4)
    shown = one.get(f"{API}/sessions/{session.pk}/").json()
    assert [game["points"] for game in shown["games"]] == [2, 8]
    assert (shown["a"]["balance"], shown["b"]["balance"]) == (-6, 6)
    assert shown["owed"] == {"by": "a", "to": "b", "points": 6}
    over = other.post(f"{API}/sessions/{session.pk}/settle/")
    assert over.json()["settled_at"]
    assert refused(send(one, session, 3)) == (409, "session_settled")
    assert refused(one.delete(f"{API}/sessions/{session.pk}/games/last/")) == (
        409,
        "session_settled",
    )
    assert from_ledger(session) == stored(session)


def test_a_game_sent_twice_counts_once() -> None:
    session = a_session()
    own = phone(session, Side.A)
    address, body = f"{API}/sessions/{session.pk}/games/", {"number": 1, "winner": "a"}
    first, again = (own.post(address, body, HTTP_IDEMPOTENCY_KEY="one") for _ in range(2))
    assert first.json() == again.json()
    assert refused(own.post(address, body)) == (409, "wrong_game_number")
    session.refresh_from_db()
    assert session.score == (1, 0)


def test_a_stale_version_is_refused_and_a_known_one_is_not_sent_again() -> None:
    session = a_session()
    own = phone(session, Side.B)
    stale = own.post(
        f"{API}/sessions/{session.pk}/games/", {"number": 1, "winner": "a"}, HTTP_IF_MATCH='"7"'
    )
    assert refused(stale) == (412, "stale_version")
    held = own.get(f"{API}/sessions/{session.pk}/", HTTP_IF_NONE_MATCH='"1"')
    assert held.status_code == 304


def test_the_last_game_is_taken_back_once() -> None:
    session = a_session()
    own = phone(session, Side.A)
    send(own, session, 1)
    send(own, session, 2)
    last = f"{API}/sessions/{session.pk}/games/last/"
    assert own.delete(last, {"number": 2}).status_code == 200
    assert refused(own.delete(last, {"number": 2})) == (409, "wrong_game_number")
    own.delete(last)
    assert refused(own.delete(last))[1] == "nothing_to_undo"
    assert session.events.count() == 5
    assert from_ledger(session) == stored(session)


def test_the_link_of_a_session_opens_no_other_session_and_no_match() -> None:
    session, other = a_session(), a_session()
    own = phone(session, Side.A)
    assert send(own, other, 1).status_code == 404
    assert own.get(f"{API}/sessions/{other.pk}/").status_code == 404
    assert [one["id"] for one in own.get(f"{API}/sessions/").json()["results"]] == [session.pk]


def test_lists_are_of_one_club_and_for_its_members() -> None:
    session = a_session()
    reader = official(session.club, Role.READER)
    asked = {"club": session.club.slug}
    assert reader.get(f"{API}/sessions/", asked).json()["count"] == 1
    assert reader.get(f"{API}/sessions/", {"club": "another"}).json()["count"] == 0
    assert APIClient().get(f"{API}/sessions/", asked).json()["count"] == 0


def test_what_the_rules_refuse_is_refused() -> None:
    session = a_session(max_cube=4, automatic_doubles=0)
    own = phone(session, Side.A)
    assert refused(send(own, session, 1, cube=8)) == (400, "cube_above_maximum")
    assert refused(send(own, session, 1, cube=2, automatic_doubles=1))[0] == 400
    assert refused(send(own, session, 1, kind="gammon", ended_by="drop")) == (
        400,
        "gammon_on_drop",
    )
    assert session.events.count() == 1


def test_a_player_starts_their_own_session_where_the_club_allows_it() -> None:
    club = a_club()
    anna, luca = a_player(club), a_player(club)
    anna.user = a_user()
    anna.save()
    own = APIClient()
    own.force_login(anna.user)
    body = {"club": club.slug, "a": anna.pk, "b": luca.pk}
    assert own.post(f"{API}/sessions/", body).status_code == 201
    Club.objects.update(players_start_play=False)
    assert refused(own.post(f"{API}/sessions/", body)) == (403, "permission_denied")


def test_the_ledger_is_not_changed() -> None:
    session = a_session()
    with pytest.raises(DatabaseError), transaction.atomic():
        session.events.update(facts={})


def test_sessions_follow_a_merged_player_and_opponents_are_two_people() -> None:
    club = a_club()
    anna, again, luca = a_player(club), a_player(club), a_player(club)
    session = a_session(club, players=(again, luca))
    with pytest.raises(DifferentPeople):
        merge_players(player_id=again.pk, into_id=luca.pk, actor=SYSTEM)
    merge_players(player_id=again.pk, into_id=anna.pk, actor=SYSTEM)
    session.refresh_from_db()
    assert session.a == anna


def games() -> st.SearchStrategy[GameResult]:
    def one(winner: Side, kind: Kind, turns: int, automatic: int, dropped: bool) -> GameResult:
        return GameResult(
            winner=winner,
            kind=Kind.SINGLE if dropped else kind,
            cube=1 << (turns + automatic),
            automatic_doubles=automatic,
            ended_by=GameEnd.DROP if dropped else GameEnd.PLAY,
        )

    return st.builds(
        one,
        st.sampled_from(Side),
        st.sampled_from(Kind),
        st.integers(0, 3),
        st.integers(0, 1),
        st.booleans(),
    )


@pytest.mark.hypothesis
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(st.one_of(games(), st.none()), max_size=12), jacoby=st.booleans())
def test_the_account_is_what_the_rules_fold_it_to(
    steps: list[GameResult | None], jacoby: bool
) -> None:
    """Whatever is entered and taken back, row, ledger and rules agree, and the account sums to 0."""
    session = a_session(jacoby=jacoby)
    played: list[GameResult] = []
    for step in steps:
        if step is not None:
            played.append(step)
            record_session_game(session_id=session.pk, number=len(played), game=step, actor=SYSTEM)
        elif played:
            played.pop()
            take_back_session_game(session_id=session.pk, actor=SYSTEM)
    state = MatchState.new(money_rules(jacoby=jacoby))
    for game in played:
        state = record(state, game)
    settled = settle_session(session_id=session.pk, actor=SYSTEM)
    assert settled.score == tuple(state.points)
    assert balance(settled.state, Side.A) == balance(state, Side.A) == -balance(state, Side.B)
    assert from_ledger(session) == stored(session)
