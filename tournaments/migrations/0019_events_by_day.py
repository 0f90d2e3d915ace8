"""All events, the latest first: so many are read as a page shows, not all there are to be sorted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_events_by_status'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['-starts_at', '-id'], name='events_by_day'),
        ),
    ]
