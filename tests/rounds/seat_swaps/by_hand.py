"""The page on which a draw is changed by hand, in a browser."""

SEATS = """() => Object.fromEntries(
  [...document.querySelectorAll(".table-card")].map((card) => [
    card.querySelector(".hero").innerText,
    [...card.querySelectorAll(".no")].map((number) => Number(number.innerText)),
  ]),
)"""


def change_by_hand(page):
    """Press the button behind which a draw is changed by hand."""
    page.locator("#change-by-hand > summary").click()
    page.locator("#hand").wait_for()


def seats_on_page(page):
    """Return the start numbers at each table, in seat order, as the page shows them."""
    return {int(table): numbers for table, numbers in page.evaluate(SEATS).items()}


def handle(page, table, seat):
    """Return the handle of the player in a seat."""
    return page.locator(f"#table-{table} .handle[data-player]").nth(seat - 1)


def status_line(page):
    """Return the line that a screen reader reads out."""
    return page.locator("body > .visually-hidden[role=status]")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
