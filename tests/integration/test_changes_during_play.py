"""What a director changes at 23:00: it holds for what is not played yet, and for nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rest_framework.test import APIClient

from matches.models import Match, MatchEvent, ResultPolicy
from matches.services.calling import call_match, start_match
from matches.services.results import report_result
from matches.services.verification import ledger_differences
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from rules_core.match.clock import Clock
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage, a_token
from tests.integration.matches.playing import at_table, refused
from tests.integration.stages import drawn, match_at, play, play_out, row_at
from tournaments.models import Stage
from tournaments.services.events import AlreadyDrawn, change_tournament
from tournaments.services.round_lengths import RoundStarted, UnknownRound, change_round_lengths
from tournaments.services.rounds import pair_next_round
from tournaments.services.verification import stage_differences

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def stage() -> Stage:
    """Eight who play: one match is over, one under way, one called, one waits."""
    stage = a_drawn_stage(a_club(), 8)
    over, playing, called = (match_at(stage, f"main-1-{number}") for number in (1, 2, 3))
    report_result(match_id=over.pk, score=(7, 2), actor=SYSTEM)
    call_match(match_id=playing.pk, table=1, actor=SYSTEM)
    start_match(match_id=playing.pk, actor=SYSTEM)
    call_match(match_id=called.pk, table=2, actor=SYSTEM)
    return stage


def change(stage: Stage, **changes: Any) -> None:
    change_tournament(tournament_id=stage.tournament_id, actor=SYSTEM, **changes)


def first_round(stage: Stage) -> list[Match]:
    return [match_at(stage, f"main-1-{number}") for number in (1, 2, 3, 4)]


def end_first_round(stage: Stage) -> None:
    for match in first_round(stage):
        if not match.is_over:
            report_result(match_id=match.pk, score=(7, 2), actor=SYSTEM)


def assert_verified(stage: Stage) -> None:
    assert [str(found) for found in ledger_differences()] == []
    assert [str(found) for found in stage_differences(stage.pk)] == []


def test_who_enters_results_changes_for_all_that_are_not_over(stage: Stage) -> None:
    pad = at_table(match_at(stage, "main-1-2"), Side.A)
    address = f"/api/v1/matches/{match_at(stage, 'main-1-2').pk}/result/"
    assert refused(pad.post(address, {"score": [7, 1]})) == (403, "results_by_directors")
    change(stage, result_policy=ResultPolicy.EITHER)
    policies = [match.result_policy for match in first_round(stage)]
    assert policies == ["director", "either", "either", "either"]
    assert pad.post(address, {"score": [7, 1]}).json()["status"] == "finished"
    assert match_at(stage, "main-2-1").result_policy == "either"
    assert MatchEvent.objects.filter(kind="policy_set").count() == 3
    assert_verified(stage)


def test_a_report_that_waits_is_no_longer_confirmed_by_silence_once_directors_decide() -> None:
    stage = a_drawn_stage(a_club(), 2, result_policy=ResultPolicy.CONFIRM)
    match = match_at(stage, "main-1-1")
    at_table(match, Side.A).post(f"/api/v1/matches/{match.pk}/result/", {"score": [7, 1]})
    match.refresh_from_db()
    assert (match.status, match.confirms_at is not None) == ("reported", True)
    change(stage, result_policy=ResultPolicy.DIRECTOR)
    match.refresh_from_db()
    assert (match.status, match.confirms_at) == ("reported", None)
    assert_verified(stage)


def test_saving_what_is_so_already_changes_nothing(stage: Stage) -> None:
    lines = MatchEvent.objects.count()
    change(stage, result_policy=ResultPolicy.DIRECTOR, change_rules=lambda rules: rules)
    assert MatchEvent.objects.count() == lines


def test_other_rules_hold_for_matches_that_have_not_started(stage: Stage) -> None:
    change(stage, change_rules=lambda rules: replace(rules, jacoby=True, crawford=False))
    jacoby = [match.match_rules.jacoby for match in first_round(stage)]
    assert jacoby == [False, False, True, True]
    end_first_round(stage)
    play_out(stage)
    assert match_at(stage, "main-3-1").match_rules.jacoby
    assert_verified(stage)


def test_a_clock_comes_to_matches_under_way_too(stage: Stage) -> None:
    change(stage, change_rules=lambda rules: replace(rules, clock=Clock(delay_s=10)))
    clocks = [match.match_rules.clock for match in first_round(stage)]
    assert clocks == [None, Clock(delay_s=10), Clock(delay_s=10), Clock(delay_s=10)]
    change(stage, change_rules=lambda rules: replace(rules, clock=None))
    assert [match.match_rules.clock for match in first_round(stage)] == [None] * 4
    assert_verified(stage)


def test_the_length_of_all_rounds_is_not_changed_with_the_rules(stage: Stage) -> None:
    with pytest.raises(AlreadyDrawn):
        change(stage, change_rules=lambda rules: replace(rules, length=5))


def test_a_match_with_rules_of_its_own_keeps_what_the_event_does_not_change(stage: Stage) -> None:
    waiting = match_at(stage, "main-1-4")
    own = MatchRules(length=7, max_cube=8)
    client = director(stage)
    client.patch(f"/api/v1/matches/{waiting.pk}/", {"rules": {"length": 7, "max_cube": 8}})
    change(stage, change_rules=lambda rules: replace(rules, jacoby=True))
    assert match_at(stage, "main-1-4").match_rules == replace(own, jacoby=True)


def director(stage: Stage) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(stage.tournament.club)}")
    return client


def test_rounds_that_have_not_started_get_another_length(stage: Stage) -> None:
    end_first_round(stage)
    semi_final = match_at(stage, "main-2-2")
    call_match(match_id=semi_final.pk, table=5, actor=SYSTEM)
    lengths = {("main", 2): 5, ("main", 3): 9}
    change_round_lengths(stage_id=stage.pk, lengths=lengths, actor=SYSTEM)
    assert [row_at(stage, key).length for key in ("main-1-1", "main-2-1", "main-3-1")] == [7, 5, 9]
    semi_final.refresh_from_db()
    assert (semi_final.length, semi_final.status, semi_final.table) == (5, "called", 5)
    lines = MatchEvent.objects.filter(match=semi_final, kind="rules_set").count()
    change_round_lengths(stage_id=stage.pk, lengths=lengths, actor=SYSTEM)
    assert MatchEvent.objects.filter(match=semi_final, kind="rules_set").count() == lines == 1
    play_out(stage)
    report_result(match_id=semi_final.pk, score=(5, 2), actor=SYSTEM)
    play_out(stage)
    assert match_at(stage, "main-3-1").score == (9, 2)
    assert_verified(stage)


def test_a_round_that_has_started_keeps_its_length(stage: Stage) -> None:
    with pytest.raises(RoundStarted):
        change_round_lengths(stage_id=stage.pk, lengths={("main", 1): 5}, actor=SYSTEM)
    with pytest.raises(UnknownRound):
        change_round_lengths(stage_id=stage.pk, lengths={("lower", 1): 5}, actor=SYSTEM)
    # What does not change may be named.
    change_round_lengths(stage_id=stage.pk, lengths={("main", 1): 7}, actor=SYSTEM)
    assert_verified(stage)


@pytest.mark.parametrize(
    ("format_code", "settings", "place", "key"),
    [
        (
            Format.SINGLE_ELIMINATION,
            {"consolation": "progressive", "third_place": True},
            ("third_place", 1),
            "third_place-1-1",
        ),
        (
            Format.SINGLE_ELIMINATION,
            {"lengths": {"main": [9, 7], "from_final": True}},
            ("main", 3),
            "main-3-1",
        ),
        (Format.DOUBLE_ELIMINATION, {"grand_final": "reset"}, ("lower", 4), "lower-4-1"),
        (Format.ROUND_ROBIN, {"pools": 2}, ("main", 3), "pool_2-3-1"),
        (Format.ROUND_ROBIN, {"pools": 2, "lengths": {"pool_1": [3]}}, ("pool_2", 3), "pool_2-3-1"),
    ],
)
def test_every_format_with_a_plan_takes_other_lengths(
    format_code: Format, settings: dict[str, Any], place: tuple[str, int], key: str
) -> None:
    stage = drawn(format_code, 8, **settings)
    match = stage.pairings.filter(match__isnull=False).order_by("pk")[0].match
    assert match is not None
    report_result(match_id=match.pk, score=(match.length, 0), actor=SYSTEM)
    before = dict(stage.pairings.values_list("key", "length"))
    change_round_lengths(stage_id=stage.pk, lengths={place: 13}, actor=SYSTEM)
    after = dict(stage.pairings.values_list("key", "length"))
    assert after[key] == 13
    round_of = {row.key: (row.bracket, row.round) for row in stage.pairings.all()}
    touched = {row for row in after if after[row] != before[row]}
    assert {round_of[row][1] for row in touched} == {place[1]}
    play_out(stage)
    assert_verified(stage)


def test_a_swiss_pairs_its_next_round_to_the_new_length() -> None:
    stage = drawn(Format.SWISS, 8, rounds=3)
    play(stage)
    change_round_lengths(stage_id=stage.pk, lengths={("main", 2): 5, ("main", 3): 11}, actor=SYSTEM)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    assert set(stage.pairings.filter(round=2).values_list("match__length", flat=True)) == {5}
    change_round_lengths(stage_id=stage.pk, lengths={("main", 2): 3}, actor=SYSTEM)
    assert set(stage.pairings.filter(round=2).values_list("match__length", flat=True)) == {3}
    play(stage)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    assert set(stage.pairings.filter(round=3).values_list("match__length", flat=True)) == {11}
    play(stage)
    assert_verified(stage)


def test_rest_lists_rounds_and_changes_their_lengths(stage: Stage) -> None:
    address = f"/api/v1/tournaments/{stage.tournament.slug}/stages/1/lengths/"
    client = director(stage)
    rounds = client.get(address).json()["rounds"]
    assert rounds[0] == {"bracket": "main", "number": 1, "length": 7, "matches": 3, "started": True}
    assert rounds[2] == {
        "bracket": "main",
        "number": 3,
        "length": 7,
        "matches": 0,
        "started": False,
    }
    body = {"rounds": [{"bracket": "main", "number": 3, "length": 11}]}
    assert client.patch(address, body).json()["rounds"][2]["length"] == 11
    body["rounds"][0]["number"] = 1
    assert refused(client.patch(address, body)) == (409, "round_started")
    assert refused(APIClient().patch(address, body)) == (401, "not_authenticated")
