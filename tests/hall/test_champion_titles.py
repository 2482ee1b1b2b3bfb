"""Every page that names a champion gives the title of the tournament."""

import datetime as dt

import pytest

from tests.hall.ceremony.conftest import let_announce
from tests.standings.reading import text_of
from tests.standings.tournaments import close_rounds, one_round_of_two_tables
from wk.tournament.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("english")
HAL = "/t/hal/"
# The pages of a finished tournament that name its champion.
PUBLIC = ["/", "/years/", HAL, f"{HAL}standings/", f"{HAL}wall/"]
WORLD, PLAIN = "World champion", "Champion"


@pytest.mark.parametrize(
    ("name", "champion", "title"),
    [
        ("WK Boerenbridge 2026", "", WORLD),
        ("Fries Kaartkampioenschap", "", PLAIN),
        ("Voorronde van het WK", "champion", PLAIN),
    ],
)
def test_pages_give_the_winner_the_title_of_the_tournament(
    client, director_client, name, champion, title
):
    made = one_round_of_two_tables()
    close_rounds(made)
    facts = {"name": name, "champion": champion, "date": dt.date(2026, 11, 21)}
    Tournament.objects.update(**facts)
    told = {address: _title_on(client, address) for address in PUBLIC}
    assert told == dict.fromkeys(PUBLIC, title)
    Round.objects.update(withheld=Round.Withheld.ALL)
    let_announce(Tournament.objects.get(), 1)
    on_screens = [_title_on(client, f"{HAL}wall/"), _title_on(director_client, f"{HAL}ceremony/1/")]
    assert on_screens == [title, title]


def _title_on(client, address):
    """Return the title that stands before the name of the winner."""
    before = text_of(client.get(address)).partition(" Els")[0]
    return next((title for title in (WORLD, PLAIN) if before.rstrip(":").endswith(title)), before)
