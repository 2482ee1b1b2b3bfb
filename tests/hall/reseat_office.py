"""A practice hall on a real server, in which a director puts wrong seatings right in a browser."""

import json

from tests.browser import listen
from tests.office import Office
from tests.server import Server

LETS_IN = """
import json
from django.utils import timezone
from wk.phones.services import keys_for
from wk.tournament.models import Table, Tournament
Tournament.objects.update(phones="form")
tables = Table.objects.filter(round__state="started", form=None).order_by("number")
fives = [table for table in tables if table.seats.count() == 5]
keys = keys_for(tables=fives, now=timezone.now())
print("KEYS", json.dumps([[table.number, keys[table.pk].key] for table in fives]))
"""
FIVES = """
import json
from wk.tournament.models import Table
tables = Table.objects.filter(round__state="started").order_by("number")
at = {
    table: [seat.entry.number for seat in table.seats.order_by("number")] for table in tables
}
fives = [table for table in tables.filter(form=None) if len(at[table]) == 5]
print("FIVES", json.dumps([[table.number, at[table]] for table in fives]))
print("FOURS", json.dumps([table.number for table in tables if len(at[table]) == 4]))
"""


def told(server, word, code):
    """Run code on a server's data and return what it prints after a word, from JSON."""
    lines = server.manage("shell", "-c", code).splitlines()
    return json.loads(next(line for line in lines if line.startswith(word)).removeprefix(word))


def practice_hall(tmp_path_factory):
    """A server with a practice tournament of tables of five and four, until it is stopped."""
    server = Server(tmp_path_factory.mktemp("hall"))
    server.manage("demo", "--players", "98")
    yield server
    server.stop()


def director_at(hall, chromium):
    """A browser in which a director is logged in, until it is closed."""
    context = chromium.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    Office(context.new_page(), hall.url, []).begin(hall.manage("setup_code"), "begin/")
    yield context
    context.close()


def sitting(page, table):
    """The start numbers at a table, as the page of the round shows them."""
    return [int(no) for no in page.locator(f"#table-{table} .no").all_inner_texts()]


def sitting_at(hall, desk, table, place):
    """The start number in a seat, counted from 0."""
    page = desk.new_page()
    page.goto(f"{hall.url}/t/oefen/rounds/3/")
    found = sitting(page, table)[place]
    page.close()
    return found


def put_right(hall, desk, *places):
    """Let the names of two seats (table, place from 0) change over, or of several in a ring; return
    who sit at the tables after that."""
    page = desk.new_page()
    heard = listen(page)
    page.goto(f"{hall.url}/t/oefen/rounds/3/")
    first, second, *others = (
        page.locator(f"#table-{table} .no").nth(place).inner_text() for table, place in places
    )
    page.locator('a[href$="/reseat/"]').click()
    page.locator("#id_first").select_option(first)
    page.locator("#id_second").select_option(second)
    page.locator('input[name="how"][value="names"]').check()
    page.locator("form.reseat button").click()
    for asked, number in enumerate(others, 1):
        page.locator(f"#id_then_{asked}").select_option(number)
        page.locator("form.reseat button").press("Enter")
        page.locator(f"#id_then_{asked + 1}").wait_for()
    page.locator("#effect button.big").click()
    page.locator(".message.success").wait_for()
    after = [sitting(page, table) for table, _place in places]
    assert heard == []
    page.close()
    return after


def join(hall, desk, player, table):
    """Let the director tell that a player sat at another table."""
    page = desk.new_page()
    page.goto(f"{hall.url}/t/oefen/rounds/3/reseat/table/?player={player}&table={table}")
    page.locator("#effect button.big").press("Enter")
    page.locator(".message.success").wait_for()
    page.close()
