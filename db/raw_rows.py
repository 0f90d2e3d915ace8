"""Many rows as the database gives them, for those who only want to know which of them are others than before.

Nothing is made of them: a date stays a text where the database has no dates. The query is written once, but
planned for the value that is asked for, since it finds as many rows as there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection, models

Row = tuple[Any, ...]

_ASKED = 31_607
"""Stands for the number asked for while the query is written."""


class RawRows:
    """A query for the columns of all rows that belong to something, by its number; the key of a row comes first."""

    def __init__(self, queryset: Callable[[int], models.QuerySet[Any, Any]]) -> None:
        self._queryset = queryset
        self._written: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def by_key(self, number: int) -> dict[int, Row]:
        """The rows, each as one tuple that can be compared."""
        if connection.vendor not in self._written:
            query = self._queryset(_ASKED).query
            self._written[connection.vendor] = query.get_compiler(using="default").as_sql()
        sql, params = self._written[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(sql, [number if param == _ASKED else param for param in params])
            return {row[0]: row for row in cursor.fetchall()}
