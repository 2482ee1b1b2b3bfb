"""A person and his entries, locked, and the names that he has had."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from wk.accounts.models import Press
from wk.auditlog.models import AuditLogEntry
from wk.chain.models import Link
from wk.chain.rows import values_of
from wk.core.row_locks import lock_row, lock_rows
from wk.privacy.replacing import folded_names
from wk.tournament.models import Entry, Player, Table, Tournament

ENTRY, PLAYER = Entry._meta.db_table, Player._meta.db_table


@dataclass(frozen=True, slots=True)
class Person:
    """A person with all his entries, the oldest edition first."""

    player: Player
    entries: tuple[Entry, ...]

    @property
    def keys(self) -> frozenset[int]:
        """Return the keys of his entries."""
        return frozenset(entry.pk for entry in self.entries)

    @property
    def numbers(self) -> frozenset[int]:
        """Return his start numbers of all editions."""
        return frozenset(entry.number for entry in self.entries)

    @property
    def named(self) -> tuple[Player | Entry, ...]:
        """Return the rows that tell who he is; none of somebody who was taken out."""
        if not self.player.is_taken_out:
            return (self.player, *self.entries)
        # After a backup an edition may have the name again.
        return tuple(each for each in self.entries if not _is_placeholder(each))

    @property
    def names(self) -> frozenset[str]:
        """Return the full names that he has in the editions."""
        return frozenset({each.known_name for each in self.named})

    @property
    def shorts(self) -> frozenset[str]:
        """Return the initials by which he is shown."""
        return frozenset({each.name for each in self.named if each.by_initials})

    def namesakes(self, names: Iterable[str]) -> frozenset[int]:
        """Return the keys of the entries of others with one of these names."""
        wanted = folded_names(names)
        others = Entry.objects.exclude(player=self.player)
        return frozenset(entry.pk for entry in others if folded_names([entry.known_name]) & wanted)


def _is_placeholder(entry: Entry) -> bool:
    """Return whether the name of an entry is only "Player 17", in whatever language."""
    is_bare = not entry.club and not entry.full_name
    return is_bare and entry.name.split()[1:] == [str(entry.number)]


def locked_person(key: int) -> Person:
    """Return a person with his entries, locked after all that may name him (`lock_around`).

    Raises ActionRefused if there is no such person any more.
    """
    lock_around([key])
    entries = lock_rows(Entry.objects.filter(player=key).select_related("tournament"))
    player = lock_row(Player.objects.filter(pk=key))
    ordered = sorted(entries, key=lambda entry: (entry.tournament.date, entry.pk))
    return Person(player, tuple(ordered))


def lock_around(persons: Collection[int]) -> None:
    """Lock what may name persons and is locked before them: presses, and of their tournaments the
    log and the tables, with all that was written on forms."""
    lock_rows(Press.objects.only("pk"))
    keys = list(Entry.objects.filter(player__in=persons).values_list("tournament", flat=True))
    lock_rows(Tournament.objects.filter(pk__in=keys).only("pk"))
    lock_rows(AuditLogEntry.objects.filter(tournament__in=keys).only("pk"))
    lock_rows(Table.objects.filter(round__tournament__in=keys).only("pk"))


def earlier_names(person: Person) -> frozenset[str]:
    """Return the names that his rows had earlier, as the chain and the log have them."""
    links = Link.objects.filter(table_name=ENTRY, row_key__in=person.keys) | Link.objects.filter(
        table_name=PLAYER, row_key=person.player.pk
    )
    found = set()
    for texts in links.values_list("before", "after"):
        for values in map(values_of, texts):
            found.add(str(values.get("full_name") or values.get("name") or ""))
    edited = AuditLogEntry.objects.filter(kind=AuditLogEntry.Kind.EDITED, entry__in=person.keys)
    for payload in edited.values_list("payload", flat=True):
        found |= {str(payload["before"]["name"]), str(payload["after"]["name"])}
    return frozenset(found - {"", str(_("Nameless"))})
