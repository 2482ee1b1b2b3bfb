"""An organiser at the browser who runs a championship of any game through the pages."""

from collections import defaultdict
from io import BytesIO
from urllib.parse import urlencode

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.presses.pages import forms_of

# Writes what stands in the cells of a form into its page, with the events of a browser.
WRITE = """(cells) => {
  for (const [path, text] of Object.entries(cells)) {
    const cell = document.querySelector(`#score-form [name="${path}"]`);
    if (cell.type === "checkbox") cell.checked = true; else cell.value = text;
    if (cell.value !== text && !cell.checked) throw new Error(`${path} takes no ${text}`);
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
# Reads the texts of parts of each of some elements.
READ = """(elements, parts) => elements.map((element) => parts.map((part) =>
  [...element.querySelectorAll(part)].map(({ innerText }) => innerText.trim())))"""


def match_points(points):
    """Share 5-4-3-2-1 over the places of a table: each group of equals gets its average."""
    order = sorted(points, reverse=True)
    worth = dict.fromkeys(order, 0.0)
    for own in worth:
        places = [5 - place for place, other in enumerate(order) if other == own]
        worth[own] = sum(places) / len(places)
    return [worth[own] for own in points]


def match_points_as_text(value):
    """Return match points as pages show them."""
    return f"{int(value) or ''}½" if value % 1 else str(int(value))


class Office:
    """The organiser at the browser."""

    def __init__(self, page, url, players):
        self.page, self.url, self.players = page, url, players
        self.tallies = defaultdict(lambda: [0.0, 0])

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def go_to(self, name):
        """Go to a page of the tournament by its name in the navigation."""
        pages = self.page.get_by_role("navigation", name="Toernooi")
        pages.get_by_role("link", name=name, exact=True).click()

    def begin(self, code):
        """Make the first account with the setup code."""
        page = self.page
        page.goto(self.url)
        page.get_by_label("Startcode").fill(code)
        page.get_by_label("Je naam").fill("dora")
        page.get_by_label("Wachtwoord", exact=True).fill("regenjas-fiets-lamp")
        page.get_by_label("Wachtwoord nog een keer").fill("regenjas-fiets-lamp")
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
        expect(page.locator("tbody tr:has(td)")).to_have_count(len(self.players))

    def draw(self, number):
        """Draw the next round; return the players at each table."""
        self.go_to("Rondes")
        self.press(f"Loot ronde {number}")
        self.page.get_by_role("button", name="Zet deze loting vast", exact=True).wait_for()
        return self.seats()

    def confirm(self, number):
        """Confirm the draw that is shown."""
        self.press("Zet deze loting vast")
        self.page.get_by_role("button", name=f"Start ronde {number}", exact=True).wait_for()

    def print_sheets(self):
        """Print the sheets of the draw that was confirmed: one for each table."""
        link = self.page.get_by_role("link", name="Druk de scoreformulieren af")
        file = link.get_attribute("href").replace("/print/sheets/", "/sheets.pdf")
        sheets = self.page.request.get(self.url + file)
        assert len(PdfReader(BytesIO(sheets.body())).pages) == len(self.seats())

    def start(self, number):
        """Start the round of which the draw was confirmed."""
        self.press(f"Start ronde {number}")

    def swap(self, one, other):
        """Swap the players of two seats, each given as table and seat from 0."""
        before = self.seats()
        self.page.locator("#change-by-hand > summary").click()
        for field, (table, seat) in (("player", one), ("other", other)):
            self.page.locator(f"#swap_{field}").select_option(str(before[table][seat]))
        self.press("Wissel")
        self.press("Doe dit")
        self.page.locator("#hand-undo").wait_for()

    def seats(self):
        """Return the start numbers at each table, in seat order, as the page shows them."""
        self.page.wait_for_load_state()  # before that it has some of its tables
        cards = self.page.locator(".table-card").evaluate_all(READ, [".hero", ".no"])
        return {int(table): [int(no) for no in numbers] for [table], numbers in cards}

    def count_totals(self, players, totals):
        """Add the totals of a table to those counted here. Players are in seat order."""
        for number, total, worth in zip(players, totals, match_points(totals), strict=True):
            self.tallies[number][0] += worth
            self.tallies[number][1] += total

    def open_form(self, table):
        """Open the form of a table by its number, from the page where the last form led to."""
        find = self.page.get_by_label("Tafelnummer op het formulier")
        if not find.is_visible():
            self.go_to("Formulieren")
        find.fill(str(table))
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/forms/*/*/")

    def write(self, cells):
        """Write into the cells of a form by path, faster than by keys."""
        self.page.evaluate(WRITE, cells)

    def hand_in(self):
        """Hand in the open form once the page finds it right, and confirm unlikely totals."""
        self.page.locator("#checked[data-right]").wait_for()
        self.page.locator("button[value=count]").click()
        find = self.page.get_by_label("Tafelnummer op het formulier")
        done = find.or_(self.page.locator(".next-step"))
        asked = self.page.locator("#score-form[data-asked]")
        done.or_(asked).first.wait_for()  # the list may have both
        if asked.count():
            self.page.locator("button[value=count]").click()
            done.first.wait_for()

    def send(self, address, cells):
        """Hand in a form by the address of its page, with cells by path: as the page does it, and
        confirmed where it asks, but nothing is shown."""
        answer = self.page.request.get(address)
        for _ in range(2):  # the second time it may be confirmed
            if answer.status != 200:
                break
            shown = forms_of(answer.text(), address)
            form = next(each for each in shown if each.identity == "score-form")
            typed = {path: [text] for path, text in cells.items()}
            answer = self.page.request.post(
                address,
                data=urlencode(form.values | typed | {"action": ["count"]}, doseq=True),
                headers={"Content-Type": "application/x-www-form-urlencoded"},
                max_redirects=0,
            )
        assert answer.status == 302

    def close(self, number):
        """Close a round of which every form is in."""
        self.go_to("Formulieren")
        self.page.locator("#to-next").click()
        self.press(f"Sluit ronde {number}")
        self.page.locator(".message.success", has_text=f"Ronde {number} is gesloten").wait_for()

    def standings(self):
        self.go_to("Stand")
        self.page.locator("table.standings").wait_for()
        self.page.wait_for_load_state()  # before that it has some of its rows
        rows = self.page.locator("table.standings tbody tr")
        return [
            (name, match_points, points)
            for [name], [match_points], [points] in rows.evaluate_all(
                READ, [".key a", ".wp", ".points"]
            )
        ]

    def expected_standings(self):
        """Return the standings as counted here, without players who never had a seat."""
        order = sorted(self.tallies, key=lambda n: (-self.tallies[n][0], -self.tallies[n][1], n))
        return [
            (
                self.players[n - 1],
                match_points_as_text(self.tallies[n][0]),
                str(self.tallies[n][1]).replace("-", "−"),
            )
            for n in order
        ]

    def expected_champions(self):
        """Return the names of the champions as counted here: several if they are equal (A16)."""
        _name, *best = self.expected_standings()[0]
        return [name for name, *score in self.expected_standings() if score == best]
