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
