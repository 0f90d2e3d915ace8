"""A step for everybody who has played, and matches by player in the order in which they ended."""

from importlib import import_module
from typing import Any
from uuid import uuid4

import django.db.models.deletion
from django.db import migrations, models

AddIndexWhilePlaying: Any = import_module('matches.migrations.0014_ratings_from_the_top').AddIndexWhilePlaying
names_of_indexes: Any = import_module('matches.migrations.0016_fewer_rating_indexes')._names


def fill(apps: Any, editor: Any) -> None:
    rows = apps.get_model('matches', 'Match').objects.using(editor.connection.alias).order_by()
    played = set(rows.values_list('a', flat=True).distinct()) | set(rows.values_list('b', flat=True).distinct())
    step = apps.get_model('matches', 'PlayedStep')
    step.objects.using(editor.connection.alias).bulk_create(
        (step(player_id=player, step=uuid4().hex) for player in sorted(played)),
        batch_size=400,
        # Results go on coming in meanwhile.
        ignore_conflicts=True,
    )


def drop(apps: Any, editor: Any) -> None:
    way = 'CONCURRENTLY IF EXISTS' if editor.connection.vendor == 'postgresql' else 'IF EXISTS'
    match = apps.get_model('matches', 'Match')
    for column in ('a_id', 'b_id'):
        for name in names_of_indexes(editor, match, column):
            editor.execute(f'DROP INDEX {way} {editor.quote_name(name)}')


def make(apps: Any, editor: Any) -> None:
    match = apps.get_model('matches', 'Match')
    for field in ('a', 'b'):
        editor.execute(editor._create_index_sql(match, fields=[match._meta.get_field(field)]))


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0016_fewer_rating_indexes'),
        ('players', '0014_listed_months'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedStep',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='players.player')),
                ('step', models.CharField(max_length=32)),
            ],
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        AddIndexWhilePlaying(
            model_name='match',
            index=models.Index(fields=['a', 'finished_at', 'id'], name='matches_of_a'),
        ),
        AddIndexWhilePlaying(
            model_name='match',
            index=models.Index(fields=['b', 'finished_at', 'id'], name='matches_of_b'),
        ),
        migrations.SeparateDatabaseAndState(
            # Django would take the foreign keys away and have all rows looked at again.
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name='match',
                    name='a',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_a', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='match',
                    name='b',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_b', to='players.player'),
                ),
            ],
        ),
    ]
