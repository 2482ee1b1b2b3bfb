"""Photos of forms that the phone of a table sends."""

import django.db.models.deletion
from django.db import migrations, models

SOURCES = [
    ("office", "sent in the office"),
    ("phone", "sent by a phone"),
    ("table", "sent by the phone of a table"),
    ("folder", "the folder of the scanner"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("scoreforms", "0011_scans"),
        ("tournament", "0018_one_look"),
    ]

    operations = [
        migrations.AlterField(
            model_name="scanpile",
            name="source",
            field=models.CharField(choices=SOURCES, default="office", max_length=10),
        ),
        migrations.AddField(
            model_name="scanpile",
            name="table",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.table",
            ),
        ),
        migrations.AddField(
            model_name="scanpage",
            name="players",
            field=models.JSONField(default=list),
        ),
    ]
