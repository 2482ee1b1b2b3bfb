"""Models, fields and stored values take the field's words; the log goes to a room of its own."""

import django.db.models.deletion
from django.db import migrations, models


def confirm_rounds(apps, schema_editor):
    """Store "confirmed" for a round that was "fixed"."""
    apps.get_model("tournament", "Round").objects.filter(state="fixed").update(state="confirmed")


def fix_rounds(apps, schema_editor):
    """Store "fixed" for a confirmed round again."""
    apps.get_model("tournament", "Round").objects.filter(state="confirmed").update(state="fixed")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_substitutes_in_order")]

    operations = [
        migrations.RenameModel("Apart", "Separation"),
        migrations.RenameModel("FixedPlace", "FixedSeat"),
        migrations.RenameField("Separation", "is_must", "is_hard"),
        migrations.RenameField("Entry", "arrived_at", "checked_in_at"),
        migrations.AlterModelOptions("Separation", {"ordering": ["-is_hard", "name", "pk"]}),
        migrations.AlterField(
            "Separation",
            "tournament",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="separations",
                to="tournament.tournament",
            ),
        ),
        migrations.AlterField(
            "Separation",
            "entries",
            models.ManyToManyField(related_name="separations", to="tournament.entry"),
        ),
        migrations.AlterField(
            "FixedSeat",
            "entry",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="fixed_seats",
                to="tournament.entry",
            ),
        ),
        migrations.AlterField(
            "Round",
            "state",
            models.CharField(
                choices=[
                    ("drawn", "drawn"),
                    ("confirmed", "confirmed"),
                    ("started", "started"),
                    ("closed", "closed"),
                    ("final", "final"),
                ],
                default="drawn",
                max_length=10,
            ),
        ),
        migrations.RunPython(confirm_rounds, fix_rounds),
        # The rows stay: only their table gets another name, and the model another room.
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable("Change", "auditlog_auditlogentry")],
        ),
    ]
