"""What somebody read before another changed it decides nothing: services read again under a lock."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from db.locking import Gone
from players.actors import SYSTEM
from players.models import Player
from players.services.clubs import change_club
from players.services.registration import PlayerAnonymised, anonymise_player, change_player
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_drawn_stage, a_player, an_event
from tests.integration.stages import play_out
from tournaments.models import Entry, EntryStatus, Stage, Tournament
from tournaments.services.attendance import AlreadyOut, check_in, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import give_seed, remove_entry
from tournaments.services.events import (
    AlreadyDrawn,
    StagePlan,
    change_tournament,
    publish,
    unpublish,
)
from tournaments.services.fees import mark_paid
from tournaments.services.stages import append_stage, change_format, let_qualify

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_who_has_left_meanwhile_is_not_checked_in() -> None:
    stage = a_drawn_stage(a_club(), 4)
    seen = stage.tournament.entries.all()[0]
    withdraw(entry_id=seen.pk, actor=SYSTEM, reason="ill")
    with pytest.raises(AlreadyOut, match="withdrawn"):
        check_in(entry_id=seen.pk, actor=SYSTEM)
    kept = Entry.objects.get(pk=seen.pk)
    assert (kept.status, kept.reason) == (EntryStatus.WITHDRAWN, "ill")


def test_a_fee_paid_changes_nothing_else_of_an_entry() -> None:
    seen = an_event(a_club(), 2).entries.all()[0]
    check_in(entry_id=seen.pk, actor=SYSTEM)
    give_seed(entry_id=seen.pk, seed=2, actor=SYSTEM)
    paid = mark_paid(entry_id=seen.pk, actor=SYSTEM)
    assert (paid.paid, paid.status, paid.seed) == (True, EntryStatus.PRESENT, 2)
    kept = Entry.objects.get(pk=seen.pk)
    assert (kept.paid, kept.status, kept.seed) == (True, EntryStatus.PRESENT, 2)


def test_who_was_anonymised_meanwhile_stays_so() -> None:
    seen = a_player(a_club(), "Anna Meier")
    anonymise_player(player_id=seen.pk, actor=SYSTEM)
    with pytest.raises(PlayerAnonymised):
        change_player(player_id=seen.pk, name=seen.name, country="CH", actor=SYSTEM)
    kept = Player.objects.get(pk=seen.pk)
    assert (kept.name, kept.country) == (f"#{seen.pk}", "")


def test_two_who_change_different_details_of_a_player_both_do() -> None:
    seen = a_player(a_club(), "Anna Meier")
    change_player(player_id=seen.pk, name="Anna Keller", actor=SYSTEM)
    changed = change_player(player_id=seen.pk, email="anna@example.org", actor=SYSTEM)
    assert (changed.name, changed.email) == ("Anna Keller", "anna@example.org")
    assert Player.objects.get(pk=seen.pk).name == "Anna Keller"


def test_two_who_change_different_details_of_a_club_both_do() -> None:
    seen = a_club("Limmat")
    change_club(club_id=seen.pk, name="Zürich", actor=SYSTEM)
    changed = change_club(club_id=seen.pk, language="de", actor=SYSTEM)
    assert (changed.name, changed.language) == ("Zürich", "de")


def test_an_event_hidden_meanwhile_is_published_again_when_asked_to() -> None:
    seen = an_event(a_club())
    unpublish(tournament_id=seen.pk, actor=SYSTEM)
    publish(tournament_id=seen.pk, actor=SYSTEM)
    assert Tournament.objects.get(pk=seen.pk).is_published


def test_an_event_published_meanwhile_keeps_its_moment() -> None:
    seen = an_event(a_club(), published=False)
    at = publish(tournament_id=seen.pk, actor=SYSTEM).published_at
    assert publish(tournament_id=seen.pk, actor=SYSTEM).published_at == at
    assert Tournament.objects.get(pk=seen.pk).published_at == at


def test_an_event_finished_meanwhile_is_finished_in_the_answer_to_a_change() -> None:
    seen = an_event(a_club(), 2)
    play_out(draw_stage(stage_id=seen.stages.get().pk, actor=SYSTEM))
    changed = change_tournament(tournament_id=seen.pk, name="Thursday", actor=SYSTEM)
    assert (changed.name, changed.status) == ("Thursday", "finished")


def test_how_many_qualify_changes_no_other_setting_of_a_stage() -> None:
    seen = an_event(a_club(), 8, stages=[StagePlan(format=Format.SWISS, settings={"rounds": 3})])
    stage = seen.stages.get()
    change_format(
        stage_id=stage.pk,
        format_code=Format.SWISS,
        settings=lambda _: {"rounds": 5},
        actor=SYSTEM,
    )
    let_qualify(stage_id=stage.pk, count=4, actor=SYSTEM)
    assert Stage.objects.get(pk=stage.pk).settings == {"rounds": 5, "qualify": 4}


def test_an_event_finished_meanwhile_goes_on_with_a_further_stage() -> None:
    seen = an_event(a_club(), 2)
    play_out(draw_stage(stage_id=seen.stages.get().pk, actor=SYSTEM))
    append_stage(tournament_id=seen.pk, plan=StagePlan(name="Jackpot"), actor=SYSTEM)
    assert Tournament.objects.get(pk=seen.pk).status == "running"


def test_the_rules_of_a_stage_drawn_meanwhile_stand() -> None:
    seen = an_event(a_club(), 4)
    stage = seen.stages.get()
    draw_stage(stage_id=stage.pk, actor=SYSTEM)
    with pytest.raises(AlreadyDrawn):
        change_format(
            stage_id=stage.pk,
            format_code=Format.SWISS,
            settings=lambda _: {"rounds": 3},
            actor=SYSTEM,
        )
    assert Stage.objects.get(pk=stage.pk).format == Format.SINGLE_ELIMINATION


def test_who_was_taken_off_the_list_meanwhile_gets_no_seed() -> None:
    seen = an_event(a_club(), 3).entries.all()[0]
    remove_entry(entry_id=seen.pk, actor=SYSTEM)
    with pytest.raises(Gone):
        give_seed(entry_id=seen.pk, seed=1, actor=SYSTEM)


def test_rules_that_two_change_at_once_are_changed_by_both() -> None:
    seen = an_event(a_club())
    for rule in ("jacoby", "beavers"):
        change = partial(replace, **{rule: True})
        change_tournament(tournament_id=seen.pk, change_rules=change, actor=SYSTEM)
    kept = MatchRules.from_json(Tournament.objects.get(pk=seen.pk).rules)
    assert (kept.jacoby, kept.beavers) == (True, True)
