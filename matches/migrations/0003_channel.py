"""The ledger says over which channel a line came in."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("matches", "0002_uncalled")]

    operations = [migrations.RenameField("matchevent", "way", "channel")]
