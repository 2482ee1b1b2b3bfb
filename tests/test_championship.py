"""A championship of 23 players through the pages, from an empty database to the champion.

All forms of the first round are handed in on the screen, and one of the second; the others are
sent as their pages send them. The standings are checked against numbers worked out here, without
the program.
"""

from itertools import combinations
from random import Random

import pytest

from tests.browser import listen
from tests.office import Office
from tests.scoreforms.keyboard import press, type_quickly
from wk.accounts import setup_code

pytestmark = pytest.mark.browser

PLAYERS = [
    "Anna de Wit", "Bram Visser", "Cor van Dijk", "Dirk Bakker", "Els Smit", "Femke de Boer",
    "Gijs Mulder", "Hans de Groot", "Ingrid Bos", "Joke Vos", "Karin Peters", "Leo Hendriks",
    "Marieke van Leeuwen", "Niels Dekker", "Olga Brouwer", "Peter de Graaf", "Quirine Dijkstra",
    "Ruud van der Linden", "Sanne Kok", "Theo Jacobs", "Ursula van der Heijden-Oosterhuis",
    "Victor Prins", "Wilma Schouten",
]  # fmt: skip
CARDS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
# Points of a bid that was made, and of a miss by so many: the tables of the rules, spelt out.
MADE = {0: 10, 1: 12, 2: 14, 3: 16, 4: 18, 5: 20, 6: 22, 7: 24, 8: 26, 9: 28, 10: 30}
MISSED = {1: -2, 2: -4, 3: -6, 4: -8, 5: -10, 6: -12, 7: -14, 8: -16, 9: -18, 10: -20}
PENALTY = {"K": -4, "V": -10}
# The key for a cell that is not its text: one key, after which the page moves on.
KEYS = {"10": "t", "": "Enter"}
# The tables whose form is typed with keys, in each round: the first one of so many players. In the
# first round all others are written on the screen.
TYPED = {1: (5,), 2: (4,), 3: ()}
SLUG = "wk-boerenbridge-2026"


def random_deal(cards, seats, random):
    """Return bids, cells of tricks, and points of each seat of a legal deal."""
    bids = [random.randint(0, min(cards, 4)) for _ in range(seats)]
    while sum(bids) == cards:
        bids[-1] = random.choice([bid for bid in range(cards + 1) if bid != bids[-1]])
    if random.random() < 0.08:
        mark, offender = random.choice("KV"), random.randrange(seats)
        cells = [mark if seat == offender else "" for seat in range(seats)]
        points = [PENALTY[mark] if c else MADE[b] for b, c in zip(bids, cells, strict=True)]
        return bids, cells, points
    tricks = [0] * seats
    for _ in range(cards):
        tricks[random.randrange(seats)] += 1
    points = [MADE[b] if b == t else MISSED[abs(b - t)] for b, t in zip(bids, tricks, strict=True)]
    return bids, [str(t) for t in tricks], points


def random_form(seats, random):
    """Return the first dealer, the deals and the totals of a form."""
    deals = [random_deal(cards, seats, random) for cards in CARDS]
    totals = [sum(points) for points in zip(*(points for *_, points in deals), strict=True)]
    return random.randint(1, seats), deals, totals


def hand_in_form(office, table, first, deals, totals, *, is_typed):
    """Hand in the form of a table on the screen, typed by keys or written; it shows the totals."""
    page = office.page
    office.open_form(table)
    page.locator("#cell-first_dealer:focus").wait_for()
    if is_typed:
        type_form(page, first, deals)
    else:
        office.write(cells_of(first, deals))
    page.locator("#checked[data-right]").wait_for()
    shown = page.locator("tfoot .hero").all_inner_texts()
    assert shown == [str(total).replace("-", "−") for total in totals]
    office.hand_in()


def type_form(page, first, deals):
    """Type a form: by keys the first deal and those in which an Enter leaves a cell empty, and
    quickly the others."""
    page.keyboard.press(str(first))
    page.keyboard.press("Enter")
    for number, (bids, cells, _points) in enumerate(deals):
        pairs = [text for pair in zip(map(str, bids), cells, strict=True) for text in pair]
        is_marked = "" in cells
        typed = pairs if is_marked else pairs[:-1]  # what is left fills itself in
        keys = [KEYS.get(text, text) for text in typed]
        if number == 0 or is_marked:
            press(page, *keys)
        else:
            type_quickly(page, keys)


def cells_of(first, deals):
    """Return the cells of a form by path."""
    written = {"first_dealer": str(first)}
    for deal, (bids, cells, _points) in enumerate(deals):
        for seat, (bid, cell) in enumerate(zip(bids, cells, strict=True)):
            written[f"deals.{deal}.bids.{seat}"] = str(bid)
            written[f"deals.{deal}.tricks.{seat}"] = cell
    return written


def test_a_championship_from_the_empty_database_to_the_champion(server, chromium):
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(20_000)
    complaints = listen(page)
    office = Office(page, server.url, PLAYERS)
    random = Random(2026)
    met = []

    with server.database():
        code = setup_code.current()
    office.begin(code)
    office.make_tournament("WK Boerenbridge 2026")
    office.import_players()
    for number in (1, 2, 3):
        tables = office.draw(number)
        if number == 1:
            office.swap((1, 0), (5, 3))
            swapped = office.seats()
            assert (swapped[1][0], swapped[5][3]) == (tables[5][3], tables[1][0])
            tables = swapped
        office.confirm(number)
        if number == 1:
            office.print_sheets()
        office.start(number)
        assert sorted(len(players) for players in tables.values()) == [4, 4, 5, 5, 5]
        assert sorted(n for players in tables.values() for n in players) == list(range(1, 24))
        met += [frozenset(pair) for p in tables.values() for pair in combinations(p, 2)]
        first_of = {len(players): table for table, players in reversed(tables.items())}
        typed = [first_of[size] for size in TYPED[number]]
        for table, players in tables.items():
            first, deals, totals = random_form(len(players), random)
            if number == 1 or table in typed:
                hand_in_form(office, table, first, deals, totals, is_typed=table in typed)
            else:
                address = f"{server.url}/t/{SLUG}/forms/{number}/{table}/"
                office.send(address, cells_of(first, deals))
            office.count_totals(players, totals)
        assert office.standings() == office.expected_standings()
        assert page.locator(".champion").count() == 0
        office.close(number)
    assert office.standings() == office.expected_standings()
    assert len(met) == len(set(met))
    assert page.locator(".champion h2").all_inner_texts() == office.expected_champions()
    assert complaints == []
    context.close()
