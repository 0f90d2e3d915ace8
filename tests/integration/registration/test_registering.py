"""Who registers, who they are taken for, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from outbox.mail import send_due
from players.actors import SYSTEM, Actor
from players.models import Player
from players.services.merging import merge_players
from rules_core.errors import RulesError
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.registration.lists import (
    IN,
    WAITING,
    an_open_event,
    names,
    registered,
    somebody,
)
from tournaments.models import EntryStatus, Registration, RegistrationStatus, Tournament
from tournaments.services import registrations
from tournaments.services.attendance import check_in_oneself, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players, remove_entry
from tournaments.services.events import change_tournament
from tournaments.services.fees import mark_paid
from tournaments.services.registration_upkeep import forget, remind
from tournaments.services.registrations import Details, approve, cancel, confirm, decline, register

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def a_stranger(event: Tournament, name: str, email: str = "", **kwargs: Any) -> Registration:
    details = Details(name=name, email=email or f"{name.split()[0].lower()}@example.org")
    return register(tournament_id=event.pk, details=details, actor=somebody(**kwargs))


def test_who_comes_after_the_last_place_waits_and_moves_up_in_turn() -> None:
    event = an_open_event(places=2)
    rows = [registered(event, f"Player {n}") for n in range(1, 5)]
    assert [row.status for row in rows] == [IN, IN, WAITING, WAITING]
    cancel(registration_id=rows[0].pk)
    assert names(event, IN) == ["Player 2", "Player 3"]
    withdraw(entry_id=event.entries.get(player__name="Player 2").pk, actor=SYSTEM)
    assert names(event, WAITING) == []
    assert event.entries.exclude(status=EntryStatus.WITHDRAWN).count() == 2


def test_more_places_let_in_as_many_and_fewer_throw_nobody_out() -> None:
    event = an_open_event(places=1)
    for n in range(1, 5):
        registered(event, f"Player {n}")
    change_tournament(tournament_id=event.pk, actor=SYSTEM, places=3)
    assert names(event, IN) == ["Player 1", "Player 2", "Player 3"]
    change_tournament(tournament_id=event.pk, actor=SYSTEM, places=1)
    assert names(event, IN) == ["Player 1", "Player 2", "Player 3"]
    cancel(registration_id=event.registrations.get(name="Player 1").pk)
    assert names(event, WAITING) == ["Player 4"]


def test_a_confirmed_address_is_whoever_the_club_knows_by_it() -> None:
    club = a_club()
    anna = a_player(club, "Anna Meier")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.org")
    event = an_open_event(club)
    row = a_stranger(event, "A. Meier", "Anna@example.org")
    assert row.status == RegistrationStatus.TO_CONFIRM
    assert event.entries.count() == 0
    send_due()
    (letter,) = mail.outbox
    assert f"/me/{row.secret}/confirm/{row.confirmation}/" in letter.body
    confirmed = confirm(registration_id=row.pk, confirmation=row.confirmation)
    assert (confirmed.status, confirmed.player) == (IN, anna)
    assert Player.objects.filter(club=club).count() == 1


def test_a_guessed_confirmation_confirms_nothing() -> None:
    row = a_stranger(an_open_event(), "Anna Meier")
    with pytest.raises(RulesError, match="not complete"):
        confirm(registration_id=row.pk, confirmation=row.secret)
    row.refresh_from_db()
    assert row.status == RegistrationStatus.TO_CONFIRM


def test_a_namesake_is_the_directors_question() -> None:
    club = a_club()
    jorg = a_player(club, "Jörg Weber")
    event = an_open_event(club)
    row = registered(event, "weber JORG")
    assert (row.status, row.proposed) == (RegistrationStatus.TO_APPROVE, jorg)
    approved = approve(registration_id=row.pk, actor=SYSTEM)
    assert (approved.status, approved.player) == (IN, jorg)
    other = registered(event, "Jorg Weber")
    assert approve(registration_id=other.pk, actor=SYSTEM, is_new=True).player != jorg
    assert event.entries.count() == 2


def test_nearly_the_same_name_is_the_directors_question_too() -> None:
    club = a_club()
    anna = a_player(club, "Anna Meier")
    event = an_open_event(club)
    row = registered(event, "Ana Meier")
    assert (row.status, row.proposed, row.why_approval) == ("to_approve", anna, "near")
    assert approve(registration_id=row.pk, actor=SYSTEM).player == anna
    assert registered(event, "Bea Frei").status == IN
    assert Player.objects.filter(club=club).count() == 2


def test_without_mail_a_director_is_the_check(settings: Any) -> None:
    settings.SENDS_MAIL = False
    event = an_open_event(places=1)
    rows = [a_stranger(event, name) for name in ("Anna Meier", "Bea Frei")]
    assert {row.status for row in rows} == {RegistrationStatus.TO_APPROVE}
    assert event.entries.count() == 0
    for row in reversed(rows):
        approve(registration_id=row.pk, actor=SYSTEM)
    assert (names(event, IN), names(event, WAITING)) == (["Bea Frei"], ["Anna Meier"])
    assert send_due() == 0
    assert mail.outbox == []


def test_the_same_address_twice_is_one_registration() -> None:
    event = an_open_event()
    first, second = (a_stranger(event, "Anna Meier") for _ in range(2))
    confirm(registration_id=first.pk, confirmation=first.confirmation)
    again = confirm(registration_id=second.pk, confirmation=second.confirmation)
    assert again == first
    assert event.entries.count() == 1


def test_a_script_from_one_connection_does_not_fill_an_event(settings: Any) -> None:
    settings.REGISTRATIONS_UNSEEN, settings.REGISTRATIONS_TO_LOOK_AT = 3, 5
    event = an_open_event(places=20)
    for n in range(8):
        row = a_stranger(event, f"Robot {n}", f"robot{n}@example.org")
        confirm(registration_id=row.pk, confirmation=row.confirmation)
    with pytest.raises(RulesError, match="Ask the director"):
        a_stranger(event, "Robot 8")
    assert len(names(event, IN)) == 3
    assert len(names(event, RegistrationStatus.TO_APPROVE)) == 5
    elsewhere = a_stranger(event, "Anna Meier", address="192.0.2.1")
    assert confirm(registration_id=elsewhere.pk, confirmation=elsewhere.confirmation).status == IN


def test_the_event_says_whom_it_takes() -> None:
    club = a_club()
    event = an_open_event(club, members_only=True)
    with pytest.raises(RulesError) as refused:
        registered(event, "Anna Meier")
    assert refused.value.code == "members_only"
    user = a_user()
    player = a_player(club, "Bea Frei")
    player.user = user
    player.save()
    row = register(tournament_id=event.pk, details=Details(), actor=_actor(user))
    assert (row.status, row.player) == (IN, player)
    strong = an_open_event(club, lowest_rating=1600)
    with pytest.raises(RulesError) as refused:
        register(tournament_id=strong.pk, details=Details(), actor=_actor(user))
    assert refused.value.code == "outside_ratings"


def _actor(user: Any) -> Actor:
    return Actor(user=user)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"registration": "closed"}, "registration_closed"),
        ({"registration_opens_at": timedelta(hours=1)}, "registration_not_open"),
        ({"registration_closes_at": timedelta(hours=-1)}, "registration_closed"),
        ({"starts_at": timedelta(hours=-1)}, "registration_closed"),
    ],
)
def test_too_early_and_too_late(terms: dict[str, Any], code: str) -> None:
    at: dict[str, Any] = {
        k: timezone.now() + v if isinstance(v, timedelta) else v for k, v in terms.items()
    }
    event = an_open_event(**at)
    with pytest.raises(RulesError) as refused:
        registered(event, "Anna Meier")
    assert refused.value.code == code


def test_an_event_that_is_not_published_takes_nobody() -> None:
    event = an_open_event(published=False)
    with pytest.raises(RulesError) as refused:
        registered(event, "Anna Meier")
    assert refused.value.code == "gone"


def test_after_the_draw_nobody_moves_up_and_nobody_cancels() -> None:
    event = an_open_event(places=2)
    rows = [registered(event, f"Player {n}") for n in range(1, 4)]
    draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    withdraw(entry_id=event.entries.get(player__name="Player 1").pk, actor=SYSTEM)
    assert names(event, WAITING) == ["Player 3"]
    with pytest.raises(RulesError, match="draw"):
        cancel(registration_id=rows[1].pk)


def test_who_has_paid_and_cancels_stays_listed_and_can_come_back() -> None:
    event = an_open_event(places=1)
    row = registered(event, "Anna Meier")
    actor_user = row.user
    entry = event.entries.get()
    mark_paid(entry_id=entry.pk, actor=SYSTEM)
    cancel(registration_id=row.pk)
    entry.refresh_from_db()
    assert (entry.status, entry.paid) == (EntryStatus.WITHDRAWN, True)
    again = register(tournament_id=event.pk, details=Details(), actor=_actor(actor_user))
    assert again.status == IN
    assert again.entry == entry


def test_whom_the_desk_enters_or_removes_is_in_or_off_the_list() -> None:
    event = an_open_event(places=1)
    registered(event, "Player 1")
    waiting = registered(event, "Player 2")
    enter_players(
        tournament_id=event.pk,
        newcomers=[Newcomer(player_id=waiting.player_id)],
        actor=SYSTEM,
    )
    assert names(event, IN) == ["Player 1", "Player 2"]
    remove_entry(entry_id=event.entries.get(player__name="Player 2").pk, actor=SYSTEM)
    assert names(event, RegistrationStatus.DECLINED) == ["Player 2"]


def test_check_in_opens_an_hour_before() -> None:
    event = an_open_event()
    row = registered(event, "Anna Meier")
    with pytest.raises(RulesError, match="one hour"):
        check_in_oneself(entry_id=row.entry_id)
    change_tournament(
        tournament_id=event.pk, actor=SYSTEM, starts_at=timezone.now() + timedelta(minutes=59)
    )
    assert check_in_oneself(entry_id=row.entry_id).status == EntryStatus.PRESENT


def test_the_mails_of_a_registration_in_its_language() -> None:
    event = an_open_event(places=1, name="Limmat Cup", registration="approval")
    first = registered(event, "Anna Meier", language="de")
    approve(registration_id=first.pk, actor=SYSTEM)
    second = registered(event, "Bea Frei", language="fr")
    approve(registration_id=second.pk, actor=SYSTEM)
    cancel(registration_id=first.pk)
    third = registered(event, "Carlo Conti", language="it")
    decline(registration_id=third.pk, actor=SYSTEM)
    change_tournament(
        tournament_id=event.pk, actor=SYSTEM, starts_at=timezone.now() + timedelta(hours=23)
    )
    Registration.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert (remind(), remind()) == (1, 0)
    send_due()
    assert [letter.subject for letter in mail.outbox] == [
        "Limmat Cup: deine Anmeldung",
        "Limmat Cup: deine Anmeldung ist bestätigt",
        "Limmat Cup: votre inscription",
        "Limmat Cup: votre inscription est validée",
        "Limmat Cup: vous avez une place",
        "Limmat Cup: du bist abgemeldet",
        "Limmat Cup: la tua iscrizione",
        "Limmat Cup: la tua iscrizione",
        "Limmat Cup: demain",
    ]


def test_what_is_no_longer_needed_is_forgotten() -> None:
    event = an_open_event()
    kept, late = registered(event, "Anna Meier"), a_stranger(event, "Bea Frei")
    Registration.objects.filter(pk=late.pk).update(created_at=timezone.now() - timedelta(days=3))
    forget()
    assert list(Registration.objects.all()) == [kept]
    long_ago = timezone.now() - timedelta(days=31)
    Tournament.objects.update(starts_at=long_ago)
    Registration.objects.update(created_at=long_ago)
    forget()
    assert not Registration.objects.exists()
    assert event.entries.count() == 1
    assert event.entries.get().player_code.digest == kept.digest


def test_a_director_of_another_club_approves_nobody() -> None:
    event = an_open_event(registration="approval")
    row = registered(event, "Anna Meier")
    stranger = _actor(a_user(a_club()))
    for act in (registrations.approve, registrations.decline):
        with pytest.raises(RulesError):
            act(registration_id=row.pk, actor=stranger)
    row.refresh_from_db()
    assert row.status == RegistrationStatus.TO_APPROVE


def test_two_who_are_registered_for_the_same_event_are_not_merged() -> None:
    club = a_club()
    event = an_open_event(club, places=1)
    first, second = registered(event, "Anna Meier"), registered(event, "A. Maier")
    assert (first.status, second.status) == (IN, WAITING)
    assert first.player is not None
    assert first.player.full_name == "Anna Meier"
    Player.objects.update(user=None)
    with pytest.raises(RulesError) as refused:
        merge_players(player_id=second.player_id or 0, into_id=first.player_id or 0, actor=SYSTEM)
    assert refused.value.code == "different_people"
    cancel(registration_id=second.pk)
