"""A form as a clerk types it in a real browser: its paper, his keys, and what the page has then."""

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
# Points of a bid that was made, and of so many tricks too many or too few.
MADE = {0: 10, 1: 12, 2: 14, 3: 16, 4: 18, 5: 20, 6: 22, 7: 24, 8: 26, 9: 28, 10: 30}
MISSED = {1: -2, 2: -4, 3: -6, 4: -8, 5: -10, 6: -12, 7: -14, 8: -16, 9: -18, 10: -20}


def keys_of(bids, won):
    """Return the keys of a deal: bid and tricks of each seat in turn, the last tricks excepted."""
    pairs = zip(bids.split(), [*won.split()[:-1], None], strict=True)
    return ["t" if cell == "10" else cell for pair in pairs for cell in pair if cell]


def keys_with(deal, place, key):
    """Return the keys of a whole form, with another at one place of a deal."""
    keys = [keys_of(bids, won) for _cards, bids, won in PAPER]
    keys[deal][place] = key
    return ["3", "Enter", *(key for line in keys for key in line)]


# What is pressed for a whole form, the handing in excepted.
WHOLE = ["3", "Enter", *(key for _cards, bids, won in PAPER for key in keys_of(bids, won))]


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


def focused(page):
    return page.evaluate("document.activeElement.name")


def written(page, *paths):
    """Return what stands in these cells."""
    return [page.locator(f"[name='{path}']").input_value() for path in paths]


def filled(page):
    """Return the cells that the page filled in by itself."""
    return page.eval_on_selector_all("input.filled", "cells => cells.map(({name}) => name)")


def refused(page):
    """Return the cells that are marked as wrong."""
    marked = "#score-form [aria-invalid=true]"
    return page.eval_on_selector_all(marked, "cells => cells.map(({name}) => name)")


def action(page):
    """What the button does that has the focus."""
    return page.evaluate("document.activeElement.value")


def sign(page, state):
    """Wait for what the page says is kept where."""
    page.locator(f"#kept[data-sign={state}] [data-when={state}]:visible").wait_for()


def versions(hall, url):
    """What was handed in for a table: number, whether it counts, totals on the paper."""
    number = url.split("/")[-2]
    return hall.manage(
        "shell",
        "-v0",
        "-c",
        "from wk.scoreforms.models import Version;"
        "print([(v.number, v.is_counted, v.written) for v in Version.objects.filter("
        f"form__table__number={number}, form__table__round__number=3)])",
    ).strip()
