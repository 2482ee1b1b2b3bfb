"""The organiser at the browser: a whole championship of any game through the pages alone."""

import re
from collections import defaultdict
from io import BytesIO

from playwright.sync_api import expect
from pypdf import PdfReader


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


def first_cookies(chromium, server):
    """Make the first account of a server, and return the cookies of that director."""
    context = chromium.new_context(locale="nl-NL")
    Office(context.new_page(), server.url, []).begin(server.manage("setup_code"), "begin/")
    state = context.storage_state()
    context.close()
    return state


class Office:
    """The organiser at the browser."""

    def __init__(self, page, url, players):
        self.page, self.url, self.players = page, url, players
        self.tallies = defaultdict(lambda: [0.0, 0])

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def go_to(self, name):
        """Go to one of the tournament's pages by its name at the top of each page."""
        pages = self.page.get_by_role("navigation", name="Toernooi")
        pages.get_by_role("link", name=name, exact=True).click()

    def begin(self, setup_code, path=""):
        """Make the first account, with what `manage.py setup_code` printed. An empty wk leads there
        by itself; where there are tournaments `path` does."""
        page = self.page
        page.goto(f"{self.url}/{path}")
        code = re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", setup_code)[0]
        page.get_by_label("Startcode").fill(code)
        page.get_by_label("Je naam").fill("dora")
        page.get_by_label("Wachtwoord", exact=True).fill("schoppenaas-2026")
        page.get_by_label("Wachtwoord nog een keer").fill("schoppenaas-2026")
        self.press("Maak een toernooi")
        page.wait_for_url("**/new/")

    def make_tournament(self, name, game="wk-boerenbridge"):
        self.page.get_by_label("Naam").fill(name)
        self.page.get_by_label("Datum").fill("2026-11-21")
        self.page.locator("#id_game").select_option(game)
        self.page.get_by_label("Locatie").fill("Utrecht")
        self.press("Maak het toernooi")

    def import_players(self):
        page = self.page
        page.get_by_role("link", name="Lijst inlezen").first.click()
        rows = "\n".join(f"{name};De Slag" for name in self.players)
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
        self.press(f"Schrijf {len(self.players)} spelers in")
        expect(page.locator("tbody tr")).to_have_count(len(self.players))

    def draw(self, number):
        """Draw the next round and leave it to be looked at; return who sits where."""
        self.go_to("Rondes")
        self.press(f"Loot ronde {number}")
        self.page.get_by_role("button", name="Zet deze loting vast", exact=True).wait_for()
        return self.seats()

    def start(self, number):
        """Confirm the draw, print its sheets and start the round."""
        self.press("Zet deze loting vast")
        self.page.get_by_role("button", name=f"Start ronde {number}", exact=True).wait_for()
        link = self.page.get_by_role("link", name="Druk de scoreformulieren af")
        sheets = self.page.request.get(self.url + link.get_attribute("href"))
        assert len(PdfReader(BytesIO(sheets.body())).pages) == len(self.seats())
        self.press(f"Start ronde {number}")

    def swap(self, one, other):
        """Let the players of two places (table, seat from 0) change over."""
        before = self.seats()
        for field, (table, seat) in (("player", one), ("other", other)):
            number = before[table][seat]
            label = f"{number} {self.players[number - 1]}"
            self.page.locator(f"#swap_{field}").select_option(label=label)
        self.press("Wissel")
        self.press("Doe dit")
        self.page.locator("#hand-undo").wait_for()

    def seats(self):
        """Read who sits where: table number to start numbers in seat order."""
        cards = self.page.locator(".table-card")
        return {
            int(card.locator(".hero").inner_text()): [
                int(no) for no in card.locator(".no").all_inner_texts()
            ]
            for card in cards.all()
        }

    def count(self, players, totals):
        """Count the totals of a table here as well: its players in seat order."""
        for number, total, worth in zip(players, totals, match_points(totals), strict=True):
            self.tallies[number][0] += worth
            self.tallies[number][1] += total

    def open_form(self, table):
        """Go to the form of a table by its number, as a clerk with a pile of papers does."""
        self.go_to("Formulieren")
        self.page.get_by_label("Tafelnummer op het formulier").fill(str(table))
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/forms/*/*/")

    def hand_in(self):
        """Hand the form in that is open, once the page says that everything is right; where it
        asks whether something unlikely is so, it is."""
        self.page.get_by_text("Alles klopt").wait_for()
        self.press("Lever in")
        find = self.page.get_by_label("Tafelnummer op het formulier")
        done, asked = find.or_(self.page.locator(".next-step")), self.page.locator("#sure")
        done.or_(asked).wait_for()
        if asked.count():
            asked.check()
            self.press("Lever in")
            done.wait_for()

    def close(self, number):
        """Close a round of which every form is in, where the forms lead to."""
        self.go_to("Formulieren")
        self.page.locator("#to-next").click()
        self.press(f"Sluit ronde {number}")
        self.page.locator(".message.success", has_text=f"Ronde {number} is gesloten").wait_for()

    def standings(self):
        self.go_to("Stand")
        self.page.locator("table.standings").wait_for()
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
        """The standings as they were counted here; who never sat down is not in them."""
        order = sorted(self.tallies, key=lambda n: (-self.tallies[n][0], -self.tallies[n][1], n))
        return [
            (
                self.players[n - 1],
                written(self.tallies[n][0]),
                str(self.tallies[n][1]).replace("-", "−"),
            )
            for n in order
        ]
