from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0014_ratings_from_the_top'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingpool',
            name='provisional_above',
            field=models.PositiveSmallIntegerField(db_default=110, default=110, help_text='Glicko-2: the deviation.'),
        ),
        migrations.AlterField(
            model_name='ratingpool',
            name='provisional_below',
            field=models.PositiveIntegerField(db_default=400, default=400, help_text='FIBS: experience.'),
        ),
    ]
