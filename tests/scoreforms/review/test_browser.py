"""The review queue and adjudication in a real browser, with keys only."""

import pytest
from django.utils import timezone

from tests.browser import listen, until
from tests.page_faults import faults_of
from tests.played import played
from wk.accounts.models import User
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament

pytestmark = pytest.mark.browser

QUEUE = "/t/oefen/forms/pile/"


@pytest.fixture
def practice_server(running_server):
    """A server with a practice tournament."""
    running_server.practise("--players 30")
    return running_server


@pytest.fixture
def tables(practice_server):
    """The numbers of three tables with waiting forms; the first has an open difference."""
    with practice_server.database():
        kees, bea = (User.objects.create_user(name, role="clerk") for name in ("kees", "bea"))
        Tournament.objects.update(second_check="every")
        found = list(Table.objects.filter(round__number=3, form=None).order_by("number")[:3])
        for table in found:
            submit(table, played(table), kees)
        submit(found[0], with_other_deals(found[0]), bea)
        return [table.number for table in found]


def with_other_deals(table):
    """Return the practice form of a table with two other deals."""
    form, other = played(table), played(table, 2)
    return form | {"deals": other["deals"][:2] + form["deals"][2:]}


def submit(table, document, author):
    """Hand in a form, and confirm what is implausible in it."""
    sure = plausibility_token(plausibility_problems(table, document, ()))
    submission = Submission(document, author, timezone.now())
    hand_in(table=table, submission=submission, confirmed_token=sure)


@pytest.fixture
def bea_page(practice_server, tables, chromium):
    """A page of Bea; the test fails if the browser reports an error."""
    context = chromium.new_context(
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
        storage_state=practice_server.logged_in("bea", "clerk"),
    )
    page = context.new_page()
    complaints = listen(page)
    yield page
    assert complaints == []
    context.close()


def table_shown(page):
    """Return the number of the table on the page, once its keys work."""
    page.locator("html[data-keys]").wait_for()
    return int(page.url.split("/")[-3])


def is_form_wholly_visible(page):
    """Return whether the names, all deals and the totals stand above the bar of buttons."""
    until(page, "scrollY > 0")
    rows = page.locator(".check-desk .score-form tr")
    assert rows.count() == 2 + 19 + 1
    names, totals = rows.first.bounding_box(), rows.last.bounding_box()
    bar = page.locator(".check-bar").bounding_box()
    return names["y"] >= 0 and totals["y"] + totals["height"] <= bar["y"]


def waiting_tables(server):
    """Return the numbers of the tables whose forms wait for review."""
    with server.database():
        versions = Version.objects.filter(form__table__round__number=3, is_waiting=True)
        return sorted(versions.values_list("form__table__number", flat=True))


def open_differences(page, server, table):
    """Open the adjudication of a table and return the rows of its differences."""
    page.goto(f"{server.url}/t/oefen/forms/3/{table}/settle/")
    return page.locator(".settle tbody tr")


def test_arrows_walk_the_review_queue_and_enter_confirms(practice_server, tables, bea_page):
    differing, older, newer = tables
    bea_page.goto(practice_server.url + QUEUE)
    bea_page.locator(".head .actions a.big:focus").wait_for()
    bea_page.keyboard.press("Enter")
    bea_page.wait_for_url(f"**/{newer}/second/")
    assert table_shown(bea_page) == newer
    bea_page.keyboard.press("ArrowRight")
    bea_page.wait_for_url(f"**/{older}/second/")
    assert table_shown(bea_page) == older
    bea_page.keyboard.press("ArrowRight")  # the last: nothing happens
    bea_page.keyboard.press("ArrowLeft")
    bea_page.wait_for_url(f"**/{newer}/second/")
    assert table_shown(bea_page) == newer
    assert waiting_tables(practice_server) == [differing, older, newer]
    bea_page.keyboard.press("Enter")
    bea_page.keyboard.press("Enter")  # twice by mistake: the next one was not looked at
    bea_page.wait_for_url(f"**/{older}/second/")
    assert table_shown(bea_page) == older
    bea_page.locator(".check-bar .message").wait_for()
    assert is_form_wholly_visible(bea_page)
    assert waiting_tables(practice_server) == [differing, older]
    bea_page.keyboard.press("Enter")
    bea_page.wait_for_url("**/forms/pile/")
    assert waiting_tables(practice_server) == [differing]


def test_letters_choose_a_column_and_digits_do_not(practice_server, tables, bea_page):
    rows = open_differences(bea_page, practice_server, tables[0])
    assert bea_page.locator(".settle thead th b").all_inner_texts() == ["A", "B"]
    first = rows.first.locator("input[type=radio]").first
    for figure in "12":
        bea_page.keyboard.press(figure)
    assert bea_page.locator(".settle input:checked").count() == 0
    assert first.evaluate("radio => radio === document.activeElement")
    bea_page.keyboard.press("Shift+A")  # with capitals it is the same column
    assert first.is_checked()


def test_tab_reaches_the_field_for_another_value_only_once_it_is_chosen(
    practice_server, tables, bea_page
):
    rows = open_differences(bea_page, practice_server, tables[0])
    first, second = rows.nth(0), rows.nth(1)
    bea_page.keyboard.press("Tab")
    assert second.locator("input[type=radio]:focus").count() == 1
    bea_page.keyboard.press("a")
    assert bea_page.locator(".settle input:checked").count() == 1
    first.locator("input[type=radio]").first.focus()
    for key in ("ArrowLeft", "Tab", "4"):
        bea_page.keyboard.press(key)
    assert first.locator("[name^='other.']").input_value() == "4"
    assert first.locator("input:checked").get_attribute("value") == "other"


def test_letters_lead_to_the_reason_of_a_correction(practice_server, tables, chromium):
    with practice_server.database():  # what counts is corrected with a reason
        of_table = Version.objects.filter(form__table__number=tables[0], is_waiting=True)
        of_table.update(is_waiting=False, is_counted=True)
    dora = practice_server.logged_in("dora", "director")
    page = chromium.new_page(locale="nl-NL", storage_state=dora)
    rows = open_differences(page, practice_server, tables[0])
    rows.first.locator("input[type=radio]:focus").wait_for()
    for _row in range(rows.count()):
        page.keyboard.press("a")
    page.locator("#settle-form [name=reason]:focus").wait_for()
    page.close()


def test_a_difference_is_adjudicated_with_one_key_for_each_cell(practice_server, tables, bea_page):
    rows = open_differences(bea_page, practice_server, tables[0])
    count = rows.count()
    assert count > 10
    assert bea_page.locator(".settle input:checked").count() == 0
    for _row in range(count):
        bea_page.keyboard.press("b")
    chosen = bea_page.locator("#outcome tbody tr td:last-child")
    typed = bea_page.locator("#outcome tbody tr td:nth-child(3)").all_inner_texts()
    chosen.filter(has_text="…").first.wait_for(state="detached")
    assert chosen.all_inner_texts() == typed
    bea_page.keyboard.press("Enter")
    bea_page.wait_for_url(f"**{QUEUE}")
    assert tables[0] not in waiting_tables(practice_server)


# Of the card of a form: what breaks within a word or a number, or sticks out.
BROKEN = """card => [...card.querySelectorAll("*")].filter(each => {
    const box = each.getBoundingClientRect(), own = card.getBoundingClientRect();
    const isHeading = each.matches("h2 *");
    return box.right > own.right || (isHeading && each.getClientRects().length > 1)
        || (isHeading && box.height > 2 * parseFloat(getComputedStyle(each).fontSize) + 20);
}).map(each => each.outerHTML)"""


@pytest.mark.parametrize("width", [1366, 390])
def test_a_card_to_type_again_keeps_its_number_whole_and_says_so(
    practice_server, tables, bea_page, width
):
    with practice_server.database():
        Tournament.objects.update(check_method="blind")
    bea_page.set_viewport_size({"width": width, "height": 844})
    bea_page.goto(practice_server.url + QUEUE)
    newest = bea_page.locator(f"#form-3-{tables[-1]}")
    assert newest.evaluate(BROKEN) == []
    assert faults_of(bea_page) == []
    newest.get_by_role("link", name=f"Typ tafel {tables[-1]} in").click()
    bea_page.wait_for_url(f"**/forms/3/{tables[-1]}/")
