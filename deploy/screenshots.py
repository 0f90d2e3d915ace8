"""
Pictures of every page: ``python -m deploy.screenshots``, or ``make screenshots``.

A server with the demo club is started on a folder of its own, somebody plays a little, and every page is photographed
as a phone and a laptop show it, light and dark, into ``var/screenshots/`` with an index page to look at them; so are
error pages, paper and mails. The best few of them are those of the README, in ``docs/images/``.

``python -m deploy.screenshots readme`` takes these alone, and ``python -m deploy.screenshots console phone dark`` the
pages with "console" in their name, on a phone, dark; the index is that of all pictures there are.
"""

from __future__ import annotations

import html
import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.testing")

import django

django.setup()

from benchmarks._club import running_club  # noqa: E402
from deploy import chromium  # noqa: E402
from deploy.processes import PROJECT  # noqa: E402
from deploy.screenshot_scenes import Scene, Who, played, scenes  # noqa: E402

Theme = Literal["light", "dark"]
Picture = tuple[str, str, str]
"""A scene, a device and a theme."""

FOLDER = PROJECT / "var" / "screenshots"
IMAGES = PROJECT / "docs" / "images"
LARGEST = 200_000
"""Bytes; a README should not take long to load."""
DEVICES = {"laptop": (1280, 800), "phone": (360, 740)}
THEMES: tuple[Theme, ...] = ("light", "dark")
README = {
    "event-laptop": ("event-limmat-cup", "laptop", "light"),
    "event-phone": ("event-limmat-cup", "phone", "dark"),
    "player-laptop": ("player-1", "laptop", "light"),
    "console-laptop": ("director-event-console-limmat-cup", "laptop", "light"),
    "pad-phone": ("pad", "phone", "light"),
}
"""Pictures of the README, and which of all they are."""


@dataclass(frozen=True)
class Wanted:
    """Which pictures are to be taken: all, those of the README, or those that some words name."""

    words: tuple[str, ...]

    def __contains__(self, picture: Picture) -> bool:
        if self.is_readme:
            return picture in README.values()
        scene, device, theme = picture
        return (
            self._allows(device, DEVICES)
            and self._allows(theme, THEMES)
            and (not self._names or any(word in scene for word in self._names))
        )

    @property
    def is_readme(self) -> bool:
        """Whether only those of the README are."""
        return self.words == ("readme",)

    @property
    def _names(self) -> list[str]:
        return [word for word in self.words if word not in {*DEVICES, *THEMES}]

    def _allows(self, value: str, among: dict[str, tuple[int, int]] | tuple[Theme, ...]) -> bool:
        said = [word for word in self.words if word in among]
        return not said or value in said


def main() -> None:
    """Take them, write the index, and say so if one of the README has become too large."""
    path = chromium.find_or_install()
    if path is None:
        sys.exit("There is no Chromium to take pictures with; install it: apt-get install chromium")
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = Wanted(tuple(sys.argv[1:]))
    with running_club(sends_mail=True) as server, chromium.running(path) as browser:
        found, cookies = played(server, browser)
        all_scenes = scenes(server, found)
        for theme in THEMES:
            for device in DEVICES:
                chosen = [scene for scene in all_scenes if (scene.name, device, theme) in wanted]
                if chosen:
                    _take_all(browser, chosen, cookies, device, theme)
    _write_index([scene.name for scene in all_scenes])
    print(f"{len(all_scenes)} pages: {FOLDER / 'index.html'}")
    if wanted.is_readme or not wanted.words:
        _renew_the_readme()


def _take_all(
    browser: Browser, chosen: list[Scene], cookies: dict[Who, Path], device: str, theme: Theme
) -> None:
    width, height = DEVICES[device]
    with ExitStack() as leaving:
        contexts: dict[Who, BrowserContext] = {}
        for scene in chosen:
            if scene.who not in contexts:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    storage_state=cookies.get(scene.who),
                )
                contexts[scene.who] = leaving.enter_context(context)
            _take(contexts[scene.who], scene, _file(scene.name, device, theme))


def _take(context: BrowserContext, scene: Scene, path: Path) -> None:
    with context.new_page() as page:
        scene.open(page)
        page.wait_for_timeout(200)
        page.screenshot(path=path, full_page=True)
        print(path.name, flush=True)


def _file(name: str, device: str, theme: str) -> Path:
    return FOLDER / f"{name}-{device}-{theme}.png"


def _write_index(names: list[str]) -> None:
    """All of them on one page, a row for each."""
    rows = []
    for name in names:
        pictures = "".join(
            f'<td><a href="{path.name}"><img loading="lazy" src="{path.name}" alt=""></a></td>'
            for theme in THEMES
            for device in DEVICES
            for path in [_file(name, device, theme)]
        )
        rows.append(f"<tr><th>{html.escape(name)}</th>{pictures}</tr>")
    (FOLDER / "index.html").write_text(
        "<!DOCTYPE html><meta charset=utf-8><title>Pages</title>"
        "<style>img{max-width:320px;max-height:480px}th,td{vertical-align:top;text-align:start}</style>"
        f"<table>{''.join(rows)}</table>\n"
    )


def _renew_the_readme() -> None:
    from PIL import Image

    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, (scene, device, theme) in README.items():
        width, height = DEVICES[device]
        with Image.open(_file(scene, device, theme)) as picture:
            first_screen = picture.crop((0, 0, width, min(picture.height, height + height // 4)))
            first_screen.quantize(128).save(IMAGES / f"{name}.png", optimize=True)
    too_large = [path.name for path in IMAGES.glob("*.png") if path.stat().st_size > LARGEST]
    if too_large:
        sys.exit(f"Larger than {LARGEST // 1000} KB: {', '.join(too_large)}")


if __name__ == "__main__":
    main()
