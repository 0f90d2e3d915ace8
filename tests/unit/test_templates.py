"""Templates one can read: short lines, one component a file, none that nobody uses."""

from __future__ import annotations

import re

import pytest

from deploy.processes import PROJECT

pytestmark = pytest.mark.unit

TEMPLATES = PROJECT / "templates"
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
WIDEST = 120
LONGEST = 60
"""Lines; what is longer has more than one component in it."""
_NAMED = re.compile(r"[\"']([\w/-]+\.html)[\"']")
_FOUND_BY_LIBRARIES = (
    "allauth/",
    "django/forms/",
    "drf_spectacular/",
    "400",
    "403",
    "404",
    "429",
    "500",
)
_SHEETS = {f"paper/{sheet}.html" for sheet in ("bracket", "draw", "standings", "score-cards")}
"""Rendered by the name in their address."""


def named_in_code_and_templates() -> set[str]:
    """All templates that something includes, extends or renders."""
    files = [
        *TEMPLATES.rglob("*.html"),
        *PROJECT.glob("*/views/*.py"),
        PROJECT / "web/middleware.py",
    ]
    return {name for file in files for name in _NAMED.findall(file.read_text())}


@pytest.mark.parametrize("name", NAMES)
def test_a_template_fits_a_screen(name: str) -> None:
    lines = TEMPLATES.joinpath(name).read_text().splitlines()
    assert [line for line in lines if len(line) > WIDEST] == []
    assert len(lines) <= LONGEST


def test_every_template_is_used() -> None:
    used = named_in_code_and_templates() | _SHEETS
    unused = [name for name in NAMES if name not in used]
    assert [name for name in unused if not name.startswith(_FOUND_BY_LIBRARIES)] == []


def test_every_template_that_is_named_exists() -> None:
    assert sorted(named_in_code_and_templates() - set(NAMES)) == []
