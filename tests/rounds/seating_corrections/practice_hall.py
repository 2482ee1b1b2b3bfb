"""A practice tournament on a real server, in which a director corrects seats."""

from django.utils import timezone

from tests.browser import listen
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.tournament.models import Entry, Round, Seat, Table, Tournament

# Six tables of five and two of four; the forms of the first four tables are in.
HALL = "--players 38"
SCREEN = {"width": 1366, "height": 768}
SEATING = """() => Object.fromEntries(
  [...document.querySelectorAll("[id^=table-]")].map((card) => [
    card.id.slice("table-".length),
    [...card.querySelectorAll(".no")].map((number) => Number(number.innerText)),
  ]),
)"""


def director_in(hall, chromium):
    """Return a new window in which a director is logged in."""
    director = hall.logged_in("dora", "director")
    return chromium.new_context(locale="nl-NL", viewport=SCREEN, storage_state=director)


def players_at_free_tables(hall, seats):
    """Return the start numbers in seat order of each table without a form that has so many
    players."""
    with hall.database():
        tables = Table.objects.filter(round__state="started", form=None).order_by("number")
        found = {table.number: _players(table) for table in tables}
    return {number: players for number, players in found.items() if len(players) == seats}


def players_at(hall, table):
    """Return the start numbers at a table of round 3, in seat order."""
    with hall.database():
        return _players(Table.objects.get(round__number=3, number=table))


def key_of(hall, table):
    """Let phones keep forms; return the key of the phone of a table."""
    with hall.database():
        Tournament.objects.update(phones="form")
        here = Table.objects.get(round__number=3, number=table)
        return keys_for(tables=[here], now=timezone.now())[here.pk].key


def _players(table):
    seats = Seat.objects.filter(table=table).order_by("number")
    return list(seats.values_list("entry__number", flat=True))


def shown_seating(page):
    """Return the start numbers at each table as the page of the round shows them."""
    return {int(table): players for table, players in page.evaluate(SEATING).items()}


def correct_swap_on_pages(hall, desk, first, second, *others):
    """Correct two players, or several in a ring, on the director's pages; return the seats shown
    afterwards."""
    page = desk.new_page()
    heard = listen(page)
    page.goto(f"{hall.url}/t/oefen/rounds/3/")
    page.locator('a[href$="/reseat/"]').click()
    page.locator("#id_first").select_option(str(first))
    page.locator("#id_second").select_option(str(second))
    page.locator('input[name="how"][value="names"]').check()
    page.locator("form.seating-correction button").click()
    for asked, number in enumerate(others, 1):
        page.locator(f"#id_then_{asked}").select_option(str(number))
        page.locator("form.seating-correction button").press("Enter")
        page.locator(f"#id_then_{asked + 1}").wait_for()
    page.locator("#effect button.big").click()
    page.locator(".message.success").wait_for()
    after = shown_seating(page)
    assert heard == []
    page.close()
    return after


def correct_swap(hall, first, second):
    """Correct two players who sat in each other's seats, without a browser."""
    with hall.database():
        seating_corrections.correct_swap(
            first=Entry.objects.get(number=first),
            second=Entry.objects.get(number=second),
            how=CorrectionKind.NAMES,
            **_by_director(),
        )


def correct_table(hall, player, table):
    """Correct a player who sat at another table as one more, without a browser."""
    with hall.database():
        seating_corrections.correct_table(
            player=Entry.objects.get(number=player), table=table, **_by_director()
        )


def _by_director():
    director = User.objects.get(username="dora")
    return {"round": Round.objects.get(number=3), "author": director, "now": timezone.now()}
