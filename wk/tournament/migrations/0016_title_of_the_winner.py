"""The title of the winner, for tournaments whose name does not tell it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0015_prizes_and_programme"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="champion",
            field=models.CharField(
                blank=True,
                choices=[("world", "world champion"), ("champion", "champion")],
                default="",
                max_length=10,
                verbose_name="title of the winner",
            ),
        ),
    ]
