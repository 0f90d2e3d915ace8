"""Why somebody was penalised, corrected, disputed or sent away: for officials and the two who play."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.services.corrections import Correction, correct_match
from matches.services.reports import dispute_result
from matches.services.results import penalise, report_result
from players.actors import SYSTEM, Actor, TableAccess
from players.models import Player, Role, User
from rules_core.match import GameResult, MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_user
from tests.integration.matches.playing import at_table, client, official
from tournaments.models import Entry
from tournaments.selectors import ready_matches
from tournaments.services.attendance import disqualify, withdraw

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

WHY = "thrown out of the bar"


class Evening:
    """A published event in which everything was said that has a reason."""

    def __init__(self) -> None:
        self.club = a_club()
        self.stage = a_drawn_stage(
            self.club, 4, rules=MatchRules(length=5), result_policy="confirm"
        )
        self.event = self.stage.tournament
        self.match, self.other = ready_matches(self.stage)
        pk = self.match.pk
        penalise(match_id=pk, side=Side.A, points=1, reason=f"{WHY} 1", actor=SYSTEM)
        report_result(match_id=pk, score=(5, 1), actor=Actor(table_access=TableAccess(pk, Side.A)))
        b = Actor(table_access=TableAccess(pk, Side.B))
        dispute_result(match_id=pk, reason=f"{WHY} 2", actor=b)
        kept = Correction(games=[GameResult(Side.A, cube=4)])
        correct_match(match_id=pk, correction=kept, reason=f"{WHY} 3", actor=SYSTEM)
        entries = Entry.objects.filter(tournament=self.event)
        withdraw(entry_id=entries.get(player=self.other.a_id).pk, reason=f"{WHY} 4", actor=SYSTEM)
        disqualify(entry_id=entries.get(player=self.match.b_id).pk, reason=f"{WHY} 5", actor=SYSTEM)

    @property
    def player(self) -> Client:
        """Side b, signed in."""
        user = a_user()
        Player.objects.filter(pk=self.match.b_id).update(user=user)
        return signed_in(user)

    def addresses(self) -> list[str]:
        """Everywhere something could be read."""
        api, event = "/api/v1/", f"/events/{self.event.slug}/"
        stage = f"{api}tournaments/{self.event.slug}/stages/1/"
        own = [
            address
            for match in (self.match, self.other)
            for address in (
                f"{api}matches/{match.pk}/",
                f"{api}matches/{match.pk}/events/",
                f"/matches/{match.pk}/",
            )
        ]
        return [
            *own,
            *(f"{stage}bracket/", f"{stage}standings/", f"{stage}draw/proof/", f"{stage}plan/"),
            *(f"{api}matches/", f"{api}players/{self.match.a_id}/matches/"),
            f"{api}tournaments/{self.event.slug}/entries/",
            *(event, f"{event}standings/", f"{event}entrants/", f"{event}console/"),
            *(f"{event}{file}" for file in ("event.json", "entrants.csv", "results.csv")),
            *(f"{event}desk/{entry.pk}/" for entry in self.event.entries.all()),
        ]


def signed_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def read_by(who: Any, evening: Evening) -> dict[str, int]:
    """Where somebody reads a reason, and how many of them."""
    found = {}
    for address in evening.addresses():
        answer = who.get(address)
        if answer.status_code == 200 and (times := answer.content.decode().count(WHY)):
            found[address] = times
    return found


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_stranger_reads_none(evening: Evening) -> None:
    assert read_by(client(), evening) == {}
    assert read_by(official(a_club()), evening) == {}
    assert read_by(signed_in(a_user()), evening) == {}


def test_a_reader_of_the_club_reads_none_neither_by_a_program_nor_on_a_page(
    evening: Evening,
) -> None:
    assert read_by(official(evening.club, Role.READER), evening) == {}
    assert read_by(signed_in(a_user(evening.club, Role.READER)), evening) == {}


def test_the_two_who_play_read_those_of_their_match(evening: Evening) -> None:
    own = f"/api/v1/matches/{evening.match.pk}/"
    for who in (evening.player, at_table(evening.match, Side.A)):
        reasons = [penalty["reason"] for penalty in who.get(own).json()["penalties"]]
        assert reasons == [f"{WHY} 1"]
        assert f"/api/v1/matches/{evening.other.pk}/" not in read_by(who, evening)


@pytest.mark.parametrize("role", [Role.SCORER, Role.DIRECTOR])
def test_officials_read_all_of_them(evening: Evening, role: Role) -> None:
    pages = signed_in(a_user(evening.club, role))
    program = official(evening.club, role)
    ledger = program.get(f"/api/v1/matches/{evening.match.pk}/events/").content.decode()
    assert [f"{WHY} {number}" in ledger for number in (1, 2, 3)] == [True] * 3
    page = pages.get(f"/matches/{evening.match.pk}/").content.decode()
    assert [f"{WHY} {number}" in page for number in (1, 2, 3)] == [True] * 3


def test_what_else_a_line_says_is_there_for_readers(evening: Evening) -> None:
    ledger = f"/api/v1/matches/{evening.match.pk}/events/"
    director, reader = (
        official(evening.club, role).get(ledger).json() for role in (Role.DIRECTOR, Role.READER)
    )
    assert [line["kind"] for line in reader] == [line["kind"] for line in director]
    (penalty,) = (line["facts"] for line in reader if line["facts"].get("points"))
    assert penalty == {"entry": "penalty", "side": "a", "points": 1, "reason": None}
    (corrected,) = (line["facts"] for line in reader if line["kind"] == "corrected")
    assert corrected["reason"] is None
    assert corrected["entries"]
