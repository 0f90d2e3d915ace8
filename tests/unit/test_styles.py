"""Style sheets and the pages they style use the same names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deploy.processes import PROJECT

pytestmark = pytest.mark.unit

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SELECTORS = re.compile(r"([^{}]*)\{")
_CLASS = re.compile(r"\.([a-z][\w-]*)")
_FROM_LIBRARIES = {
    "errorlist",  # Django's list of what is wrong with a form
    "nonfield",
}
_BY_STATUS = ("entry-", "is-", "need-", "state-")
"""The rest of these names is a status, which the template writes out."""


def classes(sheet: Path) -> set[str]:
    """The classes a style sheet speaks of."""
    selectors = _SELECTORS.findall(_COMMENT.sub("", sheet.read_text()))
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


def test_every_class_that_is_styled_is_on_some_page() -> None:
    used = words_of_pages()
    unused = {
        f"{sheet.name}: .{name}"
        for sheet in PROJECT.joinpath("static/css").glob("*.css")
        for name in classes(sheet) - used - _FROM_LIBRARIES
        if not (name.startswith(_BY_STATUS) and f"{name.split('-')[0]}-" in used)
    }
    assert unused == set()
