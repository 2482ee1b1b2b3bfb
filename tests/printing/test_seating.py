"""What the list on the wall tells of the draw of its round."""

import pytest

from tests.hall.rounds import NOON
from tests.printing.test_views import get, pages
from wk.tournament import draws, hand
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def second(tournament):
    """Round 2 of two, drawn with lot number 4711, for nine players at two tables."""
    Tournament.objects.update(round_count=2)
    tournament.refresh_from_db()
    round = draws.draw_round(tournament=tournament, seed=4711)
    return Round.objects.select_related("tournament").get(pk=round.pk)


def top(client, tournament, number):
    """What stands between the name of the tournament and the first table number."""
    (page,) = pages(get(client, tournament, number, kind="seating", language="en"))
    text = " ".join(page.extract_text().split())
    return text.split("WK Test ")[1].split(" table table")[0]


def test_it_has_the_lot_number_and_what_was_reached(clerk_client, tournament, second):
    draws.fix_round(round=second)
    assert top(clerk_client, tournament, 2) == (
        "6 times two players meet again; fewer cannot be. 2 times somebody sits at a table of four "
        "again; the least there could be is 0. Lot number 4711."
    )


def test_it_says_that_seats_were_changed(clerk_client, director, tournament, second):
    first, other = (second.seats.get(table__number=n, number=1).entry for n in (1, 2))
    hand.swap_seats(round=second, first=first, second=other, author=director, now=NOON)
    draws.fix_round(round=second)
    assert top(clerk_client, tournament, 2).endswith(" Changed by hand. Lot number 4711.")


def test_of_a_round_that_was_not_drawn_it_tells_nothing(clerk_client, tournament):
    (page,) = pages(get(clerk_client, tournament, 1, kind="seating", language="en"))
    assert "WK Test table table" in " ".join(page.extract_text().split())
