"""A backup before each act that cannot be undone, made before the act takes any lock."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from wk.accounts.models import User
from wk.backups.databases import CannotCopy
from wk.backups.keeping import ask_for_check
from wk.backups.manifest import Why
from wk.backups.services import make_backup, note_failure

PATIENCE = 10.0  # seconds that an act waits for another backup
# The acts, by the name of the address that takes their button.
ACTS: Mapping[str, Why] = {
    "rounds:confirm": Why.CONFIRM,
    "rounds:unconfirm": Why.UNCONFIRM,
    "rounds:start": Why.START,
    "rounds:unstart": Why.UNSTART,
    "rounds:close": Why.CLOSE,
    "rounds:make_final": Why.FINAL,
    "rounds:reopen": Why.REOPEN,
    "rounds:discard": Why.DISCARD,
    "archive:import": Why.IMPORT,
    "archive:practice": Why.IMPORT,
    "backups:bring_tournament_back": Why.RESTORE,
}


class BackupBefore:
    """Make a backup before the button of a director does one of the acts.

    A backup that cannot be written stops no act: the round goes on, and the director's page tells
    it. The check and the second place wait for the process beside the server.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Make the backup; return None, so that the request goes on."""
        match = request.resolver_match
        why = ACTS.get(match.view_name) if match and request.method == "POST" else None
        if why and getattr(request.user, "role", "") == User.Role.DIRECTOR:
            _back_up(why, str(kwargs.get("number", "")))
        return None


def _back_up(why: Why, about: str) -> None:
    now = timezone.now()
    try:
        make_backup(why=why, now=now, about=about, patience=PATIENCE)
        note_failure(None, now)
        ask_for_check()
    except (CannotCopy, OSError) as error:
        note_failure(error, now)
    finally:
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
