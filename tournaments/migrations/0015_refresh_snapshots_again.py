"""Snapshots are computed again: they have chances, since when a match is played, and how long one took.

Until the jobs are done, pages show the copy of before, which they can read too.
"""

from django.db import migrations


def have_snapshots_computed_again(apps, schema_editor):
    alias = schema_editor.connection.alias
    snapshots = apps.get_model("tournaments", "StageSnapshot").objects.using(alias)
    message = apps.get_model("outbox", "Message")
    message.objects.using(alias).bulk_create(
        [
            message(job="tournaments.refresh_snapshot", args=[stage])
            for stage in snapshots.filter(version__gt=0).values_list("pk", flat=True)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0014_show_chances"),
        ("outbox", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(have_snapshots_computed_again, migrations.RunPython.noop),
    ]
