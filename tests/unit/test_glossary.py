"""The catalogues keep to the words of docs/glossary.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest

import polib
import pytest

from deploy.words import ENGLISH, LANGUAGES, ROOT, catalogue

pytestmark = pytest.mark.unit

_NAMES = {"de": "Deutsch", "fr": "Français", "it": "Italiano"}
_FACT = re.compile(r"%\(\w+\)[sd]|<code>.*?</code>")
"""What a sentence is filled with is in nobody's language."""


@cache
def table(heading: str) -> list[list[list[str]]]:
    """The rows of a table of the glossary; each cell is a list of words."""
    text = (ROOT / "docs" / "glossary.md").read_text()
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:2] == "| "]
    return [[cell.split(", ") for cell in row] for row in rows[1:]]


@cache
def words_for(heading: str, language: str) -> list[str]:
    """What a table with a line for each language says about one."""
    (words,) = [words for (name,), words in table(heading) if name == _NAMES[language]]
    return words


@cache
def sentences(language: str) -> list[tuple[str, str]]:
    """English as we say it beside its translation, without what they are filled with."""
    ours = {
        english: said
        for entry in polib.pofile(str(catalogue(ENGLISH)))
        for english, said in _forms(entry)
        if said
    }
    return [
        (_FACT.sub("", ours.get(english, english)), _FACT.sub("", said))
        for entry in polib.pofile(str(catalogue(language)))
        for english, said in _forms(entry)
    ]


def _forms(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    if entry.msgid_plural:
        yield from zip_longest((entry.msgid, entry.msgid_plural), entry.msgstr_plural.values())
    else:
        yield entry.msgid, entry.msgstr


@cache
def english_terms() -> re.Pattern[str]:
    """Any word of the first column; of two that fit, the longer one."""
    words = sorted((word for row in table("What we say") for word in row[0]), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


@cache
def translation(term: str, language: str) -> re.Pattern[str]:
    """What a translation has to have where English has this word."""
    column = 1 + LANGUAGES.index(language)
    allowed = [
        word
        for row in table("What we say")
        if term in map(str.lower, row[0])
        for word in row[column]
    ]
    one_of = "|".join(".*".join(map(re.escape, word.split(" … "))) for word in allowed)
    return re.compile(one_of, re.IGNORECASE | re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_word(language: str) -> None:
    otherwise = [
        f"{term}: {english} → {said}"
        for english, said in sentences(language)
        for term in set(map(str.lower, english_terms().findall(english)))
        if not translation(term, language).search(said)
    ]
    assert otherwise == []


@cache
def unwanted(language: str) -> re.Pattern[str]:
    """Any word that we do not say: whole, or up to the "-" that stands for the rest."""
    return re.compile("|".join(map(_unwanted, words_for("What we do not say", language))))


def _unwanted(word: str) -> str:
    start, end = ("" if word[0] == "-" else r"(?<!\w)"), ("" if word[-1] == "-" else r"(?!\w)")
    in_any_case = "(?i:{})" if word == word.lower() else "{}"
    return start + in_any_case.format(re.escape(word.strip("-"))) + end


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_we_do_not_say_are_not_said(language: str) -> None:
    assert [said for _english, said in sentences(language) if unwanted(language).search(said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {
        english.strip()
        for english, said in sentences(language)
        if english == said and re.search(r"[^\W\d]{3}|^no$", english, re.IGNORECASE)
    }
    assert same - set(words_for("What is the same in English", language)) - {"min"} == set()


def test_the_glossary_is_about_words_that_are_used() -> None:
    used = {
        term.lower()
        for english, _said in sentences(LANGUAGES[0])
        for term in english_terms().findall(english)
    }
    unused = [row[0] for row in table("What we say") if not used & set(map(str.lower, row[0]))]
    assert unused == []
