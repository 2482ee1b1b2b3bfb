"""What the check-in page tells of seats: sheets with an old name, and empty chairs."""

import pytest

from tests.players.conftest import DESK, ENGLISH, page_html
from tests.standings.tournaments import count_form
from wk.players.checkin.queries import empty_chairs
from wk.players.services import withdraw
from wk.tournament.models import Round


class TestOldSheets:
    """After a change of name the page warns of sheets that were printed with the old name."""

    SAID = "the sheet of table 1 in round 2 still has the old name"
    LINK = 'href="/t/wk-zaal/rounds/2/print/sheets/?tables=1"'

    def sheet_mentions(self, client, verb, **data):
        page = page_html(client.post(f"{DESK}4/{verb}/", data, headers=ENGLISH, follow=True))
        return page.count(self.SAID), page.count(self.LINK)

    def test_a_replacement_warns_of_the_printed_sheet(self, director_client, round_started):
        assert self.sheet_mentions(director_client, "replace", name="Piet Kok") == (1, 1)

    def test_a_corrected_name_warns_of_the_printed_sheet(self, clerk_client, round_started):
        assert self.sheet_mentions(clerk_client, "name", name="Anna Backer") == (1, 1)

    def test_a_corrected_club_does_not_warn_of_the_sheet(self, clerk_client, round_started):
        assert self.sheet_mentions(clerk_client, "name", name="Anna Bakker", club="Tiel") == (0, 0)

    @pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.STARTED])
    def test_no_sheet_is_mentioned_before_confirmation_or_after_the_start(
        self, clerk_client, round_started, state
    ):
        round_started.rounds.filter(number=2).update(state=state)
        assert self.sheet_mentions(clerk_client, "name", name="Anna Backer") == (0, 0)

    def test_a_withdrawal_does_not_warn_of_the_sheet(self, director_client, round_started):
        assert self.sheet_mentions(director_client, "leave") == (0, 0)

    def test_old_sheets_of_every_confirmed_round_are_listed(self, director_client, round_started):
        round_started.rounds.update(state=Round.State.CONFIRMED)
        page = director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"}, follow=True)
        assert [seat.round.number for seat in page.context["old_sheets"]] == [1, 2]

    def test_an_undone_change_lists_no_old_sheets(self, director_client, round_started):
        director_client.post(f"{DESK}4/replace/", {"name": "Piet Kok"})
        change = round_started.log_entries.get()
        director_client.post(f"/t/wk-zaal/log/{change.pk}/undo/")
        assert director_client.get(DESK, {"change": change.pk}).context["old_sheets"] == []


class TestEmptyChairs:
    """A player who withdraws during a round leaves an empty chair at his table."""

    SAID = "4 Anna Bakker: round 1, table 1."
    LINK = f'href="{DESK}4/#plays-on"'

    def test_an_empty_chair_is_named_with_a_link_to_fill_it(self, director_client, round_started):
        page = page_html(director_client.post(f"{DESK}4/leave/", headers=ENGLISH, follow=True))
        assert (page.count(self.SAID), page.count(self.LINK)) == (1, 1)
        there = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on" open>') == 1

    def test_a_chair_with_a_substitute_is_not_named(self, director_client, round_started):
        data = {"name": "Piet Kok", "leaves": "on"}
        page = director_client.post(f"{DESK}4/substitute/1/", data, headers=ENGLISH, follow=True)
        assert "Piet Kok plays on for 4 Anna Bakker in round 1." in page_html(page)
        assert (self.SAID in page_html(page), empty_chairs(round_started)) == (False, [])
        there = page_html(director_client.get(f"{DESK}4/", headers=ENGLISH))
        assert there.count('<details id="plays-on">') == 1

    @pytest.mark.parametrize(
        "state", [Round.State.CONFIRMED, Round.State.CLOSED, Round.State.FINAL]
    )
    def test_chairs_are_empty_only_in_a_started_round(self, round_started, state):
        withdraw(entry=round_started.entries.get(number=4))
        assert [seat.entry.number for seat in empty_chairs(round_started)] == [4]
        round_started.rounds.filter(number=1).update(state=state)
        assert empty_chairs(round_started) == []

    def test_a_table_with_a_counted_form_has_no_empty_chair(self, round_started):
        for number in (4, 9):
            withdraw(entry=round_started.entries.get(number=number))
        count_form(round_started.rounds.get(number=1).tables.get(number=1), [1, 2, 3, 4, 5])
        assert [seat.entry.number for seat in empty_chairs(round_started)] == [9]
