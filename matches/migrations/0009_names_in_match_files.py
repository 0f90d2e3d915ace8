"""Names of players who were anonymised earlier leave their match files, by the job that does so now."""

from django.db import migrations


def have_names_removed(apps, schema_editor):
    alias = schema_editor.connection.alias
    anonymised = apps.get_model("players", "Player").objects.using(alias)
    message = apps.get_model("outbox", "Message")
    message.objects.using(alias).bulk_create(
        [
            message(job="matches.remove_name_from_files", args=[player])
            for player in anonymised.exclude(anonymised_at=None).values_list("pk", flat=True)
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [
        ("matches", "0008_during_play"),
        ("players", "0006_words_on_screen"),
        ("outbox", "0001_initial"),
    ]

    operations = [migrations.RunPython(have_names_removed, migrations.RunPython.noop)]
