"""The second pair of eyes in a real browser, with keys only: walking the pile, and settling."""

import pytest

from tests.browser import listen
from tests.server import Server

pytestmark = pytest.mark.browser

# Round 3 of the practice tournament: Kees hands in three forms, of which Bea types one differently.
FORMS = """
from django.utils import timezone
from random import Random
from wk.accounts.models import User
from wk.scoreforms.doubts import doubts, fingerprint
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Tournament
kees = User.objects.create_user("kees", password="schoppenaas-2026", role=User.Role.CLERK)
bea = User.objects.create_user("bea", password="schoppenaas-2026", role=User.Role.CLERK)
Tournament.objects.update(second_check="every")
round = Tournament.objects.get().rounds.get(number=3)
tables = list(round.tables.filter(form=None).order_by("number")[:3])
for seed, table, author in [*((1, t, kees) for t in tables), (2, tables[0], bea)]:
    document = round.rules.practice(table.seats.count(), Random(seed))
    sure = fingerprint(doubts(table, document, ()))
    hand_in(table=table, paper=Paper(document, author, timezone.now()), sure=sure)
print(*(table.number for table in tables))
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A server, and the numbers of the tables whose forms wait: the first was typed differently."""
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo")
    numbers = server.manage("shell", "-v", "0", "-c", FORMS).split()
    yield server, [int(number) for number in numbers]
    server.stop()


@pytest.fixture
def bea(hall, chromium):
    """Bea at her laptop; her browser may not complain."""
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    complaints = listen(page)
    page.goto(f"{hall[0].url}/login/?next=/t/oefen/forms/pile/")
    page.locator("#id_username").fill("bea")
    page.locator("#id_password").fill("schoppenaas-2026")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "login" not in url)
    yield page
    assert complaints == []
    context.close()


def shown(page):
    """The number of the table before her, once its keys can be used."""
    page.locator("html[data-keys]").wait_for()
    return int(page.url.split("/")[-3])


def is_whole_in_sight(page):
    """Whether the names, all deals and the totals stand above the bar with the buttons."""
    page.wait_for_function("scrollY > 0")
    rows = page.locator(".check-desk .score-form tr")
    assert rows.count() == 2 + 19 + 1
    names, totals = rows.first.bounding_box(), rows.last.bounding_box()
    bar = page.locator(".check-bar").bounding_box()
    return names["y"] >= 0 and totals["y"] + totals["height"] <= bar["y"]


def states(hall):
    """The tables of the round that count, and those that wait."""
    code = (
        "from wk.scoreforms.models import Version as V;"
        "r = V.objects.filter(form__table__round__number=3);"
        "print(*r.filter(is_waiting=True).order_by('form__table__number')"
        ".values_list('form__table__number', flat=True))"
    )
    return [int(number) for number in hall[0].manage("shell", "-v", "0", "-c", code).split()]


def test_the_pile_is_walked_with_arrows_and_confirmed_with_enter(hall, bea):
    differing, older, newer = hall[1]
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
    assert states(hall) == [differing, older, newer]
    bea.keyboard.press("Enter")
    bea.keyboard.press("Enter")  # twice by mistake: the next one was not looked at
    bea.wait_for_url(f"**/{older}/second/")
    assert shown(bea) == older
    bea.locator(".check-bar .message").wait_for()
    assert is_whole_in_sight(bea)
    assert states(hall) == [differing, older]
    bea.keyboard.press("Enter")
    bea.wait_for_url("**/forms/pile/")
    assert states(hall) == [differing]


def test_tab_goes_where_something_else_is_typed_only_once_that_is_chosen(hall, bea):
    bea.goto(f"{hall[0].url}/t/oefen/forms/3/{hall[1][0]}/settle/")
    first, second = (bea.locator(".settle tbody tr").nth(row) for row in range(2))
    bea.keyboard.press("Tab")
    assert second.locator("input[type=radio]:focus").count() == 1
    bea.keyboard.press("a")
    assert bea.locator(".settle input:checked").count() == 1
    first.locator("input[type=radio]").first.focus()
    for key in ("ArrowLeft", "Tab", "4"):
        bea.keyboard.press(key)
    assert first.locator("[name^='other.']").input_value() == "4"
    assert first.locator("input:checked").get_attribute("value") == "other"


def test_a_figure_read_from_the_paper_chooses_no_column(hall, bea):
    bea.goto(f"{hall[0].url}/t/oefen/forms/3/{hall[1][0]}/settle/")
    first = bea.locator(".settle tbody tr").first.locator("input[type=radio]").first
    assert bea.locator(".settle thead th b").all_inner_texts() == ["A", "B"]
    for figure in "12":
        bea.keyboard.press(figure)
    assert bea.locator(".settle input:checked").count() == 0
    assert first.evaluate("radio => radio === document.activeElement")
    bea.keyboard.press("Shift+A")  # with capitals it is the same column
    assert first.is_checked()


def test_a_difference_is_settled_with_a_key_for_each_cell(hall, bea):
    differing = hall[1][0]
    bea.goto(f"{hall[0].url}/t/oefen/forms/3/{differing}/settle/")
    rows = bea.locator(".settle tbody tr")
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
    bea.wait_for_url("**/forms/pile/")
    assert differing not in states(hall)
