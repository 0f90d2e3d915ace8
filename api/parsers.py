"""JSON as it comes in: what no client of ours has reason to send is refused before anything sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_DIGITS = 18
"""What fits a database column."""
MOST_LEVELS = 20
"""How deep lists and objects may stand inside each other."""

_UNUSABLE = re.compile("[\x00\ud800-\udfff]")
"""A null character and half of a surrogate pair: no database keeps them, no answer can show them."""


class BoundedJSONParser(JSONParser):
    """JSON with numbers, texts and levels that a database and an answer can hold."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Any = None,  # noqa: ARG002
    ) -> dict[str, Any]:
        """The content, or a sentence that says what is wrong with it."""
        try:
            text = stream.read().decode("utf-8")
            _check_depth(text)
            content: Any = json.loads(text, parse_int=_whole_number, parse_constant=_no_number)
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ParseError(f"The body is not JSON: {error}") from error
        for part in _texts(content):
            if _UNUSABLE.search(part):
                raise ParseError("A text has a null character or half of a surrogate pair.")
        return content  # type: ignore[no-any-return]  # a serializer refuses all but objects


def _check_depth(text: str) -> None:
    """Count brackets outside of strings; a parser would count its own stack, and fall over."""
    level, deepest = 0, 0
    for bracket in re.findall(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', text):
        level += (bracket in "[{") - (bracket in "]}")
        deepest = max(deepest, level)
    if deepest > MOST_LEVELS:
        raise ParseError(f"Lists and objects can be nested at most {MOST_LEVELS} levels deep.")


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise ParseError(f"A whole number can have at most {MOST_DIGITS} digits.")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ParseError(f"{name} is not a number.")


def _texts(content: Any) -> Iterator[str]:
    """Every text in it, names of fields too."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part)
    elif isinstance(content, dict):
        for name, part in content.items():
            yield name
            yield from _texts(part)
