"""A club's latest results and its casual matches are found without sorting all that it ever played."""

from importlib import import_module
from typing import Any

from django.contrib.postgres.operations import RemoveIndexConcurrently
from django.db import migrations, models

AddIndexWhilePlaying: Any = import_module('matches.migrations.0014_ratings_from_the_top').AddIndexWhilePlaying


class RemoveIndexWhilePlaying(RemoveIndexConcurrently):
    """Results go on coming in meanwhile; SQLite has one writer anyway."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == 'postgresql':
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.RemoveIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == 'postgresql':
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.RemoveIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0017_played_steps'),
    ]

    operations = [
        AddIndexWhilePlaying(
            model_name='match',
            index=models.Index(fields=['club', 'status', 'finished_at', 'id'], name='matches_of_a_club_as_they_end'),
        ),
        AddIndexWhilePlaying(
            model_name='match',
            index=models.Index(condition=models.Q(('event', '')), fields=['club', 'id'], name='casual_matches_of_a_club'),
        ),
        RemoveIndexWhilePlaying(
            model_name='match',
            name='match_by_club_and_status',
        ),
    ]
