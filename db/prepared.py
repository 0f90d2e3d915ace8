"""Statements that are put into SQL once and run again and again.

For the few that every request or every result makes, Django takes longer to write a statement than
the database takes to answer it (benchmarks/post_game.py and benchmarks/bracket.py measure what this
saves). What is read comes as the same model instances, made by Django's own parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any, Generic, TypeVar

from django.db import connections, models, transaction
from django.db.models.query import get_related_populators

from db import statements
from db.light_rows import light_row
from db.statements import MOST_ROWS, Later

M = TypeVar("M", bound=models.Model)
Value = int | str
Row = tuple[Any, ...]

MOST_VALUES = 24
"""A query by more values than this is seldom the same again, so it is not kept."""

LARGEST = 2**63 - 1
"""No row has a larger number, and SQLite does not take one."""

_ASKED = 31_607
"""Numbers from here on stand for those asked for: they fit the smallest field, and mean nothing."""


@dataclass(frozen=True)
class _Statement:
    """A query in SQL, and all that is needed to read its answer."""

    sql: str
    params: tuple[Any, ...]
    places: dict[int, int]
    """Which of the values asked for belongs at which place among the parameters."""
    locks: bool
    """Whether it locks the rows it reads, which the database does inside a transaction only."""
    model: type[models.Model]
    converters: list[tuple[int, Callable[..., Any], Any]]
    """What makes values of ours of the database's: at which place, how, and of which expression."""
    populators: list[Any]
    fields: slice
    names: list[str]
    annotations: list[tuple[str, int]]


class Prepared(Generic[M]):
    """A query by one or more numbers and texts, made by a function of these."""

    def __init__(self, queryset: Callable[..., models.QuerySet[M]]) -> None:
        self._queryset = queryset
        self._statements: dict[tuple[Any, ...], _Statement] = {}

    def get(self, *values: Value) -> M:
        """The only row, or the model's ``DoesNotExist``."""
        found = self.first(*values)
        if found is None:
            raise self._queryset(*values).model.DoesNotExist  # type: ignore[attr-defined]
        return found

    def first(self, *values: Value) -> M | None:
        """The first row, if there is one."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: Value) -> list[M]:
        """The rows."""
        if not 0 < len(values) <= MOST_VALUES:
            return list(self._queryset(*values))
        connection = connections["default"]
        known = self._known(connection.vendor, values)
        return [_instance(known, connection, row) for row in _rows(known, connection, values)]

    def row(self, *values: Value) -> Row | None:
        """The first row as the database gives it, for those who only want to know whether it is another."""
        connection = connections["default"]
        return next(iter(_rows(self._known(connection.vendor, values), connection, values)), None)

    def first_with_row(self, *values: Value) -> tuple[M, Row] | None:
        """The first row, and the same as the database gives it."""
        connection = connections["default"]
        known = self._known(connection.vendor, values)
        for row in _rows(known, connection, values):
            return _instance(known, connection, row), row
        return None

    def ask_ahead(self, *values: Value) -> None:
        """Have the question sent along with the next one of this transaction (``statements.ask_ahead``)."""
        if _can_be_kept(values):
            connection = connections["default"]
            known = self._known(connection.vendor, values)
            statements.ask_ahead(known.sql, _params(known, connection, values), connection)

    def ask_along(self, *values: Value) -> None:
        """Have the question sent along with the next one, for a ``hint`` (``statements.ask_along``)."""
        if _can_be_kept(values):
            connection = connections["default"]
            known = self._known(connection.vendor, values)
            statements.ask_along(known.sql, _params(known, connection, values), connection)

    def hint(self, *values: Value) -> M | None:
        """The first row as it was when the question was sent along; nothing if it was not, or there is none."""
        if not _can_be_kept(values):
            return None
        connection = connections["default"]
        known = self._known(connection.vendor, values)
        rows = statements.hint(known.sql, _params(known, connection, values), connection)
        return _instance(known, connection, rows[0]) if rows else None

    def _known(self, vendor: str, values: Sequence[Value]) -> _Statement:
        shape = (vendor, *map(type, values))
        if shape not in self._statements:
            self._statements[shape] = _prepare(self._queryset, values)
        return self._statements[shape]


def _prepare(queryset: Callable[..., models.QuerySet[Any]], values: Sequence[Value]) -> _Statement:
    stand_ins = [_stand_in(number, value) for number, value in enumerate(values)]
    query = queryset(*stand_ins).query
    compiler = query.get_compiler(using="default")
    sql, params = compiler.as_sql()
    kind = compiler.klass_info
    fields = slice(kind["select_fields"][0], kind["select_fields"][-1] + 1)
    return _Statement(
        sql=sql,
        params=tuple(params),
        places={
            place: stand_ins.index(param)
            for place, param in enumerate(params)
            if param in stand_ins
        },
        locks=query.select_for_update and compiler.connection.features.has_select_for_update,
        model=kind["model"],
        converters=[
            (place, convert, expression)
            for place, (converters, expression) in compiler.get_converters(
                [column[0] for column in compiler.select]
            ).items()
            for convert in converters
        ],
        populators=get_related_populators(kind, compiler.select, "default"),  # type: ignore[call-arg]
        fields=fields,
        names=[column[0].target.attname for column in compiler.select[fields]],
        annotations=list(compiler.annotation_col_map.items()),
    )


def _can_be_kept(values: Sequence[Value]) -> bool:
    return 0 < len(values) <= MOST_VALUES and not _is_beyond_keys(values)


def _is_beyond_keys(values: Sequence[Value]) -> bool:
    return any(isinstance(value, int) and abs(value) > LARGEST for value in values)


def _rows(known: _Statement, connection: Any, values: Sequence[Value]) -> list[Row]:
    if _is_beyond_keys(values):
        return []
    return statements.ask(known.sql, _params(known, connection, values), connection)


def _params(known: _Statement, connection: Any, values: Sequence[Value]) -> list[Any]:
    if known.locks and connection.get_autocommit():
        # Django says so while it writes the SQL, which was done long ago.
        raise transaction.TransactionManagementError(
            "select_for_update cannot be used outside of a transaction."
        )
    params = list(known.params)
    for place, number in known.places.items():
        params[place] = values[number]
    return params


def _stand_in(number: int, value: Value) -> Value:
    """What stands in a query for the value asked for while it is prepared."""
    return _ASKED + number if isinstance(value, int) else f"asked for, number {number}"


def _instance(known: _Statement, connection: Any, row: tuple[Any, ...]) -> Any:
    values = list(row)
    for place, convert, expression in known.converters:
        values[place] = convert(values[place], expression, connection)
    instance = light_row(known.model, known.names, values[known.fields])
    for populator in known.populators:
        _populate(populator, values, instance)
    for name, place in known.annotations:
        setattr(instance, name, values[place])
    return instance


def _populate(populator: Any, values: list[Any], instance: models.Model) -> None:
    """What ``select_related`` read, as Django's own populator has it, made of light rows."""
    if populator.reorder_for_init:
        own = populator.reorder_for_init(values)
    else:
        own = values[populator.cols_start : populator.cols_end]
    found = own[populator.pk_idx] is not None
    related = light_row(populator.model_cls, populator.init_list, own) if found else None
    for further in populator.related_populators if related is not None else ():
        _populate(further, values, related)  # type: ignore[arg-type]
    populator.local_setter(instance, related)
    if related is not None:
        populator.remote_setter(related, instance)


_AS_THEY_ARE: dict[type[models.Field[Any, Any]], type] = {
    models.BooleanField: bool,
    models.CharField: str,
    models.FloatField: float,
    models.ForeignKey: int,
    models.IntegerField: int,
    models.TextField: str,
}
"""Kinds of fields whose values the database is given as they are, if they are of that type or nothing."""
_NOT_READ = object()

Adapt = Callable[[Any, Any], Any]
"""Makes what the database is given, from a value and the connection."""


@dataclass(frozen=True)
class _Column:
    """A field that is written."""

    field: Any
    name: str
    as_it_is: tuple[type, ...]
    """Types of values that need no further look."""
    adapted: dict[type, Adapt]
    """Types of values that the database has a form of its own for."""

    @staticmethod
    def of(field: Any) -> _Column:
        types = [plain for kind, plain in _AS_THEY_ARE.items() if isinstance(field, kind)]
        if not _is_written_as_set(field):
            return _Column(field, field.attname, (), {})
        return _Column(field, field.attname, (*types, type(None)) if types else (), _adapted(field))

    def value(self, row: models.Model, connection: Any, *, add: bool) -> Any:
        """What the database is given; to have the field say so takes Django longer than writing takes it."""
        value = row.__dict__.get(self.name, _NOT_READ)
        kind = type(value)
        if kind in self.as_it_is:
            return value
        if kind in self.adapted:
            return self.adapted[kind](value, connection)
        return self.field.get_db_prep_save(self.field.pre_save(row, add=add), connection)


def _is_written_as_set(field: Any) -> bool:
    """Whether a field has no say in its value on the way: a moment that is now, for example."""
    if isinstance(field, models.DateTimeField):
        return not (field.auto_now or field.auto_now_add)
    return type(field).pre_save is models.Field.pre_save


def _adapted(field: Any) -> dict[type, Adapt]:
    if type(field) is models.JSONField:
        adapt: Adapt = lambda value, connection: connection.ops.adapt_json_value(  # noqa: E731
            value, field.encoder
        )
        return {dict: adapt, list: adapt}
    if type(field) is models.DateTimeField:
        return {datetime: lambda value, connection: _moment(field, value, connection)}
    return {}


def _moment(field: Any, value: datetime, connection: Any) -> Any:
    if value.tzinfo is None:
        # Django has something to say about that.
        return field.get_db_prep_save(value, connection)
    return connection.ops.adapt_datetimefield_value(value)


class PreparedCount:
    """Adds one to a number in a row, whatever it is by then."""

    def __init__(self, model: type[models.Model], field: str) -> None:
        self._model = model
        self._field = field

    def add_one(self, key: int) -> Later:
        """In the row with this key, if there is one; what the number is then."""
        return statements.write_and_learn(self._sql, [key])

    @cached_property
    def _sql(self) -> str:
        quoted = connections["default"].ops.quote_name
        described: Any = self._model._meta  # noqa: SLF001
        table, key = quoted(described.db_table), quoted(described.pk.column)
        number = quoted(described.get_field(self._field).column)
        # Nothing but names out of the model goes into it.
        return f"UPDATE {table} SET {number} = {number} + 1 WHERE {key} = %s RETURNING {number}"  # noqa: S608


class PreparedUpdate(Generic[M]):
    """Writes the named fields, by default all, of rows that are there already.

    Signals are not sent: nothing listens for these (benchmarks/prepared_updates.py).
    """

    def __init__(self, model: type[M], fields: Iterable[str] | None = None) -> None:
        self._model = model
        self._names = None if fields is None else frozenset(fields)
        self._together: dict[int, str] = {}
        """By how many rows."""

    def save(self, rows: Sequence[M]) -> None:
        """Write these rows; one that is gone stays gone."""
        if not rows:
            return
        connection = connections["default"]
        values = [
            [*(column.value(row, connection, add=False) for column in self._columns), row.pk]
            for row in rows
        ]
        if 1 < len(rows) <= MOST_ROWS and statements.sends_together(connection):
            # Each statement would have the server read all of the table's constraints again.
            statements.write(self._sql_together(len(rows)), [list(chain(*values))], connection)
        else:
            statements.write(self._sql, values, connection)

    @cached_property
    def _columns(self) -> list[_Column]:
        return [_Column.of(field) for field in self.fields]

    @cached_property
    def fields(self) -> list[Any]:
        """What is written."""
        fields = self._model._meta.concrete_fields  # noqa: SLF001
        if self._names is None:
            return [field for field in fields if not field.primary_key]
        return [field for field in fields if field.name in self._names]

    @cached_property
    def _sql(self) -> str:
        quoted = connections["default"].ops.quote_name
        described: Any = self._model._meta  # noqa: SLF001
        table, key = quoted(described.db_table), quoted(described.pk.column)
        settings = ", ".join(f"{quoted(field.column)} = %s" for field in self.fields)
        # Nothing but names out of the model goes into it.
        return f"UPDATE {table} SET {settings} WHERE {key} = %s"  # noqa: S608

    def _sql_together(self, rows: int) -> str:
        if rows not in self._together:
            self._together[rows] = self._written_together(rows)
        return self._together[rows]

    def _written_together(self, rows: int) -> str:
        """The same for some rows at once, as PostgreSQL has it."""
        connection = connections["default"]
        described: Any = self._model._meta  # noqa: SLF001
        fields = [*self.fields, described.pk]
        quoted = [connection.ops.quote_name(field.column) for field in fields]
        *columns, key = quoted
        # Without its length: what is too long is refused, and not cut off.
        kinds = [
            field.rel_db_type(connection) if field.primary_key else field.db_type(connection)
            for field in fields
        ]
        first = ", ".join(f"%s::{kind.partition('(')[0]}" for kind in kinds)
        further = ", ".join(["%s"] * len(fields))
        groups = "), (".join([first, *[further] * (rows - 1)])
        settings = ", ".join(f"{column} = new.{column}" for column in columns)
        table = connection.ops.quote_name(described.db_table)
        # Nothing but names out of the model goes into it.
        return (
            f"UPDATE {table} SET {settings} FROM (VALUES ({groups})) AS new ({', '.join(quoted)})"  # noqa: S608
            f" WHERE {table}.{key} = new.{key}"
        )


class PreparedInsert(Generic[M]):
    """Adds rows: those whose keys nobody asks for need not be waited for."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def add_with_keys(self, rows: Sequence[M]) -> None:
        """Write these rows, and let them know their keys. For a few: many are faster at once."""
        if len(rows) > MOST_VALUES:
            self._model._default_manager.bulk_create(rows)  # noqa: SLF001
            return
        connection = connections["default"]
        if statements.sends_together(connection):
            # The keys first: they may have been asked for ahead, and the rows need not be waited for.
            for row in rows:
                ((row.pk,),) = statements.ask(self._sql_next_key, (), connection)
            values = [[*self._values(row, connection), row.pk] for row in rows]
            statements.insert(*self._statement_with_given_key, values, connection)
        else:
            for row in rows:
                with transaction.mark_for_rollback_on_error("default"):
                    ((row.pk,),) = statements.ask(
                        self._sql_with_key, self._values(row, connection), connection
                    )
        for row in rows:
            row._state.adding, row._state.db = False, "default"  # noqa: SLF001

    def ask_ahead_for_key(self) -> None:
        """Have a key for a row that will probably be added with the next question of this transaction.

        One that is not used is left out, as after a transaction that failed.
        """
        connection = connections["default"]
        if statements.sends_together(connection):
            statements.ask_ahead(self._sql_next_key, (), connection)

    def add(self, rows: Sequence[M]) -> None:
        """Write these rows. They get their keys in the database, and not here."""
        connection = connections["default"]
        values = [self._values(row, connection) for row in rows]
        statements.insert(*self._statement, values, connection)

    def _values(self, row: M, connection: Any) -> list[Any]:
        return [column.value(row, connection, add=True) for column in self._columns]

    @cached_property
    def _columns(self) -> list[_Column]:
        return [_Column.of(field) for field in self._fields]

    @cached_property
    def _fields(self) -> list[Any]:
        fields = self._model._meta.concrete_fields  # noqa: SLF001
        return [field for field in fields if not field.primary_key]

    @cached_property
    def _sql_with_key(self) -> str:
        head, group = self._statement
        key: Any = self._model._meta.pk  # noqa: SLF001
        return f"{head}{group} RETURNING {connections['default'].ops.quote_name(key.column)}"

    @cached_property
    def _sql_next_key(self) -> str:
        described: Any = self._model._meta  # noqa: SLF001
        connection = connections["default"]
        table = connection.ops.quote_name(described.db_table)
        # Asked for once: to find it takes PostgreSQL longer than to count on.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, described.pk.column])
            (sequence,) = cursor.fetchone()
        return f"SELECT nextval('{sequence}')"

    @cached_property
    def _statement(self) -> tuple[str, str]:
        return self._insert(self._fields)

    @cached_property
    def _statement_with_given_key(self) -> tuple[str, str]:
        return self._insert([*self._fields, self._model._meta.pk])  # noqa: SLF001

    def _insert(self, fields: Sequence[Any]) -> tuple[str, str]:
        """A statement up to its rows, and the marks of one."""
        quoted = connections["default"].ops.quote_name
        table = quoted(self._model._meta.db_table)  # noqa: SLF001
        columns = ", ".join(quoted(field.column) for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        # Nothing but names out of the model goes into it.
        return f"INSERT INTO {table} ({columns}) VALUES ", f"({marks})"  # noqa: S608
