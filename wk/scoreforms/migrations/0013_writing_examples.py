"""Examples of writing, and the pieces of a page of which they are made."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoreforms", "0012_photos_of_tables"),
        ("tournament", "0019_keeps_examples"),
    ]

    operations = [
        migrations.AddField(
            model_name="scanpage",
            name="pieces",
            field=models.BinaryField(default=b""),
        ),
        migrations.CreateModel(
            name="WritingExample",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("image", models.BinaryField()),
                ("text", models.CharField(max_length=4)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="writing_examples",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
