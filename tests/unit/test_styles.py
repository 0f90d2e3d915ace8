"""Style sheets and the pages they style use the same names, and every value is a token that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from config.static_files import JoinedStyles
from deploy.processes import PROJECT
from tests.unit.contrast import contrast

pytestmark = pytest.mark.unit

STYLES = PROJECT / "static/css"
COMPONENTS = sorted((STYLES / "components").glob("*.css"))
TOKENS = (STYLES / "tokens.css").read_text()
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTORS = re.compile(r"([^{}]*)\{")
_CLASS = re.compile(r"\.([a-z][\w-]*)")
_FROM_LIBRARIES = {
    "errorlist",  # Django's list of what is wrong with a form
    "nonfield",
    "warning",  # Django's levels of messages
    "error",
}
_BY_STATUS = ("bar-", "entry-", "queue-", "is-", "need-", "state-")
"""The rest of these names is a status, which the template writes out."""
_JOINED_BY_LETTER = {"ca", "cb", "ra", "rb", "d", "l"}
"""Checkers of either colour and beads: the template writes the letter out."""
_PAPER = {"paper.css", "paper-screen.css"}
"""Sheets for the printer, which knows no themes."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|color-mix)\(|\b(?:white|black|red)\b")
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
_SIZED = re.compile(
    r"(?:font-size|(?:padding|margin)(?:-\w+)*|(?:row-|column-)?gap|border(?:-\w+)*-radius)"
)
_LITERAL = re.compile(r"(?<![\w.-])-?\d*\.?\d+(?:px|rem)\b")
_TOKEN = re.compile(r"var\((--[\w-]+)")
_PAIRS = (
    *(("--ink", ground, 4.5) for ground in ("--sheet", "--ground", "--sunk", "--raised")),
    *(("--quiet", ground, 4.5) for ground in ("--sheet", "--ground", "--sunk")),
    ("--felt", "--sheet", 4.5),
    ("--felt", "--ground", 4.5),
    ("--felt", "--felt-tint", 4.5),
    ("--felt", "--sunk", 4.5),
    ("--on-felt", "--felt", 4.5),
    ("--on-felt", "--felt-strong", 4.5),
    ("--on-live", "--live", 4.5),
    ("--live", "--sheet", 4.5),
    ("--live", "--ground", 4.5),
    ("--on-bar", "--bar", 4.5),
    ("--wait", "--wait-tint", 4.5),
    ("--wait", "--sheet", 4.5),
    ("--wait", "--ground", 4.5),
    ("--ink", "--wait-tint", 4.5),
    ("--wrong", "--wrong-tint", 4.5),
    ("--wrong", "--sheet", 4.5),
    ("--wrong", "--ground", 4.5),
    ("--ink", "--wrong-tint", 4.5),
    ("--you", "--you-tint", 4.5),
    ("--ink", "--you-tint", 4.5),
    ("--quiet", "--you-tint", 4.5),
    ("--ink", "--felt-tint", 4.5),
    ("--brass-ink", "--sheet", 4.5),
    ("--on-board", "--board", 4.5),
    ("--on-board-quiet", "--board", 4.5),
    ("--live-on-board", "--board", 3),
    ("--on-brass", "--brass-button", 4.5),
    ("--on-brass", "--brass-button-strong", 4.5),
    # Edges of fields, lines of brackets, the ring of the focus: AA asks less of what is no letter.
    ("--line", "--sheet", 3),
    ("--line", "--ground", 3),
    ("--you", "--sheet", 3),
    ("--you", "--ground", 3),
)


def rules_of(sheet: Path) -> str:
    return _COMMENT.sub("", sheet.read_text())


def classes(sheet: Path) -> set[str]:
    """The classes a style sheet speaks of."""
    selectors = _SELECTORS.findall(rules_of(sheet))
    return {name for selector in selectors for name in _CLASS.findall(selector)}


def words_of_pages() -> set[str]:
    """All that could be a class in templates, scripts and the code that makes HTML."""
    files = [
        *PROJECT.joinpath("templates").rglob("*.html"),
        *PROJECT.joinpath("static/js").glob("*.js"),
        *PROJECT.glob("*/forms/*.py"),
        *PROJECT.glob("*/templatetags/*.py"),
    ]
    return {word for file in files for word in re.findall(r"[\w-]+", file.read_text())}


def tokens_in(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", block))


def themes() -> dict[str, dict[str, str]]:
    """The tokens in either theme; what the dark one does not change is as in the light."""
    light, _, rest = TOKENS.partition("@media (prefers-color-scheme: dark)")
    by_device, _, rest = rest.partition('[data-theme="dark"] {')
    by_choice = rest.partition("@media print")[0]
    base = tokens_in(light)
    return {
        "light": base,
        "dark by the device": base | tokens_in(by_device),
        "dark by choice": base | tokens_in(by_choice),
    }


def test_every_class_that_is_styled_is_on_some_page() -> None:
    used = words_of_pages()
    unused = {
        f"{sheet.name}: .{name}"
        for sheet in STYLES.rglob("*.css")
        for name in classes(sheet) - used - _FROM_LIBRARIES - _JOINED_BY_LETTER
        if not (name.startswith(_BY_STATUS) and f"{name.split('-')[0]}-" in used)
    }
    assert unused == set()


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize(("letters", "ground", "least"), _PAIRS)
def test_everything_can_be_read(theme: str, letters: str, ground: str, least: float) -> None:
    values = themes()[theme]
    assert contrast(values[letters], values[ground]) >= least


def test_dark_is_the_same_by_device_and_by_choice() -> None:
    found = themes()
    assert found["dark by the device"] == found["dark by choice"]
    assert found["dark by choice"] != found["light"]


@pytest.mark.parametrize(
    "sheet", [s for s in STYLES.rglob("*.css") if s.name not in {"tokens.css", *_PAPER}], ids=str
)
def test_no_colour_stands_outside_of_the_tokens(sheet: Path) -> None:
    assert [
        f"{name}: {value}"
        for name, value in _DECLARATION.findall(rules_of(sheet))
        if _COLOUR.search(value)
    ] == []


@pytest.mark.parametrize("sheet", COMPONENTS, ids=lambda sheet: sheet.stem)
def test_no_size_of_letters_space_or_corners_stands_outside_of_the_tokens(sheet: Path) -> None:
    assert [
        f"{name}: {value}"
        for name, value in _DECLARATION.findall(rules_of(sheet))
        if _SIZED.fullmatch(name) and _LITERAL.search(value)
    ] == []


@pytest.mark.parametrize("sheet", sorted(STYLES.rglob("*.css")), ids=lambda sheet: sheet.stem)
def test_every_token_that_is_used_exists(sheet: Path) -> None:
    known = tokens_in(TOKENS)
    assert {name for name in _TOKEN.findall(rules_of(sheet)) if name not in known} == set()


def test_a_page_loads_every_component_in_one_file() -> None:
    joined = (
        JoinedStyles(FileSystemStorage(PROJECT / "static")).open("css/site.css").read().decode()
    )
    assert "@import" not in joined
    imported = set(re.findall(r'@import "components/(.+?)"', (STYLES / "site.css").read_text()))
    assert imported == {sheet.name for sheet in COMPONENTS}
    for sheet in COMPONENTS:
        first = _SELECTORS.findall(rules_of(sheet))[0].strip()
        assert first in joined


def test_components_load_nothing_themselves() -> None:
    """An address in one would mean something else in the file that it is joined into."""
    assert [
        sheet.name for sheet in COMPONENTS if re.search(r"url\(|@import", rules_of(sheet))
    ] == []


def test_the_page_of_components_shows_each_of_them() -> None:
    shown = "".join(file.read_text() for file in PROJECT.joinpath("templates/look").glob("*.html"))
    partials = {file.name for file in PROJECT.joinpath("templates/components").glob("*.html")}
    named = set(re.findall(r"components/([\w]+\.html)", shown))
    within = {
        name
        for partial in partials
        for name in re.findall(
            r"components/([\w]+\.html)", (PROJECT / "templates/components" / partial).read_text()
        )
    }
    header = {"logo.html"}
    assert partials - named - within - header == set()
