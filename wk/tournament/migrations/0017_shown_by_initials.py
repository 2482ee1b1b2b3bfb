"""Persons who are shown by initials, or were taken out of all editions."""

import wk.core.fields
from django.db import migrations, models


def _name(label: str) -> wk.core.fields.CleanCharField:
    return wk.core.fields.CleanCharField(blank=True, default="", max_length=80, verbose_name=label)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0016_title_of_the_winner"),
    ]

    operations = [
        migrations.AddField("entry", "full_name", _name("full name")),
        migrations.AddField("entry", "full_surname", _name("full surname")),
        migrations.AddField("player", "full_name", _name("full name")),
        migrations.AddField("player", "full_surname", _name("full surname")),
        migrations.AddField("player", "is_taken_out", models.BooleanField(default=False)),
    ]
