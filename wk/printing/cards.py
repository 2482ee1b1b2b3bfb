"""Cards of players, to cut out: the name, the seats, and a code for the page of the player."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import time
from math import ceil

from wk.phones.keys import qr_svg
from wk.printing.measures import CARD_CLUB_SIZES, CARD_NAME_SIZES, text_size
from wk.tournament.models import Entry, Round, Seat, Tournament
from wk.tournament.programme import programme_of

ON_A_PAGE = 8
# Up to FEW rounds are printed large in one line, up to SEVERAL smaller in two, and more smallest.
FEW, SEVERAL = 4, 8
WITH_TIMES = 3  # up to so many rounds leave room for the times at which they begin
IN_A_LINE = {"few": 4, "several": 4, "many": 7}


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round on a card. Without a table, players write down the seat once it is known.

    `begins_at` is the time in the programme, None if there is none, or no room for it.
    """

    number: int
    table: int | None = None
    seat: int | None = None
    begins_at: time | None = None

    @property
    def begins(self) -> str:
        """Return what stands before the seat: "10:30 · ", or nothing."""
        return f"{self.begins_at:%H:%M} · " if self.begins_at else ""


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one player; a blank one has no entry.

    `name_size` and `club_size` are CSS classes, `code` is the QR code as <svg>.
    """

    entry: Entry | None
    name_size: str
    club_size: str
    rounds: tuple[CardRound, ...]
    code: str

    @property
    def layout_class(self) -> str:
        """Return the class of print.css for the arrangement of the rounds."""
        if len(self.rounds) <= FEW:
            return "few"
        return "several" if len(self.rounds) <= SEVERAL else "many"

    @property
    def lines(self) -> tuple[tuple[CardRound, ...], ...]:
        """Return the rounds in the lines in which they are printed."""
        long = IN_A_LINE[self.layout_class]
        return tuple(self.rounds[at : at + long] for at in range(0, len(self.rounds), long))


@dataclass(frozen=True, slots=True)
class CardPage:
    """A sheet of cards: its number, and how many there are."""

    number: int
    total: int
    cards: tuple[Card, ...]


def cards(
    tournament: Tournament, entries: Iterable[Entry], address: Callable[[Entry], str]
) -> list[Card]:
    """Return the cards of players, in the order given; two queries.

    They show the seats in public rounds. `address` returns the address for the code of an entry.
    """
    times = {point.round: point.at for point in programme_of(tournament) if point.round}
    if tournament.round_count > WITH_TIMES:
        times = {}
    states = {round.number: round for round in tournament.rounds.public()}
    places: dict[int, dict[int, CardRound]] = defaultdict(dict)
    seats = Seat.objects.filter(round__in=states.values()).order_by()
    rows = seats.values_list("entry", "round__number", "table__number", "number")
    for entry, number, table, seat in rows:
        places[entry][number] = CardRound(number, table, seat)
    return [
        Card(
            entry,
            text_size(entry.name, CARD_NAME_SIZES),
            text_size(entry.club, CARD_CLUB_SIZES),
            tuple(
                replace(each, begins_at=times.get(each.number))
                for each in _rounds(entry, tournament.round_count, states, places[entry.pk])
            ),
            qr_svg(address(entry)),
        )
        for entry in entries
    ]


def _rounds(
    entry: Entry, count: int, public: dict[int, Round], places: dict[int, CardRound]
) -> Iterator[CardRound]:
    """Yield the rounds on the card of a player.

    They are the rounds in which the player has a seat, and those in which he may still get one.
    """
    for number in range(1, count + 1):
        # A round that has begun without the player, or after he left, is not on the card.
        has_begun = number in public and public[number].is_started
        has_left = entry.withdrawn_after is not None and entry.withdrawn_after < number
        if number in places:
            yield places[number]
        elif not has_begun and not has_left:
            yield CardRound(number)


def pages(made: Sequence[Card]) -> list[CardPage]:
    """Return cards on pages, in the order in which they are cut and stacked.

    The first cards of all pages make the first stack, and so on. The stacks on top of each other,
    the first one above, are in the order of the cards.
    """
    total = ceil(len(made) / ON_A_PAGE)
    return [
        CardPage(number, total, tuple(made[number - 1 :: total])) for number in range(1, total + 1)
    ]
