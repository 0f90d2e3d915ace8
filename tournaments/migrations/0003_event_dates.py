"""Events take place in years that every calendar knows; absurd dates are brought to the nearest."""

from datetime import UTC, datetime

from django.db import migrations, models

FIRST = datetime(1900, 1, 1, tzinfo=UTC)
LAST = datetime(2200, 1, 1, tzinfo=UTC)


def repair_dates(apps, schema_editor):
    events = apps.get_model("tournaments", "Tournament").objects
    events.filter(starts_at__lt=FIRST).update(starts_at=FIRST)
    events.filter(starts_at__gte=LAST).update(starts_at=datetime(2199, 12, 31, tzinfo=UTC))


class Migration(migrations.Migration):

    # PostgreSQL adds no constraint to a table with changes that wait to be checked.
    atomic = False

    dependencies = [("tournaments", "0002_stage_snapshot")]

    operations = [
        migrations.RunPython(repair_dates, migrations.RunPython.noop),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                name="event_in_living_memory",
                condition=models.Q(("starts_at__gte", FIRST), ("starts_at__lt", LAST)),
            ),
        ),
    ]
