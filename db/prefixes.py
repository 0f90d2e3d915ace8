"""Finding what begins with some letters by an ordinary index, on both databases."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField
from django.db.models.lookups import Lookup

_LAST_LETTER = "\U0010ffff"


@CharField.register_lookup
class BeginsWith(Lookup[str]):
    """``column__begins_with``: the bytes of the value begin with these.

    PostgreSQL looks ``LIKE 'x%'`` up in the index it makes for it beside each indexed text column.
    SQLite does so only for ``LIKE`` without regard to case, so there it is asked for a range.
    """

    lookup_name = "begins_with"
    prepare_rhs = True

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """The condition as PostgreSQL takes it."""
        column, params = self.process_lhs(compiler, connection)
        escaped = str(self.rhs).replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
        return f"{column} LIKE %s", (*params, f"{escaped}%")

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """The same as a range of bytes."""
        column, params = self.process_lhs(compiler, connection)
        bounds = [str(self.rhs), f"{self.rhs}{_LAST_LETTER}"]
        return f"({column} >= %s AND {column} < %s)", (*params, bounds[0], *params, bounds[1])
