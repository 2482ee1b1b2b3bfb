"""Pages that tell how far a PDF is, and the PDF when it is made."""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from tests.printing.makers import kill_makers_of, made_here, makers_of, slots_taken
from wk.printing import answers
from wk.printing.jobs import FOLDER, MOST, Paper, State, find, start, wait
from wk.printing.pdf import CannotPrint
from wk.tournament.models import PrintedAddress, Round

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BUTTON = "/t/wk-test/rounds/1/print/sheets/"
ENGLISH = {"Accept-Language": "en"}
HTMX = ENGLISH | {"HX-Request": "true"}
LONG_ENOUGH = 60.0  # seconds


@pytest.fixture(autouse=True)
def folder(makers, tournament):
    """The folder of the PDFs; whatever is made there ends with the test."""
    found = Path(settings.DATA_DIR) / FOLDER
    yield found
    kill_makers_of(found)


@pytest.fixture
def no_slot(folder):
    """No PDF is made during the test."""
    with slots_taken(folder):
        yield


def press(client, address=BUTTON):
    """Press a button that prints; return the address of the page to which it leads."""
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 302
    return answer["Location"]


def key_of(page):
    return page.split("/")[-2]


def text_of(answer):
    """Return the text of a page without line breaks."""
    return " ".join(answer.content.decode().split())


def test_the_button_leads_to_a_page_that_tells_how_far_the_pdf_is(clerk_client, no_slot):
    page = press(clerk_client)
    waits = clerk_client.get(page, headers=ENGLISH)
    assert waits.status_code == 200
    assert "Waits for its turn: two other PDFs are being made." in text_of(waits)
    assert "Score sheets of round 1" in text_of(waits)
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in text_of(waits)
    find(key_of(page)).files.tell(done=1)
    told = clerk_client.get(page, headers=ENGLISH)
    assert '<b class="hero">1</b> of 2 pages made' in text_of(told)
    part = clerk_client.get(page, headers=HTMX)
    assert (part.status_code, text_of(part) in text_of(told)) == (200, True)
    assert len(text_of(part)) < 300
    assert clerk_client.get(f"{page[:-1]}.pdf")["Location"] == page  # not there yet


def test_the_page_leads_to_the_pdf_when_it_is_made(clerk_client, folder, tournament):
    with slots_taken(folder):
        page = press(clerk_client, f"{BUTTON}?tables=2")
    assert wait(key_of(page), LONG_ENOUGH).state is State.READY
    assert clerk_client.get(page, headers=HTMX)["HX-Refresh"] == "true"
    ready = clerk_client.get(page, headers=ENGLISH)
    file = f"{page[:-1]}.pdf"
    assert f'<meta http-equiv="refresh" content="0; url={file}">' in text_of(ready)
    assert text_of(ready).count(f'href="{file}"') == 1
    assert not PrintedAddress.objects.exists()
    pdf = clerk_client.get(file)
    assert (pdf.status_code, pdf["Content-Type"]) == (200, "application/pdf")
    assert pdf["Content-Disposition"] == 'inline; filename="wk-test-1-sheets.pdf"'
    assert pdf["Cache-Control"] == "no-store"
    (sheet,) = PdfReader(BytesIO(pdf.content)).pages
    assert "Table 2" in sheet.extract_text()
    noted = PrintedAddress.objects.get()
    assert (noted.round, noted.origin) == (tournament.rounds.get(), "http://testserver")


def test_a_paper_that_is_there_already_comes_at_once(clerk_client, folder):
    page = "/t/wk-test/rounds/1/print/seating/"
    with made_here():
        clerk_client.get(page, headers=ENGLISH)
    with slots_taken(folder):
        for address in (page, "/t/wk-test/rounds/1/seating.pdf"):
            answer = clerk_client.get(address, headers=ENGLISH)
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert makers_of(folder) == []


def test_two_presses_are_one_pdf(clerk_client, director_client, folder, no_slot):
    pages = {press(client) for client in (clerk_client, clerk_client, director_client)}
    assert (len(pages), len(makers_of(folder))) == (1, 1)


def test_after_a_change_it_is_another_pdf(clerk_client, tournament, no_slot):
    before = press(clerk_client)
    tournament.entries.filter(number=1).update(name="Anneke")
    assert press(clerk_client) != before


def test_a_list_on_one_part_tells_no_numbers(clerk_client, no_slot):
    page = press(clerk_client, "/t/wk-test/rounds/1/print/seating/")
    find(key_of(page)).files.tell(done=0)
    answer = text_of(clerk_client.get(page, headers=ENGLISH))
    assert ("One moment…" in answer, "pages made" in answer) == (True, False)


def test_a_killed_maker_is_told_and_can_be_tried_again(clerk_client, folder):
    with slots_taken(folder):
        page = press(clerk_client, f"{BUTTON}?tables=1-2")
        kill_makers_of(folder, key_of(page))
        assert wait(key_of(page), LONG_ENOUGH).state is State.FAILED
        assert clerk_client.get(page, headers=HTMX)["HX-Refresh"] == "true"
        failed = clerk_client.get(page, headers=ENGLISH)
        assert failed.status_code == 503
        assert "was stopped half-way" in text_of(failed)
        again = f"{BUTTON}?tables=1-2"
        assert f'href="{again}"' in text_of(failed)
        assert press(clerk_client, again) == page
    assert wait(key_of(page), LONG_ENOUGH).state is State.READY


def test_a_missing_library_is_named(clerk_client, no_slot, folder):
    page = press(clerk_client)
    find(key_of(page)).files.tell(missing=str(CannotPrint("no libpango")))
    kill_makers_of(folder, key_of(page))
    assert wait(key_of(page), LONG_ENOUGH).state is State.FAILED
    answer = clerk_client.get(page, headers=ENGLISH)
    assert (answer.status_code, "no libpango" in text_of(answer)) == (503, True)


@pytest.mark.parametrize("end", ["/", ".pdf"])
def test_a_pdf_is_for_officials_and_for_its_own_tournament(client, clerk_client, tournament, end):
    paper = Paper("cards", "wk-test", None, "wk-test", "/", 1, "", is_all=True)
    other = Paper("cards", "wk-2", None, "wk-2", "/", 1, "", is_all=True)
    with made_here():
        own, foreign = (start(each, ["<p>Anna"]) for each in (paper, other))
    for key in (own, foreign):
        assert find(key).state is State.READY
    answers = {
        name: each.get(f"/t/wk-test/print/{key}{end}", headers=ENGLISH)
        for name, each, key in [
            ("public", client, own),
            ("official", clerk_client, own),
            ("foreign", clerk_client, foreign),
            ("unknown", clerk_client, "unknown"),
        ]
    }
    found = {name: answer.status_code for name, answer in answers.items()}
    assert found == {"public": 302, "official": 200, "foreign": 404, "unknown": 404}
    assert answers["public"]["Location"].startswith("/login/?next=")
    assert "This PDF is not kept any longer. Print it again." in text_of(answers["foreign"])
    assert {answer["Cache-Control"] for answer in answers.values()} == {"no-store"}
    assert clerk_client.post(f"/t/wk-test/print/{own}{end}").status_code == 405


def test_a_paper_of_a_round_that_is_not_confirmed_any_more_is_refused(clerk_client, folder):
    with made_here():
        assert clerk_client.get(BUTTON).status_code == 200
    (made,) = folder.glob("*.pdf")
    page = f"/t/wk-test/print/{made.stem}/"
    Round.objects.update(state=Round.State.DRAWN)
    answers = [clerk_client.get(each, headers=ENGLISH) for each in (page, f"{page[:-1]}.pdf")]
    assert [answer.status_code for answer in answers] == [409, 409]


def test_what_cannot_be_printed_starts_nothing(clerk_client, folder, tournament):
    assert clerk_client.get(f"{BUTTON}?tables=x").status_code == 400
    assert clerk_client.get("/t/wk-test/print/cards/?players=99").status_code == 400
    Round.objects.update(state=Round.State.DRAWN)
    assert clerk_client.get(BUTTON).status_code == 409
    assert not folder.exists()


def test_more_than_can_wait_are_asked_to_try_again(clerk_client, no_slot):
    paper = Paper("cards", "wk-test", None, "wk-test", "/", 1, "", is_all=True)
    for number in range(MOST):
        start(paper, [f"<p>{number}"])
    assert clerk_client.get(BUTTON).status_code == 429


def test_a_crowd_at_the_address_of_the_file_is_sent_to_the_page(clerk_client, no_slot):
    """Each request that waits has a thread: some are left for other pages."""
    places = []
    while answers._waiting.acquire(blocking=False):
        places.append(1)
    try:
        answer = clerk_client.get("/t/wk-test/rounds/1/sheets.pdf")
    finally:
        for _place in places:
            answers._waiting.release()
    assert len(places) == 4
    assert answer.status_code == 302
    assert find(key_of(answer["Location"])).state is State.WAITING
