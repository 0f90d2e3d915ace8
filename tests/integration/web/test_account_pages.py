"""The pages and mails around an account speak as the others do."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from players.models import User

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("language", "page", "said"),
    [
        ("en", "account_login", "No account yet?"),
        ("de", "account_login", "Noch kein Konto?"),
        ("de", "account_signup", "Konto anlegen"),
        ("fr", "account_reset_password", "Envoyez-moi le lien"),
        ("it", "account_login", "Non hai ancora un account?"),
    ],
)
def test_a_page_is_in_our_words(client: Client, language: str, page: str, said: str) -> None:
    text = client.get(reverse(page), headers={"Accept-Language": language}).text
    main = text.partition("<main")[2].partition("</main>")[0]
    assert said in main
    assert "Anmeld" not in main
    assert "egistrier" not in main


def test_the_mail_with_a_link_says_what_it_is_for(client: Client) -> None:
    User.objects.create_user("ann@example.org", "correct horse battery")
    client.post(
        reverse("account_reset_password"),
        {"email": "ann@example.org"},
        headers={"Accept-Language": "de"},
    )
    (letter,) = mail.outbox
    assert letter.subject == "Neues Passwort wählen"
    lines = [line for line in str(letter.body).splitlines() if line]
    assert lines[0] == "Wähle hier ein neues Passwort für dein Konto:"
    assert "/accounts/password/reset/key/" in lines[1]
    assert lines[-1] == "Barpoint · testserver"
