"""Queries of check-in: arrivals, persons of earlier editions, and seats that need a decision."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from wk.auditlog.models import AuditLogEntry
from wk.core.version_token import version_token
from wk.players.checkin.payments import NOT_NOTED, Payments, payments_of
from wk.players.checkin.search import is_exact_name, plain
from wk.players.queries import persons_elsewhere
from wk.tournament.fuzzy_names import most_similar
from wk.tournament.letters import searchable
from wk.tournament.models import BEGUN, Entry, Player, Round, Seat, Tournament
from wk.tournament.name_search import by_surname, has_letters, is_found
from wk.tournament.surnames import name_parts

# Known persons offered for a search. The official types on to get fewer and better ones.
MOST_KNOWN = 6
# Matches names with an accent or an apostrophe. The database cannot compare these as `searchable`
# does, so Python compares them.
UNCOMPARABLE = r"['`]|[^\x01-\x7f]"


@dataclass(frozen=True, slots=True)
class Arrivals:
    """All entries of a tournament, sorted by surname, with the check-in of each.

    `payments` tells who has paid, if the desk notes that.
    """

    entries: tuple[Entry, ...]
    payments: Payments = NOT_NOTED

    @property
    def expected(self) -> tuple[Entry, ...]:
        """Return the entries that have not withdrawn."""
        return tuple(entry for entry in self.entries if entry.withdrawn_after is None)

    @property
    def here(self) -> tuple[Entry, ...]:
        """Return the expected entries that have been checked in."""
        return tuple(entry for entry in self.expected if entry.checked_in_at)

    @property
    def missing(self) -> tuple[Entry, ...]:
        """Return the expected entries that have not been checked in."""
        return tuple(entry for entry in self.expected if not entry.checked_in_at)

    @property
    def unpaid(self) -> tuple[Entry, ...]:
        """Return the expected entries that have not paid; none where that is not noted."""
        if not self.payments.is_noted:
            return ()
        return tuple(e for e in self.expected if e.number not in self.payments.paid)

    @property
    def unannounced(self) -> tuple[Entry, ...]:
        """Return the expected entries that were entered at the door."""
        return tuple(entry for entry in self.expected if not entry.is_announced)

    @property
    def withdrawn(self) -> tuple[Entry, ...]:
        """Return the entries that withdrew."""
        return tuple(entry for entry in self.entries if entry.withdrawn_after is not None)

    @property
    def has_letters(self) -> bool:
        """Return whether the missing players are so many that their list has letters."""
        return has_letters(self.missing)

    @property
    def version_token(self) -> str:
        """Return the version token of all values that the page shows."""
        rows = [
            (e.number, e.name_parts, e.club, e.checked_in_at, e.is_announced, e.withdrawn_after)
            for e in self.entries
        ]
        return version_token(rows, self.payments.is_noted, sorted(self.payments.paid))


def arrivals(tournament: Tournament) -> Arrivals:
    """Return all entries of a tournament with their check-ins; one query.

    One more where the desk notes who has paid. The desk knows everybody by the full name.
    """
    entries = by_surname(entry.known() for entry in tournament.entries.all())
    return Arrivals(tuple(entries), payments_of(tournament))


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person from earlier editions, with the names of those editions, latest first.

    `is_guess`: the name is similar to the typed words but does not contain them.
    """

    player: Player
    editions: tuple[str, ...]
    is_guess: bool = False


def known_persons(
    tournament: Tournament, words: str, *, is_mistyped: bool = False
) -> list[KnownPerson]:
    """Return persons of earlier editions who match the words and are not in this tournament.

    The list has at most MOST_KNOWN persons, exact names first. It is empty for fewer than three
    letters, because too many would match. With `is_mistyped`, and no match, it has persons with a
    similar name. Two queries at most.
    """
    words = plain(words)
    if len(words) < 3:
        return []
    others = persons_elsewhere(tournament).exclude(entries=None)
    chosen = others if is_mistyped else others.filter(may_be_meant(words))
    looked_at = [player.known() for player in chosen]
    fitting = [p for p in looked_at if is_found(words, name=p.name, club=p.club, number=0)]
    fitting.sort(key=lambda p: name_parts(p.name, p.surname).order)
    fitting.sort(key=lambda p: not is_exact_name(words, p.name, p.club))
    is_guess = is_mistyped and not fitting
    if is_guess:
        fitting = most_similar(words, looked_at)
    editions = editions_of([player.pk for player in fitting[:MOST_KNOWN]])
    return [KnownPerson(p, editions.get(p.pk, ()), is_guess) for p in fitting[:MOST_KNOWN]]


def may_be_meant(words: str) -> Q:
    """Return a condition that preselects persons in the database; Python then compares them.

    It selects persons with every word in name or club, and all persons with an accent or an
    apostrophe in either.
    """
    plain = Q()
    for word in searchable(words).split():
        plain &= Q(name__icontains=word) | Q(club__icontains=word) | Q(full_name__icontains=word)
    odd = Q(name__regex=UNCOMPARABLE) | Q(club__regex=UNCOMPARABLE)
    return plain | odd | Q(full_name__regex=UNCOMPARABLE)


def editions_of(players: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of the editions of each person, latest first, by the key of the player."""
    named: dict[int, tuple[str, ...]] = {}
    entries = Entry.objects.filter(player__in=players).order_by("-tournament__date")
    for player, tournament in entries.values_list("player", "tournament__name"):
        named[player] = (*named.get(player, ()), tournament)
    return named


def seats_of(entry: Entry) -> list[Seat]:
    """Return the seats of an entry with their substitutes, in the order of rounds."""
    seats = entry.seats.select_related("table", "round").prefetch_related("substitutes")
    return list(seats.order_by("round__number"))


def sheets_with_old_name(log_entry: AuditLogEntry) -> list[Seat]:
    """Return the seats whose printed score sheet may show a name from before a log entry.

    These are the seats of the renamed or new player in confirmed rounds: their sheets may be
    printed. The list is empty if the log entry is undone, or is about anything else.
    """
    if log_entry.undone_at is not None:
        return []
    if log_entry.kind == AuditLogEntry.Kind.REPLACED:
        key = log_entry.payload["came"]
    elif log_entry.kind == AuditLogEntry.Kind.EDITED and _is_renamed(log_entry):
        key = log_entry.entry_id
    else:
        return []
    seats = Seat.objects.filter(entry=key, round__state=Round.State.CONFIRMED)
    return list(seats.select_related("table", "round").order_by("round__number"))


def _is_renamed(log_entry: AuditLogEntry) -> bool:
    before, after = log_entry.payload["before"], log_entry.payload["after"]
    return (before["number"], before["name"]) != (after["number"], after["name"])


def tables_in(round: Round) -> dict[int, int]:
    """Return the table number of each entry in a round, by the key of the entry; one query."""
    return dict(round.seats.values_list("entry", "table__number"))


def next_seat(entry: Entry) -> Seat | None:
    """Return the seat of an entry in the first confirmed or started round, None without one."""
    seats = entry.seats.select_related("table", "round").order_by("round__number")
    return seats.filter(round__state__in=(Round.State.CONFIRMED, Round.State.STARTED)).first()


def withdrawn_with_seats(tournament: Tournament) -> list[tuple[Entry, str]]:
    """Return the withdrawn entries with seats in rounds that have not begun, by surname.

    Each entry comes with the numbers of those rounds, as text: "3, 4".
    """
    left = by_surname(tournament.entries.exclude(withdrawn_after=None))
    seats = seats_to_come(left)
    return [(e, ", ".join(str(s.round.number) for s in seats[e.pk])) for e in left if e.pk in seats]


def empty_chairs(tournament: Tournament) -> list[Seat]:
    """Return the seats of withdrawn entries without a substitute, in rounds that are being played.

    Tables that have handed in their score form are left out.
    """
    seats = Seat.objects.filter(
        round__tournament=tournament,
        round__state=Round.State.STARTED,
        entry__withdrawn_after__isnull=False,
        substitutes=None,
    )
    return list(
        seats.exclude(table__form__versions__is_counted=True)
        .select_related("table", "round", "entry")
        .order_by("table__number", "number")
    )


def seats_to_come(entries: Sequence[Entry]) -> dict[int, list[Seat]]:
    """Return the seats of entries in rounds that have not begun, by the key of the entry."""
    seats: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(entry__in=entries)
        .exclude(round__state__in=BEGUN)
        .select_related("table", "round")
        .order_by("round__number")
    ):
        seats.setdefault(seat.entry_id, []).append(seat)
    return seats
