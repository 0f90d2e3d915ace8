"""Guessing passwords, and what the answers give away. The real cache, the real views."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from players.models import User
from tests.integration.factories import a_user
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

SIGN_IN = "/accounts/login/"
RESET = "/accounts/password/reset/"
PASSWORD = "a long password"
HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def user() -> User:
    return a_user()


def sign_in(email: str, password: str = "wrong", address: str = HERE, **headers: str) -> Any:
    said = {"login": email, "password": password}
    return Client().post(SIGN_IN, said, REMOTE_ADDR=address, headers=headers)


def until_locked(email: str, address: str = HERE) -> Any:
    """Wrong passwords until the answer is another; the last answer."""
    for _ in range(30):
        answer = sign_in(email, address=address)
        if answer.status_code != 200:
            return answer
    raise AssertionError("nobody was ever locked out")


def is_signed_in(answer: Any) -> bool:
    return bool(answer.status_code == 302 and answer.wsgi_request.user.is_authenticated)


@pytest.mark.parametrize("known", [True, False])
def test_wrong_passwords_lock_out_and_the_answer_does_not_tell_who_exists(
    user: User, known: bool
) -> None:
    email = user.email if known else "nobody@example.org"
    answers = [sign_in(email) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 9 + [429] * 3
    assert {
        "E-mail address or password is wrong." in html_of(answer) for answer in answers[:9]
    } == {True}
    page = html_of(answers[-1])
    assert "Try again in 15 minutes." in page
    assert email not in page
    assert answers[-1]["Retry-After"] == "900"


def test_the_page_speaks_the_readers_language(user: User) -> None:
    until_locked(user.email)
    page = html_of(sign_in(user.email, **{"Accept-Language": "de"}))
    assert "Versuch es in 15 Minuten noch einmal." in page


def test_once_locked_out_the_right_password_does_not_help_here_but_elsewhere(user: User) -> None:
    until_locked(user.email)
    assert sign_in(user.email, PASSWORD).status_code == 429
    assert is_signed_in(sign_in(user.email, PASSWORD, ELSEWHERE))


def test_others_at_the_same_address_are_not_locked_out(user: User) -> None:
    """A club is one address on the network."""
    until_locked("somebody@example.org")
    assert is_signed_in(sign_in(user.email, PASSWORD))


def test_an_address_is_the_same_however_it_is_written(user: User) -> None:
    until_locked(user.email)
    assert sign_in(user.email.upper()).status_code == 429


def test_a_made_up_proxy_header_is_no_other_place(user: User) -> None:
    until_locked(user.email)
    answer = sign_in(user.email, PASSWORD, **{"X-Forwarded-For": ELSEWHERE})
    assert answer.status_code == 429


def test_after_the_time_said_the_right_password_works(user: User) -> None:
    wait = int(until_locked(user.email)["Retry-After"])
    with time_machine.travel(timezone.now() + timedelta(seconds=wait - 60)):
        assert sign_in(user.email, PASSWORD).status_code == 429
    with time_machine.travel(timezone.now() + timedelta(seconds=wait + 1)):
        assert is_signed_in(sign_in(user.email, PASSWORD))


def test_a_right_password_forgives_the_wrong_ones(user: User) -> None:
    for _ in range(2):
        assert {sign_in(user.email).status_code for _ in range(8)} == {200}
        assert is_signed_in(sign_in(user.email, PASSWORD))


def test_guessing_one_account_from_everywhere_is_slowed_down(user: User) -> None:
    for number in range(100):
        assert sign_in(user.email, address=f"203.0.113.{number}").status_code == 200
    page = sign_in(user.email, PASSWORD, ELSEWHERE)
    assert not is_signed_in(page)
    assert "Too many attempts. Try again later." in html_of(page)


def reset(email: str, address: str = HERE, **headers: str) -> Any:
    return Client().post(RESET, {"email": email}, REMOTE_ADDR=address, headers=headers)


@pytest.mark.parametrize("known", [True, False])
def test_a_password_reset_is_answered_alike_for_everybody_and_not_for_ever(
    user: User, known: bool
) -> None:
    email = user.email if known else "nobody@example.org"
    answers = [reset(email) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429] * 2
    assert {answer["Location"] for answer in answers[:5]} == {f"{RESET}done/"}
    assert answers[-1]["Retry-After"] == "60"
    assert "Try again in 1 minute." in html_of(answers[-1])
    assert [message.to for message in mail.outbox] == [[email]] * 5
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert reset(email).status_code == 302


def test_many_resets_from_one_address_are_too_many(user: User) -> None:
    asked = [reset(f"player{number}@example.org").status_code for number in range(21)]
    assert asked == [302] * 20 + [429]
    assert reset(user.email, ELSEWHERE).status_code == 302
