"""Meier did play; the name was wrong: a result is put right and what was played later stands."""

from __future__ import annotations

import pytest

from matches.models import Match, MatchEvent, RatingChange
from matches.services.calling import call_match, start_match
from matches.services.corrections import Correction, correct_match
from matches.services.match_listeners import LaterResults
from matches.services.rating_replay import rate_everything, rate_matches
from matches.services.verification import ledger_differences, rating_differences
from players.actors import SYSTEM, Actor
from players.models import Role
from rules_core.draws.settings import Format
from rules_core.errors import NotAllowed
from tests.integration.factories import a_club, a_drawn_stage, a_user
from tests.integration.stages import drawn, entrant, leave, match_at, play, play_out, row_at
from tournaments.models import Stage
from tournaments.services.corrections import DownstreamPlayed, SwapNotPossible
from tournaments.services.verification import stage_differences

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def swap(match: Match, later: LaterResults = LaterResults.SWAP) -> None:
    score = (2, match.length) if match.winner == "a" else (match.length, 2)
    correct_match(
        match_id=match.pk,
        correction=Correction(score=score),
        reason="the name was wrong",
        actor=SYSTEM,
        later=later,
    )


def assert_verified(stage: Stage) -> None:
    assert [str(found) for found in ledger_differences()] == []
    assert [str(found) for found in stage_differences(stage.pk)] == []


def test_the_right_player_has_won_what_the_wrong_one_was_recorded_with() -> None:
    stage = a_drawn_stage(a_club(), 4)
    play_out(stage)
    wrong, right = entrant(stage, "main-1-1", "a"), entrant(stage, "main-1-1", "b")
    final = match_at(stage, "main-2-1")
    with pytest.raises(DownstreamPlayed) as refused:
        swap(match_at(stage, "main-1-1"), LaterResults.REFUSE)
    assert refused.value.facts["can_swap"] is True
    swap(match_at(stage, "main-1-1"))
    row = row_at(stage, "main-2-1")
    assert (row.a, row.winner, row.match) == (right, "a", final)
    final.refresh_from_db()
    assert (final.status, final.a_id, final.score) == ("finished", right.player_id, (7, 2))
    (line,) = MatchEvent.objects.filter(match=final, kind="exchanged")
    assert line.facts["from"] == [wrong.player_id, final.b_id]
    assert line.facts["to"] == [right.player_id, final.b_id]
    assert_verified(stage)


def test_ratings_are_replayed_with_the_right_names() -> None:
    stage = a_drawn_stage(a_club(), 4)
    play_out(stage)
    rate_everything()
    first, final = match_at(stage, "main-1-1"), match_at(stage, "main-2-1")
    wrong, right = first.a_id, first.b_id
    swap(first)
    rate_matches(match_ids=[first.pk, final.pk])
    assert [str(found) for found in rating_differences()] == []
    rated = RatingChange.objects.filter(match=final).values_list("player_id", "won")
    assert (right, True) in rated
    assert wrong not in {player for player, _ in rated}


def test_both_change_places_where_the_loser_plays_on() -> None:
    stage = drawn(Format.DOUBLE_ELIMINATION, 8, grand_final="reset")
    play_out(stage)
    wrong, right = entrant(stage, "main-1-1", "a"), entrant(stage, "main-1-1", "b")
    before = {row.key: (row.a_id, row.b_id, row.outcome) for row in stage.pairings.all()}
    swap(match_at(stage, "main-1-1"))
    turned: dict[int | None, int | None] = {wrong.pk: right.pk, right.pk: wrong.pk}
    for row in stage.pairings.exclude(key="main-1-1"):
        a, b, outcome = before[row.key]
        assert (row.a_id, row.b_id, row.outcome) == (turned.get(a, a), turned.get(b, b), outcome)
    assert not Match.objects.filter(status="void").exists()
    assert_verified(stage)


def test_a_match_being_played_goes_on_with_the_right_name() -> None:
    stage = a_drawn_stage(a_club(), 4)
    play(stage)
    final, right = match_at(stage, "main-2-1"), entrant(stage, "main-1-1", "b")
    call_match(match_id=final.pk, table=3, actor=SYSTEM)
    start_match(match_id=final.pk, actor=SYSTEM)
    swap(match_at(stage, "main-1-1"))
    final.refresh_from_db()
    assert (final.status, final.table, final.a_id) == ("playing", 3, right.player_id)
    assert_verified(stage)


def test_nobody_is_swapped_for_somebody_who_has_left() -> None:
    stage = a_drawn_stage(a_club(), 4)
    play_out(stage)
    leave(entrant(stage, "main-1-1", "b"))
    first = match_at(stage, "main-1-1")
    with pytest.raises(DownstreamPlayed) as refused:
        swap(first, LaterResults.REFUSE)
    assert refused.value.facts["can_swap"] is False
    with pytest.raises(SwapNotPossible):
        swap(first)
    assert match_at(stage, "main-1-1").winner == "a"


def test_twice_is_there_and_back() -> None:
    stage = a_drawn_stage(a_club(), 8)
    play_out(stage)
    seen = list(stage.pairings.order_by("pk").values_list("a", "b", "outcome"))
    swap(match_at(stage, "main-1-2"))
    assert list(stage.pairings.order_by("pk").values_list("a", "b", "outcome")) != seen
    swap(match_at(stage, "main-1-2"))
    assert list(stage.pairings.order_by("pk").values_list("a", "b", "outcome")) == seen
    assert_verified(stage)


def test_only_a_director_swaps_names() -> None:
    club = a_club()
    stage = a_drawn_stage(club, 4)
    play_out(stage)
    with pytest.raises(NotAllowed):
        correct_match(
            match_id=match_at(stage, "main-1-1").pk,
            correction=Correction(score=(2, 7)),
            reason="x",
            actor=Actor(user=a_user(club, Role.SCORER)),
            later=LaterResults.SWAP,
        )
