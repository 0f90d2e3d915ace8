"""What a refusal by the rules is called, and which status it has on the wire."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from rest_framework import status

from rules_core.errors import Conflict, RulesError

_STATUS = {
    "permission_denied": status.HTTP_403_FORBIDDEN,
    "only_for_the_installation": status.HTTP_403_FORBIDDEN,
    "stale_version": status.HTTP_412_PRECONDITION_FAILED,
    "results_by_directors": status.HTTP_403_FORBIDDEN,
    "ending_by_directors": status.HTTP_403_FORBIDDEN,
    "table_link_closed": status.HTTP_403_FORBIDDEN,
    "night_link_closed": status.HTTP_403_FORBIDDEN,
}


def status_of(code: str, kind: type[RulesError]) -> int:
    """409 for what clashes with what is recorded, 400 for what can never be, but for a few."""
    clash = status.HTTP_409_CONFLICT if issubclass(kind, Conflict) else status.HTTP_400_BAD_REQUEST
    return _STATUS.get(code, clash)


@cache
def codes_by_status() -> dict[int, list[str]]:
    """Every refusal of what the site has loaded when its contract is first asked for.

    Later ones come from parts of the library that no endpoint uses, and from tests.
    """
    found: defaultdict[int, set[str]] = defaultdict(set)
    for kind in _kinds(RulesError):
        if "code" in vars(kind) and not kind.__module__.startswith("tests."):
            found[status_of(kind.code, kind)].add(kind.code)
    return {number: sorted(codes) for number, codes in sorted(found.items())}


def _kinds(kind: type[RulesError]) -> Iterator[type[RulesError]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)
