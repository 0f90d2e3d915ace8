"""Rulings at the board, being late, and clocks that run out, on a match's page and over REST."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from matches.models import EventKind, Match, MatchStatus
from matches.rulings_in_words import WHAT_FOLLOWS, WHAT_HAPPENED
from matches.services.calling import call_match
from matches.services.results import penalise, report_result
from matches.services.rulings import (
    NobodyIsLate,
    NoClock,
    NothingRuled,
    penalise_lateness,
    rule,
    take_back_lateness,
    take_back_overtime,
    take_back_penalty,
    time_out,
)
from matches.services.verification import ledger_differences
from players.actors import SYSTEM, Actor
from players.models import Club, Role
from rules_core.errors import NotAllowed
from rules_core.match import Clock, Lateness, MatchEnd, MatchFinished, MatchRules
from rules_core.rulings import Irregularity
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of, text_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_match(club: Club, **rules: Any) -> Match:
    a_drawn_stage(club, 2, rules=MatchRules(**{"length": 5, **rules}))
    match = Match.objects.select_related("a", "b").get(club=club)
    call_match(match_id=match.pk, table=1, actor=SYSTEM)
    match.refresh_from_db()
    return match


@contextmanager
def minutes_after_the_call(match: Match, minutes: float) -> Iterator[None]:
    assert match.called_at is not None
    with time_machine.travel(match.called_at + timedelta(minutes=minutes), tick=False):
        yield


def test_the_words_are_those_of_the_rules() -> None:
    for one in Irregularity:
        assert (str(WHAT_HAPPENED[one]), str(WHAT_FOLLOWS[one])) == (one.what, one.ruling)


def test_a_ruling_is_kept_with_what_follows_and_changes_no_score(
    club: Club, signed_in: SignedIn
) -> None:
    match = a_match(club)
    scorer = signed_in(club, Role.SCORER)
    address = f"/matches/{match.pk}/"
    page = text_of(html_of(scorer.get(address)))
    assert "dice thrown before the opponent has picked up theirs → they are thrown again" in page
    said = {"irregularity": "early_roll", "side": "b", "reason": "twice", "version": match.version}
    fields = {f"ruling-{name}": value for name, value in said.items()}
    answer = scorer.post(f"{address}ruling/", fields, follow=True)
    history = text_of(html_of(answer)).split("History")[1]
    assert f"ruling at the board: twice · {match.b.name}: dice thrown before" in history
    again = scorer.post(f"{address}ruling/", fields)
    assert again.status_code == 409
    assert match.events.filter(kind=EventKind.RULED).count() == 1
    match.refresh_from_db()
    assert (match.entries, match.status) == ([], MatchStatus.CALLED)
    assert list(ledger_differences()) == []


def test_others_do_not_rule(club: Club, signed_in: SignedIn) -> None:
    match = a_match(club, clock=Clock())
    reader = signed_in(club, Role.READER)
    assert "Record a ruling" not in html_of(reader.get(f"/matches/{match.pk}/"))
    for what in ("ruling", "late", "time-out", "late/undo", "time-out/undo"):
        answer = reader.post(f"/matches/{match.pk}/{what}/", {"side": "a"})
        assert answer.status_code == 403, what
    with pytest.raises(NotAllowed):
        rule(match_id=match.pk, irregularity=Irregularity.COCKED_DICE, actor=Actor())


def test_whoever_is_late_costs_by_one_tap_what_the_rule_says(club: Club, director: Client) -> None:
    match = a_match(club, length=9)
    address = f"/matches/{match.pk}/"
    with minutes_after_the_call(match, 4):
        assert "Who is late?" not in html_of(director.get(address))
        with pytest.raises(NobodyIsLate):
            penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    with minutes_after_the_call(match, 11):
        page = text_of(html_of(director.get(address)))
        assert f"Who is late? {match.a.name} : 2 points for the opponent" in page
        tap = {"side": "a", "version": match.version}
        answer = director.post(f"{address}late/", tap, follow=True)
        assert f"{match.a.name} was late" in text_of(html_of(answer))
        twice = director.post(f"{address}late/", tap, follow=True)
        assert "The match has changed in the meantime" in html_of(twice)
        with pytest.raises(NobodyIsLate):
            penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (0, 2)
    with minutes_after_the_call(match, 16):
        penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (0, 3)
    with minutes_after_the_call(match, 26):
        penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert (match.status, match.winner, match.ended_by) == (
        MatchStatus.FINISHED,
        Side.B,
        MatchEnd.FORFEIT,
    )


def test_a_club_has_its_own_rule_for_being_late_or_none(club: Club) -> None:
    match = a_match(club, lateness=Lateness(first_after_s=900, each_further_s=60))
    with minutes_after_the_call(match, 14), pytest.raises(NobodyIsLate):
        penalise_lateness(match_id=match.pk, side=Side.B, actor=SYSTEM)
    with minutes_after_the_call(match, 16):
        penalise_lateness(match_id=match.pk, side=Side.B, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (2, 0)


def test_where_being_late_costs_nothing_nothing_is_due(club: Club, director: Client) -> None:
    match = a_match(club, lateness=None)
    with minutes_after_the_call(match, 60):
        page = html_of(director.get(f"/matches/{match.pk}/"))
        assert "Who is late?" not in page
        assert "Being late costs" not in page
        with pytest.raises(NobodyIsLate):
            penalise_lateness(match_id=match.pk, side=Side.B, actor=SYSTEM)


def test_the_console_offers_the_points_that_are_due(club: Club, director: Client) -> None:
    match = a_match(club)
    with minutes_after_the_call(match, 12):
        page = text_of(html_of(director.get(f"/events/{match.event}/console/")))
        assert f"{match.b.name} : 2 points for the opponent" in page
        tap = {"side": "b", "version": match.version, "next": "console"}
        answer = director.post(f"/matches/{match.pk}/late/", tap)
    assert answer["Location"] == f"/events/{match.event}/console/"
    match.refresh_from_db()
    assert match.score == (2, 0)


def test_out_of_time_without_overtime_loses_the_match(club: Club, director: Client) -> None:
    match = a_match(club, length=7, clock=Clock())
    page = text_of(html_of(director.get(f"/matches/{match.pk}/")))
    assert "Set at this score, each clock shows 14:00." in page
    assert f"{match.a.name} : loses the match" in page
    tap = {"side": "a", "version": match.version}
    director.post(f"/matches/{match.pk}/time-out/", tap)
    director.post(f"/matches/{match.pk}/time-out/", tap)
    match.refresh_from_db()
    assert (match.winner, match.ended_by) == (Side.B, MatchEnd.TIME)
    assert '<span class="pill bare">time</span>' in html_of(director.get(f"/matches/{match.pk}/"))
    with pytest.raises(MatchFinished):
        time_out(match_id=match.pk, side=Side.B, actor=SYSTEM)


def test_overtime_is_given_once_to_each_side(club: Club, director: Client) -> None:
    match = a_match(club, clock=Clock(overtime_s=60))
    for side in (Side.A, Side.B):
        time_out(match_id=match.pk, side=side, actor=SYSTEM)
    page = text_of(html_of(director.get(f"/matches/{match.pk}/")))
    assert f"{match.a.name} ran out of time and has 60 seconds more, once" in page
    assert f"{match.b.name} : loses the match" in page
    time_out(match_id=match.pk, side=Side.B, actor=SYSTEM)
    match.refresh_from_db()
    assert (match.winner, match.ended_by) == (Side.A, MatchEnd.TIME)


def test_an_overtime_that_was_a_mistake_is_taken_back_by_a_scorer(
    club: Club, signed_in: SignedIn
) -> None:
    match = a_match(club, clock=Clock(overtime_s=60))
    scorer = signed_in(club, Role.SCORER)
    address = f"/matches/{match.pk}/"
    assert "Take back a mistake" not in html_of(scorer.get(address))
    time_out(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    page = text_of(html_of(scorer.get(address)))
    assert f"Take back the overtime of {match.a.name}" in page
    assert f"Take back the overtime of {match.b.name}" not in page
    tap = {"side": "a", "version": match.version}
    page = text_of(html_of(scorer.post(f"{address}time-out/undo/", tap, follow=True)))
    assert f"the overtime of {match.a.name} was a mistake and is taken back" in page
    assert f"{match.a.name} : 60 seconds more" in page
    twice = scorer.post(f"{address}time-out/undo/", tap, follow=True)
    assert "The match has changed in the meantime" in html_of(twice)
    with pytest.raises(NothingRuled):
        take_back_overtime(match_id=match.pk, side=Side.A, actor=SYSTEM)
    time_out(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.status == MatchStatus.CALLED
    assert list(ledger_differences()) == []


def test_a_match_lost_on_time_by_mistake_goes_on_with_its_overtime_as_it_was(
    club: Club, signed_in: SignedIn
) -> None:
    match = a_match(club, clock=Clock(overtime_s=60))
    scorer = signed_in(club, Role.SCORER)
    for _ in range(2):
        time_out(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.ended_by == MatchEnd.TIME
    scorer.post(f"/matches/{match.pk}/reopen/")
    match.refresh_from_db()
    assert (match.status, match.winner) == (MatchStatus.CALLED, "")
    take_back_overtime(match_id=match.pk, side=Side.A, actor=SYSTEM)
    time_out(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.winner == ""


def test_points_for_being_late_that_were_a_mistake_are_taken_back(
    club: Club, signed_in: SignedIn
) -> None:
    match = a_match(club, length=9)
    scorer = signed_in(club, Role.SCORER)
    with minutes_after_the_call(match, 11):
        penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (0, 2)
    tap = {"side": "a", "version": match.version}
    page = html_of(scorer.post(f"/matches/{match.pk}/late/undo/", tap, follow=True))
    assert "It is taken back." in page
    match.refresh_from_db()
    assert (match.score, match.entries) == ((0, 0), [])
    with pytest.raises(NothingRuled):
        take_back_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    with minutes_after_the_call(match, 11):
        penalise_lateness(match_id=match.pk, side=Side.B, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (2, 0)
    assert list(ledger_differences()) == []


def test_a_penalty_that_was_a_mistake_is_taken_back_and_lateness_stays(
    club: Club, signed_in: SignedIn
) -> None:
    match = a_match(club, length=9)
    scorer = signed_in(club, Role.SCORER)
    with minutes_after_the_call(match, 11):
        penalise_lateness(match_id=match.pk, side=Side.A, actor=SYSTEM)
    address = f"/matches/{match.pk}/"
    assert "Take back the last penalty" not in html_of(scorer.get(address))
    for _ in range(2):
        penalise(match_id=match.pk, side=Side.A, points=1, reason="phone", actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (0, 4)
    page = text_of(html_of(scorer.get(address)))
    assert f"Take back the last penalty of {match.a.name}" in page
    tap = {"side": "a", "version": match.version}
    page = html_of(scorer.post(f"{address}penalty/undo/", tap, follow=True))
    assert "It is taken back." in page
    twice = scorer.post(f"{address}penalty/undo/", tap, follow=True)
    assert "The match has changed in the meantime" in html_of(twice)
    match.refresh_from_db()
    assert match.score == (0, 3)
    take_back_penalty(match_id=match.pk, side=Side.A, actor=SYSTEM)
    for side in Side:
        with pytest.raises(NothingRuled):
            take_back_penalty(match_id=match.pk, side=side, actor=SYSTEM)
    match.refresh_from_db()
    assert match.score == (0, 2)
    assert list(ledger_differences()) == []


def test_over_rest_both_are_taken_back_by_delete(club: Club, director: Client) -> None:
    match = a_match(club, length=9, clock=Clock(overtime_s=60))
    time_out(match_id=match.pk, side=Side.B, actor=SYSTEM)
    address = f"/api/v1/matches/{match.pk}/time-out/"
    assert director.delete(f"{address}?side=b").status_code == 200
    assert director.delete(f"{address}?side=b").json()["errors"][0]["code"] == "nothing_ruled"
    assert director.delete(address).status_code == 400
    assert director.delete(f"/api/v1/matches/{match.pk}/late/?side=a").status_code == 409
    penalise(match_id=match.pk, side=Side.B, points=1, reason="phone", actor=SYSTEM)
    address = f"/api/v1/matches/{match.pk}/penalty/?side=b"
    assert director.delete(address).json()["a"]["score"] == 0
    assert director.delete(address).json()["errors"][0]["code"] == "nothing_ruled"


def test_a_match_without_a_clock_has_no_time_out(club: Club) -> None:
    match = a_match(club)
    with pytest.raises(NoClock):
        time_out(match_id=match.pk, side=Side.A, actor=SYSTEM)


def test_a_match_that_is_over_is_not_ruled_on(club: Club, director: Client) -> None:
    match = a_match(club)
    report_result(match_id=match.pk, score=(5, 3), actor=SYSTEM)
    assert "Record a ruling" not in html_of(director.get(f"/matches/{match.pk}/"))
    with pytest.raises(MatchFinished):
        rule(match_id=match.pk, irregularity=Irregularity.COCKED_DICE, actor=SYSTEM)


def test_what_being_late_costs_is_a_setting_of_the_event(club: Club, director: Client) -> None:
    match = a_match(club)
    address = f"/events/{match.event}/during-play/"
    fields = html_of(director.get(address))
    shown = dict(re.findall(r'name="(late_\w+)" value="([\d.]+)"', fields))
    assert shown == {"late_first_minutes": "5.0", "late_further_minutes": "5.0"}
    said = {
        "result_policy": "director",
        "with_clock": "on",
        "overtime_s": "90",
        "beavers": "0",
        "automatic_doubles": "0",
        "max_cube": "64",
        "late_first_minutes": "7.5",
        "late_further_minutes": "2",
        "length-1-main-1": "5",
    }
    answer = director.post(address, said)
    assert answer.status_code == 302, text_of(html_of(answer))
    match.refresh_from_db()
    assert match.match_rules.lateness == Lateness(450, 120)
    assert match.match_rules.clock == Clock(overtime_s=90)
    director.post(address, said | {"late_first_minutes": ""})
    match.refresh_from_db()
    assert match.match_rules.lateness is None
