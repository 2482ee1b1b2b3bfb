"""The next round to draw, and the rounds drawn before and after a round."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from wk.core.version_token import version_token
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.round_states import is_by_standings
from wk.tournament.seating import TableSeat


def next_number(tournament: Tournament) -> int:
    """Return the number of the next round to draw; one past the last where all are drawn."""
    last = tournament.rounds.order_by("number").last()
    return last.number + 1 if last else 1


def standings_round_notice(round: Round) -> str:
    """Return a sentence if the round after this one goes by the standings, else "".

    The sentence says when that round can be drawn.
    """
    if not is_by_standings(round.tournament, round.number + 1):
        return ""
    text = _(
        "Round %(number)d is seated by the standings: draw it when round %(before)d is complete."
    )
    return text % {"number": round.number + 1, "before": round.number}


def draw_token(round: Round, at: Mapping[Entry, TableSeat]) -> str:
    """Return the version token of a draw with these seats; a new draw may have the same seats."""
    seats = [(entry.pk, place) for entry, place in at.items()]
    return version_token(round.seed, seats)


def drawn_before(round: Round) -> Round | None:
    """Return the first earlier round that is drawn and not confirmed, None if there is none."""
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    return earlier.filter(state=Round.State.DRAWN).first()


def drawn_after(round: Round) -> list[int]:
    """Return the numbers of the later rounds, which are drawn again together with this one."""
    later = round.tournament.rounds.filter(number__gt=round.number)
    return list(later.values_list("number", flat=True))
