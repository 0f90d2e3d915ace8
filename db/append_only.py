"""Tables to which rows are only ever added, kept so by triggers on both engines.

docs/adr/0008-append-only-by-triggers.md says why it is built like this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connections, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement, Table

_DELETING = "barpoint.deleting"
"""A setting of one transaction on PostgreSQL: the tables from which rows may be deleted in it.

Installations of a first version have a trigger that knows one table there, so ask for one at a time.
"""


class AppendOnly(models.BaseConstraint):
    """Rows stay as they were written. The database refuses to change them, and to delete them.

    ``may_be_cleared`` names columns that say something about a person: they may be emptied, and
    nothing else. Rows are deleted only within :func:`deletion_allowed`.

    A constraint, because SQLite drops a table's triggers whenever Django makes the table again for
    another change: constraints are put back with it.
    """

    def __init__(self, *, may_be_cleared: Sequence[str] = (), name: str) -> None:
        super().__init__(name=name)
        self.may_be_cleared = tuple(may_be_cleared)

    def constraint_sql(self, model: Any, schema_editor: Any) -> Any:
        """Nothing within the table's own definition: triggers come after it."""
        schema_editor.deferred_sql += self._statements(model, schema_editor)

    def create_sql(self, model: Any, schema_editor: Any) -> Any:
        """The triggers of a table that is there already."""
        *first, last = self._statements(model, schema_editor)
        schema_editor.deferred_sql += first
        return last

    def remove_sql(self, model: Any, schema_editor: Any) -> Any:
        """The table as any other; asked for on PostgreSQL only."""
        template = (
            "DROP TRIGGER %(name)s_rows ON %(table)s; DROP TRIGGER %(name)s_table ON %(table)s;"
            " DROP FUNCTION %(name)s()"
        )
        return self._statement(template, model, schema_editor)

    def validate(self, *_args: Any, **_kwargs: Any) -> None:
        """Whether a row is new is for the database to see."""

    def deconstruct(self) -> Any:
        """For migrations."""
        path, args, kwargs = super().deconstruct()
        return path, args, kwargs | {"may_be_cleared": self.may_be_cleared}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AppendOnly) and self.deconstruct() == other.deconstruct()

    def __hash__(self) -> int:
        return hash((self.name, self.may_be_cleared))

    def _statements(self, model: Any, schema_editor: Any) -> list[Statement]:
        if schema_editor.connection.vendor == "sqlite":
            return [
                self._statement(_SQLITE_UPDATE, model, schema_editor),
                self.sqlite_delete_trigger(model, schema_editor),
            ]
        return [self._statement(_POSTGRESQL, model, schema_editor)]

    def sqlite_delete_trigger(self, model: Any, schema_editor: Any) -> Statement:
        """What refuses to delete a row."""
        return self._statement(_SQLITE_DELETE, model, schema_editor)

    def _statement(self, template: str, model: Any, schema_editor: Any) -> Statement:
        kept = [field for field in model._meta.concrete_fields if not self._clears(field)]  # noqa: SLF001
        cleared = [field for field in model._meta.concrete_fields if self._clears(field)]  # noqa: SLF001
        quote = schema_editor.quote_name
        same = "{new} IS {old}" if schema_editor.connection.vendor == "sqlite" else _SAME
        unchanged = [same.format(**_both(quote, field)) for field in kept] + [
            f"({same} OR {{new}} {_empty(field)})".format(**_both(quote, field))
            for field in cleared
        ]
        # A reference that follows the table when it is renamed.
        table = Table(model._meta.db_table, quote)  # noqa: SLF001
        return Statement(
            template, table=table, name=self.name, unchanged=" AND ".join(unchanged), key=_DELETING
        )

    def _clears(self, field: Any) -> bool:
        return field.name in self.may_be_cleared


_SAME = "{new} IS NOT DISTINCT FROM {old}"

_SQLITE_UPDATE = (
    "CREATE TRIGGER %(name)s_update BEFORE UPDATE ON %(table)s WHEN NOT (%(unchanged)s)"
    " BEGIN SELECT RAISE(ABORT, '%(name)s'); END"
)
_SQLITE_DELETE = (
    "CREATE TRIGGER %(name)s_delete BEFORE DELETE ON %(table)s"
    " BEGIN SELECT RAISE(ABORT, '%(name)s'); END"
)
_POSTGRESQL = """
CREATE OR REPLACE FUNCTION %(name)s() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF %(unchanged)s THEN
            RETURN NEW;
        END IF;
    ELSIF TG_TABLE_NAME = ANY (string_to_array(current_setting('%(key)s', true), ',')) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '%(name)s' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER %(name)s_rows BEFORE UPDATE OR DELETE ON %(table)s
    FOR EACH ROW EXECUTE FUNCTION %(name)s();
CREATE TRIGGER %(name)s_table BEFORE TRUNCATE ON %(table)s
    FOR EACH STATEMENT EXECUTE FUNCTION %(name)s()
"""


def _both(quote: Any, field: Any) -> dict[str, str]:
    return {"new": f"NEW.{quote(field.column)}", "old": f"OLD.{quote(field.column)}"}


def _empty(field: Any) -> str:
    return "IS NULL" if field.null else "= ''"


@contextmanager
def deletion_allowed(*append_only: type[models.Model]) -> Iterator[None]:
    """Let rows of append-only tables be deleted by what follows: in this transaction, by nobody else."""
    connection = connections["default"]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # Whoever writes is alone, and if the transaction fails the triggers were never gone.
            rules = [(model, _rule_of(model)) for model in append_only]
            for _model, rule in rules:
                cursor.execute(f"DROP TRIGGER {rule.name}_delete")
            yield
            for model, rule in rules:
                cursor.execute(str(rule.sqlite_delete_trigger(model, _editor(connection))))
        else:
            tables = ",".join(model._meta.db_table for model in append_only)  # noqa: SLF001
            cursor.execute("SELECT set_config(%s, %s, true)", [_DELETING, tables])
            yield
            cursor.execute("SELECT set_config(%s, '', true)", [_DELETING])


def _rule_of(model: type[models.Model]) -> AppendOnly:
    (rule,) = (c for c in model._meta.constraints if isinstance(c, AppendOnly))  # noqa: SLF001
    return rule


def _editor(connection: Any) -> BaseDatabaseSchemaEditor:
    """What writes names as this database does; nothing is changed with it."""
    editor: BaseDatabaseSchemaEditor = connection.schema_editor(atomic=False)
    return editor
