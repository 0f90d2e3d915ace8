import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    """What everybody sees of a name is kept beside the full one, with the words it is found by."""

    dependencies = [
        ('players', '0006_words_on_screen'),
    ]

    operations = [
        migrations.RemoveIndex(model_name='player', name='player_by_name'),
        migrations.AddField(
            model_name='player',
            name='full_name',
            field=models.CharField(default='', max_length=120, verbose_name='full name'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='player',
            name='name_shown',
            field=models.CharField(
                choices=[
                    ('full', 'full name'),
                    ('surname_hidden', 'surname hidden'),
                    ('initials', 'initials only'),
                ],
                default='full',
                max_length=14,
                verbose_name='shown to everybody',
            ),
        ),
        migrations.AddField(
            model_name='player',
            name='name_key',
            field=models.CharField(default='', editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name='merged',
                to='players.player',
            ),
        ),
        migrations.AlterField(
            model_name='player',
            name='name',
            field=models.CharField(editable=False, max_length=120, verbose_name='name'),
        ),
        migrations.AlterModelOptions(name='player', options={'ordering': ('name_key', 'pk')}),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['club', 'name_key'], name='player_by_name_key'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(
                condition=models.Q(('merged_into', models.F('pk')), _negated=True),
                name='merged_into_another',
            ),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(
                condition=models.Q(('name_shown__in', ['full', 'surname_hidden', 'initials'])),
                name='known_name_shown',
            ),
        ),
        migrations.CreateModel(
            name='PlayerWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.CharField(db_index=True, max_length=240)),
                ('public', models.BooleanField(help_text='Whether it stands in the name that everybody sees.')),
                (
                    'player',
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name='words',
                        to='players.player',
                    ),
                ),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(
                        fields=('player', 'word', 'public'), name='one_row_a_word_of_a_name'
                    )
                ],
            },
        ),
    ]
