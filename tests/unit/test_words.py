"""Every word of the interface in every language."""

from __future__ import annotations

import re
from functools import cache
from pkgutil import walk_packages

import polib
import pytest
from django.utils.translation import gettext, ngettext, override
from django.utils.translation.template import templatize

import chouettes
import matches
import players
import rules_core.chouette
import rules_core.draws
import rules_core.match
import tournaments
from deploy.words import LANGUAGES, ROOT, Message, catalogue, messages
from players.player_tables import RowNotValid
from players.services.merging import DifferentPeople
from rules_core.errors import RulesError
from rules_core.match import WrongGameNumber
from tournaments.services.corrections import DownstreamPlayed
from tournaments.services.rounds import RoundNotFinished
from web.refusals import REASONS, SENTENCES, sentence

pytestmark = pytest.mark.unit

_FACT = re.compile(r"%\(\w+\)s")
NOT_ON_PAGES = {
    "address_not_confirmed",
    "history_not_valid",
    "input_not_valid",
    "match_not_ready",
    "paired_round_by_round",
    "planned_in_advance",
    "unknown_pairing",
}
"""Refusals of the command line and of calls that no page makes."""


to_be_translated = cache(messages)


@cache
def words_of(language: str) -> polib.POFile:
    return polib.pofile(str(catalogue(language)))


def said(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_to_translate(language: str) -> None:
    translated = {
        Message(entry.msgid, entry.msgid_plural)
        for entry in words_of(language)
        if entry.translated() and not entry.fuzzy
    }
    # ``python -m deploy.words`` gathers new words; then somebody translates them.
    assert sorted(to_be_translated().keys() - translated) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_a_fact(language: str) -> None:
    broken = [
        entry.msgid
        for entry in words_of(language)
        # One match needs no number; the sentence for several has all that the English one has.
        for text, english in zip(said(entry), (entry.msgid, entry.msgid_plural), strict=False)
        if set(_FACT.findall(text)) != set(_FACT.findall(english))
    ]
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_words_are_those_of_the_catalogue(language: str) -> None:
    source = {(e.msgid, e.msgid_plural): said(e) for e in words_of(language)}
    compiled = polib.mofile(str(catalogue(language).with_suffix(".mo")))
    assert {(e.msgid, e.msgid_plural): said(e) for e in compiled} == source


@pytest.mark.parametrize(
    ("language", "one", "none"),
    [("de", "1 Freilos", "0 Freilose"), ("fr", "1 exempt", "0 exempt"), ("it", "1 bye", "0 bye")],
)
def test_plurals_are_those_of_the_language(language: str, one: str, none: str) -> None:
    with override(language):
        counted = [ngettext("%(n)s bye", "%(n)s byes", n) % {"n": n} for n in (1, 0)]
    assert counted == [one, none]


def refusals() -> set[str]:
    for package in (
        players,
        chouettes,
        matches,
        tournaments,
        rules_core.chouette,
        rules_core.match,
        rules_core.draws,
    ):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                __import__(module.name)
    return {
        kind.code
        for kind in _kinds(RulesError)
        if kind.__module__.startswith(
            (
                "players.",
                "chouettes.",
                "matches.",
                "tournaments.",
                "rules_core.chouette.",
                "rules_core.match.",
                "rules_core.draws.",
            )
        )
    }


def _kinds(kind: type[RulesError]) -> list[type[RulesError]]:
    return [kind, *(below for sub in kind.__subclasses__() for below in _kinds(sub))]


def test_every_refusal_that_can_reach_a_page_can_be_translated() -> None:
    assert refusals() - NOT_ON_PAGES - SENTENCES.keys() == set()


def test_a_refusal_speaks_the_readers_language_with_its_facts() -> None:
    error = WrongGameNumber("The next game is number 3, not 5.", expected=3, number=5)
    with override("de"):
        assert sentence(error) == "Die nächste Partie ist Nummer 3, nicht 5."
    with override("en"):
        assert sentence(error) == "The next game is number 3, not 5."


def test_a_refusal_with_several_reasons_says_which() -> None:
    with override("de"):
        assert sentence(RowNotValid("There is no name.", why="name_missing")) == "Der Name fehlt."
        assert sentence(RowNotValid("?", why="?")) == "Diese Zeile ist nicht brauchbar."


WHY = re.compile(
    r'raise (?:RowNotValid|DifferentPeople)\((?:[^()]|\([^()]*\))*?why="(\w+)"', re.DOTALL
)


def test_every_reason_can_be_translated() -> None:
    code_of = {"RowNotValid": RowNotValid.code, "DifferentPeople": DifferentPeople.code}
    given = {
        (code_of[raised[0].split()[1].partition("(")[0]], raised[1])
        for room in ("players", "chouettes", "matches", "money", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        for raised in WHY.finditer(path.read_text())
    }
    assert given == REASONS.keys()


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 1, "1 match in this round is still to be played."),
        ("en", 2, "2 matches in this round are still to be played."),
        ("de", 1, "1 Match dieser Runde ist noch zu spielen."),
        ("de", 2, "2 Matches dieser Runde sind noch zu spielen."),
    ],
)
def test_one_match_is_said_otherwise_than_two(language: str, number: int, said: str) -> None:
    with override(language):
        assert sentence(RoundNotFinished("?", open=number)) == said
        lost = [{"players": "Ann – Bob"}] * number
        voided = sentence(DownstreamPlayed("?", voided=lost))
    assert "(" not in voided
    assert voided.count("Ann – Bob") == number


def test_a_fact_that_is_missing_is_left_open() -> None:
    with override("fr"):
        assert sentence(WrongGameNumber("?")) == "La prochaine partie est la numéro …, pas …."


def test_players_words_are_used() -> None:
    def in_language(language: str) -> list[str]:
        with override(language):
            return [gettext(word) for word in ("drop", "Cube", "Match")]

    assert in_language("de") == ["abgelehnt", "Dopplerwürfel", "Match"]
    assert in_language("fr") == ["passe", "Videau", "Match"]
    assert in_language("it") == ["rifiuto", "Cubo", "Incontro"]


def test_no_word_is_said_in_a_context_that_nobody_gathers() -> None:
    # deploy.words knows no contexts: such a word would stay English.
    templates = (ROOT / "templates").rglob("*.*")
    assert [path for path in templates if "pgettext(" in templatize(path.read_text())] == []
