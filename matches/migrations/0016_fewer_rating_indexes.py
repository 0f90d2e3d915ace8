"""Indexes whose columns other indexes begin with: each was written with every row of a replay."""

from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

AddIndexWhilePlaying: Any = import_module('matches.migrations.0014_ratings_from_the_top').AddIndexWhilePlaying

COVERED = (('Rating', 'pool'), ('RatingChange', 'pool'), ('RatingChange', 'player'))


def _names(editor: Any, model: Any, column: str) -> list[str]:
    """Indexes of this column alone; on PostgreSQL the one for the beginnings of words too."""
    with editor.connection.cursor() as cursor:
        table = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
    return [
        name
        for name, found in table.items()
        if found['index'] and not found['unique'] and found['columns'] == [column]
    ]


def drop(apps: Any, editor: Any) -> None:
    # Results go on coming in meanwhile; SQLite has one writer anyway.
    way = 'CONCURRENTLY IF EXISTS' if editor.connection.vendor == 'postgresql' else 'IF EXISTS'
    for label, field in COVERED:
        model = apps.get_model('matches', label)
        for name in _names(editor, model, model._meta.get_field(field).column):
            editor.execute(f'DROP INDEX {way} {editor.quote_name(name)}')


def make(apps: Any, editor: Any) -> None:
    for label, field in COVERED:
        model = apps.get_model('matches', label)
        editor.execute(editor._create_index_sql(model, fields=[model._meta.get_field(field)]))


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0015_provisional_above'),
        ('players', '0013_players_start_play'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            # Django would take the foreign keys away and have all rows looked at again.
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name='rating',
                    name='pool',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='matches.ratingpool'),
                ),
                migrations.AlterField(
                    model_name='ratingchange',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='ratingchange',
                    name='pool',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='matches.ratingpool'),
                ),
            ],
        ),
        AddIndexWhilePlaying(
            model_name='rating',
            index=models.Index(fields=['pool', 'last_played'], name='ratings_by_last_match'),
        ),
    ]
