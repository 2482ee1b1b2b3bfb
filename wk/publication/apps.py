"""The room of publication: its triggers are made anew after each migration."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class PublicationConfig(AppConfig):
    """Take the triggers away before a migration, and make them again after it."""

    name = "wk.publication"

    def ready(self) -> None:
        """Follow Django's two signals around a migration, its only way to be told of one."""
        pre_migrate.connect(_before_migration, sender=self)
        post_migrate.connect(_after_migration, sender=self)


def _before_migration(*, using: str, **_rest: Any) -> None:
    from wk.publication.triggers import uninstall

    uninstall(connections[using])


def _after_migration(*, using: str, **_rest: Any) -> None:
    from wk.publication.triggers import install

    install(connections[using])
