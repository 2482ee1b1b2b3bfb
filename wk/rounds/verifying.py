"""The draws of all rounds, made again with their draw numbers."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.auditlog.seat_changes import as_drawn
from wk.chain.rows import Row
from wk.chain.verifying import Chain, Result
from wk.draw import draw
from wk.rounds.draw_proof import draw_of
from wk.rounds.draws.asked import request_of
from wk.tournament.models import Entry, Round
from wk.tournament.seating import TableSeat


def check_draws(chain: Chain) -> Result:
    """Make each draw of which the log has what was asked again, and compare the seats."""
    count, unknown, misfit = 0, 0, None
    for round in Round.objects.exclude(seed=None).select_related("tournament").order_by("pk"):
        again, seats = seats_again(round), as_drawn(round)
        if again is None or seats is None:
            unknown += 1
            continue
        count += 1
        if misfit is None and seats_by_key(seats) != again:
            text = _("The seats of round %(number)d are not those of draw number %(seed)s.")
            known = chain.of_row(Row(Round._meta.db_table, round.pk))
            misfit = known.misfit(text % {"number": round.number, "seed": round.seed})
    return Result(count, misfit, _aside(unknown))


def seats_again(round: Round) -> dict[int, TableSeat] | None:
    """Return the table and seat of each entry, by its key, as the draw of a round gives them again.

    Return None for a round of which the log does not have what was asked of its draw.
    """
    log_entry = draw_of(round)
    if log_entry is None or "asked" not in log_entry.payload:
        return None
    asked = log_entry.payload["asked"]
    drawn = draw(request_of(asked)).rounds[log_entry.payload["rounds"].index(round.number)]
    return {
        asked["keys"][str(number)]: (table, seat)
        for table, numbers in enumerate(drawn.tables, 1)
        for seat, number in enumerate(numbers, 1)
    }


def seats_by_key(seats: Mapping[Entry, TableSeat]) -> dict[int, TableSeat]:
    """Return the table and seat of each entry by its key."""
    return {entry.pk: at for entry, at in seats.items()}


def _aside(unknown: int) -> str:
    if not unknown:
        return ""
    text = ngettext(
        "%(count)d draw was not made again: the log does not have what was asked of it, or a "
        "newcomer has a seat in it.",
        "%(count)d draws were not made again: the log does not have what was asked of them, or a "
        "newcomer has a seat in them.",
        unknown,
    )
    return text % {"count": unknown}
