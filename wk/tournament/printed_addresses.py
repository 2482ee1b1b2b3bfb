"""Which addresses stand in codes on paper: noted when it is printed, and looked up."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from wk.core.row_locks import lock_row
from wk.tournament.models import PrintedAddress, Round, Tournament


@dataclass(frozen=True, slots=True)
class PrintedCodes:
    """Cards (`round` is None) or score sheets of a round, and the addresses in their codes.

    `origins` are scheme, host and port of each address.
    """

    tournament: Tournament
    round: Round | None
    origins: tuple[str, ...]

    def others(self, origin: str) -> "PrintedCodes":
        """Return the same with only the addresses that differ from `origin`."""
        origins = tuple(each for each in self.origins if each != origin)
        return PrintedCodes(self.tournament, self.round, origins)


@transaction.atomic
def note_printed(*, tournament: Tournament, round: Round | None, origin: str, is_all: bool) -> None:
    """Note the address in the codes of cards (`round` is None) or score sheets that are printed.

    If all of them are printed (`is_all`), paper with another address is of no more use.
    """
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    noted = PrintedAddress.objects.filter(tournament=tournament, round=round)
    if is_all:
        noted.exclude(origin=origin).delete()
    if not noted.filter(origin=origin).exists():
        PrintedAddress.objects.create(tournament=tournament, round=round, origin=origin)


def printed_codes() -> list[PrintedCodes]:
    """Return the cards and sheets of all tournaments that are still of use; two queries.

    Sheets are of use until their round is closed, if tables use phones. Cards are of use until the
    last round is closed.
    """
    rows = PrintedAddress.objects.select_related("tournament", "round")
    found: dict[tuple[Tournament, Round | None], list[str]] = {}
    for row in rows.order_by("-tournament__date", "tournament", "round__number", "origin"):
        found.setdefault((row.tournament, row.round), []).append(row.origin)
    last = Round.objects.filter(number=F("tournament__round_count"))
    over = {*last.filter(state__in=OVER).values_list("tournament", flat=True)} if found else set()
    return [
        PrintedCodes(tournament, round, tuple(origins))
        for (tournament, round), origins in found.items()
        if (_sheets_are_of_use(tournament, round) if round else tournament.pk not in over)
    ]


def outdated(codes: Iterable[PrintedCodes], origin: str) -> list[PrintedCodes]:
    """Return the codes that hold another address than `origin`, with only the other addresses."""
    return [others for each in codes if (others := each.others(origin)).origins]


OVER = (Round.State.CLOSED, Round.State.FINAL)


def _sheets_are_of_use(tournament: Tournament, round: Round) -> bool:
    return tournament.phones != Tournament.Phones.OFF and round.state not in OVER
