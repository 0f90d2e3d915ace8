"""Draws, stages and standings through the services."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rustworkx
from rest_framework.test import APIClient

from matches.models import Match, MatchStatus, Rating, RatingPool
from matches.services.calling import set_rules
from matches.services.corrections import Correction, correct_match, reopen_match
from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.seeding import lot
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from rules_core.standings.performance import RatedMatch, performance
from tests.integration.factories import a_club, a_drawn_stage, a_player, an_event
from tests.integration.stages import drawn, is_over, play, play_out, published, seeds_of, stages_of
from tournaments.draws.proofs import proof_of
from tournaments.models import Stage
from tournaments.publishing.standings.why import why
from tournaments.selectors import placed_by_hand
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.replacements import replace_player
from tournaments.services.rounds import pair_next_round, take_back_round
from tournaments.services.tie_placement import place_by_hand

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("format_code", "settings"),
    [
        (Format.SINGLE_ELIMINATION, {"avoid_same_club": True}),
        (Format.DOUBLE_ELIMINATION, {"seeding": "rating"}),
        (Format.SWISS, {"rounds": 3}),
        (Format.ROUND_ROBIN, {"pools": 2}),
    ],
)
def test_a_published_proof_is_confirmed_by_the_command_line(
    format_code: Format, settings: dict[str, Any], tmp_path: Path
) -> None:
    event = an_event(a_club(), 11, stages=[StagePlan(format=format_code, settings=settings)])
    before = proof_of(event.stages.get())
    assert before["seed"] is None
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    proof = proof_of(stage)
    assert proof["commitment"] == before["commitment"]

    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof))
    command = [sys.executable, "-m", "rules_core", "draw", "--proof", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stderr
    order = json.loads(checked.stdout)["order"]
    assert [stage.entrants.get(number=number).entry_id for number in order] == seeds_of(stage)


def test_a_tampered_proof_is_found_out(tmp_path: Path) -> None:
    proof = proof_of(a_drawn_stage(a_club(), 8, seed=""))
    first, second = proof["entrants"][:2]
    first["seed"], second["seed"] = second["seed"], first["seed"]
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(proof))
    command = [sys.executable, "-m", "rules_core", "draw", "--proof", str(path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_a_re_draw_uses_the_seed_that_was_committed_to_with_the_first() -> None:
    stage = a_drawn_stage(a_club(), 16, seed="")
    first = proof_of(stage)
    again = draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)
    second = proof_of(again)
    assert second["commitment"] == first["next_commitment"]
    assert second["seed"] != first["seed"]
    assert again.pairings.count() == 15
    assert Match.objects.filter(status=MatchStatus.VOID).count() == 8


def test_a_second_draw_is_refused_unless_asked_for() -> None:
    stage = a_drawn_stage(a_club(), 4)
    with pytest.raises(RulesError, match="already been drawn") as refused:
        draw_stage(stage_id=stage.pk, actor=SYSTEM)
    assert refused.value.code == "already_drawn"
    play(stage)
    with pytest.raises(RulesError, match="already results"):
        draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)


def test_the_best_of_each_pool_go_on_and_meet_later() -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 4})
    event = an_event(a_club(), 8, stages=[pools, StagePlan(name="Finals")])
    first, finals = stages_of(event)
    draw_stage(stage_id=first.pk, actor=SYSTEM, seed="pools")
    with pytest.raises(RulesError, match="not finished"):
        draw_stage(stage_id=finals.pk, actor=SYSTEM)
    play_out(first)
    first.refresh_from_db()
    table = published(first)
    winners = {row["entry"] for row in table if row["rank"] == 1}
    seconds = {row["entry"] for row in table if row["rank"] == 2}

    finals = draw_stage(stage_id=finals.pk, actor=SYSTEM)

    assert set(seeds_of(finals)[:2]) == winners
    assert set(seeds_of(finals)) == winners | seconds
    pool_of = {row["entry"]: row["pool"] for row in table}
    for pairing in finals.pairings.filter(round=1):
        assert pool_of[pairing.a_id or 0] != pool_of[pairing.b_id or 0]
    play_out(finals)
    event.refresh_from_db()
    assert event.status == "finished"


def test_of_those_who_share_a_place_the_lot_says_who_goes_on() -> None:
    knock_out = StagePlan(name="Knock-out", settings={"qualify": 6})
    first, second = stages_of(an_event(a_club(), 8, stages=[knock_out, StagePlan(name="Next")]))
    first = draw_stage(stage_id=first.pk, actor=SYSTEM, seed="by lot")
    play_out(first)
    shared = [row["entry"] for row in published(first) if row["rank"] == 5]
    number_of = {entry: number for number, entry in enumerate(seeds_of(first), start=1)}
    assert shared == sorted(shared, key=lambda pk: lot("by lot", "lot", number_of[pk]))
    assert shared != sorted(shared)
    second = draw_stage(stage_id=second.pk, actor=SYSTEM)
    assert seeds_of(second)[4:] == shared[:2]


def test_the_draw_of_a_swiss_matches_its_players_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fields: list[int] = []
    matching = rustworkx.max_weight_matching

    def counted(graph: Any, *args: Any, **kwargs: Any) -> Any:
        fields.append(graph.num_nodes() - 1)
        return matching(graph, *args, **kwargs)

    monkeypatch.setattr(rustworkx, "max_weight_matching", counted)
    stage = a_drawn_stage(a_club(), 16, stages=[StagePlan(format=Format.SWISS)])
    assert fields == [16]
    assert stage.pairings.count() == 8


def test_a_swiss_is_paired_round_by_round_and_can_be_taken_back() -> None:
    plan = StagePlan(format=Format.SWISS, settings={"rounds": 3})
    event = an_event(a_club(), 9, stages=[plan])
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM, seed="swiss")
    with pytest.raises(RulesError, match="still to be played") as refused:
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    assert refused.value.code == "round_not_finished"
    play(stage)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    paired = list(stage.pairings.filter(round=2).values_list("a", "b"))
    take_back_round(stage_id=stage.pk, actor=SYSTEM)
    assert stage.pairings.filter(round=2).count() == 0
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    assert list(stage.pairings.filter(round=2).values_list("a", "b")) == paired
    play(stage)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    play(stage)
    with pytest.raises(RulesError, match="standings are final"):
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    stage.refresh_from_db()
    assert stage.finished_at is not None
    assert sum(row["byes"] for row in published(stage)) == 3


def test_a_latecomer_takes_a_bye_and_a_second_one_another() -> None:
    club = a_club()
    stage = a_drawn_stage(club, 6)
    for name in ("Late", "Later"):
        enter_players(
            tournament_id=stage.tournament.pk, newcomers=[Newcomer(name=name)], actor=SYSTEM
        )
    assert stage.pairings.filter(status="bye").count() == 0
    assert stage.pairings.filter(round=1, status="ready").count() == 4
    with pytest.raises(RulesError, match="no bye left") as refused:
        enter_players(
            tournament_id=stage.tournament.pk, newcomers=[Newcomer(name="Last")], actor=SYSTEM
        )
    assert refused.value.code == "no_free_bye"
    assert stage.tournament.entries.count() == 8


def test_a_latecomer_to_a_swiss_plays_from_the_next_round_on() -> None:
    event = an_event(a_club(), 6, stages=[StagePlan(format=Format.SWISS, settings={"rounds": 3})])
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM, seed="swiss")
    (late,) = enter_players(tournament_id=event.pk, newcomers=[Newcomer(name="Late")], actor=SYSTEM)
    play(stage)
    stage = pair_next_round(stage_id=Stage.objects.get(pk=stage.pk).pk, actor=SYSTEM)
    seats = stage.pairings.filter(round=2).values_list("a", "b")
    assert late.pk in {entry for pair in seats for entry in pair}


def test_somebody_else_plays_in_the_place_of_one_who_does_not_come() -> None:
    club = a_club()
    stage = a_drawn_stage(club, 4)
    pairing = stage.pairings.select_related("a").filter(round=1)[0]
    stand_in = a_player(club, "Stand-in")
    assert pairing.a is not None
    replace_player(entry_id=pairing.a.pk, player_id=stand_in.pk, actor=SYSTEM)
    pairing.refresh_from_db()
    assert pairing.match is not None
    assert pairing.match.a == stand_in
    play(stage)
    with pytest.raises(RulesError, match="already has results"):
        replace_player(entry_id=pairing.a.pk, player_id=a_player(club).pk, actor=SYSTEM)


def test_a_drop_out_leaves_no_hole_in_the_bracket() -> None:
    stage = a_drawn_stage(a_club(), 8)
    pairing = stage.pairings.select_related("a", "b").get(key="main-1-1")
    assert pairing.a is not None
    withdraw(entry_id=pairing.a.pk, reason="ill", actor=SYSTEM)
    pairing.refresh_from_db()
    assert (pairing.status, pairing.winner) == ("walkover", "b")
    assert pairing.match is not None
    assert (pairing.match.status, pairing.match.ended_by) == ("finished", "walkover")
    assert stage.pairings.get(key="main-2-1").a_id == pairing.b_id


@pytest.mark.parametrize("code", [code for code in Format if code.is_elimination])
def test_places_that_come_from_a_bracket_are_not_explained_by_a_table(code: Format) -> None:
    stage = drawn(code, 4)
    play_out(stage)
    entries = f"/api/v1/tournaments/{stage.tournament.slug}/stages/1/standings"
    answers = [APIClient().get(f"{entries}/{row['entry']}/why/") for row in published(stage)]
    assert [answer.status_code for answer in answers] == [404] * 4


def test_level_entrants_are_placed_by_hand_and_told_why() -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"tie_breaks": ["match_points"]})
    event = an_event(a_club(), 3, stages=[plan])
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM, seed="circle")
    entries = seeds_of(stage)
    for pairing in stage.pairings.select_related("match"):
        if pairing.match is None:
            continue
        beats = {entries[0]: entries[1], entries[1]: entries[2], entries[2]: entries[0]}
        a_wins = beats[pairing.a_id or 0] == pairing.b_id
        report_result(match_id=pairing.match.pk, score=(7, 5) if a_wins else (5, 7), actor=SYSTEM)
    wanted = [entries[1], entries[2], entries[0]]

    place_by_hand(stage_id=stage.pk, entries=wanted, actor=SYSTEM)

    assert [row["entry"] for row in published(stage)] == wanted
    second = event.entries.get(pk=wanted[1])
    reason = why(Stage.objects.get(pk=stage.pk), second)
    assert reason is not None
    assert reason["above"] is not None
    assert reason["above"]["separated_by"] == "by_hand"
    assert reason["above"]["tied_on"] == ["match_points"]


def test_whoever_comes_back_to_a_final_opens_the_event_again() -> None:
    stage = a_drawn_stage(a_club(), 2)
    gone = stage.tournament.entries.order_by("pk")[0]
    withdraw(entry_id=gone.pk, actor=SYSTEM)
    stage.refresh_from_db()
    assert stage.finished_at is not None
    reinstate(entry_id=gone.pk, actor=SYSTEM)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    assert (stage.finished_at, stage.tournament.status) == (None, "running")
    play_out(stage)
    stage.refresh_from_db()
    assert stage.finished_at is not None


@pytest.mark.parametrize("consolation", ["none", "simple"])
def test_a_walkover_is_not_opened_again_while_somebody_is_away(consolation: str) -> None:
    stage = a_drawn_stage(a_club(), 6, stages=[StagePlan(settings={"consolation": consolation})])
    row = stage.pairings.filter(status="ready").select_related("a").order_by("pk")[0]
    assert row.a is not None
    withdraw(entry_id=row.a.pk, actor=SYSTEM)
    play_out(stage)
    before = published(stage)
    row.refresh_from_db()
    assert row.match_id is not None
    with pytest.raises(RulesError, match="has withdrawn") as refused:
        reopen_match(match_id=row.match_id, reason="misread", actor=SYSTEM)
    assert refused.value.code == "entrant_out"
    assert published(stage) == before


@pytest.mark.parametrize("length", [1, 7])
def test_rating_performance_asks_how_long_a_match_was_played(length: int) -> None:
    settings = {"rounds": 1, "tie_breaks": ["rating_performance"]}
    event = an_event(a_club(), 2, stages=[StagePlan(format=Format.SWISS, settings=settings)])
    pool = RatingPool.objects.create(key="fibs")
    for entry in event.entries.all():
        Rating.objects.create(pool=pool, player=entry.player, matches=5)
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    match = Match.objects.get()
    rules = replace(match.match_rules, length=length)
    set_rules(match_id=match.pk, rules=rules, actor=SYSTEM)
    report_result(match_id=match.pk, score=(length, 0), actor=SYSTEM)
    winner = {figure["code"]: figure["value"] for figure in published(stage)[0]["tie_breaks"]}
    expected = performance([RatedMatch(Rating.INITIAL, length, won=True)])
    assert winner["rating_performance"] == expected


def test_an_order_by_hand_belongs_to_one_draw() -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"tie_breaks": ["wins", "by_hand"]})
    stage = a_drawn_stage(a_club(), 3, stages=[plan])
    place_by_hand(stage_id=stage.pk, entries=seeds_of(stage), actor=SYSTEM)
    assert placed_by_hand(draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)) == []


def test_a_correction_that_saves_a_life_lets_a_lives_stage_go_on() -> None:
    plan = StagePlan(format=Format.SWISS_LIVES, settings={"lives": 2})
    stage = a_drawn_stage(a_club(), 2, stages=[plan])
    play(stage)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    last = Match.objects.latest("pk")
    first_winner = Match.objects.earliest("pk").a_id
    score = (7, 0) if last.a_id == first_winner else (0, 7)
    report_result(match_id=last.pk, score=score, actor=SYSTEM)
    assert is_over(stage)
    correction = Correction(score=(score[1], score[0]))
    correct_match(match_id=last.pk, correction=correction, reason="swapped", actor=SYSTEM)
    assert not is_over(stage)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    play(stage)
    assert is_over(stage)


def test_a_stage_that_others_were_drawn_from_stays_closed() -> None:
    lives = StagePlan(name="Lives", format=Format.SWISS_LIVES, settings={"lives": 1, "qualify": 2})
    event = an_event(a_club(), 4, stages=[lives, StagePlan(name="Final")])
    first, final = stages_of(event)
    first = draw_stage(stage_id=first.pk, actor=SYSTEM)
    gone = event.entries.order_by("pk")[0]
    withdraw(entry_id=gone.pk, actor=SYSTEM)
    while play(first):
        with suppress(RulesError):
            pair_next_round(stage_id=first.pk, actor=SYSTEM)
    draw_stage(stage_id=final.pk, actor=SYSTEM)
    reinstate(entry_id=gone.pk, actor=SYSTEM)
    first.refresh_from_db()
    assert first.finished_at is not None
