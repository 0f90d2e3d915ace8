"""What people do with a browser, step by step as they do it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NewType

from playwright.sync_api import Locator, Page

Password = NewType("Password", str)
DIRECTOR = "director@barpoint.example"


def printed_password(log: Path) -> Password:
    """What the first start of a server printed for its director to copy."""
    found = re.search(r"^ *password +(\S+)$", log.read_text(), re.MULTILINE)
    assert found, log.read_text()
    return Password(found.group(1))


class Laptop:
    """A director at the desk. Clicks and keys are counted, so that a way can be called short."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page = page
        self.base_url = base_url
        self.clicks = 0
        self.keys = 0
        page.goto(base_url)

    def click(self, what: str, role: str = "button") -> None:
        """Click what is called so, and wait for the page it leads to."""
        self.clicks += 1
        with self._leads_on():
            self.page.get_by_role(role, name=what, exact=True).first.click()  # type: ignore[arg-type]

    def type(self, text: str) -> None:
        """Type where the cursor is."""
        self.keys += len(text)
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        """Press keys that have a name."""
        self.keys += len(keys)
        for key in keys:
            self.page.keyboard.press(key)

    def fill_in(self, **fields: str) -> None:
        """Click into each field and type over what is there."""
        for name, text in fields.items():
            self.clicks += 1
            self.keys += len(text)
            self.page.locator(f"[name={name}]").fill(text)

    def choose(self, field: str, value: str) -> None:
        """Open a list and take one of it."""
        self.clicks += 2
        self.page.locator(f"[name={field}]").select_option(value)

    def sign_in(self, password: Password) -> None:
        """From wherever one is, by the form."""
        self.click("Sign in", role="link")
        self.fill_in(login=DIRECTOR, password=password)
        self._send()
        self.page.get_by_role("button", name="Sign out").wait_for()

    def enter(self, names: Iterable[str]) -> None:
        """At the entry desk: the cursor is in the field already."""
        for name in names:
            self.type(name)
            self.press("Enter")
        self.all_in()

    def all_in(self) -> None:
        """Wait until every name that was typed at the desk is on the list."""
        self.page.locator("#desk-queue li").first.wait_for(state="detached", timeout=60_000)

    def call_next(self) -> None:
        """Call the match at the head of the line to the table proposed."""
        self.press("c")
        self.page.wait_for_function("document.activeElement.closest('.call')")
        self._send()

    def result(self, a: int, b: int, row: Locator | None = None) -> None:
        """The result of a line of the console, of the first if none is named."""
        if row is not None:
            row.focus()
        self.press("r")
        self.type(str(a))
        self.press("Tab")
        self.type(str(b))
        self._send()

    def _send(self) -> None:
        with self._leads_on():
            self.press("Enter")

    @contextmanager
    def _leads_on(self) -> Iterator[None]:
        """To another page, all of it: on a busy machine Playwright has come back with half of one."""
        with self.page.expect_navigation():
            yield
        self.page.wait_for_function("document.readyState === 'complete'")


class Phone:
    """A player at the board, who has scanned the table's code."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        page.goto(link)

    def game(self, winner: str, how: str = "single", cube: int = 1) -> str:
        """Enter a game; what the pad foretold before it was confirmed."""
        self.page.locator("#game .half", has_text=winner).click()
        self._choice(how).click()
        if cube > 1:
            self.page.locator(f"#game label[data-face='{cube}']").click()
        foretold = self.page.locator("[data-part=outcome]").inner_text()
        self.page.get_by_role("button", name="Confirm").click()
        return foretold

    def agree(self) -> None:
        """Confirm what the other side reported, as soon as it is shown."""
        self.page.get_by_role("button", name="Yes, that is right").click()

    @property
    def score(self) -> str:
        """As it stands on the pad."""
        return " : ".join(self.page.locator(".halves .points").all_inner_texts())

    def shows(self, score: str) -> None:
        """Wait until the pad shows this score."""
        self.page.wait_for_function(
            "score => [...document.querySelectorAll('.halves .points')]"
            ".map((points) => points.textContent).join(' : ').includes(score)",
            arg=score,
        )

    def _choice(self, text: str) -> Locator:
        return self.page.locator("#game label", has_text=re.compile(rf"^\s*{re.escape(text)}\s*$"))
