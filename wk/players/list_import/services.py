"""The service that enters the players of a list."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.players.list_import.player_list import ListLine, PlannedLine, plan
from wk.players.services import NewEntry, enter_list
from wk.tournament.models import Entry, Tournament


class ListHasProblems(Exception):
    """A list of which a line cannot be imported; `planned` has the outcome of each line."""

    def __init__(self, planned: Sequence[PlannedLine]) -> None:
        self.planned = tuple(planned)
        super().__init__()


@transaction.atomic
def import_list(
    *, tournament: Tournament, rows: Sequence[ListLine], author: User | None, now: datetime
) -> list[Entry]:
    """Enter the players of a list, all or none, without those that are there; return the entries.

    `rows` are the lines without those that the official saw to be left out. The list is planned
    again under the lock: other officials, or a second press of the same button, may have changed
    the players since the preview. Raises ListHasProblems if a line cannot be
    imported by now, and ActionRefused if all its players are in the tournament already.
    """
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    planned = plan(locked, rows)
    if any(line.outcome == "problem" for line in planned):
        raise ListHasProblems(planned)
    new = [
        NewEntry(
            line.listed.name,
            line.listed.club,
            int(line.listed.number or 0) or None,
            surname=line.listed.surname,
        )
        for line in planned
        if line.outcome != "skipped"
    ]
    if not new:
        raise ActionRefused(_("All players of this list are in this tournament already."))
    return enter_list(tournament=locked, rows=new, author=author, now=now)
