"""A match's page: its score sheet, its rules, penalties and the match file."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from matches.models import Match, Transcript
from matches.services.games import record_game
from matches.services.results import penalise, report_result
from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.kinds import Kind
from rules_core.match import Clock, GameEnd, GameResult, MatchRules
from rules_core.sides import Side
from tests.integration.api.world import MAT
from tests.integration.factories import a_drawn_stage, a_user
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

GAMES = (
    GameResult(Side.A, ended_by=GameEnd.DROP),
    GameResult(Side.B, cube=4),
    GameResult(Side.A, ended_by=GameEnd.RESIGN),
    GameResult(Side.B, cube=2, ended_by=GameEnd.RESIGN),
)
"""As the file tells them."""


@pytest.fixture
def match(club: Club) -> Match:
    a_drawn_stage(club, 2, rules=MatchRules(length=5, clock=Clock()))
    return Match.objects.get(club=club)


def record(match: Match, *games: GameResult) -> None:
    for number, game in enumerate(games, start=1):
        record_game(match_id=match.pk, number=number, game=game, actor=SYSTEM)


def sheet(html: str) -> list[str]:
    """The lines of the score sheet."""
    body = html.split("Score sheet")[1].split("<tbody>")[1].split("</tbody>")[0]
    return [text_of(row) for row in body.split("</tr>")[:-1]]


def test_the_score_sheet_tells_the_match_game_by_game(match: Match) -> None:
    a, b = match.a.name, match.b.name
    record(match, *GAMES)
    assert sheet(html_of(Client().get(f"/matches/{match.pk}/"))) == [
        f"1 {a} double dropped 1 1 0",
        f"2 {b} single, cube on 4 4 1 4",
        f"3 {a} single, resigned&nbsp;· Crawford 1 2 4",
        f"4 {b} single, resigned, cube on 2 2 2 5",
    ]


def test_a_score_without_games_is_a_line_of_the_sheet(match: Match) -> None:
    record(match, GameResult(Side.A, kind=Kind.GAMMON))
    report_result(match_id=match.pk, score=(5, 3), actor=SYSTEM)
    lines = sheet(html_of(Client().get(f"/matches/{match.pk}/")))
    assert lines == [f"1 {match.a.name} gammon 2 2 0", "final score, without the games 5 3"]


def test_the_rules_and_the_clock_are_told_in_words(match: Match) -> None:
    text = text_of(html_of(Client().get(f"/matches/{match.pk}/")))
    assert "Rules of play Crawford rule: when somebody first stands one point" in text
    assert "Clock: 12 seconds are free in each move" in text


def test_a_scorer_gives_a_penalty_and_only_those_concerned_read_why(
    match: Match, signed_in: SignedIn, club: Club
) -> None:
    scorer = signed_in(club, Role.SCORER)
    address = f"/matches/{match.pk}/"
    assert "Give a penalty" in html_of(scorer.get(address))
    said = penalty(match, reason="two minutes late")
    answer = scorer.post(f"{address}penalty/", said, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    line = f"{match.b.name} penalty against {match.a.name}"
    assert sheet(html_of(answer)) == [f"{line} · two minutes late 1 0 1"]
    history = text_of(html_of(answer)).split("History")[1]
    assert (
        f"score entered 0–1 : two minutes late · penalty against {match.a.name}, 1 point" in history
    )
    assert sheet(html_of(Client().get(address))) == [f"{line} 1 0 1"]


def penalty(match: Match, **said: Any) -> dict[str, Any]:
    data = {"side": "a", "points": 1, "reason": "late", "version": match.version} | said
    return {f"penalty-{name}": value for name, value in data.items()}


def test_a_penalty_sent_twice_counts_once(match: Match, director: Client) -> None:
    said = penalty(match)
    assert director.post(f"/matches/{match.pk}/penalty/", said).status_code == 302
    again = director.post(f"/matches/{match.pk}/penalty/", said)
    assert again.status_code == 409
    assert "The match has changed in the meantime" in html_of(again)
    match.refresh_from_db()
    assert match.score == (0, 1)


@pytest.mark.parametrize(
    "said", [{"points": 0}, {"points": 100}, {"side": "c"}, {"reason": ""}, {"points": "x"}]
)
def test_a_penalty_that_is_none_is_refused_at_the_form(
    match: Match, director: Client, said: dict[str, Any]
) -> None:
    answer = director.post(f"/matches/{match.pk}/penalty/", penalty(match, **said))
    assert answer.status_code == 409
    assert "errorlist" in html_of(answer)
    match.refresh_from_db()
    assert match.entries == []


@pytest.mark.parametrize(("role", "status"), [(Role.READER, 403), (None, 302)])
def test_others_neither_see_nor_send_these_forms(
    match: Match, signed_in: SignedIn, club: Club, role: Role | None, status: int
) -> None:
    browser = signed_in(club, role) if role else Client()
    html = html_of(browser.get(f"/matches/{match.pk}/"))
    assert "Give a penalty" not in html
    assert "Add the match file" not in html
    assert browser.post(f"/matches/{match.pk}/penalty/", penalty(match)).status_code == status
    assert send(browser, match, follow=False).status_code == status
    assert not Transcript.objects.exists()
    match.refresh_from_db()
    assert match.entries == []


def test_a_match_that_is_over_takes_no_penalty(match: Match, director: Client) -> None:
    report_result(match_id=match.pk, score=(5, 3), actor=SYSTEM)
    match.refresh_from_db()
    assert "Give a penalty" not in html_of(director.get(f"/matches/{match.pk}/"))
    answer = director.post(f"/matches/{match.pk}/penalty/", penalty(match))
    assert answer.status_code == 409


def send(
    browser: Client,
    match: Match,
    content: bytes | None = None,
    *,
    follow: bool = True,
    **said: Any,
) -> Any:
    file = SimpleUploadedFile("final.mat", content or MAT.read_bytes())
    data = {"file": file, "first": "a", "version": match.version} | said
    fields = {f"file-{name}": value for name, value in data.items()}
    return browser.post(f"/matches/{match.pk}/file/", fields, follow=follow)


def test_a_file_that_agrees_is_kept_and_can_be_replayed(match: Match, director: Client) -> None:
    record(match, *GAMES)
    match.refresh_from_db()
    text = text_of(html_of(send(director, match)))
    assert "The file is kept. It agrees with the record." in text
    assert "“final.mat” agrees with the record." in text
    link = f'href="/matches/{match.pk}/replay/"'
    assert link in html_of(director.get(f"/matches/{match.pk}/"))
    assert link in html_of(Client().get(f"/matches/{match.pk}/"))


def test_differences_are_shown_side_by_side_to_officials(match: Match, director: Client) -> None:
    record(match, GAMES[0], GameResult(Side.B, cube=2))
    match.refresh_from_db()
    html = html_of(send(director, match))
    a, b = match.a.name, match.b.name
    rows = [
        f"Game 2 {b}: single, cube on 2, 2 points {b}: single, cube on 4, 4 points",
        f"Game 3 not there {a}: single, cube on 1, 1 point",
        f"Game 4 not there {b}: single, cube on 2, 2 points",
    ]
    text = text_of(html)
    assert " ".join(rows) in text
    assert "differs" not in text_of(html_of(Client().get(f"/matches/{match.pk}/")))


def test_a_director_makes_the_file_the_record(match: Match, director: Client) -> None:
    text = text_of(html_of(send(director, match, take="on")))
    assert "The games of the file are the record now." in text
    match.refresh_from_db()
    assert (match.score, match.winner) == ((2, 5), "b")
    assert len(match.state.games) == 4


def test_a_scorer_keeps_a_file_but_does_not_make_it_the_record(
    match: Match, signed_in: SignedIn, club: Club
) -> None:
    scorer = signed_in(club, Role.SCORER)
    assert "Make its games the record" not in html_of(scorer.get(f"/matches/{match.pk}/"))
    assert send(scorer, match, take="on").status_code == 200
    match.refresh_from_db()
    assert match.entries == []
    assert not Transcript.objects.get().taken


def test_a_player_of_the_match_adds_its_file(match: Match) -> None:
    player, browser = a_user(), Client()
    match.a.user = player
    match.a.save()
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert "Add the match file" in html_of(browser.get(f"/matches/{match.pk}/"))
    assert send(browser, match).status_code == 200
    assert Transcript.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no match", "errorlist"),
        (b"x" * ((1 << 20) + 1), "This file is too large. A match file has at most 1 MB."),
        (MAT.read_bytes().replace(b" 5 point", b" 7 point"), "no match to 5 points"),
    ],
    ids=["not a match", "too large", "another length"],
)
def test_a_file_that_is_not_this_match_is_refused(
    match: Match, director: Client, content: bytes, words: str
) -> None:
    answer = send(director, match, content)
    assert answer.status_code == 409
    assert words in html_of(answer)
    assert not Transcript.objects.exists()


def test_other_players_are_asked_about(match: Match, director: Client) -> None:
    answer = send(director, match, first="")
    assert answer.status_code == 409
    assert "choose which side its first player is" in html_of(answer)


def test_the_page_takes_as_many_queries_for_a_long_match(
    match: Match, director: Client, queries_of: QueriesOf
) -> None:
    record(match, GAMES[0])
    match.refresh_from_db()
    send(director, match)
    before = [queries_of(browser, f"/matches/{match.pk}/") for browser in (director, Client())]
    record_game(match_id=match.pk, number=2, game=GAMES[1], actor=SYSTEM)
    penalise(match_id=match.pk, side=Side.B, points=1, reason="late", actor=SYSTEM)
    match.refresh_from_db()
    after = [queries_of(browser, f"/matches/{match.pk}/") for browser in (director, Client())]
    assert after == before
    assert re.search("penalty against", html_of(director.get(f"/matches/{match.pk}/")))
