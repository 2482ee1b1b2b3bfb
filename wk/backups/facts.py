"""What the database holds, as the manifest of a backup tells it, and whether it has changed."""

import re

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max, Model

from wk.accounts.models import User
from wk.backups.manifest import TournamentFacts
from wk.core.version_token import version_token
from wk.scoreforms.models import Draft, Version
from wk.tournament.models import Tournament

# What changes while nobody changes anything: who looks, who is logged in, which button was pressed.
VOLATILE = re.compile(r"(sessions|axes)\.|scoreforms\.presence|accounts\.press")
HEADING = re.compile(r"^## (\S+)", re.MULTILINE)


def wk_version() -> str:
    """Return the version of wk: the newest date in CHANGELOG.md."""
    found = HEADING.search((settings.BASE_DIR / "CHANGELOG.md").read_text("utf-8"))
    return found[1] if found else ""


def content_token() -> str:
    """Return a token of what is stored: it changes with everything that somebody changes."""
    models = [model for model in apps.get_models() if not VOLATILE.match(model._meta.label_lower)]
    accounts = User.objects.order_by("pk").values_list("username", "password", "role", "is_active")
    public = apps.get_model("publication.PublicVersion").objects.values_list().first()
    drafts = Draft.objects.aggregate(Max("saved_at"))["saved_at__max"]
    seen = ([_size(model) for model in models], list(accounts), public, drafts)
    return version_token(*seen)


def _size(model: type[Model]) -> tuple[int, int]:
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT COUNT(*), MAX("{key}") FROM "{table}"')  # noqa: S608 - own names
        count, highest = cursor.fetchone()
    return count, highest or 0


def is_migrated() -> bool:
    """Return whether the database has the tables of this wk."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def tournament_facts() -> tuple[TournamentFacts, ...]:
    """Return what the database holds of each tournament."""
    return tuple(
        TournamentFacts(
            slug=each.slug,
            name=each.name,
            players=each.entries.count(),
            forms=Version.objects.filter(
                is_counted=True, form__table__round__tournament=each
            ).count(),
            states={
                str(number): state for number, state in each.rounds.values_list("number", "state")
            },
        )
        for each in Tournament.objects.order_by("date", "slug")
    )
