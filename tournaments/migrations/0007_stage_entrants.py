"""Who plays in a stage, as rows with foreign keys; until now lists of entry ids in JSON."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0006_refresh_snapshots')]

    operations = [
        migrations.CreateModel(
            name='StageEntrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.stage')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='places', to='tournaments.entry')),
                ('number', models.PositiveSmallIntegerField(help_text='On the list that the draw was made from; latecomers come after it.')),
                ('rating', models.FloatField(help_text='At the draw.', null=True)),
                ('club', models.CharField(blank=True, help_text='At the draw, by its slug.', max_length=50)),
                ('given_seed', models.PositiveSmallIntegerField(help_text='By the director, or earned in the stage before.', null=True)),
                ('seed', models.PositiveSmallIntegerField(help_text='As drawn.')),
                ('line', models.PositiveSmallIntegerField(help_text='Of an elimination: from the top of the first round.', null=True)),
                ('pool', models.PositiveSmallIntegerField(help_text='Of a round robin.', null=True)),
                ('late', models.BooleanField(default=False)),
                ('missed', models.PositiveSmallIntegerField(help_text='Of a latecomer in a Swiss: the rounds that were paired before.', null=True)),
                ('replaced', models.BooleanField(default=False, help_text='Somebody else plays in their place.')),
                ('stand_in_rating', models.FloatField(null=True)),
                ('stand_in_club', models.CharField(blank=True, max_length=50)),
                ('place_by_hand', models.PositiveSmallIntegerField(help_text='As the director placed them, for ties that nothing else separates.', null=True)),
            ],
            options={
                'ordering': ('stage', 'seed'),
                'indexes': [models.Index(condition=models.Q(('late', True)), fields=['stage'], name='latecomers_of_a_stage')],
                'constraints': [
                    models.UniqueConstraint(fields=('stage', 'entry'), name='drawn_once'),
                    models.UniqueConstraint(fields=('stage', 'number'), name='one_entrant_a_number'),
                    models.UniqueConstraint(fields=('stage', 'seed'), name='one_entrant_a_seed'),
                    models.UniqueConstraint(fields=('stage', 'line'), name='one_entrant_a_line'),
                    models.UniqueConstraint(fields=('stage', 'place_by_hand'), name='one_entrant_a_place_by_hand'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='list_numbers_from_one'),
                    models.CheckConstraint(condition=models.Q(('seed__gte', 1)), name='drawn_seeds_from_one'),
                    models.CheckConstraint(condition=models.Q(('line__gte', 1)), name='lines_from_one'),
                    models.CheckConstraint(condition=models.Q(('pool__gte', 1)), name='pools_from_one'),
                    models.CheckConstraint(condition=models.Q(('place_by_hand__gte', 1)), name='places_by_hand_from_one'),
                    models.CheckConstraint(condition=models.Q(('line', None), ('pool', None), _connector='OR'), name='a_line_or_a_pool'),
                    models.CheckConstraint(condition=models.Q(('missed', None), ('late', True), _connector='OR'), name='only_the_late_miss'),
                    models.CheckConstraint(condition=models.Q(('replaced', True), models.Q(('stand_in_club', ''), ('stand_in_rating', None)), _connector='OR'), name='a_stand_in_replaces'),
                ],
            },
        ),
        migrations.AddField(
            model_name='stage',
            name='drawn_count',
            field=models.PositiveSmallIntegerField(default=0, help_text='How many were drawn; they are the entrants who are not late.'),
        ),
        migrations.AddField(
            model_name='stage',
            name='late_count',
            field=models.PositiveSmallIntegerField(default=0, help_text='How many came after the draw and play.'),
        ),
    ]
