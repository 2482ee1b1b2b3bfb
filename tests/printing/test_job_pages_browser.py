"""A button that prints leads to a page that tells how far the PDF is, and then to the PDF."""

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser import listen
from tests.printing.makers import kill_makers_of, slots_taken
from wk.printing.jobs import FOLDER
from wk.printing.maker import JobFiles

pytestmark = pytest.mark.browser

ROUND = "/t/oefen/rounds/1/"
BUTTON = "Druk de scoreformulieren af"
PATIENCE = 60_000  # milliseconds: a busy machine starts the program slowly
NOT_MADE = "503"  # the status of the page about a PDF that was not made
WAITS = "Wacht op zijn beurt: er worden al twee andere PDF’s gemaakt."


@pytest.fixture(scope="module")
def office(running_server):
    """A server with a practice tournament of two tables."""
    running_server.practise("--players 9")
    return running_server


@pytest.fixture(scope="module")
def director(office):
    """The storage state of a browser in which a director is logged in."""
    return office.logged_in("dora", "director")


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def has_scripts(request):
    return request.param


@pytest.fixture
def page(has_scripts, chromium, director):
    context = chromium.new_context(
        locale="nl-NL", storage_state=director, java_script_enabled=has_scripts
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def folder(office):
    """The folder of the PDFs of the server, in which none is there yet."""
    found = office.data / FOLDER
    for path in found.glob("*.*"):
        path.unlink()
    yield found
    kill_makers_of(found)


def files_of(page, folder):
    """Return the files of the PDF about which a page tells."""
    return JobFiles(folder, page.url.rstrip("/").rpartition("/")[2])


def test_the_page_follows_the_pdf_and_opens_it(office, page, has_scripts, folder):
    """Also after the process that made it was killed. The button says that the PDF is being made,
    and stays where it is there already."""
    complaints = listen(page)
    button = page.locator("a[href$='/print/sheets/']")
    page.goto(office.url + ROUND)
    with page.expect_download(timeout=PATIENCE) as coming, slots_taken(folder):
        button.click()
        if has_scripts:
            expect(button).to_have_text("De PDF wordt gemaakt…")
            assert button.get_attribute("aria-busy") == "true"
        expect(page.locator("#job")).to_contain_text(WAITS)
        kill_makers_of(folder, files_of(page, folder).key)
        expect(page.get_by_role("heading", level=1)).to_have_text("De PDF is niet gemaakt")
        page.get_by_role("link", name="Maak hem opnieuw").click()
        expect(page.locator("#job")).to_contain_text(WAITS)
        files_of(page, folder).tell(done=1)
        expect(page.locator("#job")).to_contain_text("1 van 2 bladzijden gemaakt")
        assert page.locator("#job progress").get_attribute("value") == "1"
    assert coming.value.suggested_filename == "oefen-1-sheets.pdf"
    assert len(PdfReader(coming.value.path()).pages) == 2
    expect(page.get_by_role("heading", level=1)).to_have_text("De PDF is klaar")
    with page.expect_download() as again:
        page.get_by_role("link", name="Open de PDF").click()
    assert again.value.suggested_filename == "oefen-1-sheets.pdf"
    page.goto(office.url + ROUND)
    with page.expect_download() as kept:  # the PDF is there, and the page stays
        page.get_by_role("link", name=BUTTON).click()
    assert kept.value.suggested_filename == "oefen-1-sheets.pdf"
    expect(button).to_have_text(BUTTON)
    assert button.get_attribute("aria-busy") is None
    assert [each for each in complaints if NOT_MADE not in each] == []


def test_a_link_to_a_page_of_papers_asks_for_no_pdf(office, chromium, director):
    context = chromium.new_context(locale="nl-NL", storage_state=director)
    page, asked = context.new_page(), []
    page.goto(office.url + ROUND)
    page.on("request", lambda request: asked.append(request.method))
    for link, heading in (("Alle papieren", "Alle papieren"), ("Zet een logo op", "Logo op")):
        page.get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    assert "HEAD" not in asked
    context.close()
