"""The one rating pool becomes one of many. Its key stays, so no row of the large tables changes."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0011_ruled_is_checked'),
    ]

    operations = [
        migrations.RenameField('ratingpool', 'system', 'key'),
    ]
