"""Queries that are put into SQL once and asked again and again.

For the few that every request makes, Django takes longer to write a query than the database takes
to answer it (benchmarks/post_game.py measures what this saves). The answer is the same model
instances, made by Django's own parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=models.Model)

ASKED = -2_147_480_001
"""Stands for the number asked for while a query is prepared."""
ASKED_TEXT = "the text asked for"
"""Stands for the text asked for."""


@dataclass
class _Statement:
    """A query in SQL, and all that is needed to read its answer."""

    sql: str
    params: tuple[Any, ...]
    compiler: Any
    converters: Any
    populators: list[Any]
    fields: slice
    names: list[str]


class Prepared(Generic[M]):
    """A query for one row, by one value for which ``ASKED`` or ``ASKED_TEXT`` stands in it."""

    def __init__(self, queryset: Callable[[], models.QuerySet[M]]) -> None:
        self._queryset = queryset
        self._statements: dict[str, _Statement] = {}

    def get(self, value: int | str) -> M:
        """The row, or the model's ``DoesNotExist``."""
        found = self.first(value)
        if found is None:
            raise self._queryset().model.DoesNotExist  # type: ignore[attr-defined]
        return found

    def first(self, value: int | str) -> M | None:
        """The row, if there is one."""
        connection = connections["default"]
        known = self._statements.get(connection.vendor)
        if known is None:
            known = self._statements[connection.vendor] = _prepare(self._queryset())
        params = [value if param in (ASKED, ASKED_TEXT) else param for param in known.params]
        with connection.cursor() as cursor:
            cursor.execute(known.sql, params)
            row = cursor.fetchone()
        return None if row is None else _instance(known, connection, row)


def _prepare(queryset: models.QuerySet[Any]) -> _Statement:
    compiler = queryset.query.get_compiler(using="default")
    sql, params = compiler.as_sql()
    kind = compiler.klass_info
    fields = slice(kind["select_fields"][0], kind["select_fields"][-1] + 1)
    return _Statement(
        sql=sql,
        params=tuple(params),
        compiler=compiler,
        converters=compiler.get_converters(
            [column[0] for column in compiler.select[: compiler.col_count]]
        ),
        populators=get_related_populators(kind, compiler.select, "default"),  # type: ignore[call-arg]
        fields=fields,
        names=[column[0].target.attname for column in compiler.select[fields]],
    )


def _instance(known: _Statement, connection: Any, row: tuple[Any, ...]) -> Any:
    values = list(row)
    for position, (converters, expression) in known.converters.items():
        for converter in converters:
            values[position] = converter(values[position], expression, connection)
    instance = known.compiler.klass_info["model"].from_db(
        "default", known.names, values[known.fields]
    )
    for populator in known.populators:
        populator.populate(values, instance)
    for name, position in known.compiler.annotation_col_map.items():
        setattr(instance, name, values[position])
    return instance
