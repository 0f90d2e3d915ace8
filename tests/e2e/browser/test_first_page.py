"""The site in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage, Page, Response

from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e


def test_the_first_page_comes_whole_and_without_complaint(
    club_server: ClubServer, page: Page
) -> None:
    complaints: list[str] = []

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def note_response(response: Response) -> None:
        if not response.ok:
            complaints.append(f"{response.status} {response.url}")

    page.on("console", note_message)
    page.on("response", note_response)
    page.goto(club_server.base_url, wait_until="networkidle")
    assert complaints == []
    assert "Backgammon Club Limmat" in page.content()
