"""A person taken out of all editions, so that nothing tells who he was; all ranks stay.

His rows get "Speler 17" for a name and no club. In the log, in the chain of all changes and in what
people typed, his names are replaced. What cannot be divided goes: the photos of his forms, on which
all names of the table are printed, what came in as photos and scans in his tournaments, and his own
words on forms. Backups of before hold him until
they are thinned out (`wk.backups.thinning`).
"""

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.archive.storage import write_whole
from wk.backups.folder import note
from wk.chain.rows import Row, values_of
from wk.chain.wiping import wipe
from wk.privacy.kept_pages import forget_kept_pages
from wk.privacy.persons import ENTRY, PLAYER, Person, earlier_names, locked_person
from wk.privacy.replacing import PERSONAL, Replacement, folded_names, pattern_of
from wk.privacy.services import record
from wk.privacy.texts import replace_everywhere
from wk.scoreforms.models import Objection, Photo, ScanPile
from wk.tournament.initials import stored_name
from wk.tournament.models import Entry, Player

OBJECTION = Objection._meta.db_table


@transaction.atomic
def take_out(*, person: int, reason: str, author: User | None, now: datetime) -> None:
    """Take a person out of all editions. Done twice is done once.

    Raises ActionRefused if the person is gone, or if what was wiped earlier was changed since.
    """
    found = locked_person(person)
    if found.player.is_taken_out:
        return
    erase(found, reason)
    record(found, "taken_out", _clean(reason, found), author, now)
    transaction.on_commit(lambda: note(taken_out=now.isoformat()))


def photos_of(person: Person) -> int:
    """Return the number of photos that show the names of tables where a person sat."""
    return Photo.objects.filter(form__table__seats__entry__in=person.keys).distinct().count()


def erase(person: Person, reason: str) -> None:
    """Replace all that tells who a person was, and note that in the chain."""
    zero_what_is_deleted()
    names = person.names | earlier_names(person) - _bare_names(person)
    replacement = Replacement(
        pattern_of(names, person.numbers, person.shorts),
        folded_names(names),
        str(_("Nameless")),
        person.keys,
        with_rest=True,
    )
    namesakes = person.namesakes(names)
    _rename(person)
    Objection.objects.filter(entry__in=person.keys).exclude(words="").update(words="")
    for photo in (
        Photo.objects.filter(form__table__seats__entry__in=person.keys).distinct().order_by("pk")
    ):
        photo.delete()
    # Nobody can tell which of the pages that were not read show his table.
    ScanPile.objects.filter(tournament__entries__in=person.keys).delete()
    replace_everywhere(replacement, with_log=True, namesakes=namesakes)
    wipe(
        redact=_Redaction(person, replacement, namesakes),
        about=_placeholder(person),
        reason=replacement.in_text(reason),
        person=person.player.pk,
    )
    transaction.on_commit(lambda: _clean_archives(replacement))
    transaction.on_commit(forget_kept_pages)


def _bare_names(person: Person) -> set[str]:
    """Return the names by which nobody is known: they stay."""
    named = {*person.named}
    return {each.known_name for each in (person.player, *person.entries) if each not in named}


def _clean(reason: str, person: Person) -> str:
    names = person.names
    return Replacement(pattern_of(names), folded_names(names), "…").in_text(reason)


def _placeholder(person: Person) -> str:
    """Return the name of the person from now on, by the start number of the latest edition."""
    number = person.entries[-1].number if person.entries else person.player.pk
    return str(_("Player %(number)d") % {"number": number})


def _rename(person: Person) -> None:
    """Give the rows of a person a name that says nothing, and no club."""
    for entry in person.entries:
        name = _("Player %(number)d") % {"number": entry.number}
        stored = stored_name(str(name), "", by_initials=False)
        Entry._base_manager.filter(pk=entry.pk).update(**stored, club="")
        entry.name, entry.surname, entry.club = str(name), "", ""
        entry.full_name = entry.full_surname = ""
    stored = stored_name(_placeholder(person), "", by_initials=False)
    rows = Player._base_manager.filter(pk=person.player.pk)
    rows.update(**stored, club="", is_taken_out=True)


class _Redaction:
    """What is taken out of a text of the chain: of his rows all that is personal, of others his
    names."""

    def __init__(self, person: Person, replacement: Replacement, namesakes: frozenset[int]) -> None:
        self._player, self._namesakes = person.player.pk, namesakes
        self._replacement = replacement

    def __call__(self, row: Row, text: str) -> str:
        """Return the text of a row without the person."""
        if not text:
            return text
        if row.table in (PLAYER, ENTRY):
            return self._own(row, text)
        if row.table == OBJECTION and values_of(text).get("entry_id") in self._replacement.own:
            return json.dumps(values_of(text) | {"words": ""}, ensure_ascii=False)
        if self._namesakes and values_of(text).get("entry_id") in self._namesakes:
            return text
        return self._replacement.in_text(text) if self._may_name(text) else text

    def _may_name(self, text: str) -> bool:
        """Return whether it is worth to look closer: JSON has letters with accents as escapes."""
        return (
            "\\u" in text
            or bool(self._replacement.pattern.search(text))
            or any(name in text.casefold() for name in self._replacement.names)
        )

    def _own(self, row: Row, text: str) -> str:
        values = values_of(text)
        if row.table == PLAYER:
            is_own = row.key == self._player
        else:
            is_own = values.get("player_id") == self._player or row.key in self._replacement.own
        if not is_own:
            return text
        found = dict(values)
        for column in ("name", "full_name"):
            if folded_names([str(found.get(column) or "")]) & self._replacement.names:
                found |= {each: "" for each in PERSONAL if each in found}
                found["name"] = self._replacement.by
        return text if found == values else json.dumps(found, ensure_ascii=False)


def zero_what_is_deleted() -> None:
    """Let SQLite overwrite what goes: else it would lie in the file until the room is used."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


def _clean_archives(replacement: Replacement) -> None:
    """Replace the names in the archives that steps of rounds left beside the backups."""
    for path in sorted((settings.DATA_DIR / "backups").glob("*.json")):
        with suppress(OSError, ValueError):
            _clean_archive(path, replacement)


def _clean_archive(path: Path, replacement: Replacement) -> None:
    text = path.read_text("utf-8")
    value = json.loads(text)
    found = replacement.in_value(value)
    if found != value:
        data = json.dumps(found, ensure_ascii=False, indent=2).encode()
        write_whole(path, data, may_replace=True)
