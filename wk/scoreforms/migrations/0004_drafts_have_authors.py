"""Moves the draft that each form could have to its author."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    score_form = apps.get_model("scoreforms", "ScoreForm")
    draft = apps.get_model("scoreforms", "Draft")
    drafted = score_form.objects.exclude(draft=None).exclude(draft_by=None)
    draft.objects.bulk_create(
        draft(form=form, author=form.draft_by, content=form.draft, saved_at=form.draft_at)
        for form in drafted
    )


class Migration(migrations.Migration):
    dependencies = [("scoreforms", "0003_two_pairs_of_eyes")]
    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
