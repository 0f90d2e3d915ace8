"""What must not stand in a log does not, whoever wrote it there."""

from __future__ import annotations

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from operations.scrubbing import GONE, LONGEST, SECRET_PARAMETERS, SECRETS, scrubbed

pytestmark = pytest.mark.unit

HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
TOKEN = "bp_Zx81-QpLmN0aKsT_7yB3dVcR5wEuFgHj9oIi2kLM4nq"


@pytest.mark.parametrize(
    ("written", "secret"),
    [
        (f"Authorization: Bearer {TOKEN}", TOKEN),
        (f"{{'Authorization': 'Table {HEX}'}}", HEX),
        (f"no such token: {TOKEN}", TOKEN),
        (f"Not Found: /s/{HEX}/part/", HEX),
        (f"{{'Authorization': 'Session {HEX}'}}", HEX),
        (f"Not Found: /t/{HEX}/part/", HEX),
        (f"Forbidden (CSRF cookie not set.): /t/{HEX}/game/", HEX),
        ("/accounts/password/reset/key/4-cq9x1b-8f2c1d0e/", "cq9x1b-8f2c1d0e"),
        ("/accounts/confirm-email/MTE:1tXyZ9:abcDEF-123/", "MTE:1tXyZ9:abcDEF-123"),
        ("/api/v1/tournaments/spring/registrations/k2J9x8Wq1/", "k2J9x8Wq1"),
        ("Error 111 connecting to redis://:s3cr3t@127.0.0.1:6379/0", "s3cr3t"),
        ("postgres://barpoint:hunter2@db/barpoint is down", "hunter2"),
        ("new login failure by {username: 'anna@example.org'}", "anna@example.org"),
        ("KeyError: password='correct horse'", "correct horse"),
        ('{"password1": "correct-horse", "x": 1}', "correct-horse"),
        ("SECRET_KEY=abc123def456", "abc123def456"),
        ("Cookie: sessionid=abc123; csrftoken=def456", "abc123"),
        ("body was csrfmiddlewaretoken=q9w8e7&name=x", "q9w8e7"),
        ("Cookie: sessionid=abc123; csrftoken=def456", "def456"),
        (
            "psycopg.errors.UniqueViolation: Key (email)=(anna.b+x@club.example.org) exists.",
            "anna.b+x@club.example.org",
        ),
    ],
)
def test_a_secret_is_taken_out(written: str, secret: str) -> None:
    assert secret in written
    clean = scrubbed(written)
    assert secret not in clean
    assert GONE in clean


@pytest.mark.parametrize(
    "harmless",
    [
        "tournaments.refresh_snapshot(17) failed and will be tried again.",
        "Not Found: /events/spring-open-2026-consolation/standings/",
        "GET /api/v1/tournaments/spring/registrations/",
        "Table 4 is free",
        "IndexError: list index out of range",
        'File "matches/services/results.py", line 97, in report_result',
        "DATABASE_URL names http://localhost:8000/health/ready/",
    ],
)
def test_what_is_harmless_stays(harmless: str) -> None:
    assert scrubbed(harmless) == harmless


def patterns(resolver: URLResolver | None = None) -> list[URLPattern]:
    found = []
    for part in (resolver or get_resolver()).url_patterns:
        found += patterns(part) if isinstance(part, URLResolver) else [part]
    return found


def test_each_address_that_lets_somebody_in_says_so_by_the_name_of_its_part() -> None:
    """The log of requests goes by these names, so a new one is to be known here."""
    parameters = {name for one in patterns() for name in one.pattern.regex.groupindex}
    known = {
        *("pk", "slug", "stage", "number", "part", "year", "entry", "what", "action", "name"),
        *("object_id", "app_label", "content_type_id", "url", "id", "format", "path"),
        *("to_field_name", "side", "other", "player", "provider", "game", "code"),
    }
    assert parameters - known <= SECRET_PARAMETERS
    assert {"secret", "key"} <= parameters


@pytest.mark.parametrize(
    "repeated", ["a", "a.", "a@", "a-b.", "password", "/key/", "Cookie ", "bp_"]
)
def test_a_long_text_takes_no_longer_than_its_length(repeated: str) -> None:
    """It would take hours if it took the square, and whoever sends a request chooses the text."""
    for pattern, instead in SECRETS:
        pattern.sub(instead, repeated * 300_000)
    assert len(scrubbed(repeated * 300_000)) < LONGEST + len(" … ") + 1_000


def test_of_a_long_text_the_beginning_and_the_end_stay() -> None:
    text = scrubbed("beginning " + "x " * LONGEST + "end")
    assert text.startswith("beginning")
    assert text.endswith("end")
