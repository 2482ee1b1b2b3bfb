"""The addresses that stand in codes on paper are noted from now on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_the_log_has_a_room_of_its_own")]

    operations = [
        migrations.CreateModel(
            name="PrintedAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("origin", models.CharField(max_length=300)),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="printed_addresses",
                        to="tournament.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="printed_addresses",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["round", "origin"], name="one_origin_on_sheets"),
                    models.UniqueConstraint(
                        condition=models.Q(round=None),
                        fields=["tournament", "origin"],
                        name="one_origin_on_cards",
                    ),
                ],
            },
        ),
    ]
