"""The browser for the browser tests: the one on the path, or Debian's if we may install it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deploy import debian

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
HOW_TO_INSTALL = (
    "The browser tests were skipped: there is no Chromium. Install it "
    "(Debian and Ubuntu: sudo apt-get install chromium) and run make test again."
)
FLAGS = (
    # A container has no user to sandbox away from, and no screen.
    "--no-sandbox",
    "--disable-gpu",
    # Nothing is asked of the network but our own pages.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_or_install() -> str | None:
    """The browser's path, or None where there is none and we may not install one."""
    if find() is None and debian.may_install():
        debian.install("chromium")
    return find()


def find() -> str | None:
    """The browser's path, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running(path: str) -> Iterator[Browser]:
    """The browser, without a window, for as long as it is needed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
