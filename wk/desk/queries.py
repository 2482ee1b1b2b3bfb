"""Nouns of the desk: who is there, who is missing, who is known from earlier editions."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q

from wk.desk.search import is_called, plain
from wk.tournament.models import BEGUN, Change, Entry, Player, Round, Seat, Tournament
from wk.tournament.near import nearest
from wk.tournament.queries import persons_elsewhere
from wk.tournament.search import by_name, is_found, searchable

# So many known persons are offered; who wants another types more of the name.
MOST_KNOWN = 6
UNLIKE = r"['`]|[^\x01-\x7f]"


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Everyone on the list of a tournament, by name, and who of them came."""

    entries: tuple[Entry, ...]

    @property
    def expected(self) -> tuple[Entry, ...]:
        """Who takes part: all but those who left."""
        return tuple(entry for entry in self.entries if entry.withdrawn_after is None)

    @property
    def here(self) -> tuple[Entry, ...]:
        """Who came."""
        return tuple(entry for entry in self.expected if entry.arrived_at)

    @property
    def missing(self) -> tuple[Entry, ...]:
        """Who is still to come."""
        return tuple(entry for entry in self.expected if not entry.arrived_at)

    @property
    def unannounced(self) -> tuple[Entry, ...]:
        """Who was entered at the door."""
        return tuple(entry for entry in self.expected if not entry.is_announced)

    @property
    def gone(self) -> tuple[Entry, ...]:
        """Who withdrew."""
        return tuple(entry for entry in self.entries if entry.withdrawn_after is not None)

    @property
    def mark(self) -> str:
        """A mark that changes when anything of this does."""
        rows = [
            (e.number, e.name, e.club, e.arrived_at, e.is_announced, e.withdrawn_after)
            for e in self.entries
        ]
        return sha256(repr(rows).encode()).hexdigest()[:16]


def arrivals(tournament: Tournament) -> Arrivals:
    """Return who is on the list and who of them came; one query."""
    return Arrivals(tuple(by_name(tournament.entries.all())))


@dataclass(frozen=True, slots=True)
class Known:
    """A person from earlier editions, with the names of those; `is_guess`: called only almost as
    was asked."""

    player: Player
    editions: tuple[str, ...]
    is_guess: bool = False


def known_persons(tournament: Tournament, words: str, *, is_mistyped: bool = False) -> list[Known]:
    """Return who of earlier editions may be meant, and is not in this one; two queries at most.

    Nobody for less than three letters: too many would fit. `is_mistyped`: where the words fit
    nobody, they may be almost somebody's name.
    """
    words = plain(words)
    if len(words) < 3:
        return []
    others = persons_elsewhere(tournament).exclude(entries=None)
    looked_at = list(others if is_mistyped else others.filter(may_be_meant(words)))
    fitting = [p for p in looked_at if is_found(words, name=p.name, club=p.club, number=0)]
    fitting.sort(key=lambda p: (not is_called(words, p.name, p.club), searchable(p.name)))
    is_guess = is_mistyped and not fitting
    if is_guess:
        fitting = nearest(words, looked_at)
    editions = editions_of([player.pk for player in fitting[:MOST_KNOWN]])
    return [Known(p, editions.get(p.pk, ()), is_guess) for p in fitting[:MOST_KNOWN]]


def may_be_meant(words: str) -> Q:
    """Return which persons to look at: those whose name and club have all words, and those with an
    accent or an apostrophe, of which a database knows too little to compare it."""
    plain = Q()
    for word in searchable(words).split():
        plain &= Q(name__icontains=word) | Q(club__icontains=word)
    return plain | Q(name__regex=UNLIKE) | Q(club__regex=UNLIKE)


def editions_of(players: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of the editions of each person, by his key, the latest first."""
    named: dict[int, tuple[str, ...]] = {}
    entries = Entry.objects.filter(player__in=players).order_by("-tournament__date")
    for player, tournament in entries.values_list("player", "tournament__name"):
        named[player] = (*named.get(player, ()), tournament)
    return named


def seats_of(entry: Entry) -> list[Seat]:
    """Return where a player sits, in the order of rounds, with who plays for him."""
    seats = entry.seats.select_related("table", "round").prefetch_related("substitutes")
    return list(seats.order_by("round__number"))


def sheets_with_old_name(change: Change) -> list[Seat]:
    """Return the seats, in confirmed rounds, on whose sheets a player is called as he was before a
    change, if they have been printed; of a change to something else none, without a query."""
    if change.undone_at is not None:
        return []
    if change.kind == Change.Kind.REPLACED:
        key = change.facts["came"]
    elif change.kind == Change.Kind.EDITED and _is_renamed(change):
        key = change.entry_id
    else:
        return []
    seats = Seat.objects.filter(entry=key, round__state=Round.State.FIXED)
    return list(seats.select_related("table", "round").order_by("round__number"))


def _is_renamed(change: Change) -> bool:
    before, after = change.facts["before"], change.facts["after"]
    return (before["number"], before["name"]) != (after["number"], after["name"])


def tables_in(round: Round) -> dict[int, int]:
    """Return at which table each player sits in a round, by his key; one query."""
    return dict(round.seats.values_list("entry", "table__number"))


def place_of(entry: Entry) -> Seat | None:
    """Return where a player goes now: his seat in the first round that everyone may see and that
    is not closed, if there is one."""
    seats = entry.seats.select_related("table", "round").order_by("round__number")
    return seats.filter(round__state__in=(Round.State.FIXED, Round.State.STARTED)).first()


def without_place(entry: Entry) -> Round | None:
    """Return the first round that has been drawn without somebody who plays, if there is one."""
    if entry.withdrawn_after is not None:
        return None
    waiting = entry.tournament.rounds.exclude(state__in=BEGUN).order_by("number")
    return waiting.exclude(seats__entry=entry).first()


def left_open(tournament: Tournament) -> list[tuple[Entry, str]]:
    """Return the players who left and still have seats in rounds that have not begun, with the
    numbers of those rounds."""
    left = list(tournament.entries.exclude(withdrawn_after=None))
    seats = seats_to_come(left)
    return [(e, ", ".join(str(s.round.number) for s in seats[e.pk])) for e in left if e.pk in seats]


def empty_chairs(tournament: Tournament) -> list[Seat]:
    """Return the seats of who left in a round that is being played, where nobody plays on and the
    form of the table does not count yet."""
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
    """Return the seats in rounds that have not begun, by the key of the player."""
    seats: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(entry__in=entries)
        .exclude(round__state__in=BEGUN)
        .select_related("table", "round")
        .order_by("round__number")
    ):
        seats.setdefault(seat.entry_id, []).append(seat)
    return seats
