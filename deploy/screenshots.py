"""
Pictures of every page: ``python -m deploy.screenshots``, or ``make screenshots``.

A server with the demo club is started on a folder of its own, somebody plays a little, and every page is photographed
as a phone and a laptop show it, light and dark, into ``var/screenshots/`` with an index page to look at them. The best
few of them are those of the README, in ``docs/images/``; ``python -m deploy.screenshots readme`` takes these alone.
"""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.testing")

import django

django.setup()

from django.urls import reverse  # noqa: E402

from benchmarks._club import running_club  # noqa: E402
from deploy import chromium  # noqa: E402
from deploy.processes import PROJECT  # noqa: E402
from tests.e2e.browser.people import Laptop, printed_password  # noqa: E402
from tests.e2e.browser.site_pages import DIRECTORS, PUBLIC, Where  # noqa: E402
from tests.e2e.club_night import Director  # noqa: E402
from tests.e2e.servers import Server  # noqa: E402

Theme = Literal["light", "dark"]

FOLDER = PROJECT / "var" / "screenshots"
IMAGES = PROJECT / "docs" / "images"
LARGEST = 200_000
"""Bytes; a README should not take long to load."""
DEVICES = {"laptop": (1280, 800), "phone": (360, 740)}
THEMES: tuple[Theme, ...] = ("light", "dark")
EVENT = "limmat-cup"
LONG = "Maximilian-Alexander von Hohenstaufen-Rosenberg"


@dataclass(frozen=True)
class Shot:
    """A page to photograph."""

    name: str
    path: str
    needs_director: bool = False
    loads_more: bool = False
    """Whether it fetches what it shows."""


README = {
    "event-laptop": ("event-limmat-cup", "laptop", "light"),
    "event-phone": ("event-limmat-cup", "phone", "dark"),
    "player-laptop": ("player-1", "laptop", "light"),
    "console-laptop": ("director-event-console-limmat-cup", "laptop", "light"),
    "pad-phone": ("pad", "phone", "light"),
}
"""Pictures of the README, and which of all they are."""


def main() -> None:
    """Take them all, write the index, and say so if one of the README has become too large."""
    path = chromium.find_or_install()
    if path is None:
        sys.exit("There is no Chromium to take pictures with; install it: apt-get install chromium")
    FOLDER.mkdir(parents=True, exist_ok=True)
    only = set(README.values()) if sys.argv[1:] == ["readme"] else None
    with running_club() as server, chromium.running(path) as browser:
        shots = list(_shots(_play_a_little(Director(server))))
        state = _signed_in(browser, server)
        for theme in THEMES:
            for device in DEVICES:
                wanted = [
                    shot for shot in shots if only is None or (shot.name, device, theme) in only
                ]
                _take_all(browser, server, wanted, state, device, theme)
    if only is None:
        _write_index(shots)
        print(f"{len(shots)} pages: {FOLDER / 'index.html'}")
    _renew_the_readme()


def _shots(pad: str) -> Iterator[Shot]:
    yield Shot("look", "/look/")
    yield Shot("not-found", "/nowhere/")
    yield Shot("api", reverse("api:docs"), loads_more=True)
    yield Shot("pad", pad)
    yield from (_shot(where) for where in PUBLIC)
    yield from (_shot(where, needs_director=True) for where in DIRECTORS)


def _shot(where: Where, *, needs_director: bool = False) -> Shot:
    name, arguments = where
    parts = ["director"] if needs_director else []
    named = "-".join([*parts, name, *(str(value) for value in arguments.values())])
    return Shot(named, reverse(name, kwargs=arguments), needs_director)


def _play_a_little(director: Director) -> str:
    """Call what is ready, score at some tables, and play at another board; where its score pad is."""
    for table, match in enumerate(director.ready(EVENT)[:4], start=1):
        director.post(f"matches/{match['id']}/call/", {"table": table})
        if table < 4:
            _play(director, match["id"], ("a", "b", "a")[:table])
    slug = director.set_up("At the board", [LONG, "Luca Rossi"], result_policy="confirm")
    (match,) = director.ready(slug)
    _play(director, match["id"], ("a", "b"))
    links = director.post(f"matches/{match['id']}/table-links/")
    return "/t/{a}/".format(**links)


def _play(director: Director, match: int, winners: tuple[str, ...]) -> None:
    for number, winner in enumerate(winners, 1):
        game = {"number": number, "winner": winner, "kind": "single", "cube": 2}
        director.post(f"matches/{match}/games/", game | {"ended_by": "play"})


def _signed_in(browser: Browser, server: Server) -> Path:
    """A director's cookies."""
    path = server.folder / "cookies.json"
    with browser.new_context() as context:
        laptop = Laptop(context.new_page(), server.base_url)
        laptop.sign_in(printed_password(server.folder / "club.log"))
        context.storage_state(path=path)
    return path


def _take_all(
    browser: Browser, server: Server, shots: list[Shot], state: Path, device: str, theme: Theme
) -> None:
    width, height = DEVICES[device]
    viewport = {"width": width, "height": height}
    with (
        browser.new_context(viewport=viewport, color_scheme=theme) as visitor,  # type: ignore[arg-type]
        browser.new_context(
            viewport=viewport,  # type: ignore[arg-type]
            color_scheme=theme,
            storage_state=state,
        ) as director,
    ):
        for shot in shots:
            _take(director if shot.needs_director else visitor, server, shot, device, theme)


def _take(context: BrowserContext, server: Server, shot: Shot, device: str, theme: str) -> None:
    with context.new_page() as page:
        page.goto(
            server.base_url + shot.path, wait_until="networkidle" if shot.loads_more else "load"
        )
        page.wait_for_timeout(200)
        path = _file(shot.name, device, theme)
        page.screenshot(path=path, full_page=True)
        print(path.name, flush=True)


def _file(name: str, device: str, theme: str) -> Path:
    return FOLDER / f"{name}-{device}-{theme}.png"


def _write_index(shots: list[Shot]) -> None:
    """All of them on one page, a row for each."""
    rows = []
    for shot in shots:
        pictures = "".join(
            f'<td><a href="{path.name}"><img loading="lazy" src="{path.name}" alt=""></a></td>'
            for theme in THEMES
            for device in DEVICES
            for path in [_file(shot.name, device, theme)]
        )
        rows.append(f"<tr><th>{html.escape(shot.name)}</th>{pictures}</tr>")
    (FOLDER / "index.html").write_text(
        "<!DOCTYPE html><meta charset=utf-8><title>Pages</title>"
        "<style>img{max-width:320px;max-height:480px}th,td{vertical-align:top;text-align:start}</style>"
        f"<table>{''.join(rows)}</table>\n"
    )


def _renew_the_readme() -> None:
    from PIL import Image

    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, (shot, device, theme) in README.items():
        width, height = DEVICES[device]
        with Image.open(_file(shot, device, theme)) as picture:
            first_screen = picture.crop((0, 0, width, min(picture.height, height + height // 4)))
            first_screen.quantize(128).save(IMAGES / f"{name}.png", optimize=True)
    too_large = [path.name for path in IMAGES.glob("*.png") if path.stat().st_size > LARGEST]
    if too_large:
        sys.exit(f"Larger than {LARGEST // 1000} KB: {', '.join(too_large)}")


if __name__ == "__main__":
    main()
