"""The prizes on a phone: a rank stands beside the first line of a name."""

import pytest

from tests.prizes.conftest import EVERYBODY, category, day
from wk.tournament.models import Entry

pytestmark = pytest.mark.browser

LONG = "Maria Wolfeschlegelsteinhausen-Bergerdorff van der Boerenbridge"
# The pixels between the bottoms of the rank and of the first line of the name, and the lines.
BESIDE = """(winner) => {
  const at = document.createRange();
  at.selectNodeContents(winner.querySelector(".who a"));
  const lines = [...at.getClientRects()];
  at.selectNodeContents(winner.querySelector(".rank"));
  return [Math.abs(at.getClientRects()[0].bottom - lines[0].bottom), lines.length];
}"""


def test_a_rank_is_beside_the_first_line_of_a_long_name(server, chromium):
    with server.database():
        made = day()
        category(made, EVERYBODY)
        winner = Entry.objects.get(tournament=made, number=5)
        winner.name = LONG
        winner.save(update_fields=["name"])
    page = chromium.new_page(locale="nl-NL", viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/t/hal/prizes/")
    winner = page.locator(".prize-winner", has_text=LONG)
    apart, lines = winner.evaluate(BESIDE)
    assert lines > 1
    assert apart <= 2
    page.close()
