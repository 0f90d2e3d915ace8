"""Visitors with a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, Role
from tests.integration.factories import a_club, a_user

SignedIn = Callable[..., Client]
QueriesOf = Callable[..., int]


@pytest.fixture
def club() -> Club:
    return a_club("Club Limmat")


@pytest.fixture
def signed_in() -> SignedIn:
    def sign_in(club: Club, role: Role = Role.DIRECTOR) -> Client:
        browser = Client()
        browser.force_login(a_user(club, role), backend="django.contrib.auth.backends.ModelBackend")
        return browser

    return sign_in


@pytest.fixture
def director(signed_in: SignedIn, club: Club) -> Client:
    return signed_in(club)


@pytest.fixture
def queries_of() -> QueriesOf:
    """How many queries a page takes, after a first view has warmed what is kept in memory."""

    def count(browser: Client, address: str) -> int:
        assert browser.get(address).status_code == 200
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert browser.get(address).status_code == 200
        return len(queries)

    return count
