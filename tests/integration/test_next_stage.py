"""A result is put right after the next stage was drawn from it."""

from __future__ import annotations

import threading
from time import sleep

import pytest
from django.db import connection, transaction

from matches.declared_endings import DeclaredEnding
from matches.models import Match, MatchStatus
from matches.services.corrections import Correction, correct_match, reopen_match
from matches.services.match_listeners import LaterResults
from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tests.integration.factories import a_club, an_event
from tests.integration.stages import is_over, play, play_out, published, seeds_of, stages_of
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.rounds import pair_next_round, take_back_round
from tournaments.services.stages import remove_stage
from tournaments.services.tie_placement import place_by_hand

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

POOL = StagePlan(name="Pool", format=Format.ROUND_ROBIN, settings={"qualify": 2})
FINAL = StagePlan(name="Final")


def an_event_with_its_final_drawn() -> tuple[Stage, Stage]:
    """Four, of whom whoever entered earlier won."""
    first, second = stages_of(an_event(a_club(), 4, stages=[POOL, FINAL]))
    first = draw_stage(stage_id=first.pk, actor=SYSTEM, seed="pool")
    win_as_entered(first)
    return first, draw_stage(stage_id=second.pk, actor=SYSTEM)


def win_as_entered(pool: Stage) -> None:
    for row in pool.pairings.filter(status="ready"):
        assert row.match_id is not None
        score = (7, 2) if (row.a_id or 0) < (row.b_id or 0) else (2, 7)
        report_result(match_id=row.match_id, score=score, actor=SYSTEM)


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def match_of(stage: Stage, winner: int, loser: int) -> Match:
    for row in stage.pairings.select_related("match").filter(status="finished"):
        if {row.a_id, row.b_id} == {winner, loser}:
            assert row.match is not None
            return row.match
    raise AssertionError


def turn(match: Match, later: LaterResults = LaterResults.REFUSE) -> None:
    """The other one had won."""
    score = (0, 7) if match.winner == "a" else (7, 0)
    correct_match(
        match_id=match.pk,
        correction=Correction(score=score),
        reason="the wrong way round",
        actor=SYSTEM,
        later=later,
    )


def ranked(stage: Stage) -> list[int]:
    return [row["entry"] for row in published(stage)]


def second_against_third(stage: Stage) -> Match:
    """The match on which it hangs who goes on: both lost to the first, and the second won it."""
    _, second, third, _ = ranked(stage)
    return match_of(stage, second, third)


def test_who_goes_on_is_drawn_again_while_nothing_of_it_is_played() -> None:
    pool, final = an_event_with_its_final_drawn()
    before = set(seeds_of(fresh(final)))
    turn(second_against_third(pool))
    final = fresh(final)
    assert set(seeds_of(final)) == set(ranked(pool)[:2]) != before
    assert final.pairings.get().match is not None
    assert is_over(pool)


def test_a_played_final_is_listed_and_voided_only_when_that_is_said() -> None:
    pool, final = an_event_with_its_final_drawn()
    play_out(final)
    played = final.pairings.get().match
    assert played is not None
    with pytest.raises(RulesError, match="would void 1 later match") as refused:
        turn(second_against_third(pool))
    assert refused.value.code == "downstream_played"
    assert [lost["match"] for lost in refused.value.facts["voided"]] == [played.pk]
    assert is_over(final)
    played.refresh_from_db()
    assert played.status == MatchStatus.FINISHED

    turn(second_against_third(pool), LaterResults.VOID)
    played.refresh_from_db()
    assert played.status == MatchStatus.VOID
    assert set(seeds_of(fresh(final))) == set(ranked(pool)[:2])
    assert fresh(final).tournament.status == "running"
    play_out(final)
    assert fresh(final).tournament.status == "finished"


def test_a_correction_that_changes_nobodys_place_leaves_the_final_alone() -> None:
    pool, final = an_event_with_its_final_drawn()
    play_out(final)
    *_, third, last = ranked(pool)
    match = match_of(pool, third, last)
    drawn_at = fresh(final).drawn_at
    # They had a win between them; now the last has it, and is still behind the first two.
    turn(match)
    assert fresh(final).drawn_at == drawn_at
    assert is_over(final)


def a_circle_with_its_final_played() -> tuple[Stage, Stage, Match]:
    """Three who won one each, parted by points, and the match with the most points between them."""
    pool, final = stages_of(an_event(a_club(), 3, stages=[POOL, FINAL]))
    pool = draw_stage(stage_id=pool.pk, actor=SYSTEM)
    one, two, three = sorted(seeds_of(pool))
    for winner, loser, left in ((one, two, 0), (two, three, 0), (three, one, 6)):
        row = pool.pairings.get(a__in=(winner, loser), b__in=(winner, loser))
        assert row.match_id is not None
        score = (7, left) if row.a_id == winner else (left, 7)
        report_result(match_id=row.match_id, score=score, actor=SYSTEM)
    play_out(draw_stage(stage_id=final.pk, actor=SYSTEM))
    return pool, final, match_of(pool, one, two)


@pytest.mark.parametrize("how", ["other points", "another ending"])
def test_the_same_winner_is_never_refused_and_what_was_played_stands(how: str) -> None:
    pool, final, match = a_circle_with_its_final_played()
    before = ranked(pool)
    if how == "other points":
        correction = Correction(score=(7, 6) if match.winner == "a" else (6, 7))
    else:
        correction = Correction(ending=DeclaredEnding(MatchEnd.FORFEIT, Side(match.winner)))
    correct_match(match_id=match.pk, correction=correction, reason="misread", actor=SYSTEM)
    assert ranked(pool)[:2] != before[:2]
    assert is_over(final)


def test_a_match_is_not_opened_again_once_others_were_drawn_from_its_stage() -> None:
    pool, _ = an_event_with_its_final_drawn()
    with pytest.raises(RulesError, match="“Final” has been drawn from") as refused:
        reopen_match(match_id=second_against_third(pool).pk, reason="x", actor=SYSTEM)
    assert refused.value.code == "next_stage_drawn"
    assert is_over(pool)


def test_a_round_is_not_taken_back_once_others_were_drawn_from_it() -> None:
    swiss = StagePlan(name="Swiss", format=Format.SWISS, settings={"rounds": 2, "qualify": 2})
    event = an_event(a_club(), 4, stages=[swiss, FINAL])
    first, final = stages_of(event)
    first = draw_stage(stage_id=first.pk, actor=SYSTEM)
    play(first)
    pair_next_round(stage_id=first.pk, actor=SYSTEM)
    # Nothing of the last round is played: one of each pair has left.
    for row in first.pairings.select_related("a").filter(round=2):
        assert row.a is not None
        withdraw(entry_id=row.a.pk, actor=SYSTEM)
    draw_stage(stage_id=final.pk, actor=SYSTEM)
    with pytest.raises(RulesError, match="“Final” has been drawn from") as refused:
        take_back_round(stage_id=first.pk, actor=SYSTEM)
    assert refused.value.code == "round_played"


def test_whoever_comes_back_does_not_open_a_stage_that_others_were_drawn_from() -> None:
    event: Tournament = an_event(a_club(), 4, stages=[POOL, FINAL])
    pool, final = stages_of(event)
    pool = draw_stage(stage_id=pool.pk, actor=SYSTEM)
    gone = event.entries.order_by("pk")[0]
    withdraw(entry_id=gone.pk, actor=SYSTEM)
    play_out(pool)
    draw_stage(stage_id=final.pk, actor=SYSTEM)
    reinstate(entry_id=gone.pk, actor=SYSTEM)
    assert is_over(pool)


def test_a_knock_out_that_must_go_on_takes_back_the_draws_made_from_it() -> None:
    cup = StagePlan(name="Cup", settings={"qualify": 2})
    cup_two = StagePlan(name="Best of two", settings={"qualify": 2})
    event = an_event(a_club(), 4, stages=[cup, cup_two, StagePlan(name="Once more")])
    first, second, third = stages_of(event)
    first = draw_stage(stage_id=first.pk, actor=SYSTEM)
    play_out(first)
    second = draw_stage(stage_id=second.pk, actor=SYSTEM)
    play_out(second)
    third = draw_stage(stage_id=third.pk, actor=SYSTEM)
    semi_final = first.pairings.select_related("match").get(key="main-1-1").match
    assert semi_final is not None
    with pytest.raises(RulesError, match="would void 2 later matches"):
        turn(semi_final)
    turn(semi_final, LaterResults.VOID)
    assert not is_over(first)
    for stage in (second, third):
        stage = fresh(stage)
        assert (stage.drawn_at, stage.finished_at, seeds_of(stage)) == (None, None, [])
        assert not stage.pairings.exists()
    for stage in (first, second, third):
        if stage != first:
            draw_stage(stage_id=stage.pk, actor=SYSTEM)
        play_out(stage)
    event.refresh_from_db()
    assert event.status == "finished"


def test_one_who_comes_back_after_the_draw_does_not_move_it() -> None:
    five = StagePlan(name="Pool", format=Format.ROUND_ROBIN, settings={"qualify": 2})
    event = an_event(a_club(), 5, stages=[five, FINAL])
    pool, final = stages_of(event)
    pool = draw_stage(stage_id=pool.pk, actor=SYSTEM)
    win_as_entered(pool)
    first, *_, fourth, last = ranked(pool)
    gone = event.entries.get(pk=first)
    withdraw(entry_id=gone.pk, actor=SYSTEM)
    drawn = seeds_of(draw_stage(stage_id=final.pk, actor=SYSTEM))
    reinstate(entry_id=gone.pk, actor=SYSTEM)
    turn(match_of(pool, fourth, last))
    assert seeds_of(fresh(final)) == drawn


def test_places_that_others_were_drawn_from_are_not_changed_by_hand() -> None:
    pool, _ = an_event_with_its_final_drawn()
    with pytest.raises(RulesError, match="they can no longer be changed") as refused:
        place_by_hand(stage_id=pool.pk, entries=seeds_of(pool), actor=SYSTEM)
    assert refused.value.code == "next_stage_drawn"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_correction_waits_for_a_draw_that_is_being_made_from_its_places() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer.")
    pool, final = stages_of(an_event(a_club(), 4, stages=[POOL, FINAL]))
    pool = draw_stage(stage_id=pool.pk, actor=SYSTEM, seed="pool")
    win_as_entered(pool)
    match = second_against_third(pool)
    drawn = threading.Event()

    def draw_slowly() -> None:
        try:
            with transaction.atomic():
                draw_stage(stage_id=fresh(final).pk, actor=SYSTEM)
                drawn.set()
                # Long enough for the correction to have come through, were it not to wait.
                sleep(0.5)
        finally:
            connection.close()

    drawing = threading.Thread(target=draw_slowly)
    drawing.start()
    assert drawn.wait(10)
    turn(match)
    drawing.join()
    assert set(seeds_of(fresh(final))) == set(ranked(pool)[:2])


def test_what_was_played_two_stages_on_is_listed_too() -> None:
    four = StagePlan(name="Pool", format=Format.ROUND_ROBIN, settings={"qualify": 3})
    three = StagePlan(name="Pool of three", format=Format.ROUND_ROBIN, settings={"qualify": 2})
    event = an_event(a_club(), 4, stages=[four, three, FINAL])
    for stage in stages_of(event):
        win_as_entered(draw_stage(stage_id=stage.pk, actor=SYSTEM, seed="lists"))
    first, second, third = stages_of(event)
    *_, out_of_it, last = sorted(seeds_of(first))
    with pytest.raises(RulesError) as refused:
        turn(match_of(first, out_of_it, last))
    listed = {lost["match"] for lost in refused.value.facts["voided"]}
    after = Pairing.objects.filter(stage__in=(second, third), match__isnull=False)
    assert listed == set(after.values_list("match", flat=True))


def test_fewer_than_are_to_go_on_may_have_taken_part() -> None:
    six = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 8})
    event = an_event(a_club(), 6, stages=[six, FINAL, StagePlan(name="Jackpot")])
    pools, final, _ = stages_of(event)
    pools = draw_stage(stage_id=pools.pk, actor=SYSTEM)
    play_out(pools)
    draw_stage(stage_id=final.pk, actor=SYSTEM)
    enter_players(
        tournament_id=event.pk,
        newcomers=[Newcomer(name="Late"), Newcomer(name="Later")],
        actor=SYSTEM,
    )
    row = pools.pairings.filter(status="finished")[0]
    assert row.match_id is not None
    right = Correction(score=(7, 5))
    match = correct_match(match_id=row.match_id, correction=right, reason="points", actor=SYSTEM)
    assert match.score == (7, 5)


def test_a_final_for_one_alone_is_not_drawn() -> None:
    first, final = an_event_with_its_final_drawn()
    best, second, third, last = sorted(seeds_of(first))
    play_out(final)
    for entry in Entry.objects.filter(pk__in=(best, third, last)):
        withdraw(entry_id=entry.pk, actor=SYSTEM)
    turn(match_of(first, best, last), LaterResults.VOID)
    turn(match_of(first, best, third), LaterResults.VOID)
    final = fresh(final)
    assert (final.drawn_at, final.pairings.count()) == (None, 0), second


def test_rounds_are_not_paired_in_a_stage_that_others_were_drawn_from() -> None:
    lives = StagePlan(name="Lives", format=Format.SWISS_LIVES, settings={"lives": 2, "qualify": 2})
    first, second = stages_of(an_event(a_club(), 3, stages=[lives, FINAL]))
    first = draw_stage(stage_id=first.pk, actor=SYSTEM)
    winner = first.pairings.select_related("a").get(round=1, status="ready").a
    assert winner is not None
    play(first)
    withdraw(entry_id=winner.pk, actor=SYSTEM)
    pair_next_round(stage_id=first.pk, actor=SYSTEM)
    with_bye = first.pairings.get(round=1, status="bye").a_id
    row = first.pairings.get(round=2, status="ready")
    assert row.match_id is not None
    score = (7, 2) if row.a_id == with_bye else (2, 7)
    report_result(match_id=row.match_id, score=score, actor=SYSTEM)
    draw_stage(stage_id=second.pk, actor=SYSTEM)
    reinstate(entry_id=winner.pk, actor=SYSTEM)
    with pytest.raises(RulesError, match="standings are final"):
        pair_next_round(stage_id=first.pk, actor=SYSTEM)
    assert is_over(first)


def test_an_event_is_over_once_the_stage_it_does_not_play_is_taken_off() -> None:
    event = an_event(a_club(), 4, stages=[POOL, FINAL])
    pool, final = stages_of(event)
    play_out(draw_stage(stage_id=pool.pk, actor=SYSTEM))
    remove_stage(stage_id=final.pk, actor=SYSTEM)
    event.refresh_from_db()
    assert event.status == "finished"
