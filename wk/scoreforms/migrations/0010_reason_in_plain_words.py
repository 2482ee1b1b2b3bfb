"""Another word for one reason of a review."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoreforms", "0009_two_clerks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="version",
            name="check_wanted",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "no check needed"),
                    ("totals", "only totals were taken"),
                    ("every", "every form is checked"),
                    ("phone", "to be compared with the paper"),
                    ("incident", "an infraction is noted on it"),
                    ("leaders", "the leaders sit here"),
                    ("lot", "drawn by lot"),
                ],
                default="",
                max_length=10,
            ),
        ),
    ]
