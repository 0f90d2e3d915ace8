"""The lists that the rows of entrants have taken the place of."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0008_entrants_from_lists')]

    operations = [
        migrations.RemoveField(model_name='stage', name='drawn_from'),
        migrations.RemoveField(model_name='stage', name='seeds'),
        migrations.RemoveField(model_name='stage', name='lines'),
        migrations.RemoveField(model_name='stage', name='by_hand'),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('drawn_at', None), ('drawn_count', 0), ('late_count', 0)), models.Q(('drawn_at__isnull', False), ('drawn_count__gte', 2)), _connector='OR'), name='drawn_from_somebody'),
        ),
    ]
