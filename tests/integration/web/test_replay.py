"""The replay of a match: a page for every position, for everybody who may see the match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from matches.models import Match
from matches.services.transcripts import add_transcript
from players.actors import SYSTEM
from players.models import Club, Role, User
from rules_core.match import MatchRules
from rules_core.sides import Side
from rules_core.transcripts import read_mat, read_sgf, replay
from tests.integration.factories import a_drawn_stage, a_player, a_user
from tests.integration.matches.playing import a_match
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FILES = Path(__file__).parents[2] / "data" / "mat"
STEP = re.compile(r'id="(first|back|next|last|game-before|next-game)"[^>]*href="([^"]*)"')


def keep_file(match: Match, first: Side = Side.A) -> Match:
    content = (FILES / f"m{match.length:02}_0.mat").read_bytes()
    add_transcript(match_id=match.pk, name="f.mat", content=content, actor=SYSTEM, first=first)
    return match


@pytest.fixture
def shown(club: Club) -> Match:
    """A match to 5 of a published event, with its file."""
    a_drawn_stage(club, 2, rules=MatchRules(length=5))
    return keep_file(Match.objects.get(club=club))


def page(match: Match, query: str = "", part: str = "") -> str:
    answer = Client().get(f"/matches/{match.pk}/replay/{part}{query}")
    assert answer.status_code == 200
    return html_of(answer)


def steps(html: str) -> dict[str, str]:
    return {name: query.replace("&amp;", "&") for name, query in STEP.findall(html)}


def test_the_first_page_is_the_start_of_the_first_game(shown: Match) -> None:
    html = page(shown)
    assert "Game 1 begins." in text_of(html)
    assert html.count("<svg") == html.count('role="img"') + html.count('aria-hidden="true"')
    assert steps(html) == {
        "next": "?game=1&move=1",
        "last": "?game=1&move=20",
        "next-game": "?game=2&move=0",
    }


def test_the_steps_lead_through_every_position_and_back(shown: Match) -> None:
    games = replay(read_mat(FILES / "m05_0.mat")).games
    query, seen = "?game=1&move=0", []
    while query:
        seen.append(query)
        query = steps(page(shown, query, "part/")).get("next", "")
    assert len(seen) == len(set(seen)) == sum(len(game.turns) + 1 for game in games)
    back = []
    query = seen[-1]
    while query:
        back.append(query)
        query = steps(page(shown, query, "part/")).get("back", "")
    assert back == seen[::-1]


def test_a_position_says_who_did_what(shown: Match) -> None:
    a, b = shown.a.name, shown.b.name
    text = text_of(page(shown, "?game=1&move=1"))
    assert f"{a} rolls 4-2 and plays 8/4 6/4." in text
    end = text_of(page(shown, "?game=1&move=20"))
    assert f"{b} drops. {a} wins 1 point." in end
    html = page(shown, "?game=2&move=0")
    assert 'aria-label="' + f"{a}, 167 pips: 2 on 24, 5 on 13, 3 on 8, 5 on 6." in html
    assert f"Score: {a} 1, {b} 0. {a} has 167 pips. {b} has 167 pips." in html


def test_the_crawford_game_is_marked_and_has_no_cube(shown: Match) -> None:
    html = page(shown, "?game=3&move=0")
    assert "Crawford game: no cube." in html
    assert text_of(html).count("Crawford") >= 2


def test_a_position_is_shared_by_its_xgid_and_its_address(shown: Match) -> None:
    html = page(shown, "?game=2&move=3", "part/")
    assert re.search(r'id="xgid" value="XGID=[^"]+:1:0:0:5:\d+" readonly', html)
    assert f'value="http://testserver/matches/{shown.pk}/replay/?game=2&amp;move=3"' in html


@pytest.mark.parametrize(
    "query",
    ["?game=5", "?game=0", "?move=999", "?game=x", "?move=-1", "?move=٣", f"?game={'9' * 5000}"],
)
def test_there_is_no_page_beyond_the_file(shown: Match, query: str) -> None:
    for part in ("", "part/"):
        assert Client().get(f"/matches/{shown.pk}/replay/{part}{query}").status_code == 404


ADDRESSES = ("replay/", "replay/part/", "match.mat", "match.sgf")


@pytest.mark.parametrize("address", ADDRESSES)
def test_there_is_nothing_without_a_file(club: Club, address: str) -> None:
    a_drawn_stage(club, 2)
    match = Match.objects.get(club=club)
    assert Client().get(f"/matches/{match.pk}/{address}").status_code == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_replay_is_as_secret_as_its_match(club: Club, signed_in: SignedIn, address: str) -> None:
    casual = keep_file(a_match(club))
    path = f"/matches/{casual.pk}/{address}"
    assert Client().get(path).status_code == 404
    assert signed_in(club, Role.READER).get(path).status_code == 200


def test_the_players_have_the_names_of_our_pages(club: Club) -> None:
    anna, beat = a_player(club, "Anna Meier"), a_player(club, "Beat Rossi")
    match = keep_file(a_match(club, players=(anna, beat)), Side.B)
    own = Client()
    anna.user = own_account(own)
    anna.save()
    html = html_of(own.get(f"/matches/{match.pk}/replay/"))
    assert "Alice" not in html
    # The file's first player is at the bottom.
    top, bottom = re.findall(r'<p class="edge">.*?<bdi>(.*?)</bdi>', html)
    assert (top, bottom) == ("Anna Meier", "Beat Rossi")
    mat = own.get(f"/matches/{match.pk}/match.mat")
    assert mat["Content-Disposition"] == f'attachment; filename="match-{match.pk}.mat"'
    assert read_mat(mat.content).players == ("Beat Rossi", "Anna Meier")
    sgf = own.get(f"/matches/{match.pk}/match.sgf")
    assert read_sgf(sgf.content).players == ("Beat Rossi", "Anna Meier")


def own_account(browser: Client) -> User:
    user = a_user()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def test_a_long_match_takes_as_many_queries_as_a_short_one(
    club: Club, director: Client, queries_of: QueriesOf
) -> None:
    short, long = (keep_file(a_match(club, length=length)) for length in (1, 25))
    for part in ("", "part/"):
        counts = [queries_of(director, f"/matches/{m.pk}/replay/{part}") for m in (short, long)]
        assert counts[0] == counts[1]
    assert queries_of(director, f"/matches/{long.pk}/replay/part/?game=3&move=2") == counts[0]


@pytest.mark.parametrize(
    ("language", "words"), [("de", "beginnt"), ("fr", "commence"), ("it", "comincia")]
)
def test_it_is_told_in_the_readers_language(shown: Match, language: str, words: str) -> None:
    answer = Client().get(f"/matches/{shown.pk}/replay/", headers={"Accept-Language": language})
    assert words in text_of(html_of(answer))
