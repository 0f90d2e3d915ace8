"""Somebody at a browser who signs up, reads their mail and signs in."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client

PASSWORD = "a fine long password"
SIGN_UP, SIGN_IN, CODE = "/accounts/signup/", "/accounts/login/", "/accounts/confirm-email/"
RESET = "/accounts/password/reset/"


class Visitor(Client):
    """One browser."""

    def sign_up(self, email: str, password: str = PASSWORD) -> Any:
        said = {"email": email, "password1": password, "password2": password}
        return self.post(SIGN_UP, said)

    def sign_in(self, email: str, password: str = PASSWORD) -> Any:
        return self.post(SIGN_IN, {"login": email, "password": password})

    def type_code(self, code: str) -> Any:
        return self.post(CODE, {"code": code})

    def is_signed_in(self) -> bool:
        return "_auth_user_id" in self.session


def letters_to(email: str) -> list[str]:
    """What was sent to an address, the oldest first."""
    return [str(letter.body) for letter in mail.outbox if letter.to == [email]]


def code_sent_to(email: str) -> str:
    """The code of the latest letter."""
    found = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", letters_to(email)[-1], re.MULTILINE)
    assert found, letters_to(email)[-1]
    return found.group()


def reset_link_sent_to(email: str) -> str:
    """The way to a new password, of the latest letter."""
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", letters_to(email)[-1])
    assert found, letters_to(email)[-1]
    return found.group(1)
