"""Links lose what names a person who was taken out, and still verify."""

import wk.core.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("chain", "0002_more_events"),
    ]

    operations = [
        migrations.AddField("link", "salt", models.CharField(default="", max_length=32)),
        migrations.AddField("link", "is_wiped", models.BooleanField(default=False)),
        migrations.AddIndex(
            "link",
            models.Index(
                condition=models.Q(("is_wiped", True)), fields=["number"], name="wiped_links"
            ),
        ),
        migrations.CreateModel(
            name="Wiping",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("about", wk.core.fields.CleanCharField(max_length=200)),
                ("reason", wk.core.fields.CleanCharField(max_length=300)),
                ("person", models.BigIntegerField(null=True)),
                ("links", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
            ],
        ),
    ]
