"""One link for the whole event: it always knows what is next."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Match, MatchStatus
from matches.services import games
from matches.services.calling import call_match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_user, an_event
from tests.pages import html_of, text_of
from tournaments.models import Entry, Stage
from tournaments.publishing.own_night import NightState, night_of
from tournaments.services.events import StagePlan
from tournaments.services.player_codes import codes_of_event, own_code, renew_code

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_cup(entrants: int = 4) -> Stage:
    stage = a_drawn_stage(a_club(), entrants, result_policy="either")
    run_pending()
    return stage


def matches_of(stage: Stage) -> list[Match]:
    return list(Match.objects.filter(event=stage.tournament.slug).order_by("pk"))


def entry_of(stage: Stage, match: Match, side: str) -> Entry:
    player = match.a_id if side == "a" else match.b_id
    return stage.tournament.entries.get(player=player)


def test_a_night_from_the_draw_to_the_place() -> None:
    stage = a_cup()
    first, second = matches_of(stage)
    winner, loser = (entry_of(stage, first, side) for side in "ab")
    assert night_of(winner).state is NightState.READY
    call_match(match_id=first.pk, table=5, actor=SYSTEM)
    called = night_of(winner)
    assert called.state is NightState.AT_TABLE
    assert called.match is not None
    assert (called.match.table, called.match.opponent) == (5, str(loser))
    assert called.if_won is not None
    assert called.if_won.candidates == (str(second.a), str(second.b))
    assert called.if_lost is None
    report_result(match_id=first.pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    waiting = night_of(winner)
    assert waiting.state is NightState.AWAITING
    assert waiting.awaited == (str(second.a), str(second.b))
    assert [(line.own, line.other, line.won) for line in waiting.played] == [(7, 3, True)]
    out = night_of(loser)
    assert out.state is NightState.DONE
    assert out.standing is not None
    assert out.standing.is_final
    assert out.rating is not None
    report_result(match_id=second.pk, score=(2, 7), actor=SYSTEM)
    final = night_of(winner)
    assert final.state is NightState.READY
    assert final.match is not None
    assert final.match.opponent == str(second.b)


def test_between_the_rounds_of_a_swiss() -> None:
    stages = [StagePlan(format=Format.SWISS, settings={"rounds": 2})]
    stage = a_drawn_stage(a_club(), 4, stages=stages)
    first, _second = matches_of(stage)
    entry = entry_of(stage, first, "a")
    report_result(match_id=first.pk, score=(7, 0), actor=SYSTEM)
    night = night_of(entry)
    assert (night.state, night.still_playing) == (NightState.BETWEEN, 1)


def test_the_page_is_the_pad_of_whatever_match_is_on() -> None:
    stage = a_cup()
    codes = codes_of_event(tournament_id=stage.tournament.pk, actor=SYSTEM)
    match = matches_of(stage)[0]
    entry = entry_of(stage, match, "a")
    phone = Client()
    address = reverse("my-night", args=[codes[entry.pk]])
    assert 'id="game"' not in html_of(phone.get(address))
    call_match(match_id=match.pk, table=3, actor=SYSTEM)
    page = html_of(phone.get(address))
    assert 'id="game"' in page
    assert f'data-match="{match.pk}"' in page
    part = reverse("my-night-part", args=[codes[entry.pk]])
    etag = phone.get(part)["ETag"]
    assert phone.get(part, headers={"If-None-Match": etag}).status_code == 304
    secret = page.split('data-secret="')[1].split('"')[0]
    said = {"number": 1, "winner": "a", "how": "gammon", "cube": 4, "back": address}
    assert phone.post(reverse("pad-game", args=[secret]), said)["Location"] == address
    match.refresh_from_db()
    assert match.status == MatchStatus.FINISHED
    assert phone.get(part, headers={"If-None-Match": etag}).status_code == 200
    assert (
        "evil"
        not in phone.post(reverse("pad-undo", args=[secret]), {"back": "//evil.example/me/"})[
            "Location"
        ]
    )


class AskingPhone:
    """Asks again and again as the page does, by version."""

    def __init__(self, entry: Entry) -> None:
        codes = codes_of_event(tournament_id=entry.tournament_id, actor=SYSTEM)
        self.address = reverse("my-night-part", args=[codes[entry.pk]])
        self.etag = ""

    def hears(self) -> bool:
        """Whether something is new."""
        answer = Client().get(self.address, headers={"If-None-Match": self.etag})
        self.etag = answer.get("ETag", self.etag)
        assert answer.status_code in (200, 304)
        return answer.status_code == 200


def test_a_phone_that_asks_again_costs_two_queries_and_misses_nothing() -> None:
    stage = a_cup()
    match = matches_of(stage)[0]
    phone = AskingPhone(entry_of(stage, match, "a"))
    assert phone.hears()
    with CaptureQueriesContext(connection) as queries:
        assert not phone.hears()
    assert len(queries) == 2
    for change in (
        lambda: call_match(match_id=match.pk, table=3, actor=SYSTEM),
        lambda: record_game(match.pk),
        lambda: report_result(match_id=match.pk, score=(7, 0), actor=SYSTEM),
    ):
        change()
        assert phone.hears()
        assert not phone.hears()


def test_what_happens_elsewhere_is_heard_and_what_one_waits_for() -> None:
    stage = a_cup(8)
    first, second, third, fourth = matches_of(stage)
    assert {p.key for p in stage.pairings.filter(match__in=(first, second))} == {
        "main-1-1",
        "main-1-2",
    }
    phone = AskingPhone(entry_of(stage, first, "a"))
    phone.hears()
    call_match(match_id=fourth.pk, table=4, actor=SYSTEM)
    assert not phone.hears()  # It shows nothing of that one.
    report_result(match_id=third.pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    assert phone.hears()  # One fewer is still in.
    report_result(match_id=first.pk, score=(7, 3), actor=SYSTEM)
    assert phone.hears()
    call_match(match_id=second.pk, table=2, actor=SYSTEM)
    assert phone.hears()  # About when they know whom they play.
    report_result(match_id=second.pk, score=(7, 3), actor=SYSTEM)
    assert phone.hears()


def test_who_is_still_in_and_the_chance_to_win() -> None:
    stage = a_cup()
    first, second = matches_of(stage)
    entry = entry_of(stage, first, "a")
    night = night_of(entry)
    assert night.match is not None
    assert night.match.chance == 0.5
    assert night.standing is not None
    assert len(night.standing.still_in) == 4
    report_result(match_id=second.pk, score=(7, 3), actor=SYSTEM)
    run_pending()
    standing = night_of(entry).standing
    assert standing is not None
    assert str(second.a) in standing.still_in
    assert str(second.b) not in standing.still_in
    stage.tournament.show_chances = False
    stage.tournament.save()
    silent = night_of(Entry.objects.get(pk=entry.pk)).match
    assert silent is not None
    assert silent.chance is None
    codes = codes_of_event(tournament_id=stage.tournament.pk, actor=SYSTEM)
    page = text_of(html_of(Client().get(reverse("my-night", args=[codes[entry.pk]]))))
    assert "Still in: 3 of 4" in page


def test_about_when_a_table_is_free() -> None:
    stage = a_drawn_stage(a_club(), 6, tables=1)
    first, second = matches_of(stage)
    entry = entry_of(stage, second, "a")
    assert night_of(entry).about is None
    called = call_match(match_id=first.pk, table=1, actor=SYSTEM)
    about = night_of(entry).about
    assert about is not None
    assert called.called_at is not None
    assert about > called.called_at
    assert about.minute % 5 == 0


def record_game(match: int) -> None:
    """One game, as the score pad records it."""
    games.record_game(match_id=match, number=1, game=GameResult(Side.A, cube=2), actor=SYSTEM)


def test_a_code_is_the_same_until_it_is_replaced() -> None:
    event = an_event(a_club(), 3)
    codes = codes_of_event(tournament_id=event.pk, actor=SYSTEM)
    assert codes == codes_of_event(tournament_id=event.pk, actor=SYSTEM)
    entry = min(codes)
    fresh = renew_code(entry_id=entry, actor=SYSTEM)
    assert Client().get(reverse("my-night", args=[codes[entry]])).status_code == 404
    assert Client().get(reverse("my-night", args=[fresh])).status_code == 200


def test_my_events_lead_to_my_night() -> None:
    event = an_event(a_club(), 2)
    entry = event.entries.all()[0]
    user, other = a_user(), a_user()
    entry.player.user = user
    entry.player.save()
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert event.name in browser.get(reverse("my-events")).content.decode()
    answer = browser.post(reverse("my-event", args=[entry.pk]))
    assert browser.get(answer["Location"]).status_code == 200
    assert own_code(user_id=other.pk, entry_id=entry.pk) is None


def test_player_codes_are_printed_for_those_who_play() -> None:
    club = a_club()
    event = an_event(club, ["Anna Meier", "Bea Frei"])
    browser = Client()
    browser.force_login(a_user(club), backend="django.contrib.auth.backends.ModelBackend")
    page = html_of(browser.post(reverse("event-player-codes", args=[event.slug])))
    for secret in codes_of_event(tournament_id=event.pk, actor=SYSTEM).values():
        assert f"/me/{secret}/" in page
