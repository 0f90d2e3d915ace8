"""Templates one can read: short lines, one component a file, none that nobody uses."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
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
    "account/",
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
        PROJECT / "outbox/mail_html.py",
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


_OF_NO_PERSON = {
    "attrs",
    "bracket",
    "club",
    "event",
    "field",
    "form",
    "later",
    "one",
    "own",
    "round",
    "season",
    "sheet",
    "site",
    "stage",
    "standings",
    "tournament",
}
"""Whose ``name`` is not that of somebody: an event, a round, a field."""
_NOT_SHOWN_AS_TEXT = re.compile(
    r"\{% block (?:title|description).*?\{% endblock.*?%\}"
    r"|\{% blocktranslate [^%]*asvar.*?\{% endblocktranslate %\}"
    r"|[\w-]+=\"(?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*\""
    r"|[\w-]+='[^']*'"
    r"|<text.*?</text>"
    r"|<textarea.*?</textarea>"
    r"|\{#.*?#\}",
    re.DOTALL,
)
_ISOLATED = re.compile(r"<bdi.*?</bdi>", re.DOTALL)
_NAME = re.compile(r"\{\{ ([\w.]*)\.(?:full_)?name\b[^}]*\}\}")
_SENTENCE = re.compile(
    r"\{% blocktranslate[^%]*\bname=([\w.]*)\.(?:full_)?name[^%]*%\}[^%]*\{\{ name \}\}"
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_are_isolated(name: str) -> None:
    """A name written from right to left must not turn the score beside it around."""
    text = TEMPLATES.joinpath(name).read_text()
    shown = _ISOLATED.sub("", _NOT_SHOWN_AS_TEXT.sub("", text))
    found = [*_NAME.finditer(shown), *_SENTENCE.finditer(shown)]
    assert [match[0] for match in found if match[1].split(".")[-1] not in _OF_NO_PERSON] == []


_BUTTON = re.compile(
    r"<button\b.*?(?<!%)>(.*?)</button>|<a\b[^>]*class=\"[^\"]*\bbutton\b.*?(?<!%)>(.*?)</a>",
    re.DOTALL,
)
_IN_ONE_PIECE = re.compile(r"<(span|kbd)\b.*?</\1>", re.DOTALL)
_NOT_WORDS = re.compile(r"<bdi.*?</bdi>|<[^>]*>|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_button_stays_with_its_sentence(name: str) -> None:
    """A button sets a gap between its parts, which would stand before the comma after a name."""
    for found in _BUTTON.finditer(TEMPLATES.joinpath(name).read_text()):
        loose = _IN_ONE_PIECE.sub("", found[1] or found[2] or "")
        if "<bdi>" in loose:
            assert not re.search(r"\w", _NOT_WORDS.sub("", loose)), found[0]


@pytest.mark.parametrize("name", NAMES)
def test_dates_are_written_our_way(name: str) -> None:
    """Django's own short date has the month first in English; ours are in config/formats."""
    assert "SHORT_DATE" not in TEMPLATES.joinpath(name).read_text()


_INLINE = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*(?:\ssrc=|application/json))")
"""What the content security policy forbids; a script of JSON is data."""
_ALLAUTH = Path(allauth.__file__).parent / "templates"
_NOT_SHOWN = {"account/phone_change.html"}
"""Of what nobody here signs in by."""


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("mail/")])
def test_no_template_has_an_inline_script_or_style(name: str) -> None:
    assert _INLINE.findall(TEMPLATES.joinpath(name).read_text()) == []


@pytest.mark.parametrize("folder", ["account", "mfa"])
def test_no_page_that_allauth_brings_has_one(folder: str) -> None:
    found = {
        name
        for path in _ALLAUTH.joinpath(folder).rglob("*.html")
        if _INLINE.search(path.read_text())
        if (name := path.relative_to(_ALLAUTH).as_posix()) not in NAMES
    }
    assert found - _NOT_SHOWN == set()
