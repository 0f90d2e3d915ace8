from typing import Any

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class CheckOldRows(ValidateConstraint):
    """Rows that were there before; on SQLite they were read when the constraint was made."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == 'postgresql':
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0010_ruled'),
    ]

    operations = [
        CheckOldRows(model_name='matchevent', name='known_ledger_kind'),
    ]
