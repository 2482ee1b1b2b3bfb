"""Actions: show a person by initials, or with the name again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.privacy.kept_pages import forget_kept_pages
from wk.privacy.persons import Person, locked_person
from wk.privacy.replacing import Replacement, folded_names, pattern_of
from wk.privacy.texts import replace_everywhere
from wk.tournament.initials import initials, stored_name
from wk.tournament.models.players import Named


@transaction.atomic
def show_by_initials(*, person: int, reason: str, author: User | None, now: datetime) -> None:
    """Show a person by initials from now on, in all editions. Officials go on knowing the name.

    Done twice is done once. Raises ActionRefused if the person was taken out.
    """
    found = locked_person(person)
    _refuse_taken_out(found)
    if not found.player.by_initials:
        hide(found)
        record(found, "initials", reason, author, now)


@transaction.atomic
def show_by_name(*, person: int, reason: str, author: User | None, now: datetime) -> None:
    """Show a person with the full name again. Done twice is done once."""
    found = locked_person(person)
    _refuse_taken_out(found)
    if found.player.by_initials:
        for each in (found.player, *found.entries):
            _store(each, each.known_name, each.known_surname, by_initials=False)
        record(found, "name", reason, author, now)


def hide(person: Person) -> None:
    """Put the initials in the place of the name, in his rows and in what everybody may read."""
    names = person.names
    for each in (person.player, *person.entries):
        _store(each, each.known_name, each.known_surname, by_initials=True)
    short = initials(person.player.known_name, person.player.known_surname)
    replacement = Replacement(pattern_of(names, person.numbers), folded_names(names), short)
    replace_everywhere(replacement, with_log=False, namesakes=person.namesakes(names))
    transaction.on_commit(forget_kept_pages)


def _store(row: Named, name: str, surname: str, *, by_initials: bool) -> None:
    stored = stored_name(name, surname, by_initials=by_initials)
    type(row)._base_manager.filter(pk=row.pk).update(**stored)
    for column, value in stored.items():
        setattr(row, column, value)


def _refuse_taken_out(person: Person) -> None:
    if person.player.is_taken_out:
        raise ActionRefused(_("This person has been taken out: nothing is known of him any more."))


def record(person: Person, how: str, reason: str, author: User | None, now: datetime) -> None:
    """Write to the log of each edition how a person is shown from now on."""
    for entry in person.entries:
        auditlog.record(
            tournament=entry.tournament,
            kind=AuditLogEntry.Kind.SHOWN,
            about=str(entry),
            author=author,
            now=now,
            entry=entry,
            payload={"how": how},
            reason=reason,
        )
