"""An e-mail address counts once it is confirmed: by whoever reads its mail, or by whoever runs the machine."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from players.actors import Actor
from players.models import ApiToken, Club, Membership, Role, User
from players.services.accounts import AddressNotConfirmed
from players.services.clubs import give_role
from tests.integration.accounts.people import (
    RESET,
    Visitor,
    code_sent_to,
    letters_to,
    reset_link_sent_to,
)
from tests.integration.factories import a_club, a_player, a_token, a_user

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ANNA = "anna@example.org"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def squatter() -> Visitor:
    """Somebody who signed up with an address that is not theirs."""
    visitor = Visitor()
    visitor.sign_up(ANNA)
    return visitor


def run(command: str, *args: str) -> str:
    """What a command prints."""
    said = io.StringIO()
    call_command(command, *args, stdout=said)
    return said.getvalue()


def new_club(name: str = "Leeds", director: str = ANNA) -> str:
    where = ("--language", "en", "--timezone", "Europe/London")
    return run("new_club", name, "--director", director, *where)


def password_in(said: str) -> str:
    return said.split("password  ")[1].split()[0]


def may_direct(visitor: Visitor, slug: str = "leeds") -> bool:
    return bool(visitor.get(f"/clubs/{slug}/settings/").status_code == 200)


def test_who_signs_up_is_in_once_they_type_the_code_from_the_mail() -> None:
    anna = Visitor()
    assert anna.sign_up(ANNA)["Location"] == "/accounts/confirm-email/"
    assert not anna.is_signed_in()
    assert "css/site.css" in anna.get("/accounts/confirm-email/").content.decode()
    anna.type_code(code_sent_to(ANNA))
    assert anna.is_signed_in()
    assert EmailAddress.objects.get().verified


def test_the_code_opens_nothing_in_the_browser_of_somebody_else(squatter: Visitor) -> None:
    elsewhere = Visitor()
    elsewhere.type_code(code_sent_to(ANNA))
    assert not elsewhere.is_signed_in()
    assert not EmailAddress.objects.get().verified


def test_a_password_alone_does_not_get_into_an_account_without_a_confirmed_address(
    squatter: Visitor,
) -> None:
    again = Visitor()
    again.sign_in(ANNA)
    assert not again.is_signed_in()


def test_a_new_club_goes_to_the_director_and_not_to_whoever_took_their_address(
    squatter: Visitor,
) -> None:
    said = new_club()
    assert "nobody had confirmed" in said
    for attempt in (squatter, Visitor()):
        attempt.sign_in(ANNA)
        assert not attempt.is_signed_in()
    anna = Visitor()
    anna.sign_in(ANNA, password_in(said))
    assert may_direct(anna)


def test_a_code_that_was_sent_before_is_worth_nothing_after_that(squatter: Visitor) -> None:
    code = code_sent_to(ANNA)
    new_club()
    squatter.get("/accounts/confirm-email/")
    squatter.type_code(code)
    assert not squatter.is_signed_in()


def test_a_session_from_before_ends_when_the_operator_hands_the_account_over(
    squatter: Visitor,
) -> None:
    user = User.objects.get()
    squatter.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    new_club()
    assert not may_direct(squatter)
    assert squatter.get("/account/")["Location"].startswith("/accounts/login/")


def test_who_has_confirmed_the_address_directs_a_club_with_the_account_they_have() -> None:
    anna = Visitor()
    anna.sign_up(ANNA)
    anna.type_code(code_sent_to(ANNA))
    assert "already has an account" in new_club(director="Anna@Example.org")
    assert may_direct(anna)


def test_a_role_is_not_given_to_an_account_that_has_not_confirmed_its_address(
    squatter: Visitor,
) -> None:
    club = a_club()
    with pytest.raises(AddressNotConfirmed, match=r"anna@example\.org is not confirmed"):
        give_role(user_id=User.objects.get().pk, club_id=club.pk, role=Role.READER)
    assert not Membership.objects.exists()


def test_a_role_that_such_an_account_has_all_the_same_gives_it_nothing(squatter: Visitor) -> None:
    """As in a database from before, or written by hand."""
    club, user = a_club(), User.objects.get()
    Membership.objects.create(user=user, club=club, role=Role.DIRECTOR)
    squatter.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert not may_direct(squatter, club.slug)
    assert Actor(user=user).role_in(club.pk) is None
    assert squatter.get("/account/").context["memberships"].count() == 0
    body = {"club": club.pk, "role": "reader"}
    assert squatter.post("/account/", body).context["form"].errors.keys() == {"club"}
    token = APIClient(headers={"Authorization": f"Bearer {a_token(club, user=user)}"})
    body = {"club": club.slug, "name": "Nora"}
    assert token.post("/api/v1/players/", body).status_code == 403


def test_a_token_is_not_made_for_a_director_whose_address_is_not_confirmed(
    squatter: Visitor,
) -> None:
    club = a_club()
    Membership.objects.create(user=User.objects.get(), club=club, role=Role.DIRECTOR)
    for owner in ((), ("--user", ANNA)):
        with pytest.raises(CommandError):
            run("create_token", "--club", club.slug, *owner)
    assert not ApiToken.objects.exists()


def test_whoever_reads_the_mail_gets_the_account_by_a_new_password(squatter: Visitor) -> None:
    anna = Visitor()
    anna.post(RESET, {"email": ANNA})
    form = anna.get(reset_link_sent_to(ANNA))["Location"]
    anna.post(form, {"password1": "another long one", "password2": "another long one"})
    cache.clear()
    anna.sign_in(ANNA, "another long one")
    assert not anna.is_signed_in()
    anna.type_code(code_sent_to(ANNA))
    assert anna.is_signed_in()
    cache.clear()
    squatter.sign_in(ANNA)
    assert not squatter.is_signed_in()


def test_an_account_has_one_address_and_changes_it_by_a_code_sent_there() -> None:
    user = a_user(a_club())
    anna = Visitor()
    anna.sign_in(user.email, "a long password")
    anna.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert [address.email for address in EmailAddress.objects.all()] == [user.email]
    anna.type_code(code_sent_to("new@example.org"))
    assert [(row.email, row.verified, row.primary) for row in EmailAddress.objects.all()] == [
        ("new@example.org", True, True)
    ]
    user.refresh_from_db()
    assert user.email == "new@example.org"


def test_an_operator_hands_out_a_new_password_and_everything_else_of_the_account_ends() -> None:
    club = a_club()
    user = a_user(club)
    inside = Visitor()
    inside.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    token = a_token(club, user=user)
    password = password_in(run("new_password", user.email.upper()))
    assert not may_direct(inside, club.slug)
    headers = {"Authorization": f"Bearer {token}"}
    assert APIClient(headers=headers).get("/api/v1/clubs/").status_code == 401
    outside = Visitor()
    outside.sign_in(user.email, password)
    assert may_direct(outside, club.slug)


def test_nobody_has_an_account_nobody_gets_a_password() -> None:
    with pytest.raises(CommandError, match=r"no account with the address nobody@example\.org"):
        run("new_password", "nobody@example.org")


def test_whom_the_operator_makes_needs_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "DJANGO_SUPERUSER_PASSWORD", "of the machine")
    run("createsuperuser", "--noinput", "--email", "Root@Example.org")
    root = Visitor()
    root.sign_in("root@example.org", "of the machine")
    assert root.get("/admin/").status_code == 200
    assert not letters_to("root@example.org")


class TestAdmin:
    """What the pages of the machine's owner let through."""

    @pytest.fixture
    def root(self) -> Visitor:
        visitor = Visitor()
        user = a_user(is_superuser=True, is_staff=True)
        visitor.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return visitor

    def change(self, root: Visitor, path: str, **changes: str) -> Any:
        """Open a page of the admin, change some fields and save it."""
        form = root.get(path).context["adminform"].form
        said = {
            name: value
            for name, value in form.initial.items()
            if name in form.fields and value is not None and value is not False
        }
        return root.post(path, said | changes)

    def test_who_is_made_there_is_confirmed(self, root: Visitor) -> None:
        said = {"email": "Bea@example.org", "password1": "long and new", "usable_password": "true"}
        root.post("/admin/players/user/add/", said | {"password2": "long and new"})
        bea = Visitor()
        bea.sign_in("bea@example.org", "long and new")
        assert bea.is_signed_in()

    def test_an_address_that_is_changed_there_is_confirmed(self, root: Visitor) -> None:
        user = a_user()
        answer = self.change(
            root, f"/admin/players/user/{user.pk}/change/", email="Moved@example.org"
        )
        assert answer.status_code == 302
        addresses = EmailAddress.objects.filter(user=user)
        assert [(row.email, row.verified) for row in addresses] == [("moved@example.org", True)]

    @pytest.mark.parametrize("power", ["is_staff", "is_superuser"])
    def test_power_over_the_machine_is_not_given_to_an_address_not_confirmed(
        self, root: Visitor, squatter: Visitor, power: str
    ) -> None:
        user = User.objects.get(email=ANNA)
        path = f"/admin/players/user/{user.pk}/change/"
        page = self.change(root, path, **{power: "on"})
        assert "anna@example.org is not confirmed" in page.content.decode()
        user.refresh_from_db()
        assert not getattr(user, power)

    def test_a_role_is_not_given_to_an_address_not_confirmed(
        self, root: Visitor, squatter: Visitor
    ) -> None:
        club = a_club()
        said = {
            "memberships-TOTAL_FORMS": "1",
            "memberships-INITIAL_FORMS": "0",
            "memberships-0-user": str(User.objects.get(email=ANNA).pk),
            "memberships-0-role": "director",
            "memberships-0-club": str(club.pk),
        }
        page = self.change(root, f"/admin/players/club/{club.pk}/change/", **said)
        assert "anna@example.org is not confirmed" in page.content.decode()
        assert not Membership.objects.filter(club=club).exists()

    def test_nobody_plays_as_somebody_by_an_address_not_confirmed(
        self, root: Visitor, squatter: Visitor
    ) -> None:
        player = a_player(a_club())
        user = User.objects.get(email=ANNA)
        page = self.change(root, f"/admin/players/player/{player.pk}/change/", user=str(user.pk))
        assert "anna@example.org is not confirmed" in page.content.decode()
        player.refresh_from_db()
        assert player.user is None


def test_no_club_is_made_without_its_director() -> None:
    with pytest.raises(CommandError):
        new_club(director="anna")
    assert not Club.objects.exists()
