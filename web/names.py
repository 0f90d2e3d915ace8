"""Names of people, clubs and events as they are kept, sorted and printed."""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_NOT_JOINING = re.compile(rf"(?<!\w)[{_JOINERS}]|[{_JOINERS}](?!\w)")


def tidy_name(text: str) -> str:
    """A name in composed letters, with single spaces and nothing invisible in it.

    Control characters break feeds and files, and those that turn the direction of writing change how
    the whole line is shown. The joiners that some scripts need stay between two letters.
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(map(_visible, composed))
    return " ".join(_NOT_JOINING.sub("", visible).split())


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    if character in _JOINERS:
        return character
    return "" if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} else character


def initials_of(name: str) -> str:
    """The first letters of the first and the last word, as they stand on a checker."""
    words = [word for word in name.split() if word[0].isalnum()] or [name[:1]]
    ends = words[0], *words[1:][-1:]
    return "".join(word[:1] for word in ends).upper()


# What a letter is written as where it cannot be taken apart into a letter and a mark.
_LETTERS = str.maketrans(
    {
        "æ": "a",
        "œ": "o",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
        "’": "",
        "'": "",
        "ʼ": "",
        "`": "",
    }
)
_UMLAUT_IN_TWO_LETTERS = re.compile("([aou])e+")
_NOT_A_LETTER = re.compile(r"[\W_]+")
LONGEST_KEY = 240
_AFTER_THE_SURNAME = {"jr", "sr", "junior", "senior", "ii", "iii", "iv"}


def search_key(name: str) -> str:
    """A name as it is searched and sorted by: without accents, case, hyphens and apostrophes.

    ``Jörg``, ``Joerg`` and ``jorg`` are the same; so are ``Weiß`` and ``Weiss``. The key of the
    beginning of a name is always the beginning of its key, so that a search can be typed.
    """
    # Twice: taking letters apart makes capitals of some, and folding composes others.
    folded = unicodedata.normalize("NFKD", name).casefold()
    apart = unicodedata.normalize("NFKD", folded)
    letters = "".join(c for c in apart if not unicodedata.combining(c)).translate(_LETTERS)
    plain = _NOT_A_LETTER.sub(" ", _UMLAUT_IN_TWO_LETTERS.sub(r"\1", letters))
    return " ".join(plain.split())[:LONGEST_KEY].rstrip()


def in_spoken_order(name: str) -> str:
    """``Meier, Anna`` from a list as ``Anna Meier``; ``John Smith, Jr.`` as it is."""
    surname, _comma, given = (part.strip() for part in name.partition(","))
    if "," in given or not (surname and given) or search_key(given) in _AFTER_THE_SURNAME:
        return name
    return f"{given} {surname}"


def without_surname(name: str) -> str:
    """``Anna M.`` for Anna Meier; a single name is taken for a given one and stays."""
    given, *rest = in_spoken_order(name).split()
    return f"{given} {rest[-1][0].upper()}." if rest else given


def initials(name: str) -> str:
    """``A. M.`` for Anna Meier."""
    words = in_spoken_order(name).split()
    first_and_last = words if len(words) < 3 else [words[0], words[-1]]
    return " ".join(f"{word[0].upper()}." for word in first_and_last)


def family_name(name: str) -> str:
    """What tells people of an event apart in a small place: all but the first word, if there is more."""
    return name.partition(" ")[2] or name
