"""How often an organiser presses from an empty database to printed sheets."""

import pytest
from pypdf import PdfReader

from tests.test_a_day import ANNOUNCED
from wk.accounts import setup_code

pytestmark = pytest.mark.browser

MOST_CLICKS = 9  # with the choice of the file
LIST = {
    "name": "spelers.csv",
    "mimeType": "text/csv",
    "buffer": ("Naam\n" + "\n".join(ANNOUNCED)).encode(),
}


class Clicks:
    """Clicks on a page by the words of buttons and links, and counts them."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def on(self, role, name):
        self.count += 1
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def choose_file(self, label, file):
        """Open the window of files, and choose one there."""
        self.count += 1
        with self.page.expect_file_chooser() as chosen:
            self.page.get_by_label(label).click()
        chosen.value.set_files([file])


def test_nine_clicks_from_an_empty_database_to_the_sheets(chromium, server, tmp_path):
    with server.database():
        code = setup_code.current()
    page = chromium.new_page(locale="nl-NL", viewport={"width": 1366, "height": 768})
    clicks = Clicks(page)
    page.goto(server.url)
    page.get_by_label("Startcode").fill(code)
    page.get_by_label("Je naam").fill("Ria van Dam")
    for label in ("Wachtwoord", "Wachtwoord nog een keer"):
        page.get_by_label(label, exact=True).fill("regenjas-fiets-lamp")
    clicks.on("button", "Maak een toernooi")
    page.get_by_label("Naam").fill("WK Boerenbridge")  # its date is today
    clicks.on("button", "Maak het toernooi")
    clicks.on("link", "Lijst inlezen")
    clicks.choose_file("Bestand", LIST)
    clicks.on("button", "Bekijk de lijst")
    clicks.on("button", f"Schrijf {len(ANNOUNCED)} spelers in")
    clicks.on("button", "Loot ronde 1")
    clicks.on("button", "Zet deze loting vast")
    with page.expect_download() as sheets:  # a browser without a viewer keeps a PDF
        clicks.on("link", "Druk de scoreformulieren af")
    sheets.value.save_as(tmp_path / "sheets.pdf")
    assert len(PdfReader(tmp_path / "sheets.pdf").pages) == 4
    assert clicks.count == MOST_CLICKS
    page.close()
