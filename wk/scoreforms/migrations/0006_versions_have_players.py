from collections import defaultdict

from django.db import migrations, models


def note_players(apps, schema_editor):
    """Store the entries now at the table; before this version nobody could move to another one."""
    players = defaultdict(list)
    seats = apps.get_model("tournament", "Seat").objects.order_by("table", "number")
    for table, entry in seats.values_list("table", "entry"):
        players[table].append(entry)
    versions = apps.get_model("scoreforms", "Version").objects
    for table in versions.values_list("form__table", flat=True).order_by().distinct():
        versions.filter(form__table=table).update(players=players[table])


class Migration(migrations.Migration):
    dependencies = [("scoreforms", "0005_one_draft_an_author")]
    operations = [
        migrations.AddField("version", "players", models.JSONField(default=list)),
        migrations.RunPython(note_players, migrations.RunPython.noop),
    ]
