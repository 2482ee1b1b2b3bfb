from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoreforms", "0004_drafts_have_authors")]
    operations = [
        migrations.RemoveField(model_name="scoreform", name="draft"),
        migrations.RemoveField(model_name="scoreform", name="draft_at"),
        migrations.RemoveField(model_name="scoreform", name="draft_by"),
    ]
