"""Whether the wall shows which tables ask for the director."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0013_kiosk"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="calls_on_wall",
            field=models.BooleanField(default=False, verbose_name="calls on the wall"),
        ),
    ]
