"""Accounts of an installation from before addresses had to be confirmed."""

from __future__ import annotations

import importlib

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from players.models import User

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

confirm = importlib.import_module("players.migrations.0005_confirmed_addresses").confirm


def an_earlier_account(email: str, *addresses: str) -> User:
    """Each address as ``anna@example.org``, with ``*`` if primary and ``+`` if confirmed."""
    user = User(email=email)
    user.save()
    for address in addresses:
        EmailAddress.objects.create(
            user=user, email=address.strip("*+"), primary="*" in address, verified="+" in address
        )
    return user


def now_is(user: User) -> tuple[str, list[str]]:
    user.refresh_from_db()
    kept = [
        row.email + "*" * row.primary + "+" * row.verified
        for row in EmailAddress.objects.filter(user=user)
    ]
    return user.email, kept


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], ["Anna@example.org", "anna@example.org*+"]),
        (["anna@example.org*"], ["Anna@example.org", "anna@example.org*"]),
        (["anna@example.org*+"], ["Anna@example.org", "anna@example.org*+"]),
        (["anna@example.org*", "own@example.org+"], ["own@example.org", "own@example.org*+"]),
        (
            ["anna@example.org*+", "own@example.org+", "x@example.org"],
            ["Anna@example.org", "anna@example.org*+"],
        ),
    ],
)
def test_an_account_keeps_the_address_that_is_confirmed(
    before: list[str], after: list[str]
) -> None:
    user = an_earlier_account("Anna@example.org", *before)
    confirm(apps, None)
    assert now_is(user) == (after[0], after[1:])


def test_nobody_takes_the_address_of_another_with_them() -> None:
    squatter = an_earlier_account("anna@example.org", "anna@example.org*", "bea@example.org+")
    bea = an_earlier_account("bea@example.org")
    confirm(apps, None)
    assert now_is(squatter) == ("anna@example.org", ["anna@example.org*"])
    assert now_is(bea) == ("bea@example.org", ["bea@example.org*"])
    assert not bea.has_confirmed_address
