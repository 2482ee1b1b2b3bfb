"""Whether pieces of photos are kept, of which the camera learns to read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0018_one_look"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="keeps_examples",
            field=models.BooleanField(
                default=False, verbose_name="examples of writing are kept"
            ),
        ),
    ]
