"""The log's rows belong to the room auditlog from now on."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_words_of_the_field"),
        ("auditlog", "0001_the_log_has_a_room_of_its_own"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Change")]),
    ]
