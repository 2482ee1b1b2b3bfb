"""The second pair of eyes in a real browser, with keys only: walking the pile, and settling."""

import pytest
from django.utils import timezone

from tests.browser import listen
from tests.played import played
from wk.accounts.models import User
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament

pytestmark = pytest.mark.browser

PILE = "/t/oefen/forms/pile/"


@pytest.fixture
def hall(running_server):
    """A server with a practice tournament."""
    running_server.practise("--players 30")
    return running_server


@pytest.fixture
def tables(hall):
    """The numbers of three tables whose forms wait: the first was typed differently."""
    with hall.database():
        kees, bea = (User.objects.create_user(name, role="clerk") for name in ("kees", "bea"))
        Tournament.objects.update(second_check="every")
        found = list(Table.objects.filter(round__number=3, form=None).order_by("number")[:3])
        for table in found:
            type_in(table, played(table), kees)
        type_in(found[0], with_other_deals(found[0]), bea)
        return [table.number for table in found]


def with_other_deals(table):
    """Return the form of a table with two deals that were played differently."""
    form, other = played(table), played(table, 2)
    return form | {"deals": other["deals"][:2] + form["deals"][2:]}


def type_in(table, document, author):
    """Hand in a form, whatever is unlikely in it."""
    sure = plausibility_token(plausibility_problems(table, document, ()))
    hand_in(
        table=table, submission=Submission(document, author, timezone.now()), confirmed_token=sure
    )


@pytest.fixture
def bea(hall, tables, chromium):
    """The page of Bea; her browser may not complain."""
    context = chromium.new_context(
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
        storage_state=hall.logged_in("bea", "clerk"),
    )
    page = context.new_page()
    complaints = listen(page)
    yield page
    assert complaints == []
    context.close()


def shown(page):
    """Return the number of the table before her, once its keys can be used."""
    page.locator("html[data-keys]").wait_for()
    return int(page.url.split("/")[-3])


def is_whole_in_sight(page):
    """Say whether the names, all deals and the totals stand above the bar with the buttons."""
    page.wait_for_function("scrollY > 0")
    rows = page.locator(".check-desk .score-form tr")
    assert rows.count() == 2 + 19 + 1
    names, totals = rows.first.bounding_box(), rows.last.bounding_box()
    bar = page.locator(".check-bar").bounding_box()
    return names["y"] >= 0 and totals["y"] + totals["height"] <= bar["y"]


def waiting(hall):
    """Return the numbers of the tables whose forms wait to be looked at."""
    with hall.database():
        versions = Version.objects.filter(form__table__round__number=3, is_waiting=True)
        return sorted(versions.values_list("form__table__number", flat=True))


def open_differences(page, hall, table):
    """Open the page on which the two typings of a table are settled; return its rows."""
    page.goto(f"{hall.url}/t/oefen/forms/3/{table}/settle/")
    return page.locator(".settle tbody tr")


def test_the_pile_is_walked_with_arrows_and_confirmed_with_enter(hall, tables, bea):
    differing, older, newer = tables
    bea.goto(hall.url + PILE)
    bea.locator(".head .actions a.big:focus").wait_for()
    bea.keyboard.press("Enter")
    bea.wait_for_url(f"**/{newer}/second/")
    assert shown(bea) == newer
    bea.keyboard.press("ArrowRight")
    bea.wait_for_url(f"**/{older}/second/")
    assert shown(bea) == older
    bea.keyboard.press("ArrowRight")  # the last: nothing happens
    bea.keyboard.press("ArrowLeft")
    bea.wait_for_url(f"**/{newer}/second/")
    assert shown(bea) == newer
    assert waiting(hall) == [differing, older, newer]
    bea.keyboard.press("Enter")
    bea.keyboard.press("Enter")  # twice by mistake: the next one was not looked at
    bea.wait_for_url(f"**/{older}/second/")
    assert shown(bea) == older
    bea.locator(".check-bar .message").wait_for()
    assert is_whole_in_sight(bea)
    assert waiting(hall) == [differing, older]
    bea.keyboard.press("Enter")
    bea.wait_for_url("**/forms/pile/")
    assert waiting(hall) == [differing]


def test_a_letter_chooses_a_column_and_a_figure_read_from_the_paper_does_not(hall, tables, bea):
    rows = open_differences(bea, hall, tables[0])
    assert bea.locator(".settle thead th b").all_inner_texts() == ["A", "B"]
    first = rows.first.locator("input[type=radio]").first
    for figure in "12":
        bea.keyboard.press(figure)
    assert bea.locator(".settle input:checked").count() == 0
    assert first.evaluate("radio => radio === document.activeElement")
    bea.keyboard.press("Shift+A")  # with capitals it is the same column
    assert first.is_checked()


def test_tab_goes_where_something_else_is_typed_only_once_that_is_chosen(hall, tables, bea):
    rows = open_differences(bea, hall, tables[0])
    first, second = rows.nth(0), rows.nth(1)
    bea.keyboard.press("Tab")
    assert second.locator("input[type=radio]:focus").count() == 1
    bea.keyboard.press("a")
    assert bea.locator(".settle input:checked").count() == 1
    first.locator("input[type=radio]").first.focus()
    for key in ("ArrowLeft", "Tab", "4"):
        bea.keyboard.press(key)
    assert first.locator("[name^='other.']").input_value() == "4"
    assert first.locator("input:checked").get_attribute("value") == "other"


def test_a_difference_is_settled_with_a_key_for_each_cell(hall, tables, bea):
    rows = open_differences(bea, hall, tables[0])
    count = rows.count()
    assert count > 10
    assert bea.locator(".settle input:checked").count() == 0
    for _row in range(count):
        bea.keyboard.press("b")
    chosen = bea.locator("#outcome tbody tr td:last-child")
    typed = bea.locator("#outcome tbody tr td:nth-child(3)").all_inner_texts()
    chosen.filter(has_text="…").first.wait_for(state="detached")
    assert chosen.all_inner_texts() == typed
    bea.keyboard.press("Enter")
    bea.wait_for_url(f"**{PILE}")
    assert tables[0] not in waiting(hall)
