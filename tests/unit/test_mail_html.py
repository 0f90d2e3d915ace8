"""A mail has the words of its text and the colours of the site."""

from __future__ import annotations

import re

import pytest

from deploy.processes import PROJECT
from outbox.mail_html import as_html
from tests.pages import text_of

pytestmark = pytest.mark.unit

TEXT = "Hello <b>Anna</b>\n\nConfirm here:\nhttps://bg.example/me/abc/\n\nX7-K2P\n\nClub Limmat\n"


def test_it_says_what_the_text_says() -> None:
    html = as_html(subject="Hello", text=TEXT)
    body = html.partition("<body>")[2]
    said = " ".join(TEXT.split()).replace("<", "&lt;").replace(">", "&gt;")
    assert text_of(body) == f"Barpoint {said}"


def test_one_can_follow_its_link_and_read_its_code() -> None:
    html = as_html(subject="Hello", text=TEXT)
    assert '<a href="https://bg.example/me/abc/">https://bg.example/me/abc/</a>' in html
    assert '<strong class="code">X7-K2P</strong>' in html


def test_what_somebody_typed_stays_text() -> None:
    html = as_html(subject="</title><script>", text='https://x/"><script>alert(1)</script>\n\nclub')
    assert "<script>" not in html


def test_its_colours_are_those_of_the_site() -> None:
    tokens = (PROJECT / "static/css/tokens.css").read_text()
    written = (PROJECT / "templates/mail/style.html").read_text()
    colours = set(re.findall(r"#[0-9a-f]{3,8}\b", written))
    assert len(colours) > 5
    assert {colour for colour in colours if colour not in tokens} == set()
