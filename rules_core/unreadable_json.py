"""Plain values that are none of ours: refused as such, whatever is missing in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules_core.errors import RulesError


class UnreadableJson(RulesError):
    """Values that ``to_json`` did not write."""

    code = "unreadable_json"


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Refuse what cannot be read as a ``what``; what the rules refuse keeps its own reason."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
        found = f"{type(wrong).__name__}: {wrong}"[:80]
        message = f"This is no {what} as its to_json writes it ({found})."
        raise UnreadableJson(message, what=what) from wrong
