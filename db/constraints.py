"""What a column may hold, enforced by the database itself."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import CheckConstraint, Q


def known_value(field: str, values: Iterable[str], *, name: str) -> CheckConstraint:
    """Nothing but these values."""
    # Plain texts: a migration keeps them when the class they come from is renamed.
    known = [str(value) for value in values]
    return CheckConstraint(condition=Q(**{f"{field}__in": known}), name=name)


def at_least(field: str, least: int, *, name: str) -> CheckConstraint:
    """No number below this one; a column that may be empty may still be."""
    return CheckConstraint(condition=Q(**{f"{field}__gte": least}), name=name)
