"""Whether a form that a camera read without any doubt needs one person only."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0017_shown_by_initials"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="one_look",
            field=models.BooleanField(
                default=False, verbose_name="one look at what was read in without doubt"
            ),
        ),
    ]
