"""Where the project cites a rule of the game, the section is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deploy.check import PACKAGES
from deploy.processes import PROJECT
from tests.unit.rules_core.rules_document import sections

pytestmark = pytest.mark.unit

NAME = re.compile(r'"[^"\n]+"')
CITATION = re.compile(rf"docs/rules\.md,\s+({NAME.pattern}(?:(?:,| and)\s+{NAME.pattern})*)")
LINK = re.compile(r"\]\((?:docs/|\.\./|)rules\.md#([^)]+)\)")


def code() -> dict[str, str]:
    """The modules of the project, and what they say."""
    found = [path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")]
    return {
        str(path.relative_to(PROJECT)): path.read_text(encoding="utf-8")
        for path in found
        if path != Path(__file__)
    }


def cited(text: str) -> list[str]:
    """The sections that a module cites."""
    return [name.strip('"') for found in CITATION.findall(text) for name in NAME.findall(found)]


def anchor(heading: str) -> str:
    """What a page of Markdown calls the place of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_section_that_the_code_cites_is_in_the_rules() -> None:
    citing = {place: names for place, text in code().items() if (names := cited(text))}
    assert len(citing) > 50
    known = sections()
    assert {place: names for place, names in citing.items() if not known.keys() >= set(names)} == {}


def test_whoever_cites_the_rules_names_a_section() -> None:
    bare = [
        place
        for place, text in code().items()
        if not place.startswith("tests/")
        and text.count("docs/rules.md") != len(CITATION.findall(text))
    ]
    assert bare == []


def test_every_rule_of_play_is_cited_where_it_is_coded() -> None:
    coded = {
        name
        for place, text in code().items()
        if place.startswith("rules_core/")
        for name in cited(text)
    }
    not_coded_as_one = {
        "Interchange formats",
        "Tournament formats",
        "Where each topic is found",
        "Where the sources disagree",
    }
    assert sections().keys() - coded == not_coded_as_one


def test_every_link_to_a_section_leads_there() -> None:
    anchors = {anchor(heading) for heading in sections()}
    rules = (PROJECT / "docs" / "rules.md").read_text(encoding="utf-8")
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    linked = [found for page in pages for found in LINK.findall(page.read_text(encoding="utf-8"))]
    linked += re.findall(r"\]\(#([^)]+)\)", rules)
    assert len(linked) >= 13
    assert set(linked) <= anchors


def test_every_file_that_the_rules_link_to_is_there() -> None:
    docs = PROJECT / "docs"
    rules = (docs / "rules.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)#]+)\)", rules)
    assert linked
    assert [name for name in linked if not (docs / name).is_file()] == []
