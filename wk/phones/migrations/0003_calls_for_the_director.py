"""Calls of tables for the director."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("phones", "0002_the_keys_of_players"),
        ("tournament", "0012_odds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TableCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("press", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("is_taken_back", models.BooleanField(default=False)),
                (
                    "ended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournament.table",
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
        migrations.AddConstraint(
            model_name="tablecall",
            constraint=models.UniqueConstraint(fields=("table", "press"), name="one_call_a_press"),
        ),
        migrations.AddConstraint(
            model_name="tablecall",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("table",),
                name="one_open_call_a_table",
            ),
        ),
    ]
