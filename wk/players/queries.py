"""Read queries about players: known persons, participants, other editions."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from wk.tournament.models import (
    BEGUN,
    Entry,
    Player,
    Seat,
    Tournament,
)
from wk.tournament.name_search import folded
from wk.tournament.practice_slugs import PRACTICE_SLUGS


def persons_elsewhere(tournament: Tournament) -> QuerySet[Player]:
    """Return the persons not in this tournament that a new entry may be matched with.

    A practice tournament is matched only with the made-up people of other practice tournaments. Any
    other tournament is never matched with persons known from those alone.
    """
    entries = Entry.objects.filter(player=OuterRef("pk"))
    made_up = Exists(entries.filter(tournament__slug__in=PRACTICE_SLUGS))
    real = Exists(entries.exclude(tournament__slug__in=PRACTICE_SLUGS))
    others = Player.objects.exclude(entries__tournament=tournament)
    return others.filter(made_up if tournament.is_practice else real | ~made_up)


class PlayerIndex:
    """The persons known from other editions, looked up by name and club.

    `take` returns each person once, so that two players of one name stay two persons.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._by_name: dict[str, list[Player]] = defaultdict(list)
        for player in persons_elsewhere(tournament).order_by("pk"):
            self._by_name[folded(player.name)].append(player)

    def find(self, name: str, club: str) -> Player | None:
        """Return the only person of this name, and of this club if both clubs are known; else None.

        Persons of this name in this club come before those with an unknown club.
        """
        same_name = self._by_name[folded(name)]
        same_club = [p for p in same_name if folded(p.club) == folded(club)]
        fitting = same_club or [p for p in same_name if not p.club or not club]
        return fitting[0] if len(fitting) == 1 else None

    def take(self, name: str, club: str) -> Player | None:
        """Return the person that `find` returns, and remove the person from the index."""
        player = self.find(name, club)
        if player:
            self._by_name[folded(name)].remove(player)
        return player


def other_editions(entry: Entry) -> QuerySet[Entry]:
    """Return the entries of the same person in other tournaments, latest first."""
    return (
        Entry.objects.filter(player=entry.player_id)
        .exclude(pk=entry.pk)
        .select_related("tournament")
        .order_by("-tournament__date", "tournament__name")
    )


def participants() -> QuerySet[Entry]:
    """Return the entries, of all tournaments, that count as players.

    These are the entries that take part, and those that withdrew after a round with a seat for them
    had begun. An entry that withdrew before its first round is not among them.
    """
    sat = Seat.objects.filter(entry=OuterRef("pk"), round__state__in=BEGUN)
    return Entry.objects.filter(Q(withdrawn_after=None) | Exists(sat))


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
