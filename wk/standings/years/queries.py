"""Queries of all editions: who took part, who ranked where, and who is champion.

They show what everybody may see, also to officials: an edition has ranks once its standings are
final and public. Practice tournaments are left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache

from django.db.models import Exists, OuterRef, Sum

from scoring.ranking import Ranked, Tally, rank
from wk.tournament.models import BEGUN, Round, Seat, Tournament
from wk.tournament.practice_slugs import PRACTICE_SLUGS
from wk.tournament.surnames import NameParts, name_parts

OF_ENTRY = (
    *("round__tournament", "entry__player", "entry__number"),
    *("entry__name", "entry__surname", "entry__club"),
)
MOST_RANKINGS_KEPT = 200  # final editions of which the ranking is remembered

# What is stored of a player in an edition: person, start number, name, surname and club, then twice
# the match points and the points, None without any.
Total = tuple[int, int, str, str, str, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Participant:
    """A player with a seat in a begun round of an edition.

    `person` is the key of the player over the years. Number, name and club are those of the
    edition. `ranked` is the final rank with the totals, None while the end is not public.
    """

    person: int
    number: int
    name: str
    surname: str
    club: str
    ranked: Ranked | None = None

    @property
    def name_parts(self) -> NameParts:
        """Return the parts of the name, with the order and the form that it has on a list."""
        return name_parts(self.name, self.surname)

    @property
    def is_champion(self) -> bool:
        """Return whether the player won this edition, alone or with others (A16)."""
        return self.ranked is not None and self.ranked.rank == 1


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition. `participants` are in rank order once it `is_final`, else by start number.

    `is_final`: the final standings are known and public. `has_begun`: a round has begun.
    """

    tournament: Tournament
    is_final: bool
    has_begun: bool
    participants: tuple[Participant, ...]

    @property
    def champions(self) -> tuple[Participant, ...]:
        """Return the players on rank 1, several if they are equal (A16); none before the end."""
        return tuple(each for each in self.participants if each.is_champion)

    @cached_property
    def by_number(self) -> Mapping[int, Participant]:
        """Return the participants by start number."""
        return {each.number: each for each in self.participants}

    @property
    def date(self) -> date:
        """Return the day of the edition."""
        return self.tournament.date


@dataclass(frozen=True, slots=True)
class _BegunRound:
    """A round that has begun. `to_come`: the form of a seat does not count."""

    number: int
    state: str
    withheld: str
    has_seats: bool
    to_come: bool

    @property
    def is_settled(self) -> bool:
        """Return whether the round takes no form any more, and none is missing.

        A form that is missing in a final round is not to come any more (A17).
        """
        is_final = self.state == Round.State.FINAL
        return is_final or (self.state != Round.State.STARTED and not self.to_come)


def editions() -> tuple[Edition, ...]:
    """Return all editions, the latest first; three queries, however many there are."""
    tournaments = list(Tournament.objects.exclude(slug__in=PRACTICE_SLUGS))
    rounds, seated = _begun_rounds(tournaments), _totals(tournaments)
    return tuple(
        _edition(each, rounds.get(each.pk, []), seated.get(each.pk, [])) for each in tournaments
    )


def final_of(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return those of these tournaments whose final standings everybody may see; one query."""
    tournaments = list(tournaments)
    rounds = _begun_rounds(tournaments)
    return [each for each in tournaments if _is_final(each, rounds.get(each.pk, []))]


def _begun_rounds(tournaments: Iterable[Tournament]) -> Mapping[int, list[_BegunRound]]:
    """Return the rounds that have begun, by the key of the tournament."""
    seats = Seat.objects.filter(round=OuterRef("pk"))
    rows = (
        Round.objects.filter(tournament__in=tournaments)
        .started()
        .annotate(has_seats=Exists(seats), to_come=Exists(seats.filter(result=None)))
        .values_list("tournament", "number", "state", "withheld", "has_seats", "to_come")
    )
    found: dict[int, list[_BegunRound]] = defaultdict(list)
    for tournament, number, state, withheld, has_seats, to_come in rows:
        found[tournament].append(_BegunRound(number, state, withheld, has_seats, to_come))
    return found


def _totals(tournaments: Iterable[Tournament]) -> Mapping[int, list[Total]]:
    """Return the players of begun rounds with their totals, by the key of the tournament."""
    rows = (
        Seat.objects.filter(round__tournament__in=tournaments, round__state__in=BEGUN)
        .order_by()
        .values(*OF_ENTRY)
        .annotate(halves=Sum("result__half_points"), total=Sum("result__points"))
        .values_list(*OF_ENTRY, "halves", "total")
    )
    found: dict[int, list[Total]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row[1:])
    return found


def _edition(tournament: Tournament, rounds: list[_BegunRound], seated: list[Total]) -> Edition:
    if not _is_final(tournament, rounds):
        listed = sorted((Participant(*each[:5]) for each in seated), key=lambda each: each.number)
        return Edition(tournament, is_final=False, has_begun=bool(rounds), participants=(*listed,))
    ranked = _ranking(tuple(seated))
    return Edition(tournament, is_final=True, has_begun=True, participants=ranked)


@lru_cache(MOST_RANKINGS_KEPT)
def _ranking(seated: tuple[Total, ...]) -> tuple[Participant, ...]:
    """Return the participants of a final edition in rank order; what is not in counts for nothing.

    It is remembered by all that it is made of: most editions are of years ago, and do not change.
    """
    by_number = {each[1]: each[:5] for each in seated}
    tallies = (
        Tally(number, Fraction(halves or 0, 2), points or 0)
        for _person, number, _name, _surname, _club, halves, points in seated
    )
    return tuple(Participant(*by_number[row.tally.number], row) for row in rank(tallies))


def _is_final(tournament: Tournament, rounds: list[_BegunRound]) -> bool:
    """Return whether the standings are final and public, as `Standings.is_final` says it."""
    played = sorted(round.number for round in rounds if round.has_seats)
    is_over = played == [*range(1, tournament.round_count + 1)]
    return is_over and all(round.is_settled and not round.withheld for round in rounds)
