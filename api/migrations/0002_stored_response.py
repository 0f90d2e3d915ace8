"""Answers to keyed requests are stored responses; table links name themselves in them."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace


def rename_owners(apps, schema_editor):
    stored = apps.get_model("api", "StoredResponse").objects
    stored.filter(owner__startswith="seat:").update(
        owner=Replace(F("owner"), Value("seat:"), Value("table:"))
    )


class Migration(migrations.Migration):

    dependencies = [("api", "0001_initial")]

    operations = [
        migrations.RenameModel("GivenAnswer", "StoredResponse"),
        migrations.RunPython(rename_owners, migrations.RunPython.noop),
    ]
