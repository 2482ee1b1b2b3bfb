"""The part of a name under which lists have it, where officials corrected the guess."""

import django.db.models.functions.text
import django.db.models.lookups
import wk.core.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_printed_addresses"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="surname",
            field=wk.core.fields.CleanCharField(blank=True, max_length=80, verbose_name="surname"),
        ),
        migrations.AddField(
            model_name="player",
            name="surname",
            field=wk.core.fields.CleanCharField(blank=True, max_length=80, verbose_name="surname"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("surname", ""),
                    django.db.models.lookups.GreaterThan(
                        django.db.models.functions.text.StrIndex("name", "surname"), 0
                    ),
                    _connector="OR",
                ),
                name="surname_of_an_entry_is_in_the_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("surname", ""),
                    django.db.models.lookups.GreaterThan(
                        django.db.models.functions.text.StrIndex("name", "surname"), 0
                    ),
                    _connector="OR",
                ),
                name="surname_of_a_player_is_in_the_name",
            ),
        ),
    ]
