"""How the cells of a form are labelled."""

import re

import pytest

from tests.scoreforms.entry.entry_requests import (
    FORM,
)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Anna, deal 2, bid", "Els, deal 2, tricks", "Anna, total on paper"]),
        ("nl", ["Anna, spelletje 2, bod", "Els, spelletje 2, slagen", "Anna, totaal op papier"]),
    ],
)
def test_a_cell_is_labelled_with_its_player_deal_and_content(
    clerk_client, table, language, expected
):
    page = clerk_client.get(FORM, headers={"accept-language": language}).content.decode()
    labels = re.findall(r'aria-label="([^"]*)"[^>]* id="cell-([^"]+)"', page)
    called = {cell: label for label, cell in labels}
    cells = ("deals-1-bids-0", "deals-1-tricks-4", "written-0")
    assert [called[cell] for cell in cells] == expected
