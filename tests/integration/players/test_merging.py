"""Two players turn out to be one person: everything follows, and can be put back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from matches.models import Match, MatchEvent, Rating, RatingChange
from matches.services.results import report_result
from matches.services.verification import ledger_differences, rating_differences
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, Player, PlayerMerge, User
from players.selectors import players_on_list
from players.services.deletion import HasPlayed, delete_player
from players.services.merging import (
    UNDO_FOR,
    DifferentPeople,
    MergedFurther,
    MergeStands,
    NotMerged,
    SamePlayer,
    forget_merges,
    merge_players,
    undo_merge,
)
from players.services.registration import (
    PlayerMerged,
    anonymise_player,
    change_player,
    register_player,
)
from rules_core.errors import NotAllowed
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_user, an_event
from tests.integration.registration.lists import an_open_event, assert_in_order, registered
from tournaments.models import Registration, Stage
from tournaments.selectors import ready_matches
from tournaments.services.attendance import withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.registrations import Details, cancel, register

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def club() -> Club:
    return a_club()


def played(stage: Stage) -> None:
    """The first match that is ready has its result, and everything that follows is done."""
    report_result(match_id=ready_matches(stage)[0].pk, score=(7, 3), actor=SYSTEM)
    run_pending()


def two_evenings(club: Club) -> tuple[Player, Player]:
    """Somebody who played once as Jörg and once as Jorg."""
    played(a_drawn_stage(club, ["Jörg Frei", "Anna Meier"]))
    played(a_drawn_stage(club, ["Jorg Frey", "Luca Rossi"]))
    names = {player.name: player for player in club.players.all()}
    return names["Jorg Frey"], names["Jörg Frei"]


def contents() -> dict[str, list[Any]]:
    """All that a merge could touch."""
    return {
        "players": list(
            Player.objects.order_by("pk").values_list("pk", "name", "user", "email", "merged_into")
        ),
        "matches": list(Match.objects.order_by("pk").values_list("pk", "a", "b", "version")),
        "ledger": list(MatchEvent.objects.order_by("pk").values_list("pk", "kind", "facts")),
        "ratings": list(
            Rating.objects.filter(matches__gt=0)
            .order_by("player")
            .values_list("player", "value", "experience", "matches")
        ),
        "changes": list(
            RatingChange.objects.order_by("match", "player").values_list(
                "match", "player", "before", "after"
            )
        ),
    }


def test_results_ratings_and_entries_follow(club: Club) -> None:
    double, kept = two_evenings(club)
    ledger = contents()["ledger"]
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    run_pending()
    assert kept.entries.count() == 2
    assert not double.entries.exists()
    assert kept.ratings.get().matches == 2
    assert not RatingChange.objects.filter(player=double).exists()
    assert contents()["ledger"] == ledger
    assert not list(ledger_differences())
    assert not list(rating_differences())
    assert double not in players_on_list(club=club.slug)
    snapshots = "".join(
        stage.snapshot.bracket for stage in Stage.objects.select_related("snapshot")
    )
    assert "Jorg Frey" not in snapshots
    assert snapshots.count("Jörg Frei") == 2


def test_a_merge_that_is_undone_leaves_everything_as_it_was(club: Club) -> None:
    double, kept = two_evenings(club)
    owner = a_user()
    double.user = owner
    double.email = owner.email
    double.save()
    before = contents()
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    kept.refresh_from_db()
    assert (kept.user, kept.email) == (owner, owner.email)
    run_pending()
    undo_merge(player_id=double.pk, actor=SYSTEM)
    run_pending()
    assert contents() == before
    assert not list(rating_differences())


def test_what_was_played_for_an_entry_since_goes_back_with_it(club: Club) -> None:
    event = an_event(club, ["Jorg Frey", "Luca Rossi"])
    double = club.players.get(name="Jorg Frey")
    kept = a_player(club, "Jörg Frei")
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    played(stage)
    assert kept.ratings.get().matches == 1
    undo_merge(player_id=double.pk, actor=SYSTEM)
    run_pending()
    assert double.ratings.get().matches == 1
    assert not kept.ratings.exists()
    assert not list(rating_differences())


def test_who_played_each_other_are_two(club: Club) -> None:
    played(a_drawn_stage(club, ["Jörg Frei", "Jorg Frey"]))
    one, other = club.players.all()
    with pytest.raises(DifferentPeople, match="played each other"):
        merge_players(player_id=one.pk, into_id=other.pk, actor=SYSTEM)


def test_who_waits_for_a_place_in_an_event_the_other_plays_in_is_another(club: Club) -> None:
    event = an_event(club, ["Jörg Frei", "Anna Meier"], name="Advent")
    kept, double = club.players.get(name="Jörg Frei"), a_player(club, "Jorg Frey")
    waiting = Registration.objects.create(
        tournament=event, player=double, name="Jorg Frey", email="j@x.org", status="waiting",
        turn=1, nonce="n", digest="d",
    )  # fmt: skip
    with pytest.raises(DifferentPeople, match="Both are entered in Advent"):
        merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    Registration.objects.update(status="cancelled")
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    waiting.refresh_from_db()
    assert waiting.player == kept
    anonymise_player(player_id=kept.pk, actor=SYSTEM)
    run_pending()
    waiting.refresh_from_db()
    assert (waiting.name, waiting.email) == (f"#{kept.pk}", "")


def test_whom_a_registration_may_mean_follows_too(club: Club) -> None:
    event, double, kept = an_event(club), a_player(club, "Jorg Frey"), a_player(club, "Jörg Frei")
    asked = Registration.objects.create(
        tournament=event,
        proposed=double,
        name="Jorg Frey",
        status="to_approve",
        nonce="n",
        digest="d",
    )
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    asked.refresh_from_db()
    assert asked.proposed == kept
    undo_merge(player_id=double.pk, actor=SYSTEM)
    asked.refresh_from_db()
    assert asked.proposed == double


def test_who_moved_up_since_keeps_the_place_when_parted(club: Club) -> None:
    event = an_open_event(club, places=1)
    first = registered(event, "Anna Meier")
    waiting = registered(event, "Jorg Frey")
    assert waiting.player is not None
    kept = a_player(club, "Jörg Frei")
    merge_players(player_id=waiting.player.pk, into_id=kept.pk, actor=SYSTEM)
    cancel(registration_id=first.pk)
    assert event.entries.get().player == kept
    undo_merge(player_id=waiting.player.pk, actor=SYSTEM)
    assert event.entries.get().player == waiting.player
    assert_in_order(event, {first.pk, waiting.pk})


def test_who_came_back_since_is_who_came_back(club: Club) -> None:
    event = an_event(club, ["Jorg Frey"], registration="open", starts_at=timezone.now() + UNDO_FOR)
    double, kept = club.players.get(), a_player(club, "Jörg Frei")
    entry = event.entries.get()
    withdraw(entry_id=entry.pk, actor=SYSTEM)
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    enter = Details(name="Jörg Frei")
    back = register(tournament_id=event.pk, details=enter, actor=Actor(user=account_of(kept)))
    assert back.entry == entry
    undo_merge(player_id=double.pk, actor=SYSTEM)
    assert_in_order(event, {back.pk})


def account_of(player: Player) -> User:
    """An account that has this player."""
    player.user = a_user()
    player.save()
    return player.user


def test_who_are_in_one_event_are_two(club: Club) -> None:
    event = an_event(club, ["Jörg Frei", "Jorg Frey", "Anna Meier"], name="Advent")
    one, other = club.players.filter(name__startswith="J")
    with pytest.raises(DifferentPeople, match="Both are entered in Advent"):
        merge_players(player_id=one.pk, into_id=other.pk, actor=SYSTEM)
    assert event.entries.count() == 3


@pytest.mark.parametrize("why", ["account", "federation_id"])
def test_what_only_one_person_can_have_tells_them_apart(club: Club, why: str) -> None:
    one, other = a_player(club, "Jörg Frei"), a_player(club, "Jorg Frey")
    for number, player in enumerate((one, other)):
        if why == "account":
            player.user = a_user()
            player.save()
        else:
            change_player(player_id=player.pk, federation_id=f"CH-{number}", actor=SYSTEM)
    with pytest.raises(DifferentPeople) as refused:
        merge_players(player_id=one.pk, into_id=other.pk, actor=SYSTEM)
    assert refused.value.facts["why"] == why


def test_what_cannot_be_merged_is_refused(club: Club) -> None:
    one, other = a_player(club, "Jörg Frei"), a_player(club, "Jorg Frey")
    with pytest.raises(SamePlayer):
        merge_players(player_id=one.pk, into_id=one.pk, actor=SYSTEM)
    with pytest.raises(NotMerged):
        undo_merge(player_id=one.pk, actor=SYSTEM)
    with pytest.raises(NotAllowed):
        merge_players(player_id=one.pk, into_id=other.pk, actor=Actor(user=a_user(a_club())))
    merge_players(player_id=one.pk, into_id=other.pk, actor=SYSTEM)
    with pytest.raises(PlayerMerged):
        merge_players(player_id=one.pk, into_id=other.pk, actor=SYSTEM)
    with pytest.raises(PlayerMerged):
        enter_players(
            tournament_id=an_event(club).pk,
            newcomers=[Newcomer(player_id=one.pk)],
            actor=SYSTEM,
        )


def test_merges_are_undone_from_the_last_to_the_first(club: Club) -> None:
    """Else what came from the first would go back to the second, and stay there."""
    one, two, three = (a_player(club, name) for name in ("Jörg Frei", "Jorg Frey", "Joerg Frei"))
    merge_players(player_id=one.pk, into_id=two.pk, actor=SYSTEM)
    merge_players(player_id=two.pk, into_id=three.pk, actor=SYSTEM)
    with pytest.raises(MergedFurther):
        undo_merge(player_id=one.pk, actor=SYSTEM)
    undo_merge(player_id=two.pk, actor=SYSTEM)
    assert undo_merge(player_id=one.pk, actor=SYSTEM).merged_into is None


def test_after_thirty_days_a_merge_stands_and_the_double_is_forgotten(club: Club) -> None:
    double = register_player(club_id=club.pk, name="Jorg Frey", email="j@x.org", actor=SYSTEM)
    kept = a_player(club, "Jörg Frei")
    merge_players(player_id=double.pk, into_id=kept.pk, actor=SYSTEM)
    assert forget_merges() == 0
    with time_machine.travel(timezone.now() + UNDO_FOR + timedelta(hours=1)):
        with pytest.raises(MergeStands):
            undo_merge(player_id=double.pk, actor=SYSTEM)
        assert forget_merges() == 1
        assert forget_merges() == 0
    double.refresh_from_db()
    assert (double.full_name, double.email) == (f"#{double.pk}", "")
    assert double.merged_into == kept
    assert PlayerMerge.objects.get().moved == {}


def test_only_who_never_played_is_deleted(club: Club) -> None:
    an_event(club, ["Anna Meier", "Luca Rossi"])
    stranger = a_player(club, "Anna Meyer")
    delete_player(player_id=stranger.pk, actor=SYSTEM)
    assert not Player.objects.filter(pk=stranger.pk).exists()
    anna = club.players.get(name="Anna Meier")
    with pytest.raises(HasPlayed):
        delete_player(player_id=anna.pk, actor=SYSTEM)
    assert Player.objects.filter(pk=anna.pk).exists()
