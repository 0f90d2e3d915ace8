"""Nights are looked after as matches are: checked, made again, gone with their club, told to their players."""

from __future__ import annotations

import contextlib
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from chouettes.models import ChouetteEntry, ChouetteNight, Seat
from chouettes.services.games import finish_game, start_game
from chouettes.services.nights import begin_night, close_night, join_night, take_back
from matches.services.forgetting import KEPT, forget_addresses
from players.actors import SYSTEM, Actor, Channel
from players.models import Club, Player, Role
from players.services.named_players import Somebody
from rules_core.chouette import ChouetteRules
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.money.sessions import a_session
from tests.integration.tampering import unguard_the_ledger

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_night(club: Club | None = None, players: int = 4, actor: Actor = SYSTEM) -> ChouetteNight:
    club = club or a_club()
    seated = [Somebody(player_id=a_player(club).pk) for _ in range(players)]
    return begin_night(club_id=club.pk, players=seated, rules=ChouetteRules(), actor=actor)


def played(night: ChouetteNight) -> ChouetteNight:
    """Two games, the second of which was taken back and entered again; somebody came in between."""
    for winner in ("box", "team"):
        start_game(night_id=night.pk, actor=SYSTEM)
        finish_game(night_id=night.pk, winner=winner, kind="gammon", actor=SYSTEM)
        if winner == "box":
            join_night(night_id=night.pk, somebody=Somebody(name="Fritz Neu"), actor=SYSTEM)
    take_back(night_id=night.pk, actor=SYSTEM)
    finish_game(night_id=night.pk, winner="team", kind="single", actor=SYSTEM)
    return ChouetteNight.objects.get(pk=night.pk)


def verified() -> list[str]:
    """What ``verify`` writes, a line each."""
    out = StringIO()
    with contextlib.suppress(CommandError):
        call_command("verify", stdout=out)
    return out.getvalue().splitlines()


def test_what_follows_from_its_ledger_agrees() -> None:
    close_night(night_id=played(a_night()).pk, actor=SYSTEM)
    reopened = played(a_night())
    close_night(night_id=reopened.pk, actor=SYSTEM)
    take_back(night_id=reopened.pk, actor=SYSTEM)
    assert verified() == [
        "0 matches, 2 chouette nights, 0 money sessions, 0 stages and all ratings agree."
    ]


def test_a_row_or_an_account_changed_by_hand_is_named_and_made_again() -> None:
    night = played(a_night())
    accounts = dict(night.seats.values_list("number", "points"))
    night.seats.filter(number=2).update(points=99)
    ChouetteNight.objects.update(games=7, status="closed")
    assert verified() == [
        f"chouette {night.pk}: status is 'closed', but follows as 'open'",
        f"chouette {night.pk}: games is 7, but follows as 2",
        f"chouette {night.pk}: account of seat 2 is 99, but follows as {accounts[2]}",
    ]
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert "chouette nights: 1 computed again, 1 differed" in out.getvalue()
    again = ChouetteNight.objects.get()
    assert (again.games, again.status, again.state) == (2, "open", night.state)
    assert dict(again.seats.values_list("number", "points")) == accounts
    assert verified()[-1].endswith("agree.")


def test_an_account_alone_that_was_changed_is_made_again() -> None:
    night = played(a_night())
    Seat.objects.filter(chouette=night, number=1).update(points=0)
    out = StringIO()
    call_command("rebuild", stdout=out)
    assert "chouette nights: 1 computed again, 1 differed" in out.getvalue()
    assert sum(night.seats.values_list("points", flat=True)) == 0


def test_a_line_that_is_missing_changed_or_impossible_is_named_and_so_is_a_seat_that_is_gone() -> (
    None
):
    missing, impossible, gone, empty_seat = (played(a_night()) for _ in range(4))
    unguard_the_ledger()
    ChouetteEntry.objects.get(chouette=missing, number=3).delete()
    line = ChouetteEntry.objects.get(chouette=impossible, number=3)
    line.facts |= {"kind": "treble"}
    line.save()
    gone.entries.all().delete()
    empty_seat.seats.filter(number=1).delete()
    assert [told.partition(" is ")[0] for told in verified()] == [
        f"chouette {missing.pk}: ledger",
        f"chouette {impossible.pk}: line 3",
        f"chouette {empty_seat.pk}: seat 1",
        f"chouette {gone.pk}: ledger",
    ]


def test_a_club_goes_with_its_nights_and_no_others_do() -> None:
    club, other = a_club(), played(a_night())
    played(a_night(club))
    out = StringIO()
    call_command("remove_club", club.slug, "--yes", stdout=out)
    assert "chouette nights: 1," in out.getvalue()
    assert list(Club.objects.all()) == [other.club]
    assert list(ChouetteNight.objects.all()) == [other]
    assert set(Seat.objects.values_list("chouette", flat=True)) == {other.pk}
    assert set(ChouetteEntry.objects.values_list("chouette", flat=True)) == {other.pk}


def test_addresses_of_other_ledgers_are_forgotten_where_there_are_nights() -> None:
    then = timezone.now() - KEPT - timedelta(days=1)
    phone = Actor(everywhere=True, channel=Channel.TABLE, address="192.0.2.7", at=then)
    a_night(actor=phone)
    session = a_session(actor=phone)
    assert forget_addresses() == 1
    assert session.events.get().address == ""


def test_who_has_sat_in_is_not_deleted() -> None:
    night = a_night()
    sat = night.seats.order_by("number")[0].player_id
    director = Client()
    director.force_login(a_user(night.club, Role.DIRECTOR))
    answer = director.post(f"/players/{sat}/remove/", follow=True)
    assert answer.status_code == 200
    assert Player.objects.filter(pk=sat).exists()


def test_people_get_their_own_nights_with_their_data() -> None:
    night = played(a_night())
    a_night(night.club)
    seat = night.seats.get(number=1)
    seat.player.user = a_user()
    seat.player.save()
    browser = Client()
    browser.force_login(seat.player.user)
    (own,) = json.loads(browser.get("/account/my-data.json").content)["players"]
    assert [(one["id"], one["points"], one["games"]) for one in own["chouette_nights"]] == [
        (night.pk, seat.points, 2)
    ]
