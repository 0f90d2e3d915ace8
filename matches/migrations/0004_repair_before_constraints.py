"""There is no table 0: a match that was called to it has none."""

from django.db import migrations


def repair(apps, schema_editor):
    apps.get_model("matches", "Match").objects.filter(table=0).update(table=None)


class Migration(migrations.Migration):

    dependencies = [("matches", "0003_channel")]

    operations = [migrations.RunPython(repair, migrations.RunPython.noop)]
