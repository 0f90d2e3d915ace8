"""Statements go to the server together, and all of their answers come back together.

psycopg's own pipeline makes a cursor for each statement, hands each to the operating system by itself and looks for
answers in between. Here all that belongs to one journey is
written at once. Everything else, such as how values and rows are written, is psycopg's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from psycopg import Connection, IsolationLevel, generators
from psycopg.abc import Buffer, PQGen
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.errors import FeatureNotSupported, InvalidSqlStatementName, error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult
from psycopg.types.numeric import Int8BinaryDumper

MOST_PLANS = 400
"""Of a connection. There are fewer, unless something makes up new statements all the time."""

Row = tuple[Any, ...]
Shape = tuple[str, tuple[int, ...]]
"""A statement, and the types of its values."""

_PLACE = re.compile(r"(?<!%)%s")
_PLAN_IS_OLD = (FeatureNotSupported, InvalidSqlStatementName)
"""Tables have changed since, or somebody has told the server to forget all plans."""


class Statement(NamedTuple):
    """One of a journey, and who wants to know the rows that it returns."""

    sql: str
    values: Sequence[Any] = ()
    tell: Callable[[list[Row]], None] | None = None


class _Packed(NamedTuple):
    """A statement as the server takes it."""

    shape: Shape
    plan: bytes | None
    """What the server knows it by."""
    is_new: bool
    """Whether it is to be planned first."""
    values: Sequence[Buffer | None]
    formats: Sequence[Format] | None

    @property
    def answers(self) -> int:
        """To it, and to its plan."""
        return 1 + self.is_new


class Journeys:
    """From one connection to its server and back."""

    def __init__(self, connection: Connection[Any]) -> None:
        self.connection = connection
        # Every number of one type: psycopg would take the smallest, and have the statement planned for each.
        self.adapters = AdaptersMap(connection.adapters)
        self.adapters.register_dumper(int, Int8BinaryDumper)
        self._values = Transformer(self)
        self._answers = Transformer(connection)
        self._plans: dict[Shape, bytes] = {}
        self._planned = 0

    def make(self, statements: Sequence[Statement], *, begins: bool, commits: bool) -> None:
        """There and back, in a new transaction if it ``begins``."""
        packed = [self._pack(statement) for statement in statements]
        number = begins + sum(each.answers for each in packed) + commits
        with self.connection.lock, self._pipeline() as pgconn:
            if begins:
                pgconn.send_query_params(_begin(self.connection.isolation_level), None)
            for each in packed:
                _send(pgconn, each)
            if commits:
                pgconn.send_query_params(b"COMMIT", None)
            pgconn.pipeline_sync()
            results = self.connection.wait(_results(pgconn, number))
        self._check(results, packed)
        self._tell(statements, packed, results[begins:])

    @contextmanager
    def _pipeline(self) -> Iterator[PGconn]:
        """A journey that is broken off ends the connection: nobody knows what the server has done of it."""
        pgconn = self.connection.pgconn
        pgconn.enter_pipeline_mode()
        try:
            yield pgconn
            pgconn.exit_pipeline_mode()
        except BaseException:
            self.connection.close()
            raise

    def _pack(self, statement: Statement) -> _Packed:
        given = statement.values
        values = self._values.dump_sequence(given, [PyFormat.AUTO] * len(given))
        shape = statement.sql, tuple(self._values.types or ())
        plan = self._plans.get(shape)
        is_new = plan is None and self._plans_more
        if is_new:
            self._planned += 1
            plan = self._plans[shape] = b"planned_%d" % self._planned
        return _Packed(shape, plan, is_new, values, self._values.formats)

    @property
    def _plans_more(self) -> bool:
        return self.connection.prepare_threshold is not None and len(self._plans) < MOST_PLANS

    def _check(self, results: Sequence[PGresult], packed: Sequence[_Packed]) -> None:
        """Raise the first thing that the server refused; what came after that was not done."""
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                error = error_from_result(result, self._answers.encoding)
                if isinstance(error, _PLAN_IS_OLD):
                    self._plans.clear()
                # They may have been planned or not: next time they get another name.
                for each in packed:
                    if each.is_new:
                        self._plans.pop(each.shape, None)
                raise error

    def _tell(
        self,
        statements: Sequence[Statement],
        packed: Sequence[_Packed],
        results: Sequence[PGresult],
    ) -> None:
        end = 0
        for statement, each in zip(statements, packed, strict=True):
            end += each.answers
            if statement.tell is not None:
                statement.tell(self._rows(results[end - 1]))

    def _rows(self, result: PGresult) -> list[Row]:
        if result.status != ExecStatus.TUPLES_OK:
            return []
        self._answers.set_pgresult(result)
        return self._answers.load_rows(0, result.ntuples, tuple)


def _send(pgconn: PGconn, packed: _Packed) -> None:
    """Put it on its way."""
    sql, types = packed.shape
    if packed.plan is None:
        pgconn.send_query_params(_for_server(sql), packed.values, types, packed.formats)
        return
    if packed.is_new:
        pgconn.send_prepare(packed.plan, _for_server(sql), types)
    pgconn.send_query_prepared(packed.plan, packed.values, packed.formats)


def _results(pgconn: PGconn, number: int) -> PQGen[list[PGresult]]:
    """The answer to each, the first one's first."""
    yield from generators.send(pgconn)
    results: list[PGresult] = []
    for _ in range(number):
        results += yield from generators.fetch_many(pgconn)
    # And the one that says that these were all.
    yield from generators.fetch_many(pgconn)
    return results


@cache
def _for_server(sql: str) -> bytes:
    """With the server's own marks for values; the statements that come here are few."""
    first, *parts = _PLACE.split(sql)
    marked = first + "".join(f"${number}{part}" for number, part in enumerate(parts, start=1))
    return marked.replace("%%", "%").encode()


@cache
def _begin(level: IsolationLevel | None) -> bytes:
    return f"BEGIN ISOLATION LEVEL {level.name.replace('_', ' ')}".encode() if level else b"BEGIN"
