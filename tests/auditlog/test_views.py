"""The page of the log, and its undo buttons."""

import pytest

from tests.players.conftest import (
    DESK,
    ENGLISH,
    LATER,
    LOG,
    NOON,
    check_in_numbers,
    enter_late_player,
    message_texts,
    page_html,
    seat_two_tables,
    undo_check_in_of,
)
from wk.auditlog.models import AuditLogEntry
from wk.players.replacements import replace
from wk.players.services import enter, withdraw, withdraw_entries
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.tournament.models import Round


class TestLogPage:
    def test_the_log_lists_acts_with_their_authors_latest_first(
        self, director_client, director, ten_players
    ):
        director_client.post(f"{DESK}4/leave/")
        director_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        page = director_client.get(LOG, headers=ENGLISH)
        lines = page.context["lines"]
        assert [(c.author, done, offer.is_open) for c, done, offer in lines] == [
            (director, "11 Joke Dijk has been entered and is here.", True),
            (director, "4 Anna Bakker does not take part.", True),
        ]

    def test_a_clerk_cannot_undo_acts_that_need_a_director(
        self, clerk_client, director_client, ten_players
    ):
        director_client.post(f"{DESK}4/leave/")
        change = ten_players.log_entries.get()
        page = clerk_client.post(f"{LOG}{change.pk}/undo/", headers=ENGLISH, follow=True)
        assert message_texts(page) == ["Only a director can undo this."]
        assert [offer.is_open for _, _, offer in page.context["lines"]] == [False]
        assert ten_players.entries.get(number=4).withdrawn_after == 0

    def test_a_clerk_cannot_undo_acts_of_a_director(self, clerk_client, director, ten_players):
        entry = enter(tournament=ten_players, name="Joke Dijk", author=director, now=NOON)
        url = f"{LOG}{ten_players.log_entries.get().pk}/undo/"
        page = clerk_client.post(url, headers=ENGLISH, follow=True)
        assert message_texts(page) == ["Only a director can undo this."]
        assert [offer.is_open for _, _, offer in page.context["lines"]] == [False]
        assert ten_players.entries.filter(pk=entry.pk).exists()

    def test_a_step_of_a_round_cannot_be_undone_in_the_log(self, director_client, ten_players):
        step = AuditLogEntry.objects.create(
            tournament=ten_players, kind="state", about="1", at=NOON
        )
        url = f"{LOG}{step.pk}/undo/"
        page = director_client.post(url, headers=ENGLISH, follow=True)
        assert message_texts(page) == ["This cannot be undone here: look at its round."]

    def test_a_correction_without_effect_shows_no_older_entry(self, director_client, ten_players):
        facts = {"name": "Ans Bakker", "club": "De Slag"}
        pages = [director_client.post(f"{DESK}4/name/", facts, follow=True) for _ in range(2)]
        assert ["done" in page.context for page in pages] == [True, False]
        assert ten_players.log_entries.count() == 1

    def test_undone_twice_it_says_so(self, director_client, ten_players):
        director_client.post(f"{DESK}4/leave/")
        url = f"{LOG}{ten_players.log_entries.get().pk}/undo/"
        said = [
            message_texts(director_client.post(url, headers=ENGLISH, follow=True)) for _ in range(2)
        ]
        assert said == [
            ["Undone: 4 Anna Bakker does not take part."],
            ["This has been undone already."],
        ]

    @pytest.mark.parametrize(
        ("data", "where"),
        [({"at_desk": "on"}, DESK), ({}, LOG), ({"arrivals": "on"}, f"{LOG}?arrivals=on")],
    )
    def test_undo_redirects_to_the_page_of_its_button(
        self, director_client, ten_players, data, where
    ):
        director_client.post(f"{DESK}4/leave/")
        url = f"{LOG}{ten_players.log_entries.get().pk}/undo/"
        assert director_client.post(url, data).headers["Location"] == where

    def test_the_undo_button_of_the_desk_returns_to_the_desk(self, director_client, ten_players):
        page = page_html(director_client.post(f"{DESK}4/leave/", follow=True))
        assert page.count('<input type="hidden" name="at_desk" value="on">') == 1
        assert "at_desk" not in page_html(director_client.get(LOG))

    def test_an_entry_of_another_tournament_is_not_found(
        self, director_client, ten_players, earlier_edition
    ):
        withdraw(entry=earlier_edition.entries.get(number=1))
        key = earlier_edition.log_entries.get().pk
        assert director_client.post(f"{LOG}{key}/undo/").status_code == 404

    def test_a_long_log_has_pages(self, director_client, ten_players):
        AuditLogEntry.objects.bulk_create(
            AuditLogEntry(tournament=ten_players, kind="state", about=str(n), at=NOON)
            for n in range(60)
        )
        page = director_client.get(LOG, {"page": "2"})
        assert [c.about for c, _, _ in page.context["lines"]] == [str(n) for n in range(9, -1, -1)]
        assert director_client.get(LOG, {"page": "x"}).status_code == 200


class TestArrivals:
    """The log shows check-ins on request; the page of a player always shows his."""

    CHECK_IN_LINES = ["4 Anna Bakker is not noted as present any more.", "4 Anna Bakker is here."]
    LATE_LINE = "11 Joke Dijk has been entered and is here."

    @pytest.fixture
    def arrivals(self, ten_players, clerk):
        enter_late_player(ten_players, author=clerk)
        check_in_numbers(ten_players, 4, author=clerk)
        undo_check_in_of(ten_players, 4, author=clerk)
        return ten_players

    def lines_of(self, client, **asked):
        page = client.get(LOG, asked, headers=ENGLISH)
        return [done for _, done, _ in page.context["lines"]]

    def test_the_log_leaves_check_ins_out(self, clerk_client, arrivals):
        assert self.lines_of(clerk_client) == [self.LATE_LINE]
        page = page_html(clerk_client.get(LOG, headers=ENGLISH))
        assert 'href="?arrivals=on">Show arrivals too</a>' in page

    def test_the_log_shows_check_ins_on_request(self, clerk_client, arrivals):
        assert self.lines_of(clerk_client, arrivals="on") == [
            self.CHECK_IN_LINES[0],
            self.CHECK_IN_LINES[1],
            self.LATE_LINE,
        ]
        page = page_html(clerk_client.get(LOG, {"arrivals": "on"}, headers=ENGLISH))
        assert f'href="{LOG}">Hide arrivals</a>' in page

    def test_an_empty_log_offers_check_ins_too(self, clerk_client, ten_players):
        check_in_numbers(ten_players, 4)
        page = page_html(clerk_client.get(LOG, headers=ENGLISH))
        empty = "Nothing has been changed yet." in page
        assert (empty, "Show arrivals too" in page) == (True, True)

    def test_the_log_answers_any_query_string(self, clerk_client, arrivals):
        for sent, lines in [
            ("", 1),
            ("off", 3),
            ("false", 1),
            ("0", 3),
            ("a\0b", 3),
            ("<script>", 3),
            ("9" * 99, 3),
            ("\u202e", 3),
        ]:
            page = clerk_client.get(LOG, {"arrivals": sent, "page": sent})
            assert len(page.context["lines"]) == lines
            assert '<script>"' not in page.content.decode()

    def test_links_to_other_pages_keep_showing_check_ins(self, clerk_client, ten_players):
        AuditLogEntry.objects.bulk_create(
            AuditLogEntry(tournament=ten_players, kind="check_in_undone", about=str(n), at=NOON)
            for n in range(120)
        )
        asked = {"arrivals": "on", "page": "2"}
        page = page_html(clerk_client.get(LOG, asked, headers=ENGLISH))
        assert 'href="?arrivals=on&amp;page=1"' in page
        assert 'href="?arrivals=on&amp;page=3"' in page
        assert 'name="arrivals"' not in page  # whom these were about is not on the list

    def test_undoing_a_check_in_returns_to_the_log_with_check_ins(self, clerk_client, arrivals):
        page = page_html(clerk_client.get(LOG, {"arrivals": "on"}, headers=ENGLISH))
        assert page.count('<input type="hidden" name="arrivals" value="on">') == 2
        key = arrivals.log_entries.get(kind="check_in_undone").pk
        data = {"arrivals": "on"}
        page = clerk_client.post(f"{LOG}{key}/undo/", data, headers=ENGLISH, follow=True)
        assert page.redirect_chain == [(f"{LOG}?arrivals=on", 302)]
        assert message_texts(page) == [f"Undone: {self.CHECK_IN_LINES[0]}"]
        assert arrivals.entries.get(number=4).checked_in_at == NOON

    def test_a_clerk_cannot_undo_a_check_in_by_a_director(
        self, clerk_client, director, ten_players
    ):
        change = check_in_numbers(ten_players, 4, author=director)
        page = clerk_client.post(f"{LOG}{change.pk}/undo/", headers=ENGLISH, follow=True)
        assert message_texts(page) == ["Only a director can undo this."]
        assert ten_players.entries.get(number=4).checked_in_at == NOON

    def test_undone_twice_it_says_so(self, clerk_client, arrivals):
        change = check_in_numbers(arrivals, 5, author=arrivals.log_entries.first().author)
        url = f"{LOG}{change.pk}/undo/"
        said = [
            message_texts(clerk_client.post(url, headers=ENGLISH, follow=True)) for _ in range(2)
        ]
        assert said == [["Undone: 5 Bram Smit is here."], ["This has been undone already."]]
        assert arrivals.entries.get(number=5).checked_in_at is None

    def test_the_page_of_a_player_shows_his_check_ins(self, clerk_client, director, arrivals):
        check_in_numbers(arrivals, 3, 4, author=director, now=LATER)
        check_in_numbers(arrivals, 5, author=director, now=LATER)
        page = clerk_client.get(f"{DESK}4/", headers=ENGLISH)
        assert [done for _, done in page.context["lines"]] == [
            "4 Anna Bakker is here, checked in together with 1 other.",
            *self.CHECK_IN_LINES,
        ]
        assert clerk_client.get(f"{DESK}6/").context["lines"] == []

    def test_the_page_of_a_player_shows_all_acts_about_him(self, clerk_client, round_started):
        facts = {"author": None, "now": LATER}
        replace(entry=round_started.entries.get(number=4), name="Piet Kok", club="", **facts)
        withdraw_entries(entries=round_started.entries.filter(number__in=[5, 11]), **facts)
        replaced = "Piet Kok has taken over the seat of 4 Anna Bakker."
        left = "2 players have left after round 1: 5 Bram Smit, 11 Piet Kok."
        for number, lines in ((4, [replaced]), (5, [left]), (11, [left, replaced]), (6, [])):
            page = clerk_client.get(f"{DESK}{number}/", headers=ENGLISH)
            assert [done for _, done in page.context["lines"]] == [
                line.replace("Piet Kok has", "11 Piet Kok has") for line in lines
            ]


def test_the_reason_of_a_correction_is_shown_to_officials_only(
    client, clerk_client, director, ten_players
):
    round = seat_two_tables(ten_players, 1, Round.State.STARTED)
    one, other = (ten_players.entries.get(number=number) for number in (1, 6))
    facts = {"how": CorrectionKind.NAMES, "author": director, "now": NOON, "reason": "Dronken"}
    correct_swap(round=round, first=one, second=other, **facts)
    pages = [each.get(round.get_absolute_url(), headers=ENGLISH) for each in (client, clerk_client)]
    shown = [page.content.decode() for page in pages]
    assert ["The names changed over on the forms." in page for page in shown] == [True, True]
    assert ["Dronken" in page for page in shown] == [False, True]
