"""Money sessions on the club's pages and on the score pad."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from money.models import MoneySession
from players.models import Club
from rules_core.money import money_rules
from rules_core.sides import Side
from tests.integration.factories import a_player
from tests.integration.money.sessions import a_session, secret_of
from tests.integration.web.conftest import QueriesOf

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_director_starts_a_session_and_settles_it(club: Club, director: Client) -> None:
    a_player(club, "Anna Meier")
    said = {"a": "Anna Meier", "b": "Bo Birch", "stake": "1 CHF", "jacoby": "on"}
    said |= {"beavers": "1", "automatic_doubles": "2", "max_cube": "16"}
    answer = director.post(f"/clubs/{club.slug}/sessions/new/", said)
    session = MoneySession.objects.get()
    assert answer["Location"] == f"/sessions/{session.pk}/"
    assert session.session_rules == money_rules(beavers=1, automatic_doubles=2, max_cube=16)
    assert (session.stake, session.b.full_name) == ("1 CHF", "Bo Birch")
    page = director.get(f"/sessions/{session.pk}/").content.decode()
    assert page.count("data:image/png;base64") == 2
    pad = f"/s/{secret_of(session, Side.B)}/"
    phone = Client()
    assert phone.get(pad).status_code == 200
    game = {"number": 1, "winner": "b", "how": "gammon", "cube": 2, "automatic_doubles": 1}
    phone.post(f"{pad}game/", game)
    phone.post(f"{pad}game/", game)
    session.refresh_from_db()
    assert session.score == (0, 2)
    phone.post(f"{pad}undo/")
    phone.post(f"{pad}game/", game | {"cube": 4})
    assert "owes" in phone.get(f"{pad}part/").content.decode()
    session.refresh_from_db()
    stale = director.post(f"/sessions/{session.pk}/settle/", {"version": 1}, follow=True)
    assert "meantime" in stale.content.decode()
    director.post(f"/sessions/{session.pk}/settle/", {"version": session.version})
    session.refresh_from_db()
    assert (session.score, bool(session.settled_at)) == ((0, 8), True)
    assert "8 points" in director.get(f"/sessions/{session.pk}/").content.decode()
    assert phone.get(pad).status_code == 200


def test_a_form_sent_twice_makes_one_session(club: Club, director: Client) -> None:
    address = f"/clubs/{club.slug}/sessions/new/"
    (key,) = re.findall(
        r'name="once" value="([0-9a-f]{32})"', director.get(address).content.decode()
    )
    said = {"a": "Anna Meier", "b": "Bo Birch", "stake": "", "beavers": "3", "once": key}
    said |= {"automatic_doubles": "1", "max_cube": "64"}
    first, again = (director.post(address, said)["Location"] for _ in range(2))
    assert first == again
    assert MoneySession.objects.count() == 1
    assert director.post(address, said | {"stake": "1 CHF"})["Location"] != first


def test_a_game_taken_back_twice_by_a_double_tap_is_one_game(club: Club, client: Client) -> None:
    session = a_session(club)
    pad = f"/s/{secret_of(session, Side.A)}/"
    for number in (1, 2):
        client.post(f"{pad}game/", {"number": number, "winner": "a", "how": "single", "cube": 1})
    for _ in range(2):
        client.post(f"{pad}undo/", {"number": 2})
    session.refresh_from_db()
    assert session.score == (1, 0)


def test_strangers_see_no_session_and_no_pad(club: Club, client: Client) -> None:
    session = a_session(club)
    assert client.get(f"/sessions/{session.pk}/").status_code == 404
    assert client.post(f"/sessions/{session.pk}/settle/").status_code == 404
    assert client.get("/s/no-such-secret/").status_code == 404
    assert (
        f"/sessions/{session.pk}/"
        not in client.get(f"/clubs/{club.slug}/sessions/").content.decode()
    )


def test_an_unchanged_pad_is_not_sent_again(club: Club, client: Client) -> None:
    part = f"/s/{secret_of(a_session(club), Side.A)}/part/"
    etag = client.get(part)["ETag"]
    assert client.get(part, HTTP_IF_NONE_MATCH=etag).status_code == 304


def test_the_list_takes_the_same_queries_however_long(
    club: Club, director: Client, queries_of: QueriesOf
) -> None:
    a_session(club)
    address = f"/clubs/{club.slug}/sessions/"
    few = queries_of(director, address)
    for _ in range(6):
        a_session(club)
    assert queries_of(director, address) == few
