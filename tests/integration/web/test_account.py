"""Signing in and up, and the account page with its tokens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import ApiToken, Club, Role
from tests.integration.factories import a_user
from tests.integration.web.conftest import SignedIn
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_somebody_signs_in_and_out(client: Client, club: Club) -> None:
    user = a_user(club)
    answer = client.post(
        "/accounts/login/", {"login": user.email, "password": "a long password"}, follow=True
    )
    assert "Sign out" in html_of(answer)
    assert "Sign in" in html_of(client.post("/accounts/logout/", follow=True))


@pytest.mark.parametrize(
    "page",
    ["login/", "signup/", "password/reset/"],
)
def test_the_pages_for_strangers_wear_our_clothes(client: Client, page: str) -> None:
    assert "css/site.css" in html_of(client.get(f"/accounts/{page}"))


@pytest.mark.parametrize("page", ["password/change/", "email/", "2fa/", "2fa/totp/activate/"])
def test_the_pages_for_members_wear_our_clothes(director: Client, page: str) -> None:
    answer = director.get(f"/accounts/{page}", follow=True)
    assert answer.status_code == 200
    assert "css/site.css" in html_of(answer)


def test_the_account_page_is_for_those_signed_in(client: Client) -> None:
    assert client.get("/account/")["Location"] == "/accounts/login/?next=/account/"


def test_a_token_is_shown_once_and_works(director: Client, client: Client, club: Club) -> None:
    answer = director.post("/account/", {"club": club.pk, "role": "scorer", "label": "screen"})
    found = re.search(r"bp_[-\w]+", html_of(answer))
    assert found
    assert ApiToken.objects.get().role == "scorer"
    assert found.group() not in html_of(director.get("/account/"))
    headers = {"Authorization": f"Bearer {found.group()}"}
    assert client.get("/api/v1/clubs/", headers=headers).status_code == 200


def test_nobody_makes_a_token_stronger_than_their_role(signed_in: SignedIn, club: Club) -> None:
    scorer = signed_in(club, Role.SCORER)
    answer = scorer.post("/account/", {"club": club.pk, "role": "director"})
    assert answer.status_code == 403
    assert not ApiToken.objects.exists()


def test_a_revoked_token_is_gone(director: Client, club: Club) -> None:
    director.post("/account/", {"club": club.pk, "role": "reader"})
    token = ApiToken.objects.get()
    assert director.post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    token.refresh_from_db()
    assert not token.is_live


def test_nobody_revokes_the_token_of_another(
    director: Client, signed_in: SignedIn, club: Club
) -> None:
    director.post("/account/", {"club": club.pk, "role": "reader"})
    token = ApiToken.objects.get()
    assert signed_in(club).post(f"/account/tokens/{token.pk}/revoke/").status_code == 404


def test_the_language_is_switched_and_kept(client: Client) -> None:
    answer = client.post("/language/", {"language": "de", "next": "/"}, follow=True)
    assert '<html lang="de">' in html_of(answer)
