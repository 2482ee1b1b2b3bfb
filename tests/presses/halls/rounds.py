"""Rounds, their draws and the wishes for them, as they are before a button is pressed.

A function that is `ready` returns the numbers in its address that are not 1, if there are any.
"""

from django.utils import timezone

from tests.presses.hall import Hall
from tests.presses.halls.players import checked_in
from tests.rounds.prepared_rounds import count_all_forms
from wk.players.services import NewEntry, enter_many
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.services import swap_seats
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.tournament.models import FixedSeat, Round, Separation, Tournament


def no_round(hall: Hall) -> None:
    """Let no round be drawn."""
    hall.tournament.rounds.all().delete()


def with_free_rules(hall: Hall) -> None:
    """Let a game be played of which the rules can be set, and no round be drawn."""
    no_round(hall)
    Tournament.objects.update(game="bollen")


def drawn(hall: Hall) -> dict[str, int]:
    """Let round 2 be drawn, and look at it."""
    draw_round(tournament=hall.tournament, seed=1, author=hall.director)
    return {"number": 2}


def confirmed(hall: Hall) -> dict[str, int]:
    """Let round 2 be confirmed."""
    drawn(hall)
    transitions.confirm_round(round=hall.tournament.rounds.get(number=2))
    return {"number": 2}


def confirmed_for_all(hall: Hall) -> None:
    """Let round 2 be confirmed, and the address be that of player 1."""
    confirmed(hall)


def ready_to_start(hall: Hall) -> None:
    """Let round 1 be confirmed, and everybody be here."""
    Round.objects.update(state=Round.State.CONFIRMED, started_at=None)
    checked_in(hall)


def complete(hall: Hall) -> None:
    """Let all forms of round 1 count."""
    count_all_forms(hall.round)


def closed(hall: Hall) -> None:
    """Let round 1 be closed, with all its forms."""
    complete(hall)
    Round.objects.update(state=Round.State.CLOSED)


def all_played(hall: Hall) -> None:
    """Let round 1 be the only one, closed, with all results held back."""
    closed(hall)
    Round.objects.update(withheld=Round.Withheld.ALL)
    Tournament.objects.update(round_count=1)


def separated(hall: Hall) -> dict[str, int]:
    """Let two players be kept apart."""
    made = Separation.objects.create(tournament=hall.tournament)
    made.entries.set(hall.entries[:2])
    return {"key": made.pk}


def seat_fixed(hall: Hall) -> dict[str, int]:
    """Let a player have a fixed seat."""
    return {"key": FixedSeat.objects.create(entry=hall.entries[0], seat=1).pk}


def swapped(hall: Hall) -> dict[str, int]:
    """Let two players have changed seats in the draw of round 2."""
    drawn(hall)
    round, (first, second, *_others) = hall.tournament.rounds.get(number=2), hall.entries
    facts = {"first": first, "second": second, "author": hall.director, "now": timezone.now()}
    return {"number": 2, "key": swap_seats(round=round, **facts).log_entry.pk}


def reseated(hall: Hall) -> dict[str, int]:
    """Let the names of two players have been exchanged on the forms of round 1."""
    facts = {"first": hall.entries[0], "second": hall.entries[5], "how": CorrectionKind.NAMES}
    facts |= {"author": hall.director, "now": timezone.now()}
    return {"key": correct_swap(round=hall.round, **facts).pk}


def twenty_players(hall: Hall) -> None:
    """Let there be more than one way to divide the players over tables, and no round yet."""
    no_round(hall)
    rows = [NewEntry(f"Speler {number}") for number in range(10, 21)]
    enter_many(tournament=hall.tournament, rows=rows)
