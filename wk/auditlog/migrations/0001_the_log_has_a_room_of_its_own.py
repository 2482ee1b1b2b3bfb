"""The log takes over the rows of tournament.Change, whose table was renamed for it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import wk.core.fields

USER = models.ForeignKey(
    null=True,
    on_delete=django.db.models.deletion.SET_NULL,
    related_name="+",
    to=settings.AUTH_USER_MODEL,
)


def optional(to):
    """Return a key that becomes empty when its row is deleted."""
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name="log_entries",
        to=to,
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0008_words_of_the_field"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="AuditLogEntry",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name="ID")),
                        ("kind", models.CharField(max_length=12)),
                        ("about", wk.core.fields.CleanCharField(max_length=200)),
                        ("facts", models.JSONField(default=dict)),
                        ("reason", wk.core.fields.CleanCharField(blank=True, max_length=300, verbose_name="reason")),
                        ("at", models.DateTimeField()),
                        ("undone_at", models.DateTimeField(null=True)),
                        ("author", USER.clone()),
                        ("undone_by", USER.clone()),
                        ("entry", optional("tournament.entry")),
                        ("round", optional("tournament.round")),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="log_entries",
                                to="tournament.tournament",
                            ),
                        ),
                    ],
                    options={"ordering": ["-at", "-pk"]},
                ),
            ],
        ),
    ]
