"""Queries about players: known persons, other editions, and the number of players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from wk.tournament.letters import folded
from wk.tournament.models import BEGUN, Entry, Player, Round, Seat, Tournament
from wk.tournament.practice_slugs import PRACTICE_SLUGS
from wk.tournament.queries import playing

MOST_CURRENT = 2  # rounds of which the list of players has the seats


def persons_elsewhere(tournament: Tournament) -> QuerySet[Player]:
    """Return the persons that a new entry may belong to; none of them is in this tournament.

    Made-up people and real ones are kept apart. For a practice tournament these are persons of
    other practice tournaments. For any other one, persons known only from practice are left out.
    """
    entries = Entry.objects.filter(player=OuterRef("pk"))
    made_up = Exists(entries.filter(tournament__slug__in=PRACTICE_SLUGS))
    real = Exists(entries.exclude(tournament__slug__in=PRACTICE_SLUGS))
    # `~made_up` also keeps persons without any entry.
    others = Player.objects.filter(~Exists(entries.filter(tournament=tournament)))
    return others.filter(made_up if tournament.is_practice else real | ~made_up)


def not_checked_in(tournament: Tournament) -> QuerySet[Entry]:
    """Return the playing entries without a check-in.

    The result is empty if nobody is checked in: this tournament then does without check-in.
    """
    if not tournament.entries.exclude(checked_in_at=None).exists():
        return Entry.objects.none()
    return playing(tournament).filter(checked_in_at=None)


class PlayerIndex:
    """An index of the persons from other editions, by name and club."""

    def __init__(self, tournament: Tournament) -> None:
        self._by_name: dict[str, list[Player]] = defaultdict(list)
        for player in persons_elsewhere(tournament).order_by("pk"):
            self._by_name[folded(player.known_name)].append(player)

    def find(self, name: str, club: str) -> Player | None:
        """Return the only person with this name and club, None if there is none or several.

        If no person of the name has the club, those of the name without a club are looked at; all
        of the name if `club` is empty.
        """
        same_name = self._by_name[folded(name)]
        same_club = [p for p in same_name if folded(p.club) == folded(club)]
        fitting = same_club or [p for p in same_name if not p.club or not club]
        return fitting[0] if len(fitting) == 1 else None

    def take(self, name: str, club: str) -> Player | None:
        """Return the person that `find` returns, and remove that person from the index.

        So two players of the same name get two persons.
        """
        player = self.find(name, club)
        if player:
            self._by_name[folded(name)].remove(player)
        return player


def public_name(name: str) -> str:
    """Return a typed name as everybody may read it: the initials of a person shown by these."""
    hidden = Player.objects.exclude(full_name="")
    known = {folded(player.full_name): player.name for player in hidden}
    return known.get(folded(name), name)


def other_editions(entry: Entry) -> QuerySet[Entry]:
    """Return the entries of the same person in other tournaments, latest first."""
    return (
        Entry.objects.filter(player=entry.player_id)
        .exclude(pk=entry.pk)
        .select_related("tournament")
        .order_by("-tournament__date", "tournament__name")
    )


def participants() -> QuerySet[Entry]:
    """Return the entries of all tournaments that are counted as players.

    An entry counts if it takes part, or if it withdrew after a round in which it has a seat had
    begun. An entry that withdrew before its first round does not count.
    """
    sat = Seat.objects.filter(entry=OuterRef("pk"), round__state__in=BEGUN)
    return Entry.objects.filter(Q(withdrawn_after=None) | Exists(sat))


@dataclass(frozen=True, slots=True)
class CurrentSeats:
    """The seats of the rounds that players are looking for: public, and not closed yet.

    `rounds` are the numbers of these rounds. They are two while a round comes to its end and the
    next one is confirmed.
    """

    rounds: tuple[int, ...]
    seats: Mapping[tuple[int, int], Seat]

    def of(self, entry: Entry) -> tuple[Seat | None, ...]:
        """Return the seat of a player in each of the rounds, None without one."""
        return tuple(self.seats.get((number, entry.pk)) for number in self.rounds)


def current_seats(tournament: Tournament) -> CurrentSeats:
    """Return the seats that players are looking for; one query."""
    looked_for = (Round.State.CONFIRMED, Round.State.STARTED)
    seats = Seat.objects.filter(round__tournament=tournament, round__state__in=looked_for)
    found = {
        (seat.round.number, seat.entry_id): seat
        for seat in seats.order_by().select_related("round", "table")
    }
    numbers = sorted({number for number, _entry in found})
    return CurrentSeats(tuple(numbers[:MOST_CURRENT]), found)


def player_counts(tournaments: Iterable[Tournament]) -> list[tuple[Tournament, int]]:
    """Return each tournament with the number of its players; one query for all."""
    listed = list(tournaments)
    by_tournament = (
        participants()
        .filter(tournament__in=listed)
        .order_by()
        .values_list("tournament")
        .annotate(count=Count("pk"))
    )
    counts: dict[int, int] = dict(by_tournament)
    return [(tournament, counts.get(tournament.pk, 0)) for tournament in listed]
