"""Message files without system gettext: gathers what is to be translated, compiles what is.

``python -m deploy.words`` brings ``locale/*/LC_MESSAGES/django.po`` up to date with the sources and
writes the ``.mo`` files beside them. What nobody has translated yet stays empty, and fails the tests.
English is the source; ``locale/en`` only has other words for what allauth says (web/account_words.py).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import django
import polib
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "fr", "it")
ENGLISH = "en"
_SOURCES = (
    "api",
    "config",
    "players",
    "chouettes",
    "matches",
    "money",
    "tournaments",
    "outbox",
    "web",
)
_WORDS_OF_ACCOUNTS = "web/account_words.py"
_PLURALS = {
    ENGLISH: "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
}
_SINGULAR = {"_", "_lazy", "gettext", "gettext_lazy", "gettext_noop"}
_PLURAL = {"ngettext", "ngettext_lazy"}
# What templatize() makes of the tags: gettext(u'…') and ngettext(u'…', u'…', count).
_TEXT = r"u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_TAG = re.compile(rf"\bn?gettext\({_TEXT}(?:, {_TEXT}, count)?\)")


class Message(NamedTuple):
    """Something to be translated."""

    text: str
    plural: str = ""


def messages() -> dict[Message, list[str]]:
    """Everything to be translated, and the files it stands in."""
    found: dict[Message, list[str]] = {}
    for path, message in [*_of_templates(), *_of_sources()]:
        places = found.setdefault(message, [])
        if (place := path.relative_to(ROOT).as_posix()) not in places:
            places.append(place)
    return found


def _of_templates() -> Iterator[tuple[Path, Message]]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        for text, plural in _TAG.findall(templatize(path.read_text())):
            yield path, Message(ast.literal_eval(text), ast.literal_eval(plural) if plural else "")


def _of_sources() -> Iterator[tuple[Path, Message]]:
    for app in _SOURCES:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                for node in ast.walk(ast.parse(path.read_text())):
                    if isinstance(node, ast.Call) and (message := _message(node)):
                        yield path, message


def _message(call: ast.Call) -> Message | None:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    texts = [
        argument.value
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if name in _SINGULAR and texts:
        return Message(texts[0])
    return Message(texts[0], texts[1]) if name in _PLURAL and len(texts) > 1 else None


def catalogue(language: str) -> Path:
    """Where the words of a language are kept."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def refresh(language: str) -> polib.POFile:
    """The catalogue with all that is to be translated and nothing else; translations are kept."""
    path = catalogue(language)
    known = {(e.msgid, e.msgid_plural): e for e in polib.pofile(str(path))} if path.exists() else {}
    fresh = polib.POFile(wrapwidth=100)
    fresh.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": _PLURALS[language],
    }
    for message, places in sorted(messages().items()):
        if language == ENGLISH and places != [_WORDS_OF_ACCOUNTS]:
            continue
        entry = known.get((message.text, message.plural)) or _blank(message)
        entry.occurrences = [(place, "") for place in places]
        fresh.append(entry)
    return fresh


def _blank(message: Message) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.text, msgid_plural=message.plural)
    if message.plural:
        entry.msgstr_plural = {0: "", 1: ""}
    if "%(" in message.text or "%(" in message.plural:
        entry.flags = ["python-format"]
    return entry


def main() -> None:
    """Refresh and compile every language; say how much is missing."""
    settings.configure(USE_I18N=True)
    django.setup()
    for language in (*LANGUAGES, ENGLISH):
        words = refresh(language)
        path = catalogue(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        words.save(str(path))
        words.save_as_mofile(str(path.with_suffix(".mo")))
        missing = 0 if language == ENGLISH else len(words.untranslated_entries())
        sys.stdout.write(f"{language}: {len(words)} messages, {missing} to be translated\n")


if __name__ == "__main__":
    main()
