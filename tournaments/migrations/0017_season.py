import datetime

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0012_staff_history_append_only'),
        ('tournaments', '0016_stage_forecast'),
    ]

    operations = [
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('rules', models.JSONField(help_text='rules_core.seasons.rules.SeasonRules as JSON.')),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='players.club')),
                ('left_out', models.ManyToManyField(blank=True, help_text='Events between the two days that do not count.', related_name='+', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-first_day', '-pk'),
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'name'), name='one_season_a_name'),
                    models.CheckConstraint(condition=models.Q(('first_day__gte', datetime.date(1900, 1, 1)), ('last_day__gte', models.F('first_day')), ('last_day__lt', datetime.date(2200, 1, 1))), name='season_in_living_memory'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeasonSnapshot',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='snapshot', serialize=False, to='tournaments.season')),
                ('version', models.PositiveIntegerField(default=0, help_text='0 before the first time.')),
                ('content', models.TextField(default='', help_text='JSON, ready to be sent.')),
                ('digest', models.CharField(default='', max_length=64)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ]
