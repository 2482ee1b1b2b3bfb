"""What the log holds takes the field's words: confirmed rounds, check-ins, payload."""

from django.db import migrations, models

KINDS = {"arrived": "checked_in", "taken_back": "check_in_undone"}
STATES = {"fixed": "confirmed"}
KEYS = {"arrived_at": "checked_in_at"}


def reworded(kinds, states, keys):
    """Return a function for RunPython that replaces kinds, states of rounds, and keys of players."""

    def reword(apps, schema_editor):
        entries = apps.get_model("auditlog", "AuditLogEntry").objects
        for old, new in kinds.items():
            entries.filter(kind=old).update(kind=new)
        for entry in entries.filter(kind__in=["state", "removed", "imported"]).iterator():
            payload = dict(entry.payload)
            for key in ("from", "to"):
                if entry.kind == "state" and payload.get(key) in states:
                    payload[key] = states[payload[key]]
            if "states" in payload:  # those of a backup, by round
                payload["states"] = {
                    number: states.get(state, state) for number, state in payload["states"].items()
                }
            if "entries" in payload:
                payload["entries"] = [
                    {keys.get(key, key): value for key, value in row.items()}
                    for row in payload["entries"]
                ]
            if payload != entry.payload:
                entry.payload = payload
                entry.save(update_fields=["payload"])

    return reword


def turned(words):
    """Return a mapping with its keys and values exchanged."""
    return {new: old for old, new in words.items()}


class Migration(migrations.Migration):
    dependencies = [
        ("auditlog", "0001_the_log_has_a_room_of_its_own"),
        ("tournament", "0009_the_log_has_a_room_of_its_own"),
    ]

    operations = [
        migrations.RenameField("AuditLogEntry", "facts", "payload"),
        migrations.AlterField(
            "AuditLogEntry",
            "kind",
            models.CharField(
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
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(
            reworded(KINDS, STATES, KEYS),
            reworded(turned(KINDS), turned(STATES), turned(KEYS)),
        ),
    ]
