"""Paper without names, for emergencies: score sheets and cards to fill in by hand."""

from wk.printing.cards import ON_A_PAGE, Card, CardRound
from wk.printing.measures import TITLE_SIZES, text_size
from wk.printing.sheets import Sheet, SheetSeat, sheet
from wk.tournament.models import Entry, Tournament


def blank_sheets(tournament: Tournament) -> list[Sheet]:
    """Return a sheet without table and names for each size of table that the game has."""
    title_size = text_size(tournament.name, TITLE_SIZES)
    return [_sheet(tournament, size, title_size) for size in tournament.rules.table_sizes]


def _sheet(tournament: Tournament, size: int, title_size: str) -> Sheet:
    rules = tournament.rules.for_tables({size})
    seats = tuple(SheetSeat(n, Entry(), "ordinary") for n in range(1, size + 1))
    return sheet(None, title_size, seats, rules.layout(size), rules.progress({}, size))


def blank_cards(tournament: Tournament, code: str) -> list[Card]:
    """Return a page of cards without a name. `code` leads to the tournament, as <svg>."""
    rounds = tuple(map(CardRound, range(1, tournament.round_count + 1)))
    return [Card(None, "large", "large", rounds, code)] * ON_A_PAGE
