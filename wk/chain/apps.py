"""The room of the chain: its triggers are made anew after each migration."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class ChainConfig(AppConfig):
    """Take the triggers away before a migration, and make them again after it."""

    name = "wk.chain"

    def ready(self) -> None:
        """Follow Django's two signals around a migration, its only way to be told of one."""
        pre_migrate.connect(_before_migration, sender=self)
        # All tables are there after the migration of the last app.
        post_migrate.connect(_after_migration, sender=self)


def _before_migration(*, using: str, **_rest: Any) -> None:
    from wk.chain.triggers import uninstall
    from wk.core.database_version import refuse_newer

    refuse_newer(connections[using])  # before anything is changed
    uninstall(connections[using])


def _after_migration(*, using: str, plan: Sequence[object] = (), **_rest: Any) -> None:
    from wk.chain.catching_up import catch_up
    from wk.chain.triggers import install

    install(connections[using])
    # Only after a real migration: else each start of wk would take over what was changed by hand.
    if plan:
        catch_up(connections[using])
