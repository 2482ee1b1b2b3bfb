"""Drafts tell which version their author saw when he began."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoreforms", "0008_objections")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="version",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
