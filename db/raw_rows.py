"""Many rows as the database gives them, for those who only want to know which of them are others than before.

Nothing is made of them: a date stays a text where the database has no dates. The query is written once, but
planned for the values that are asked for, since it finds as many rows as there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, models

Row = tuple[Any, ...]

_ASKED = 31_607
"""Stands for the numbers asked for while the query is written."""
_PLACE = re.compile(r"(?<!%)%s")


@dataclass(frozen=True)
class _Written:
    """A query in SQL."""

    parts: list[str]
    """What stands around its parameters."""
    params: tuple[Any, ...]
    converters: list[tuple[int, list[Callable[..., Any]], Any]]
    """What makes values of ours of the database's: at which place, how, and of which expression."""


def stored_rows(queryset: models.QuerySet[Any, Any]) -> list[Row]:
    """All rows of a ``values_list``, with nothing made of them: SQLite's truth values are numbers."""
    try:
        sql, params = queryset.query.sql_with_params()
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[Row] = cursor.fetchall()
    return rows


class RawRows:
    """
    A query for columns of all rows that belong to some things, by the numbers of these.

    The first column is the number of the thing (``filter(thing__in=numbers)``), the second the row's own key.
    """

    def __init__(self, queryset: Callable[[Collection[int]], models.QuerySet[Any, Any]]) -> None:
        self._queryset = queryset
        self._written: dict[str, _Written] = {}

    def by_key(self, numbers: Collection[int]) -> dict[int, dict[int, Row]]:
        """The rows of each thing by their keys, each as one tuple that can be compared."""
        found: dict[int, dict[int, Row]] = {number: {} for number in numbers}
        if not found:
            return found
        sql, params = self._asked_for(list(found))
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            for row in cursor.fetchall():
                found[row[0]][row[1]] = row
        return found

    def as_python(self, rows: Iterable[Row]) -> list[list[Any]]:
        """Some of these rows with the values that Django would have given."""
        converters = self._query.converters
        read = [list(row) for row in rows]
        for row in read:
            for place, steps, expression in converters:
                for step in steps:
                    row[place] = step(row[place], expression, connection)
        return read

    def _asked_for(self, numbers: list[int]) -> tuple[str, list[Any]]:
        query = self._query
        marks = ", ".join(["%s"] * len(numbers))
        sql = query.parts[0]
        params: list[Any] = []
        for part, param in zip(query.parts[1:], query.params, strict=True):
            is_asked = param == _ASKED
            sql += (marks if is_asked else "%s") + part
            params += numbers if is_asked else [param]
        return sql, params

    @property
    def _query(self) -> _Written:
        if connection.vendor not in self._written:
            compiler = self._queryset([_ASKED]).query.get_compiler(using="default")
            sql, params = compiler.as_sql()
            expressions = (expression for expression, _, _ in compiler.select)
            converters = compiler.get_converters(expressions)
            self._written[connection.vendor] = _Written(
                _PLACE.split(sql),
                tuple(params),
                [(place, steps, expression) for place, (steps, expression) in converters.items()],
            )
        return self._written[connection.vendor]
