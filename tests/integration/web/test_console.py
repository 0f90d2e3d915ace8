"""The director's console."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from matches.models import Match, MatchStatus
from matches.services.calling import call_match, start_match
from matches.services.reports import dispute_result
from matches.services.results import report_result
from players.actors import SYSTEM, Actor, Channel, TableAccess
from players.models import Club, Role
from rules_core.draws.settings import Format
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage, an_event
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of
from tournaments.console.needs_you import Need
from tournaments.console.overview import overview_of
from tournaments.models import Tournament
from tournaments.services.attendance import withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


@pytest.fixture
def event(club: Club) -> Tournament:
    return a_drawn_stage(club, 8, tables=3, result_policy="confirm").tournament


def matches() -> list[Match]:
    return list(Match.objects.select_related("a", "b").order_by("pk"))


def page(browser: Client, event: Tournament) -> str:
    answer = browser.get(f"/events/{event.slug}/console/")
    assert answer.status_code == 200
    return html_of(answer)


def said_by(match: Match, side: Side) -> Actor:
    return Actor(table_access=TableAccess(match.pk, side), channel=Channel.TABLE)


def test_ready_matches_are_offered_with_a_free_table(director: Client, event: Tournament) -> None:
    first, *_ = matches()
    call_match(match_id=first.pk, table=2, actor=SYSTEM)
    overview = overview_of(matches(), event.tables, NOW)
    assert [call.table for call in overview.calls] == [1, 3, None]
    strip = page(director, event).split('class="strip"')[1]
    assert "<b>1</b>playing" in strip
    assert "<b>3</b>ready" in strip
    assert "<b>0</b>finished" in strip


def test_nobody_is_offered_twice_at_a_time(director: Client, club: Club) -> None:
    robin = StagePlan(format=Format.ROUND_ROBIN)
    event = a_drawn_stage(club, 5, tables=3, stages=[robin]).tournament
    overview = overview_of(matches(), event.tables, NOW)
    assert [call.table for call in overview.calls] == [1, 2]
    offered = [player for call in overview.calls for player in (call.match.a, call.match.b)]
    assert len(set(offered)) == 4
    assert (len(overview.later), overview.ready) == (8, 10)
    call_match(match_id=overview.calls[0].match.pk, actor=SYSTEM)
    fewer = overview_of(matches(), event.tables, NOW)
    assert [call.match for call in fewer.calls] == [overview.calls[1].match]
    assert "8 more once their players are free" in page(director, event)
    answer = director.post(f"/matches/{fewer.later[0].pk}/call/", {"table": "3"}, follow=True)
    assert "is still playing" in html_of(answer)


def test_a_match_is_called_begun_and_finished(director: Client, event: Tournament) -> None:
    match = matches()[0]
    answer = director.post(f"/matches/{match.pk}/call/", {"table": "3"}, follow=True)
    assert "called to table 3." in html_of(answer)
    director.post(f"/matches/{match.pk}/start/")
    match.refresh_from_db()
    assert (match.status, match.table) == (MatchStatus.PLAYING, 3)
    result = {"score_a": "7", "score_b": "5", "version": match.version, "next": "console"}
    answer = director.post(f"/matches/{match.pk}/", result)
    assert answer["Location"] == f"/events/{event.slug}/console/"


def test_a_refused_score_leads_back_to_the_console(director: Client, event: Tournament) -> None:
    match = matches()[0]
    said = {"score_a": "6", "score_b": "5", "version": match.version, "next": "console"}
    refused = director.post(f"/matches/{match.pk}/", said)
    assert refused.status_code == 409
    form = html_of(refused)
    assert '<input type="hidden" name="next" value="console">' in form
    assert field_with_cursor(form) == "score_a"
    answer = director.post(f"/matches/{match.pk}/", said | {"score_a": "7"})
    assert answer["Location"] == f"/events/{event.slug}/console/"


def field_with_cursor(form: str) -> str:
    """The name of the one field that has the cursor when the page is there."""
    (tag,) = (tag for tag in form.split("<") if " autofocus" in tag)
    return tag.split('name="')[1].split('"')[0]


def test_walkovers_and_corrections_lead_back_to_the_console(
    director: Client, event: Tournament
) -> None:
    match = matches()[0]
    address, console = f"/matches/{match.pk}/", f"/events/{event.slug}/console/"
    assert f'href="{address}?next=console"' in page(director, event)
    form = html_of(director.get(f"{address}?next=console"))
    assert '<input type="hidden" name="next" value="console">' in form
    said = {"ended_by": "walkover", "next": "console"}
    refused = html_of(director.post(address, said))
    assert field_with_cursor(refused) == "winner"
    assert director.post(address, said | {"winner": "a"})["Location"] == console
    over = html_of(director.get(f"{address}?next=console"))
    assert f'href="{address}correct/?next=console"' in over
    form = html_of(director.get(f"{address}correct/?next=console"))
    assert '<input type="hidden" name="next" value="console">' in form
    right = {"score_a": "7", "score_b": "2", "next": "console"}
    refused = html_of(director.post(f"{address}correct/", right))
    assert field_with_cursor(refused) == "reason"
    right |= {"reason": "she came"}
    assert director.post(f"{address}correct/", right)["Location"] == console


def test_a_call_is_taken_back(director: Client, event: Tournament) -> None:
    match = matches()[0]
    call_match(match_id=match.pk, table=1, actor=SYSTEM)
    assert "Undo call" in page(director, event)
    answer = director.post(f"/matches/{match.pk}/uncall/", follow=True)
    assert f"{match}: call undone." in html_of(answer)
    match.refresh_from_db()
    assert (match.status, match.table) == (MatchStatus.READY, None)


def test_a_taken_table_is_told_on_the_console(director: Client, event: Tournament) -> None:
    first, second, *_ = matches()
    call_match(match_id=first.pk, table=2, actor=SYSTEM)
    answer = director.post(f"/matches/{second.pk}/call/", {"table": "2"}, follow=True)
    assert answer.status_code == 200
    assert "Table 2 is taken" in html_of(answer)


def test_the_last_result_is_undone(director: Client, event: Tournament) -> None:
    match = matches()[0]
    report_result(match_id=match.pk, score=(7, 5), actor=SYSTEM)
    assert f"Undo: {match.a} 7–5 {match.b}" in page(director, event)
    director.post(f"/matches/{match.pk}/reopen/")
    match.refresh_from_db()
    assert match.status == MatchStatus.READY


def test_undo_is_for_what_somebody_entered(director: Client, event: Tournament) -> None:
    first, second, *_ = matches()
    report_result(match_id=first.pk, score=(7, 5), actor=SYSTEM)
    leaving = event.entries.get(player=second.a)
    withdraw(entry_id=leaving.pk, actor=SYSTEM)
    second.refresh_from_db()
    assert second.status == MatchStatus.FINISHED
    text = page(director, event)
    assert f"Undo: {first.a} 7–5 {first.b}" in text
    assert f'action="/matches/{first.pk}/reopen/"' in text
    assert "<b>2</b>finished" in text


def test_undo_says_who_won_without_playing(director: Client, event: Tournament) -> None:
    match = matches()[0]
    said = {"ended_by": "walkover", "winner": "b", "next": "console"}
    text = html_of(director.post(f"/matches/{match.pk}/", said, follow=True))
    assert text.count(f"{match}: walkover, {match.b} wins") == 3
    assert "0–0" not in text.split("Needs you")[0]


def test_what_rests_on_a_result_is_told_instead(director: Client, event: Tournament) -> None:
    first, second, *_ = matches()
    report_result(match_id=first.pk, score=(7, 5), actor=SYSTEM)
    report_result(match_id=second.pk, score=(7, 5), actor=SYSTEM)
    semi_final = Match.objects.latest("pk")
    report_result(match_id=semi_final.pk, score=(7, 5), actor=SYSTEM)
    answer = director.post(f"/matches/{first.pk}/reopen/", follow=True)
    assert "would void 1 later match" in html_of(answer)


def test_a_report_is_confirmed(director: Client, event: Tournament) -> None:
    match = matches()[0]
    report_result(match_id=match.pk, score=(7, 5), actor=said_by(match, Side.A))
    assert f"{match.a} says 7–5" in text_of(page(director, event))
    director.post(f"/matches/{match.pk}/confirm/", {"side": "a"})
    match.refresh_from_db()
    assert (match.status, match.score) == (MatchStatus.FINISHED, (7, 5))


def test_a_dispute_is_decided_by_the_director_alone(
    director: Client, signed_in: SignedIn, club: Club, event: Tournament
) -> None:
    match = matches()[0]
    report_result(match_id=match.pk, score=(7, 5), actor=said_by(match, Side.A))
    report_result(match_id=match.pk, score=(5, 7), actor=said_by(match, Side.B))
    text = text_of(page(director, event))
    assert f"{match.a} says 7–5" in text
    assert f"{match.b} says 5–7" in text
    scorer = signed_in(club, Role.SCORER)
    refused = scorer.post(f"/matches/{match.pk}/confirm/", {"side": "b"}, follow=True)
    assert "Only directors of the club can do this." in html_of(refused)
    director.post(f"/matches/{match.pk}/confirm/", {"side": "b"})
    match.refresh_from_db()
    assert (match.status, match.score) == (MatchStatus.FINISHED, (5, 7))


def test_disputes_come_before_reports_and_slow_matches(event: Tournament) -> None:
    disputed, reported, slow, late = matches()
    for match in (disputed, reported):
        report_result(match_id=match.pk, score=(7, 5), actor=said_by(match, Side.A))
    dispute_result(match_id=disputed.pk, reason="no", actor=said_by(disputed, Side.B))
    call_match(match_id=slow.pk, actor=SYSTEM)
    start_match(match_id=slow.pk, actor=SYSTEM)
    call_match(match_id=late.pk, actor=SYSTEM)
    Match.objects.filter(pk=slow.pk).update(started_at=NOW - timedelta(minutes=57))
    Match.objects.filter(pk=late.pk).update(called_at=NOW - timedelta(minutes=11))
    overview = overview_of(matches(), event.tables, NOW)
    assert [state.need for state in overview.needs] == [
        Need.DISPUTED,
        Need.REPORTED,
        Need.LATE,
        Need.SLOW,
    ]


def test_the_console_costs_a_304_while_nothing_is_new(director: Client, event: Tournament) -> None:
    address = f"/events/{event.slug}/console/part/"
    with time_machine.travel(NOW, tick=False):
        etag = director.get(address)["ETag"]
        held = director.get(address, headers={"If-None-Match": etag})
        report_result(match_id=matches()[0].pk, score=(7, 5), actor=SYSTEM)
        fresh = director.get(address, headers={"If-None-Match": etag})
    assert (held.status_code, fresh.status_code) == (304, 200)


def test_the_console_takes_as_many_queries_for_many_matches(
    director: Client, club: Club, queries_of: QueriesOf
) -> None:
    few, many = a_drawn_stage(club, 3).tournament, a_drawn_stage(club, 21).tournament
    assert queries_of(director, f"/events/{few.slug}/console/") == queries_of(
        director, f"/events/{many.slug}/console/"
    )


def part(browser: Client, event: Tournament, etag: str = "") -> tuple[int, str, str]:
    """The changing part of the console: its status, its version and what it says."""
    held = {"If-None-Match": etag} if etag else {}
    answer = browser.get(f"/events/{event.slug}/console/part/", headers=held)
    html = "" if answer.status_code == 304 else html_of(answer)
    return answer.status_code, answer.get("ETag", ""), html


def play_all(event: Tournament) -> None:
    while ready := Match.objects.filter(event=event.slug, status=MatchStatus.READY):
        for match in ready:
            report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)


def test_between_two_rounds_the_next_one_is_offered(director: Client, club: Club) -> None:
    swiss = StagePlan(format=Format.SWISS, settings={"rounds": 2})
    event = a_drawn_stage(club, 4, stages=[swiss]).tournament
    assert "Pair the next round" not in page(director, event)
    play_all(event)
    text = page(director, event)
    assert "Pair the next round" in text
    assert "Undo:" in text
    answer = director.post(f"/events/{event.slug}/rounds/next/", {"next": "console"}, follow=True)
    assert answer.request["PATH_INFO"] == f"/events/{event.slug}/console/"
    text = html_of(answer)
    assert "Next round paired." in text
    assert "Pair the next round" not in text
    # By the results of this round the next one was paired: they are corrected, not undone.
    assert "Undo:" not in text
    play_all(event)
    text = page(director, event)
    assert "All matches are finished." in text
    assert f'href="/events/{event.slug}/standings/"' in text


def test_a_round_that_is_not_played_is_told_on_the_console(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4, stages=[StagePlan(format=Format.SWISS)]).tournament
    answer = director.post(f"/events/{event.slug}/rounds/next/", {"next": "console"}, follow=True)
    assert answer.request["PATH_INFO"] == f"/events/{event.slug}/console/"
    assert "are still to be played" in html_of(answer)


def test_the_next_draw_is_offered_as_soon_as_it_can_be_made(director: Client, club: Club) -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"qualify": 2})
    event = an_event(club, 3, stages=[pools, StagePlan(name="Finals")])
    text = page(director, event)
    assert "Go to the draw of Pools" in text
    assert "Go to the entry desk" in text
    draw_stage(stage_id=event.stages.get(number=1).pk, actor=SYSTEM)
    assert "Go to the draw of" not in page(director, event)
    play_all(event)
    text = page(director, event)
    assert f'href="/events/{event.slug}/stages/2/draw/">Go to the draw of Finals' in text
    assert "Nothing right now." not in text


def test_a_scorer_is_told_who_pairs_the_next_round(signed_in: SignedIn, club: Club) -> None:
    event = a_drawn_stage(club, 4, stages=[StagePlan(format=Format.SWISS)]).tournament
    play_all(event)
    text = page(signed_in(club, Role.SCORER), event)
    assert "Waiting for a director to pair the next round." in text
    assert "rounds/next/" not in text


def test_the_next_step_comes_and_goes_by_itself(director: Client, club: Club) -> None:
    event = an_event(club, 3)
    with time_machine.travel(NOW, tick=False):
        _, before, _ = part(director, event)
        event.stages.update(name="Cup")
        status, named, text = part(director, event, before)
        assert (status, "Cup: not drawn yet." in text) == (200, True)
        assert part(director, event, named)[0] == 304


def test_the_console_takes_as_many_queries_for_many_walkovers(
    director: Client, club: Club, queries_of: QueriesOf
) -> None:
    few, many = a_drawn_stage(club, 8).tournament, a_drawn_stage(club, 8).tournament
    for event, leaving in ((few, 1), (many, 3)):
        for entry in event.entries.order_by("pk")[:leaving]:
            withdraw(entry_id=entry.pk, actor=SYSTEM)
    assert queries_of(director, f"/events/{few.slug}/console/") == queries_of(
        director, f"/events/{many.slug}/console/"
    )


def test_readers_and_strangers_have_no_console(
    client: Client, signed_in: SignedIn, club: Club, event: Tournament
) -> None:
    assert client.get(f"/events/{event.slug}/console/").status_code == 302
    reader = signed_in(club, Role.READER)
    assert reader.get(f"/events/{event.slug}/console/").status_code == 403
    for action in ("call", "start", "confirm", "reopen"):
        assert reader.post(f"/matches/{matches()[0].pk}/{action}/").status_code == 403


def test_a_call_of_all_is_taken_back_at_once(director: Client, event: Tournament) -> None:
    answer = director.post(f"/events/{event.slug}/console/call/", follow=True)
    called = [match.pk for match in matches() if match.status == MatchStatus.CALLED]
    assert len(called) == 3
    start_match(match_id=called[0], actor=SYSTEM)
    undo = f"/events/{event.slug}/console/uncall/?matches={','.join(map(str, called))}"
    assert f'action="{undo}"' in html_of(answer)
    said = html_of(director.post(undo, follow=True))
    assert "2 calls undone." in said
    # Who has begun plays on; asked once more, nothing is left to take back.
    assert [match.status for match in matches()[:2]] == [MatchStatus.PLAYING, MatchStatus.READY]
    assert "0 calls undone." in html_of(director.post(undo, follow=True))


def test_calls_of_another_event_are_not_taken_back(
    director: Client, event: Tournament, club: Club
) -> None:
    other = a_drawn_stage(club, 2, name="Other").tournament
    theirs = Match.objects.get(event=other.slug)
    call_match(match_id=theirs.pk, actor=SYSTEM)
    odd = "x,-1,99999999999999999999999,²"
    director.post(f"/events/{event.slug}/console/uncall/?matches={theirs.pk},{odd}")
    theirs.refresh_from_db()
    assert theirs.status == MatchStatus.CALLED


def test_beads_say_how_far_a_round_has_come(director: Client, event: Tournament) -> None:
    first, second, *_ = matches()
    report_result(match_id=first.pk, score=(7, 3), actor=SYSTEM)
    call_match(match_id=second.pk, actor=SYSTEM)
    strip = page(director, event).split('class="strip"')[1]
    beads = '<i class="d"></i><i class="l"></i><i class="o"></i><i class="o"></i>'
    assert f"{beads}</span><span>Quarter-finals&nbsp;· 1/4</span>" in strip
