"""A real Chromium, and the people who sit in front of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from deploy import chromium
from tests.e2e.browser.people import Password, printed_password


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium. For these tests only: while it runs, Django takes this thread for an asynchronous one."""
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.HOW_TO_INSTALL)
    with chromium.running(path) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab of a browser that has never been anywhere."""
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def password(prepared_club: Path) -> Password:
    """The demo director's, as the first start prints it."""
    return printed_password(prepared_club / "club.log")
