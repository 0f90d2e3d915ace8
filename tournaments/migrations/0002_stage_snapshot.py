"""What the world sees of a stage is its snapshot; jobs that wait to compute one follow the name."""

import django.db.models.deletion
from django.db import migrations, models

JOBS = {
    "tournaments.publish_stage": "tournaments.refresh_snapshot",
    "tournaments.publish_player": "tournaments.refresh_snapshots_of_player",
}


def rename_waiting_jobs(apps, schema_editor):
    messages = apps.get_model("outbox", "Message").objects
    for before, after in JOBS.items():
        messages.filter(job=before).update(job=after)


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0001_initial"), ("outbox", "0001_initial")]

    operations = [
        migrations.RenameModel("Publication", "StageSnapshot"),
        migrations.AlterField(
            "stagesnapshot",
            "stage",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="snapshot",
                serialize=False,
                to="tournaments.stage",
            ),
        ),
        migrations.RunPython(rename_waiting_jobs, migrations.RunPython.noop),
    ]
