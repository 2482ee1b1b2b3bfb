from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoreforms", "0006_versions_have_players"),
    ]

    operations = [
        migrations.RenameField("draft", "written", "paper_totals"),
        migrations.RenameField("version", "written", "paper_totals"),
        migrations.RenameField("check", "settled_by", "adjudicated_by"),
        migrations.RenameField("check", "settled_at", "adjudicated_at"),
    ]
