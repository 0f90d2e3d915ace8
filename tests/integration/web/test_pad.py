"""The score pad behind a table's link, and the cards it is printed on."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from matches.models import Match, MatchStatus
from matches.services.table_links import renew_table_links, table_links
from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.match import MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Tournament
from tournaments.services.events import unpublish

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_match(club: Club, length: int = 3, policy: str = "confirm") -> Match:
    a_drawn_stage(club, 2, result_policy=policy, rules=MatchRules(length=length))
    return Match.objects.select_related("a", "b").get()


def pads(match: Match) -> dict[Side, str]:
    links = table_links(match_id=match.pk, actor=SYSTEM)
    return {side: f"/t/{secret}/" for side, secret in links.items()}


def shown(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return html_of(answer)


def record(browser: Client, pad: str, number: int, **game: object) -> str:
    said = {"number": number, "winner": "a", "how": "single", "cube": "1"} | game
    return html_of(browser.post(f"{pad}game/", said, follow=True))


def test_the_pad_shows_names_length_and_the_next_game(client: Client, club: Club) -> None:
    match = a_match(club)
    page = shown(client, pads(match)[Side.A])
    assert match.a.name in page
    assert "Who won?" in page
    assert 'data-number="1"' in page


def test_games_make_the_score_and_bring_on_the_crawford_game(client: Client, club: Club) -> None:
    match = a_match(club, length=3)
    pad = pads(match)[Side.B]
    page = record(client, pad, 1, how="gammon")
    match.refresh_from_db()
    assert match.score == (2, 0)
    assert '<p class="banner" data-part="banner">' in page
    refused = record(client, pad, 2, cube="2")
    assert "Crawford" in refused
    match.refresh_from_db()
    assert match.score == (2, 0)


def test_a_drop_scores_the_cube_before_the_double(client: Client, club: Club) -> None:
    match = a_match(club, length=7)
    record(client, pads(match)[Side.A], 1, winner="b", how="drop", cube="2")
    match.refresh_from_db()
    assert match.score == (0, 2)


def test_an_undoubled_gammon_on_an_automatic_double_counts_once_under_jacoby(
    client: Client, club: Club
) -> None:
    rules = MatchRules(length=7, jacoby=True, automatic_doubles=2)
    a_drawn_stage(club, 2, result_policy="confirm", rules=rules)
    match = Match.objects.select_related("a", "b").get()
    pad = pads(match)[Side.A]
    assert 'name="automatic_doubles" value="2"' in shown(client, pad)
    record(client, pad, 1, how="gammon", automatic_doubles="1")
    match.refresh_from_db()
    assert match.score == (2, 0)
    record(client, pad, 2, winner="b", how="gammon", cube="2", automatic_doubles="0")
    match.refresh_from_db()
    assert match.score == (2, 4)
    refused = record(client, pad, 3, automatic_doubles="3")
    assert "automatic doubles" in refused
    match.refresh_from_db()
    assert match.score == (2, 4)


def test_where_there_are_no_automatic_doubles_the_pad_does_not_ask(
    client: Client, club: Club
) -> None:
    assert "automatic_doubles" not in shown(client, pads(a_match(club))[Side.A])


def test_the_pad_offers_only_faces_that_the_cube_can_come_to(client: Client, club: Club) -> None:
    page = shown(client, pads(a_match(club, length=3))[Side.A])
    assert re.findall(r'name="cube" value="(\d+)"', page) == ["1", "2", "4"]


def test_after_the_crawford_game_the_pad_reminds_of_the_holland_rule(
    client: Client, club: Club
) -> None:
    a_drawn_stage(club, 2, result_policy="confirm", rules=MatchRules(length=3, holland=True))
    pad = pads(Match.objects.get())[Side.A]
    reminder = '<p class="banner" data-part="holland">'
    assert reminder not in record(client, pad, 1, how="gammon")
    assert reminder in record(client, pad, 2, winner="b")


def test_who_rolled_first_is_asked_and_kept_where_the_club_wants_it(
    client: Client, club: Club
) -> None:
    a_drawn_stage(club, 2, result_policy="either", rules=MatchRules(5, record_first_roll=True))
    match = Match.objects.select_related("a", "b").get()
    pad = pads(match)[Side.A]
    assert "Who rolled first?" in shown(client, pad)
    record(client, pad, 1, started_by="b")
    record(client, pad, 2)
    match.refresh_from_db()
    assert [game.started_by for game in match.state.games] == [Side.B, None]
    assert f"first roll: {match.b.name}" in text_of(html_of(client.get(f"/matches/{match.pk}/")))


def test_where_the_club_does_not_want_it_nobody_asks_who_rolled_first(
    client: Client, club: Club
) -> None:
    assert "Who rolled first?" not in shown(client, pads(a_match(club))[Side.A])


def test_a_game_sent_twice_counts_once(client: Client, club: Club) -> None:
    match = a_match(club, length=7)
    pad = pads(match)[Side.A]
    record(client, pad, 1)
    assert "The next game is number 2" in record(client, pad, 1)
    match.refresh_from_db()
    assert match.score == (1, 0)


def test_a_phone_knows_in_its_own_language_why_an_entry_was_not_taken(
    client: Client, club: Club
) -> None:
    match = a_match(club, length=7)
    pad = pads(match)[Side.A]
    page = html_of(client.get(pad, headers={"Accept-Language": "it"}))
    (words,) = re.findall(r'<script id="refusals" type="application/json">(.*?)</script>', page)
    refusals = json.loads(words)
    assert refusals["wrong_game_number"].startswith("La prossima partita")
    assert "%(expected)s" in refusals["wrong_game_number"]
    assert "non è stato salvato" in page
    # The answer keeps to the contract: its sentence is English, and its facts are beside it.
    games = f"/api/v1/matches/{match.pk}/games/"
    headers = {"Authorization": f"Table {pad.split('/')[2]}", "Accept-Language": "it"}
    said = {"number": 1, "winner": "a", "kind": "single", "cube": 1}
    for key in ("one", "other"):
        headers["Idempotency-Key"] = key
        answer = client.post(games, said, content_type="application/json", headers=headers)
    (error,) = answer.json()["errors"]
    assert (error["code"], error["facts"]) == ("wrong_game_number", {"expected": 2, "number": 1})


def test_the_last_game_is_undone(client: Client, club: Club) -> None:
    match = a_match(club, length=7)
    pad = pads(match)[Side.A]
    record(client, pad, 1)
    client.post(f"{pad}undo/")
    match.refresh_from_db()
    assert match.score == (0, 0)


def test_the_other_phone_confirms(client: Client, club: Club) -> None:
    match = a_match(club, length=1)
    mine, theirs = pads(match).values()
    assert "You reported 1 : 0. Waiting for the other side to confirm it" in record(client, mine, 1)
    assert "The other side reports 1 : 0." in shown(client, theirs)
    client.post(f"{theirs}confirm/")
    match.refresh_from_db()
    assert (match.status, match.winner) == (MatchStatus.FINISHED, "a")
    page = shown(client, theirs)
    assert f"{match.a} wins." in text_of(page)
    assert f'href="/events/{match.event}/">Go to the bracket</a>' in page


def test_the_other_phone_disputes(client: Client, club: Club) -> None:
    match = a_match(club, length=1)
    mine, theirs = pads(match).values()
    record(client, mine, 1)
    client.post(f"{theirs}dispute/")
    match.refresh_from_db()
    assert match.status == MatchStatus.DISPUTED
    page = shown(client, mine)
    assert "A director will come to your table." in page
    assert "You reported 1 : 0." in page
    assert "The other side reports 1 : 0." in shown(client, theirs)


def test_the_phone_that_reported_shows_that_score_and_no_crawford_game(
    client: Client, club: Club
) -> None:
    match = a_match(club, length=3)
    pad = pads(match)[Side.A]
    assert '<p class="banner" data-part="banner">' in record(client, pad, 1, how="gammon")
    record(client, pad, 2, winner="b")
    page = record(client, pad, 3, winner="b", cube="2")
    assert '<span class="points" data-part="a">2</span>' in page
    assert '<span class="points" data-part="b">3</span>' in page
    assert '<p class="banner" data-part="banner" hidden>' in page


def test_where_the_event_is_not_public_the_pad_leads_nowhere(client: Client, club: Club) -> None:
    match = a_match(club, length=1, policy="either")
    unpublish(tournament_id=Tournament.objects.get(slug=match.event).pk, actor=SYSTEM)
    page = record(client, pads(match)[Side.A], 1)
    assert f"{match.a} wins." in text_of(page)
    assert "Go to the bracket" not in page


def test_half_a_game_is_no_game(client: Client, club: Club) -> None:
    match = a_match(club)
    pad = pads(match)[Side.A]
    answer = client.post(f"{pad}game/", {"number": 1, "winner": "a"}, follow=True)
    assert "Choose who won, and how." in html_of(answer)


def test_where_directors_enter_results_the_pad_only_shows_them(client: Client, club: Club) -> None:
    match = a_match(club, policy="director")
    pad = pads(match)[Side.A]
    assert "Only directors and scorers enter results" in shown(client, pad)
    assert "Only directors and scorers enter results" in record(client, pad, 1)
    match.refresh_from_db()
    assert match.entries == []


def test_the_pad_costs_a_304_while_nothing_is_new(client: Client, club: Club) -> None:
    match = a_match(club)
    pad = pads(match)[Side.A]
    etag = client.get(f"{pad}part/")["ETag"]
    assert client.get(f"{pad}part/", headers={"If-None-Match": etag}).status_code == 304
    record(client, pad, 1)
    assert client.get(f"{pad}part/", headers={"If-None-Match": etag}).status_code == 200


def test_a_link_that_was_replaced_opens_nothing(client: Client, club: Club) -> None:
    match = a_match(club)
    pad = pads(match)[Side.A]
    renew_table_links(match_id=match.pk, actor=SYSTEM)
    answer = client.get(pad)
    assert answer.status_code == 404
    assert "Ask the director for the new card" in html_of(answer)
    assert client.post(f"{pad}undo/").status_code == 404


def test_cards_lead_to_the_pads_of_both_sides(director: Client, client: Client, club: Club) -> None:
    match = a_match(club)
    page = html_of(director.post(f"/events/{match.event}/cards/"))
    found = re.findall(r'href="http://testserver(/t/[0-9a-f]+/)"', page)
    assert found == list(pads(match).values())
    assert page.count("<img") == 2


def test_cards_are_for_officials(client: Client, signed_in: SignedIn, club: Club) -> None:
    match = a_match(club)
    reader = signed_in(club, Role.READER)
    assert reader.post(f"/events/{match.event}/cards/").status_code == 403
    assert client.post(f"/events/{match.event}/cards/").status_code == 302
