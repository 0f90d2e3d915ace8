"""A token whose role nobody knows opens nothing; it stays that way."""

from django.db import migrations


def repair(apps, schema_editor):
    tokens = apps.get_model("players", "ApiToken").objects
    tokens.exclude(role__in=["director", "scorer", "reader"]).update(role="reader")


class Migration(migrations.Migration):

    dependencies = [("players", "0002_club_language")]

    operations = [migrations.RunPython(repair, migrations.RunPython.noop)]
