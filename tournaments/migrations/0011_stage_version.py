"""Each stage counts its changes, on from the version that is published."""

import django.db.models.deletion
from django.db import migrations, models


def count_on_from_what_is_published(apps, schema_editor):
    alias = schema_editor.connection.alias
    published = apps.get_model("tournaments", "StageSnapshot").objects.using(alias)
    version = apps.get_model("tournaments", "StageVersion")
    version.objects.using(alias).bulk_create(
        [
            version(stage_id=stage, number=number)
            for stage, number in published.values_list("pk", "version").iterator()
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0010_words_on_screen")]

    operations = [
        migrations.CreateModel(
            name="StageVersion",
            fields=[
                (
                    "stage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="version",
                        serialize=False,
                        to="tournaments.stage",
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.AlterField(
            model_name="stagesnapshot",
            name="version",
            field=models.PositiveIntegerField(
                default=0, help_text="The stage's version that it shows; 0 before the first time."
            ),
        ),
        migrations.RunPython(count_on_from_what_is_published, migrations.RunPython.noop),
    ]
