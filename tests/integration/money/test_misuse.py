"""What somebody tries who should not: another's session, another club's people, too much, too late, twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from money.models import MoneySession
from money.services.sessions import MOST_GAMES, TooManyGames, record_session_game
from players.actors import SYSTEM
from players.models import Role
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.matches.playing import API, a_match, official, refused
from tests.integration.money.sessions import a_session, phone, secret_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

GAME = {"number": 1, "winner": "a"}


def browser_of(session: MoneySession, role: Role) -> Client:
    browser = Client()
    browser.force_login(
        a_user(session.club, role), backend="django.contrib.auth.backends.ModelBackend"
    )
    return browser


def test_a_reader_sees_a_session_and_has_no_codes_and_no_button() -> None:
    session = a_session()
    reader = browser_of(session, Role.READER)
    page = reader.get(f"/sessions/{session.pk}/").content.decode()
    assert "/settle/" not in page
    assert "data:image/png" not in page
    reader.post(f"/sessions/{session.pk}/settle/", {"version": session.version})
    session.refresh_from_db()
    assert session.settled_at is None


def test_a_director_of_another_club_finds_nothing() -> None:
    session, elsewhere = a_session(), a_session()
    stranger = browser_of(elsewhere, Role.DIRECTOR)
    assert stranger.get(f"/sessions/{session.pk}/").status_code == 404
    assert stranger.post(f"/sessions/{session.pk}/settle/").status_code == 404
    assert stranger.get(f"/clubs/{session.club.slug}/sessions/new/").status_code == 403
    said = {"a": "A", "b": "B", "beavers": "3", "automatic_doubles": "1", "max_cube": "64"}
    answer = stranger.post(f"/clubs/{session.club.slug}/sessions/new/", said | {"once": "a" * 32})
    assert answer.status_code == 403
    assert MoneySession.objects.count() == 2


def test_nobody_plays_with_people_of_another_club() -> None:
    club, guest = a_club(), a_player(a_club())
    body = {"club": club.slug, "a": a_player(club).pk, "b": guest.pk}
    assert refused(official(club).post(f"{API}/sessions/", body))[0] == 400
    same = body | {"b": body["a"]}
    assert refused(official(club).post(f"{API}/sessions/", same)) == (400, "same_player_twice")
    assert not MoneySession.objects.exists()


def test_the_pad_of_a_session_is_no_key_to_anything_else() -> None:
    session = a_session()
    own, match = phone(session, Side.A), a_match(session.club)
    for path, body in (
        (f"matches/{match.pk}/result/", {"score": [5, 0]}),
        ("matches/", {"club": session.club.slug, "a": session.a_id, "b": session.b_id}),
        ("sessions/", {"club": session.club.slug, "a": session.a_id, "b": session.b_id}),
        ("players/", {"club": session.club.slug, "name": "Nobody"}),
    ):
        assert own.post(f"{API}/{path}", body).status_code in {400, 401, 403, 404}, path
    assert MoneySession.objects.count() == 1
    # And the link of a match's table opens no session.
    table = APIClient(headers={"Authorization": f"Table {secret_of(session, Side.A)}"})
    assert table.get(f"{API}/sessions/{session.pk}/").status_code in {401, 404}


@pytest.mark.parametrize(
    "game",
    [
        {"number": 1000},
        {"number": 0},
        {"number": 10**30},
        {"cube": 8192},
        {"cube": 3},
        {"cube": 2**70},
        {"cube": 1, "automatic_doubles": 1},
        {"cube": 2, "automatic_doubles": 2},
        {"automatic_doubles": -1},
        {"kind": "triple"},
        {"winner": "c"},
        {"ended_by": "play", "kind": "x" * 100_000},
        {"sneaked": 1},
    ],
)
def test_what_is_no_game_is_refused_and_leaves_nothing(game: dict[str, Any]) -> None:
    session = a_session()
    answer = phone(session, Side.B).post(f"{API}/sessions/{session.pk}/games/", GAME | game)
    assert answer.status_code in {400, 409}
    assert session.events.count() == 1


def test_what_is_no_session_is_refused() -> None:
    club = a_club()
    director, a, b = official(club), a_player(club).pk, a_player(club).pk
    usual = {"club": club.slug, "a": a, "b": b}
    for wrong in (
        {"stake": "x" * 41},
        {"stake": "1\x00CHF"},
        {"rules": {"max_cube": 3}},
        {"rules": {"beavers": 99}},
        {"rules": {"automatic_doubles": 7}},
        {"rules": {"length": 5}},
        {"a": 10**30},
        {"club": "no-such-club"},
    ):
        assert director.post(f"{API}/sessions/", usual | wrong).status_code == 400, wrong
    for number in ("9" * 40, "0", "-1", "x"):
        assert director.get(f"{API}/sessions/{number}/").status_code == 404
        assert Client().get(f"/sessions/{number}/").status_code == 404
    assert not MoneySession.objects.exists()


def test_a_key_that_is_replayed_gives_the_first_answer_and_stands_for_one_request() -> None:
    session, other = a_session(), a_session()
    address = f"{API}/sessions/{session.pk}/games/"
    mine, theirs = phone(session, Side.A), phone(session, Side.B)
    key: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "the-same"}
    first = mine.post(address, GAME, **key)
    assert mine.post(address, GAME, **key).json() == first.json()
    another = mine.post(address, GAME | {"number": 2}, **key)
    assert refused(another) == (409, "idempotency_key_reused")
    # The other phone's key is its own, and so is that of another session.
    assert refused(theirs.post(address, GAME, **key)) == (409, "wrong_game_number")
    elsewhere = f"{API}/sessions/{other.pk}/games/"
    assert phone(other, Side.A).post(elsewhere, GAME, **key).status_code == 200
    session.refresh_from_db()
    assert session.score == (1, 0)


def test_what_was_decided_on_an_old_page_is_not_done() -> None:
    session = a_session()
    desk = browser_of(session, Role.SCORER)
    seen = session.version
    phone(session, Side.A).post(f"{API}/sessions/{session.pk}/games/", GAME)
    desk.post(f"/sessions/{session.pk}/settle/", {"version": seen})
    session.refresh_from_db()
    assert session.settled_at is None
    desk.post(f"/sessions/{session.pk}/settle/", {"version": session.version})
    again = desk.post(f"/sessions/{session.pk}/settle/", {"version": session.version}, follow=True)
    assert again.status_code == 200
    assert session.events.filter(kind="settled").count() == 1


def test_a_session_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES == 999
    monkeypatch.setattr("money.services.sessions.MOST_GAMES", 2)
    session = a_session()
    for number in (1, 2):
        game = GameResult(Side.A)
        record_session_game(session_id=session.pk, number=number, game=game, actor=SYSTEM)
    with pytest.raises(TooManyGames):
        record_session_game(session_id=session.pk, number=3, game=GameResult(Side.A), actor=SYSTEM)


def test_names_and_stakes_are_text_on_every_page() -> None:
    session = a_session()
    MoneySession.objects.update(stake="<script>alert(1)</script>")
    desk = browser_of(session, Role.SCORER)
    pages = (
        desk.get(f"/sessions/{session.pk}/"),
        desk.get(f"/clubs/{session.club.slug}/sessions/"),
        Client().get(f"/s/{secret_of(session, Side.A)}/"),
    )
    assert all("<script>alert" not in page.content.decode() for page in pages)
