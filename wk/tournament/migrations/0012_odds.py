"""An estimate of who wins, for tournaments where the director wants one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_surnames"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="odds",
            field=models.BooleanField(default=False, verbose_name="estimate of who wins"),
        ),
    ]
