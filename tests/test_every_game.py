"""A championship of every other game through the pages, with forms and totals worked out from the
rule book.

Each run plays one of the games.
"""

from random import Random

import pytest

from scoring.registry import GAMES
from tests.browser import listen
from tests.database import migrated
from tests.office import Office
from tests.samples import some
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Tournament

pytestmark = pytest.mark.browser

PLAYERS = [
    "Anna de Wit", "Bram Visser", "Cor van Dijk", "Dirk Bakker", "Els Smit", "Femke de Boer",
    "Gijs Mulder", "Hans de Groot", "Ingrid Bos",
]  # fmt: skip

# The deals of a table of five (W-1, 2.2, W-14): cards of each player.
UP_AND_DOWN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
BOERENBRIDGE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
LUCIFEREN = [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1]
BOLLEN = [1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1]

# Deals; points for each trick of a bid that was made, and for each too many or too few; from how
# many cards the bids may not come out.
FAMILY = {
    "chinees-poepen": (UP_AND_DOWN, 2, 4),
    "boerenbridge": (BOERENBRIDGE, 3, 4),
    "zaanse-boerenbridge": (BOERENBRIDGE, 5, 99),
    "bollen": (BOLLEN, 2, 4),
    "luciferen": (LUCIFEREN, 3, 99),
}

# What stands in the cells of a deal of rubber bridge.
DEAL = ("declarer", "level", "strain", "doubled", "tricks")
# Rubbers, the points of both sides, and whether they were finished: the example of the source; two
# games to none (100 and 120 below the line, 700); one game and a part score of the same pair
# against a contract that went down, stopped there (300 for the game and 100 for the part score
# in rule set 001).
EXAMPLE = [
    (1, 2, "H", "", 10), (2, 4, "S", "1", 8), (2, 3, "NT", "", 10), (4, 3, "S", "", 9),
    (2, 2, "D", "", 6), (3, 6, "H", "1", 13), (4, 1, "NT", "", 8), (1, 3, "C", "", 9),
    (2, 3, "H", "", 9),
]  # fmt: skip
TWO_GAMES = [(1, 3, "NT", "", 9), (3, 4, "S", "", 10)]
STOPPED = [(2, 4, "H", "", 10), (4, 1, "C", "", 8), (1, 4, "S", "1", 9)]
RUBBERS = {
    "rubber-bridge": [
        (EXAMPLE, 1690, 880, True), (TWO_GAMES, 100 + 120 + 700, 0, True),
        (STOPPED, 0, 120 + 20 + 20 + 100 + 300 + 100, False),
    ],
    "bridge-kortregler": [
        (EXAMPLE, 1690, 880, True), (TWO_GAMES, 100 + 120 + 700, 0, True),
        (STOPPED, 0, 120 + 20 + 20 + 100, False),
    ],
}  # fmt: skip

# Deals of kleurenwiezen: contract, who play, tricks, and the points of each seat by the grid of the
# concours (4.2); twenty of them fill a round.
WHIST = [
    ("samen-8", [1, 3], "8", [7, 0, 7, 0]),
    ("samen-9", [2, 3], "11", [0, 16, 16, 0]),
    ("samen-10", [1, 4], "8", [-19, 19, 19, -19]),
    ("solo-6", [2], "7", [0, 15, 0, 0]),
    ("solo-7", [4], "5", [14, 14, 14, -21]),
    ("kleine-miserie", [3], "0", [0, 0, 18, 0]),
    ("piccolo", [1], "2", [-24, 16, 16, 16]),
    ("abondance-9", [2], "9", [0, 30, 0, 0]),
    ("troel", [1, 2], "9", [16, 16, 0, 0]),
    ("soloslim-12", [4], "12", [0, 0, 0, 100]),
]


def family_form(key, seats, random):
    """Return the cells of a round of a variant and the totals of its seats."""
    deals, factor, forbidden_from = FAMILY[key]
    cells = {"first_dealer": str(random.randint(1, seats))}
    totals = [0] * seats
    for deal, cards in enumerate(deals):
        bids = [random.randint(0, min(cards, 3)) for _ in range(seats)]
        while cards >= forbidden_from and sum(bids) == cards:
            bids = [random.randint(0, min(cards, 3)) for _ in range(seats)]
        tricks = [0] * seats
        for _ in range(cards):
            tricks[random.randrange(seats)] += 1
        for seat, (bid, won) in enumerate(zip(bids, tricks, strict=True)):
            cells[f"deals.{deal}.bids.{seat}"] = str(bid)
            cells[f"deals.{deal}.tricks.{seat}"] = str(won)
            totals[seat] += 10 + factor * won if bid == won else -factor * abs(bid - won)
    return cells, totals


def rubber_form(key, seats, random):
    """Return the cells of a rubber and what its seats won or lost."""
    deals, ours, theirs, is_finished = random.choice(RUBBERS[key])
    cells = {
        f"contracts.{row}.{name}": str(value)
        for row, deal in enumerate(deals)
        for name, value in zip(DEAL, deal, strict=True)
        if value
    }
    if not is_finished:
        cells["unfinished"] = "x"
    return cells, [ours - theirs, theirs - ours] * 2


def whist_form(key, seats, random):
    """Return the cells of twenty deals of kleurenwiezen and the totals of the seats."""
    cells, totals = {}, [0] * seats
    for row, (contract, players, tricks, points) in enumerate(random.sample(WHIST * 2, 20)):
        cells[f"deals.{row}.contract"] = contract
        cells |= {f"deals.{row}.declarers.{seat - 1}": "x" for seat in players}
        cells[f"deals.{row}.tricks"] = tricks
        totals = [a + b for a, b in zip(totals, points, strict=True)]
    return cells, totals


PLAYED = {
    **dict.fromkeys(FAMILY, (9, family_form)),
    **dict.fromkeys(RUBBERS, (8, rubber_form)),
    "kleurenwiezen": (8, whist_form),
}
# Of one game of each kind of form a second round is played.
TWO_ROUNDS = ("boerenbridge", "rubber-bridge", "kleurenwiezen")


def test_every_game_is_played_here_or_in_another_test():
    assert set(PLAYED) == set(GAMES) - {"wk-boerenbridge"}


@pytest.fixture(scope="module")
def empty_server(running_server):
    """A server on an empty database, for one tournament of each game."""
    running_server.fill(migrated())
    return running_server


@pytest.fixture(scope="module")
def director_page(empty_server, chromium):
    """A page on which a director is logged in."""
    context = chromium.new_context(
        storage_state=empty_server.logged_in("dora", "director"),
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
    )
    yield context
    context.close()


@pytest.mark.parametrize("key", some(list(PLAYED), 1))
def test_a_championship(empty_server, director_page, key):
    count, form = PLAYED[key]
    page = director_page.new_page()
    page.set_default_timeout(20_000)
    complaints = listen(page)
    office = Office(page, empty_server.url, PLAYERS[:count])
    random = Random(key)

    page.goto(f"{empty_server.url}/new/")
    rounds = 2 if key in TWO_ROUNDS else 1
    page.get_by_label("Aantal rondes").fill(str(rounds))
    office.make_tournament(f"Kampioenschap {key}", key)
    with empty_server.database():
        tournament = Tournament.objects.get(game=key)
        enter_many(tournament=tournament, rows=[NewEntry(name) for name in office.players])
    for number in range(1, rounds + 1):
        tables = office.draw(number)
        office.confirm(number)
        if number == 1:
            office.print_sheets()
        office.start(number)
        for table, players in tables.items():
            cells, totals = form(key, len(players), random)
            office.open_form(table)
            office.write(cells)
            office.hand_in()
            office.count_totals(players, totals)
        assert office.standings() == office.expected_standings()
        assert page.locator(".champion").count() == 0
        office.close(number)
    assert office.standings() == office.expected_standings()
    assert page.locator(".champion h2").all_inner_texts() == office.expected_champions()
    assert complaints == []
    page.close()
