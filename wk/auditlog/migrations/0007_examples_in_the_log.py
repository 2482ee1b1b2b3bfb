from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auditlog", "0006_names_shown_in_another_way"),
    ]

    operations = [
        migrations.AlterField(
            model_name="auditlogentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("entered", "entered at the desk"),
                    ("edited", "name, club or number changed"),
                    ("removed", "removed from the list"),
                    ("withdrawn", "withdrawn"),
                    ("readmitted", "plays again"),
                    ("substituted", "replaced for the rest of a round"),
                    ("replaced", "replaced from the next round on"),
                    ("seated", "seats changed by hand"),
                    ("state", "round moved on or back"),
                    ("drawn", "rounds drawn, drawn again or discarded"),
                    ("imported", "brought in from an archive"),
                    ("checked_in", "checked in"),
                    ("check_in_undone", "check-in taken back"),
                    ("wall", "wall held or let go"),
                    ("answered", "a player answered"),
                    ("ceremony", "place announced"),
                    ("shown", "name shown in another way"),
                    ("examples", "examples of writing kept or thrown away"),
                ],
                max_length=20,
            ),
        ),
    ]
