"""What phones read: the draw for the first dealer, and the form of the table."""

from tests.phones.phone_requests import NOW, phone_content
from tests.played import played
from wk.phones.guides import draw_data
from wk.phones.queries import first_dealer_draw, form_state
from wk.phones.services import (
    renew_keys,
    save,
)
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Tournament


def test_the_draw_for_the_first_dealer_is_fixed_for_a_table(table, other_table):
    first = first_dealer_draw(table, 5)
    renew_keys(tables=[table], now=NOW)
    assert first_dealer_draw(table, 5) == first
    assert first_dealer_draw(other_table, 5) != first
    assert {len(cards) for cards in first.deals} == {5}
    assert 1 <= first.seat <= 5


def test_a_table_continues_its_own_draft(table, other_table):
    save(table=other_table, content=phone_content(played(other_table), (6, 7, 8, 9)), expected=0)
    assert form_state(table).draft is None
    mine = save(table=table, content=phone_content(played(table)), expected=0)
    assert form_state(table).draft == mine


def test_hearts_and_diamonds_are_red(table):
    cards = {
        (card["text"]["nl"][0], card["red"])
        for deal in draw_data(first_dealer_draw(table, 40))["deals"]
        for card in deal
    }
    assert cards == {("♠", False), ("♥", True), ("♦", True), ("♣", False)}


def test_a_waiting_form_of_the_office_is_hidden_from_the_table(table, clerk):
    Tournament.objects.update(second_check="every")
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    save_draft(table=table, document={"first_dealer": 2}, author=None, now=NOW)
    there = form_state(table)
    assert (there.state, there.content) == ("typed", {"first_dealer": 2})
