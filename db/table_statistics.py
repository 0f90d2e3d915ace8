"""What the planner knows about tables that were largely written anew."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection, models, transaction

logger = logging.getLogger(__name__)

MUCH = 10
"""So many times the rows of a change a table has to have, or the change is news to the planner."""


def is_news(rows: int, *tables: type[models.Model]) -> bool:
    """
    Whether so many new rows in each of these tables are more than PostgreSQL's planner reckons with.

    Of a table that it has never looked at it believes that any index leads to one row, and may then read all rows of an event to
    find one. Autovacuum would put that right within minutes; a first large event is played in them.
    """
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE oid = ANY(%s::regclass[]) AND reltuples < %s",
            [[connection.ops.quote_name(table._meta.db_table) for table in tables], MUCH * rows],  # noqa: SLF001
        )
        return bool(cursor.fetchone()[0])


def refresh_statistics(*tables: type[models.Model]) -> None:
    """Have PostgreSQL look at these tables now, rather than when autovacuum comes to it.

    It is a help and no more: where another is looking at a table it is left to them, and a refusal is
    noted and does not undo what the caller's transaction has done. SQLite plans without it.
    """
    if connection.vendor != "postgresql":
        return
    for table in tables:
        name = connection.ops.quote_name(table._meta.db_table)  # noqa: SLF001
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"ANALYZE (SKIP_LOCKED) {name}")
        except DatabaseError:
            logger.warning("The statistics of %s are not those of today.", name, exc_info=True)
