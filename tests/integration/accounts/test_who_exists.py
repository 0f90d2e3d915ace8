"""Nobody learns from us who has an account: not by what is answered, not by how long it takes to hash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache

from tests.integration.accounts.people import CODE, PASSWORD, RESET, Visitor, letters_to
from tests.integration.factories import a_user

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

KNOWN, UNCONFIRMED, UNKNOWN = "known@example.org", "pending@example.org", "nobody@example.org"
EVERYBODY = [KNOWN, UNCONFIRMED, UNKNOWN]


class CountingHasher(MD5PasswordHasher):
    """A hash costs tenths of a second on a real server, which can be measured from outside."""

    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _people(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    user = a_user()
    user.email = KNOWN
    user.set_password(PASSWORD)
    user.save()
    user.confirm_address()
    Visitor().sign_up(UNCONFIRMED)
    cache.clear()
    CountingHasher.hashed = 0
    yield
    cache.clear()


def seen(answer: Any, email: str) -> tuple[int, str, list[str], str]:
    """All of an answer that somebody could compare, without what is random in every answer."""
    page = answer.content.decode().replace(email, "ADDRESS")
    page = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]+', r"\1", page)
    # Those follow from the moment, from the token and the address in the page, or are random.
    besides = {"Content-Length", "ETag", "Expires", "X-Request-ID"}
    headers = sorted(
        f"{name}: {value}" for name, value in answer.headers.items() if name not in besides
    )
    return answer.status_code, page, headers, " ".join(sorted(answer.cookies))


def compared(answers: dict[str, list[Any]]) -> None:
    """The same to everybody."""
    views = {email: [seen(answer, email) for answer in given] for email, given in answers.items()}
    assert views[KNOWN] == views[UNKNOWN]
    assert views[UNCONFIRMED] == views[UNKNOWN]


def test_signing_up_is_answered_alike_to_everybody_also_by_the_pages_after_it() -> None:
    answers = {}
    for email in EVERYBODY:
        visitor = Visitor()
        answers[email] = [
            visitor.sign_up(email, "some long password"),
            visitor.get(CODE),
            *(visitor.type_code("WRONGS") for _ in range(4)),
            visitor.get("/"),
        ]
    compared(answers)


def test_signing_up_again_at_once_is_answered_alike_to_everybody() -> None:
    compared(
        {
            email: [Visitor().sign_up(email, "some long password") for _ in "12"]
            for email in EVERYBODY
        }
    )


def test_whoever_has_an_account_is_told_so_by_mail_and_gets_no_second_one() -> None:
    Visitor().sign_up(KNOWN, "some long password")
    assert "already" in letters_to(KNOWN)[-1]
    assert Visitor().sign_in(KNOWN).status_code == 302


def test_a_weak_password_is_refused_alike_to_everybody() -> None:
    compared({email: [Visitor().sign_up(email, "12345678")] for email in EVERYBODY})


def test_signing_in_with_a_wrong_password_is_answered_alike_to_everybody() -> None:
    compared({email: [Visitor().sign_in(email, "wrong")] for email in EVERYBODY})


def test_a_password_reset_is_answered_alike_to_everybody() -> None:
    answers = {}
    for email in EVERYBODY:
        visitor = Visitor()
        asked = visitor.post(RESET, {"email": email})
        answers[email] = [asked, visitor.get(asked["Location"])]
    compared(answers)


@pytest.mark.parametrize("step", ["sign_up", "sign_in"])
def test_as_much_is_hashed_for_everybody(step: str) -> None:
    hashed = {}
    for email in EVERYBODY:
        CountingHasher.hashed = 0
        getattr(Visitor(), step)(email, "some long password")
        hashed[email] = CountingHasher.hashed
    assert len(set(hashed.values())) == 1, hashed
    assert hashed[UNKNOWN] > 0


def test_as_much_is_hashed_for_an_account_without_a_password() -> None:
    user = a_user()
    user.set_unusable_password()
    user.save()
    hashed = []
    for email in (user.email, UNKNOWN):
        CountingHasher.hashed = 0
        Visitor().sign_in(email, "some long password")
        hashed.append(CountingHasher.hashed)
    assert hashed[0] == hashed[1] > 0
