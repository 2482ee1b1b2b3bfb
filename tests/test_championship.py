"""A whole championship of 23 players through the pages alone, from an empty database to the
champion, checked against numbers worked out here without the program."""

import re
from io import BytesIO
from random import Random

import pytest
from pypdf import PdfReader

from tests.browser import listen

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


def some_deal(cards, seats, random):
    """Return bids, cells under "tricks", and points of each seat: any legal deal."""
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


def match_points(points):
    """Share 5-4-3-2-1 over the places of a table: each group of equals gets its average."""
    order = sorted(points, reverse=True)
    worth = dict.fromkeys(order, 0.0)
    for own in worth:
        places = [5 - place for place, other in enumerate(order) if other == own]
        worth[own] = sum(places) / len(places)
    return [worth[own] for own in points]


def written(value):
    """Write match points as the pages do."""
    return f"{int(value) or ''}½" if value % 1 else str(int(value))


class Office:
    """The organiser at the browser."""

    def __init__(self, page, url):
        self.page, self.url = page, url
        self.tallies = {number: [0.0, 0] for number in range(1, 24)}
        self.met = []

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def begin(self, code):
        page = self.page
        page.goto(self.url)
        page.get_by_label("Startcode").fill(code)
        page.get_by_label("Je naam").fill("dora")
        page.get_by_label("Wachtwoord", exact=True).fill("schoppenaas-2026")
        page.get_by_label("Wachtwoord nog een keer").fill("schoppenaas-2026")
        self.press("Maak een toernooi")

    def make_tournament(self):
        self.page.get_by_label("Naam").fill("WK Boerenbridge 2026")
        self.page.get_by_label("Datum").fill("2026-11-21")
        self.page.get_by_label("Locatie").fill("Utrecht")
        self.press("Maak het toernooi")

    def import_players(self):
        page = self.page
        page.get_by_role("link", name="Lijst inlezen").first.click()
        rows = "\n".join(f"{name};De Slag" for name in PLAYERS)
        page.get_by_label("Bestand").set_input_files(
            [
                {
                    "name": "spelers.csv",
                    "mimeType": "text/csv",
                    "buffer": f"Naam;Club\n{rows}".encode(),
                }
            ]
        )
        self.press("Bekijk de lijst")
        self.press("Schrijf 23 spelers in")
        assert page.locator("tbody tr").count() == 23

    def draw(self, number):
        page = self.page
        page.get_by_role("link", name="Rondes", exact=True).click()
        self.press(f"Loot ronde {number}")
        if number == 1:
            self.swap_two()
        self.press("Zet deze loting vast")
        self.print_sheets(5)
        tables = self.seats()
        self.press(f"Start ronde {number}")
        return tables

    def print_sheets(self, tables):
        link = self.page.get_by_role("link", name="Druk de scoreformulieren af")
        sheets = self.page.request.get(self.url + link.get_attribute("href"))
        assert len(PdfReader(BytesIO(sheets.body())).pages) == tables

    def swap_two(self):
        before = self.seats()
        options = self.page.locator("#id_first option")
        for field, (table, seat) in (("first", (1, 0)), ("second", (5, 3))):
            label = f"{before[table][seat]} {PLAYERS[before[table][seat] - 1]}"
            assert label in options.all_inner_texts()
            self.page.locator(f"#id_{field}").select_option(label=label)
        self.press("Wissel")
        after = self.seats()
        assert (after[1][0], after[5][3]) == (before[5][3], before[1][0])

    def seats(self):
        """Read who sits where: table number to start numbers in seat order."""
        cards = self.page.locator(".table-card")
        return {
            int(card.locator(".hero").inner_text()): [
                int(no) for no in card.locator(".no").all_inner_texts()
            ]
            for card in cards.all()
        }

    def type_form(self, table, players, random):
        """Type the form of a table with keys only, and count it here as well."""
        page, seats = self.page, len(players)
        page.get_by_label("Tafelnummer op het formulier").fill(str(table))
        page.keyboard.press("Enter")
        page.wait_for_url("**/forms/*/*/")
        page.locator("#cell-first_dealer:focus").wait_for()
        page.keyboard.press(str(random.randint(1, seats)))
        page.keyboard.press("Enter")
        totals = [0] * seats
        for deal, cards in enumerate(CARDS):
            bids, cells, points = some_deal(cards, seats, random)
            totals = [a + b for a, b in zip(totals, points, strict=True)]
            for seat, (bid, cell) in enumerate(zip(bids, cells, strict=True)):
                self.type_cell(str(bid), cards)
                is_last = deal == len(CARDS) - 1 and seat == seats - 1
                self.type_cell(cell, 0 if is_last else cards)
        page.get_by_text("Alles klopt").wait_for()
        shown = page.locator("tfoot .hero").all_inner_texts()
        assert shown == [str(total).replace("-", "−") for total in totals]
        self.press("Lever in")
        page.get_by_label("Tafelnummer op het formulier").or_(page.locator(".next-step")).wait_for()
        for number, total, worth in zip(players, totals, match_points(totals), strict=True):
            self.tallies[number][0] += worth
            self.tallies[number][1] += total

    def type_cell(self, text, cards):
        for key in text:
            self.page.keyboard.press(key)
        could_go_on = text.isdigit() and text != "0" and int(text) * 10 <= cards
        if not text or could_go_on:
            self.page.keyboard.press("Enter")

    def standings(self):
        self.page.get_by_role("link", name="Stand", exact=True).click()
        rows = self.page.locator("table.standings tbody tr").all()
        return [
            (
                row.locator(".key a").inner_text(),
                row.locator(".wp").inner_text().strip(),
                row.locator(".points").inner_text().strip(),
            )
            for row in rows
        ]

    def expected(self):
        order = sorted(self.tallies, key=lambda n: (-self.tallies[n][0], -self.tallies[n][1], n))
        return [
            (PLAYERS[n - 1], written(self.tallies[n][0]), str(self.tallies[n][1]).replace("-", "−"))
            for n in order
        ]


def test_a_championship_from_the_empty_database_to_the_champion(server, chromium):
    code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", server.manage("setup_code"))[0]
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(20_000)
    complaints = listen(page)
    office = Office(page, server.url)
    random = Random(2026)

    office.begin(code)
    office.make_tournament()
    office.import_players()
    for number in (1, 2, 3):
        tables = office.draw(number)
        assert sorted(len(players) for players in tables.values()) == [4, 4, 5, 5, 5]
        assert sorted(n for players in tables.values() for n in players) == list(range(1, 24))
        office.met += [frozenset(pair) for p in tables.values() for pair in pairs(p)]
        page.get_by_role("link", name="Formulieren", exact=True).click()
        for table, players in tables.items():
            office.type_form(table, players, random)
        assert office.standings() == office.expected()
    assert len(office.met) == len(set(office.met))
    champion = office.expected()[0][0]
    assert page.locator(".champion h2").inner_text() == champion
    assert complaints == []
    context.close()


def pairs(players):
    return [(a, b) for index, a in enumerate(players) for b in players[index + 1 :]]
