"""Typing a form in a real browser: the paper, the keys for it, and the state of the page."""

from django.utils import timezone

from wk.accounts.models import User
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Version
from wk.tournament.models import Table

# A whole form of the WK: cards, bids and tricks of each seat, as on a paper.
PAPER = [
    (10, "0 10 1 0 0", "0 10 0 0 0"),
    (9, "2 3 1 1 4", "2 3 1 0 3"),
    (8, "3 0 2 0 1", "3 1 2 1 1"),
    (7, "1 1 1 1 2", "2 1 1 1 2"),
    (6, "0 3 2 1 2", "0 2 1 1 2"),
    (5, "1 1 1 0 1", "1 2 1 0 1"),
    (4, "0 1 3 1 1", "0 0 3 1 0"),
    (3, "1 0 1 0 0", "1 0 1 0 1"),
    (2, "2 1 0 0 1", "1 0 0 0 1"),
    (1, "0 1 1 1 1", "0 0 0 1 0"),
    (2, "0 1 0 0 0", "0 1 0 0 1"),
    (3, "1 1 2 1 0", "1 1 1 0 0"),
    (4, "2 0 1 0 2", "2 0 2 0 0"),
    (5, "5 0 1 1 0", "4 0 0 1 0"),
    (6, "2 2 1 1 2", "1 2 1 1 1"),
    (7, "3 0 2 1 0", "3 1 2 1 0"),
    (8, "3 2 2 2 1", "2 2 2 2 0"),
    (9, "0 4 3 2 1", "0 4 3 1 1"),
    (10, "1 0 0 1 10", "0 0 0 0 10"),
]
# Writes keys as the browser does; the page itself leads from cell to cell.
INSERT = """(keys) => {
    for (const key of keys) document.execCommand("insertText", false, key);
}"""
# Points of a bid that was made, and of so many tricks too many or too few.
MADE = {0: 10, 1: 12, 2: 14, 3: 16, 4: 18, 5: 20, 6: 22, 7: 24, 8: 26, 9: 28, 10: 30}
MISSED = {1: -2, 2: -4, 3: -6, 4: -8, 5: -10, 6: -12, 7: -14, 8: -16, 9: -18, 10: -20}


def keys_of(bids, won):
    """Return the keys of a deal: bid and tricks of each seat in turn, the last tricks excepted."""
    pairs = zip(bids.split(), [*won.split()[:-1], None], strict=True)
    return ["t" if cell == "10" else cell for pair in pairs for cell in pair if cell]


DEALER = ["3", "Enter"]  # the keys above the deals


def without_deal(deal):
    """Return the paper with one deal left empty."""
    return [*PAPER[:deal], (PAPER[deal][0], "", ""), *PAPER[deal + 1 :]]


def document_of(paper):
    """Return the document of a form with these deals."""
    deals = [
        {
            "bids": [int(bid) for bid in bids.split()],
            "tricks": [int(count) for count in won.split()],
        }
        for _cards, bids, won in paper
    ]
    return {"first_dealer": 3, "deals": deals}


def totals_of(paper):
    """Return the points of each seat."""
    totals = [0] * 5
    for _cards, bids, won in paper:
        pairs = zip(map(int, bids.split()), map(int, won.split()), strict=True)
        for seat, (bid, made) in enumerate(pairs):
            totals[seat] += MADE[bid] if bid == made else MISSED[abs(bid - made)]
    return totals


def press(page, *keys):
    """Press keys one by one and return how many."""
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def type_quickly(page, keys):
    """Insert digits and letters one by one at the focus, as the browser does for pressed keys. The
    page is not drawn between them, so a whole form takes one second instead of four."""
    page.evaluate(INSERT, keys)


def focused(page):
    """Return the name of the cell with the focus."""
    return page.evaluate("document.activeElement.name")


def values_of(page, *paths):
    """Return the values of these cells."""
    values = "(names) => names.map((name) => document.getElementsByName(name)[0].value)"
    return page.evaluate(values, paths)


def tricks_in(page, deal):
    """Return the tricks of a deal of five."""
    return values_of(page, *(f"deals.{deal}.tricks.{seat}" for seat in range(5)))


def auto_filled(page):
    """Return the names of the cells that the page filled in by itself."""
    return page.eval_on_selector_all("input.filled", "cells => cells.map(({name}) => name)")


def invalid_cells(page):
    """Return the names of the cells that are marked as wrong."""
    marked = "#score-form [aria-invalid=true]"
    return page.eval_on_selector_all(marked, "cells => cells.map(({name}) => name)")


def focused_action(page):
    """Return the value of the button with the focus."""
    return page.evaluate("document.activeElement.value")


def wait_for_sign(page, state):
    """Wait until the sign of the draft shows this state, such as "saved"."""
    page.locator(f"#kept[data-sign={state}] [data-when={state}]:visible").wait_for()


def table_at(url):
    """Return the table whose form has this address, from the database of the server."""
    return Table.objects.get(round__number=3, number=url.split("/")[-2])


def versions_of(server, url):
    """Return the versions of a table: number, whether it counts, totals on the paper."""
    with server.database():
        versions = Version.objects.filter(form__table=table_at(url)).order_by("number")
        return list(versions.values_list("number", "is_counted", "paper_totals"))


def keep_draft(server, url, paper):
    """Store these deals as the draft of Kees."""
    with server.database():
        save_draft(
            table=table_at(url),
            document=document_of(paper),
            author=User.objects.get(username="kees"),
            now=timezone.now(),
        )


def bids_of(page, deal):
    """Return the bids of a deal of five."""
    return values_of(page, *(f"deals.{deal}.bids.{seat}" for seat in range(5)))
