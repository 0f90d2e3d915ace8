"""Those who run a club: invited by link, changed, removed; and clubs founded in the browser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from outbox.mail import send_due
from players.actors import SYSTEM, Actor
from players.models import Club, Invitation, Membership, Role, StaffEvent, User
from players.services.privacy import leave
from players.services.staff import (
    accept_invitation,
    change_role,
    invite,
    join_by_invitation,
    remove_role,
    revoke_invitation,
)
from rules_core.errors import RulesError
from tests.integration.factories import a_club, a_user, an_event
from tournaments.services.removal import remove_club

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def an_invitation(club: Club, role: Role = Role.SCORER, **details: Any) -> Invitation:
    return invite(club_id=club.pk, role=role, actor=SYSTEM, **details)


def role_of(user: User, club: Club) -> Role | None:
    return Actor(user=user).role_in(club.pk)


def test_an_invitation_gives_its_role_once() -> None:
    club, first, second = a_club(), a_user(), a_user()
    made = an_invitation(club)
    accept_invitation(secret=made.secret, user_id=first.pk)
    assert role_of(first, club) is Role.SCORER
    with pytest.raises(RulesError) as refused:
        accept_invitation(secret=made.secret, user_id=second.pk)
    assert refused.value.code == "invitation_not_valid"
    assert role_of(second, club) is None


@pytest.mark.parametrize("how", ["revoked", "expired", "unknown"])
def test_an_invitation_that_is_not_good_gives_nothing(how: str) -> None:
    club, user = a_club(), a_user()
    made = an_invitation(club)
    if how == "revoked":
        revoke_invitation(invitation_id=made.pk, actor=SYSTEM)
    elif how == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    secret = "0" * 40 if how == "unknown" else made.secret
    with pytest.raises(RulesError):
        accept_invitation(secret=secret, user_id=user.pk)
    assert role_of(user, club) is None


def test_a_director_who_takes_up_a_scorers_invitation_stays_a_director() -> None:
    club = a_club()
    director = a_user(club)
    accept_invitation(secret=an_invitation(club).secret, user_id=director.pk)
    assert role_of(director, club) is Role.DIRECTOR


def test_the_last_director_stays() -> None:
    club = a_club()
    director = a_user(club)
    own = Membership.objects.get(user=director)
    for act in (
        lambda: remove_role(membership_id=own.pk, actor=SYSTEM),
        lambda: change_role(membership_id=own.pk, role=Role.SCORER, actor=SYSTEM),
    ):
        with pytest.raises(RulesError) as refused:
            act()
        assert refused.value.code == "last_director"
    a_user(club)
    remove_role(membership_id=own.pk, actor=SYSTEM)
    assert role_of(director, club) is None


def test_an_address_nobody_confirmed_is_worth_the_invitation_and_no_more(settings: Any) -> None:
    settings.SENDS_MAIL = False
    club, other = a_club(), a_club()
    user = join_by_invitation(
        secret=an_invitation(club).secret, email="Anna@example.org", password="long enough 7!"
    )
    assert not user.has_confirmed_address
    assert (role_of(user, club), role_of(user, other)) == (Role.SCORER, None)
    with pytest.raises(RulesError) as refused:
        join_by_invitation(
            secret=an_invitation(club).secret, email="anna@EXAMPLE.org", password="long enough 7!"
        )
    assert refused.value.code == "account_exists"
    with pytest.raises(RulesError) as refused:
        join_by_invitation(
            secret=an_invitation(club).secret, email="bea@example.org", password="12345"
        )
    assert refused.value.code == "password_not_safe"


def test_everything_is_written_down() -> None:
    club = a_club()
    boss = a_user(club)
    actor = Actor(user=boss)
    made = invite(club_id=club.pk, role=Role.SCORER, actor=actor, name="Anna")
    anna = a_user()
    accept_invitation(secret=made.secret, user_id=anna.pk)
    membership = Membership.objects.get(user=anna)
    change_role(membership_id=membership.pk, role=Role.READER, actor=actor)
    remove_role(membership_id=membership.pk, actor=actor)
    spare = invite(club_id=club.pk, role=Role.READER, actor=actor, name="Bea")
    revoke_invitation(invitation_id=spare.pk, actor=actor)
    lines = StaffEvent.objects.filter(club=club).order_by("pk")
    assert [(line.change, line.whom, line.role) for line in lines] == [
        ("given", boss.email, "director"),
        ("invited", "Anna", "scorer"),
        ("joined", anna.email, "scorer"),
        ("changed", anna.email, "reader"),
        ("removed", anna.email, "reader"),
        ("invited", "Bea", "reader"),
        ("revoked", "Bea", "reader"),
    ]


@pytest.mark.parametrize("change", [{"role": "reader"}, {"whom": "Bea"}, {"change": "removed"}])
def test_what_is_written_down_stays(change: dict[str, str]) -> None:
    a_user(a_club())
    lines = StaffEvent.objects.all()
    for act in (lambda: lines.update(**change), lines.delete):
        with pytest.raises(IntegrityError, match="staff_history"), transaction.atomic():
            act()
    assert lines.count() == 1


def test_who_leaves_for_good_is_named_in_no_list_of_changes() -> None:
    club = a_club()
    a_user(club)
    leaver = a_user()
    made = an_invitation(club, email=leaver.email)
    accept_invitation(secret=made.secret, user_id=leaver.pk)
    leave(actor=Actor(user=leaver))
    assert not StaffEvent.objects.filter(whom=leaver.email).exists()
    assert StaffEvent.objects.filter(club=club, change="joined").count() == 1
    assert not Invitation.objects.exists()


def test_a_club_goes_with_its_list_of_changes() -> None:
    club, other = a_club(), a_club()
    a_user(club)
    a_user(other)
    remove_club(club_id=club.pk)
    assert [line.club for line in StaffEvent.objects.all()] == [other]
    with pytest.raises(IntegrityError), transaction.atomic():
        StaffEvent.objects.all().delete()


def test_an_invitation_by_mail_has_its_link() -> None:
    club = a_club("Limmat")
    made = an_invitation(club, email="anna@example.org", site="https://bg.example")
    send_due()
    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert f"https://bg.example/invitations/{made.secret}/" in letter.body


def signed_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def test_a_scorer_invited_by_link_scores_and_does_no_more(settings: Any) -> None:
    settings.SENDS_MAIL = False
    club = a_club()
    event = an_event(club, 4)
    boss = signed_in(a_user(club))
    page = boss.post(reverse("club-staff", args=[club.slug]), {"role": "scorer", "name": "Anna"})
    (made,) = Invitation.objects.all()
    assert made.secret in page.content.decode()
    phone = Client()
    address = reverse("invitation", args=[made.secret])
    assert phone.get(address).status_code == 200
    said = {"name": "Anna", "email": "anna@example.org", "password": "long enough 7!"}
    assert phone.post(address, said).status_code == 302
    assert phone.get(reverse("event-console", args=[event.slug])).status_code == 200
    for forbidden in ("event-desk", "event-edit", "event-registrations"):
        assert phone.get(reverse(forbidden, args=[event.slug])).status_code == 403
    assert phone.get(reverse("club-staff", args=[club.slug])).status_code == 403
    assert phone.get("/admin/").status_code == 302
    assert Client().get(address).status_code == 404


def test_a_club_is_founded_in_the_browser_where_that_is_allowed(settings: Any) -> None:
    user = a_user()
    browser = signed_in(user)
    settings.FOUND_CLUBS = False
    assert browser.get(reverse("club-found")).status_code == 404
    settings.FOUND_CLUBS = True
    said = {"name": "Club Aare", "language": "de", "timezone": "Europe/Zurich", "country": "ch"}
    for slug in ("club-aare", "club-aare-2", "club-aare-3"):
        assert browser.post(reverse("club-found"), said)["Location"] == f"/clubs/{slug}/"
        assert role_of(user, Club.objects.get(slug=slug)) is Role.DIRECTOR
    assert browser.post(reverse("club-found"), said).status_code == 403


def test_after_signing_in_one_lands_in_ones_own_club() -> None:
    club = a_club()
    assert signed_in(a_user(club)).get("/welcome/")["Location"] == f"/clubs/{club.slug}/"
    assert signed_in(a_user()).get("/welcome/")["Location"] == "/"
