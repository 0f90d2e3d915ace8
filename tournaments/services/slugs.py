"""The part of an address that is made from a name."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify


def free_slug(rows: QuerySet[Any], name: str, *, otherwise: str) -> str:
    """One that none of these rows has: the name, with a number if need be; ``otherwise`` if it has no letters."""
    base = slugify(name)[:60] or otherwise
    taken = set(rows.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
