"""
The pictures in the README: ``python -m deploy.screenshots``, or ``make screenshots``.

A server with the demo club is started on a folder of its own, somebody plays a little, and the main
pages are photographed as a laptop and as a phone show them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks._club import running_club
from deploy import chromium
from deploy.processes import PROJECT
from tests.e2e.browser.people import Laptop, printed_password
from tests.e2e.club_night import Director
from tests.e2e.servers import Server

IMAGES = PROJECT / "docs" / "images"
LARGEST = 150_000
"""Bytes; a README should not take long to load."""
DEVICES = {"laptop": (1280, 800), "phone": (390, 844)}
EVENT = "limmat-cup"


@dataclass(frozen=True)
class Shot:
    """A page worth showing."""

    name: str
    path: str
    devices: tuple[str, ...] = ("laptop", "phone")


def main() -> None:
    """Take them all, and say so if one has become too large."""
    path = chromium.find_or_install()
    if path is None:
        sys.exit("There is no Chromium to take pictures with; install it: apt-get install chromium")
    with running_club() as server, chromium.running(path) as browser:
        pad = _play_a_little(Director(server))
        state = _signed_in(browser, server)
        for shot in _shots(pad):
            for device in shot.devices:
                _take(browser, server, shot, device, state)
    too_large = [path.name for path in IMAGES.glob("*.png") if path.stat().st_size > LARGEST]
    if too_large:
        sys.exit(f"Larger than {LARGEST // 1000} KB: {', '.join(too_large)}")


def _shots(pad: str) -> tuple[Shot, ...]:
    return (
        Shot("bracket", "/events/october-knock-out/"),
        Shot("console", f"/events/{EVENT}/console/"),
        Shot("pad", pad, ("phone",)),
        Shot("tv", f"/events/{EVENT}/tv/", ("laptop",)),
        Shot("standings", "/events/september-swiss/standings/"),
        Shot("proof", "/events/october-knock-out/proof/"),
    )


def _play_a_little(director: Director) -> str:
    """Call what is ready, and play two games at another board; where its score pad is."""
    for table, match in enumerate(director.ready(EVENT)[:3], start=1):
        director.post(f"matches/{match['id']}/call/", {"table": table})
    slug = director.set_up("At the board", ["Anna Meier", "Luca Rossi"], result_policy="confirm")
    (match,) = director.ready(slug)
    for number, (winner, kind, cube) in enumerate((("a", "gammon", 1), ("b", "single", 2)), 1):
        game = {"number": number, "winner": winner, "kind": kind, "cube": cube}
        director.post(f"matches/{match['id']}/games/", game | {"ended_by": "play"})
    links = director.post(f"matches/{match['id']}/table-links/")
    return "/t/{a}/".format(**links)


def _signed_in(browser: Browser, server: Server) -> Path:
    """A director's cookies."""
    path = server.folder / "cookies.json"
    with browser.new_context() as context:
        laptop = Laptop(context.new_page(), server.base_url)
        laptop.sign_in(printed_password(server.folder / "club.log"))
        context.storage_state(path=path)
    return path


def _take(browser: Browser, server: Server, shot: Shot, device: str, state: Path) -> None:
    width, height = DEVICES[device]
    cookies = state if shot.name == "console" else None
    with browser.new_context(
        viewport={"width": width, "height": height}, storage_state=cookies, color_scheme="light"
    ) as context:
        page = context.new_page()
        page.goto(server.base_url + shot.path, wait_until="networkidle")
        IMAGES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=IMAGES / f"{shot.name}-{device}.png")
        print(f"docs/images/{shot.name}-{device}.png", flush=True)


if __name__ == "__main__":
    main()
