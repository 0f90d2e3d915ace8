"""What the planner knows about tables that were largely written anew."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection, models, transaction

logger = logging.getLogger(__name__)


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
