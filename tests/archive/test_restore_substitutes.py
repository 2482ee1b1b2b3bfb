"""Restoring a backup: substitutes and their log entries."""

import pytest

from tests.archive.restore_days import (
    RESTORED_AT,
    at_minute,
    restore,
    table_at,
)
from wk.archive.queries import archive_of
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo
from wk.players import replacements
from wk.tournament.models import Substitute

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_substitutes_are_restored_with_their_log_entries(day, director, backups, clerk):
    replacements.substitute(
        seat=table_at(2, 2).seats.first(),
        name="Kees",
        from_deal=None,
        author=clerk,
        now=at_minute(40),
    )
    restore(backups(27), director)
    assert list(Substitute.objects.values_list("name", flat=True)) == ["Piet"]
    piet, kees = AuditLogEntry.objects.filter(kind="substituted").order_by("pk")
    assert (piet.undone_at, kees.undone_at) == (None, RESTORED_AT)
    undo(log_entry=piet, author=director, now=RESTORED_AT)
    assert not Substitute.objects.exists()


def test_substitutes_are_restored_in_their_order(nine_started, director):
    seat = nine_started.rounds.get().seats.first()
    for minute, name in ((3, "Ab"), (4, "Bea")):
        replacements.substitute(
            seat=seat, name=name, from_deal=None, author=director, now=at_minute(minute)
        )
    both = archive_of(nine_started)
    first = nine_started.log_entries.filter(kind="substituted").order_by("pk").first()
    undo(log_entry=first, author=director, now=at_minute(5))
    restore(both, director, now=at_minute(6))
    assert list(Substitute.objects.order_by("pk").values_list("name", flat=True)) == ["Ab", "Bea"]
