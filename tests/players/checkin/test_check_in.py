"""Who comes: noted once, also by two desks, and taken back."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from tests.players.conftest import (
    DESK,
    ENGLISH,
    LATER,
    LIVE,
    LOG,
    NOON,
    came,
    late,
    said,
    text,
    told,
    went,
)
from wk.auditlog.undo import undo
from wk.players.checkin import services as checkin
from wk.players.checkin.queries import arrivals
from wk.players.services import NewEntry, enter_many, remove_entry, withdraw
from wk.tournament.models import Round


class TestArriving:
    def test_the_second_desk_finds_him_there_since_the_first(self, morning):
        assert said(came(morning, 4)) == "4 Anna Bakker is here."
        assert came(morning, 4, now=LATER) is None
        assert morning.entries.get(number=4).checked_in_at == NOON
        assert morning.log_entries.count() == 1

    def test_of_several_those_are_noted_who_were_not_there(self, morning):
        came(morning, 5)
        assert said(came(morning, 6, 5, 4, now=LATER)) == (
            "2 players are here: 4 Anna Bakker, 6 Cor Visser."
        )
        there = morning.entries.exclude(checked_in_at=None).values_list("number", "checked_in_at")
        assert list(there) == [(4, LATER), (5, NOON), (6, LATER)]

    def test_of_many_some_are_named(self, morning):
        enter_many(tournament=morning, rows=[NewEntry("Joke Dijk"), NewEntry("Piet Kok")])
        assert said(came(morning, *range(1, 13))) == (
            "12 players are here: 1 José de Wit, 2 Jan Kok, 3 Jan Kokkelink, 4 Anna Bakker,"
            " 5 Bram Smit, 6 Cor Visser, 7 Dirk Mulder, 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins"
            " and 2 more."
        )

    def test_it_is_taken_back(self, morning, clerk):
        came(morning, 4)
        log_entry = went(morning, 4, author=clerk)
        assert (said(log_entry), log_entry.author, log_entry.at) == (
            "4 Anna Bakker is not noted as present any more.",
            clerk,
            LATER,
        )
        assert (went(morning, 4), went(morning, 5)) == (None, None)
        assert morning.entries.exclude(checked_in_at=None).count() == 0
        assert morning.log_entries.count() == 2

    def test_who_was_taken_off_the_list_meanwhile_did_not_come(self, morning):
        anna = morning.entries.get(number=4)
        remove_entry(entry=morning.entries.get(number=4))
        assert checkin.check_in(entries=[anna], author=None, now=NOON) is None
        assert checkin.undo_check_in(entry=anna, author=None, now=NOON) is None
        assert [log_entry.kind for log_entry in morning.log_entries.all()] == ["removed"]

    def test_who_is_counted(self, morning):
        came(morning, *range(1, 8))
        late(morning)
        withdraw(entry=morning.entries.get(number=10))
        there = arrivals(morning)
        assert [
            [e.number for e in part] for part in (there.missing, there.unannounced, there.withdrawn)
        ] == [[8, 9], [11], [10]]
        assert (len(there.here), len(there.expected)) == (8, 10)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_of_two_desks_at_once_one_is_the_first(morning, attempt):
    everyone = list(morning.entries.all())
    barrier = Barrier(2)

    def press(entries):
        try:
            barrier.wait()
            return checkin.check_in(entries=entries, author=None, now=NOON)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(press, [everyone[:7], everyone[:2:-1]]))
    noted = [
        row["number"]
        for log_entry in morning.log_entries.all()
        for row in log_entry.payload["entries"]
    ]
    assert sorted(noted) == list(range(1, 11))


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs a real database")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_who_checks_in_and_who_undoes_at_once_do_not_wait_for_each_other(morning, attempt):
    log_entry = came(morning, *range(1, 9))
    barrier = Barrier(2)

    def press(verb):
        try:
            barrier.wait()
            verb()
        finally:
            connections.close_all()

    verbs = [
        lambda: undo(log_entry=log_entry, author=None, now=LATER),
        lambda: came(morning, *range(10, 0, -1), now=LATER),
    ]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(press, verbs))
    log_entry.refresh_from_db()
    assert log_entry.undone_at == LATER
    # Either all ten came after the undoing, or those two before it.
    assert morning.entries.filter(checked_in_at=LATER).count() in (10, 2)
    assert morning.log_entries.count() == 2


class TestCheckingIn:
    def press(self, client, typed, **headers):
        return client.post(f"{DESK}check-in/", {"q": typed}, headers=headers or LIVE)

    @pytest.mark.parametrize(
        "typed", ["4", "anna", "BAKK ann", "http://testserver/t/wk-zaal/card/4/"]
    )
    def test_name_number_or_card(self, clerk_client, clerk, morning, typed):
        page = text(self.press(clerk_client, typed))
        assert "<strong>Is here</strong>" in page
        assert '<b class="hero">1</b> of 10 are here' in page
        assert [e.number for e in morning.entries.exclude(checked_in_at=None)] == [4]
        noted = morning.log_entries.get()
        assert (said(noted), noted.author) == ("4 Anna Bakker is here.", clerk)

    def test_the_second_desk_is_told_since_when(self, clerk_client, director_client, morning):
        came(morning, 4)
        for client in (clerk_client, director_client):
            page = text(self.press(client, "anna"))
            assert "Was here already" in page
            assert "since 12:00" in page
        assert morning.entries.get(number=4).checked_in_at == NOON
        assert morning.log_entries.count() == 1

    def test_without_scripts_the_page_comes_back(self, clerk_client, morning):
        page = text(self.press(clerk_client, "anna", **ENGLISH))
        assert "<strong>Is here</strong>" in page
        assert "<title>" in page

    def test_several_fit_and_nobody_is_checked_in(self, clerk_client, morning):
        response = self.press(clerk_client, "jan")
        assert [e.name for e in response.context["matches"]] == ["Jan Kok", "Jan Kokkelink"]
        assert "who is it?" in text(response)
        assert text(response).count(" autofocus") == 1
        assert not morning.entries.exclude(checked_in_at=None).exists()

    def test_who_is_not_on_the_list_can_be_entered(self, clerk_client, morning):
        page = text(self.press(clerk_client, "Joke Dijk"))
        assert "“Joke Dijk” is not on the list." in page
        assert 'name="name" value="Joke Dijk"' in page

    def test_who_is_known_is_recognised(self, clerk_client, morning, earlier):
        page = text(self.press(clerk_client, "piet van dam"))
        assert "WK 2025" in page
        assert "Schoppenaas" in page

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("99", "Nobody has start number 99."),
            ("http://x/t/wk-2025/card/4/", "This card is of another tournament."),
        ],
    )
    def test_what_cannot_be(self, clerk_client, morning, typed, said):
        assert said in text(self.press(clerk_client, typed))
        assert not morning.entries.exclude(checked_in_at=None).exists()

    @pytest.mark.parametrize(
        "typed", ["", " ", "nul\0", "x" * 301, "\ud800".encode("utf-8", "replace"), "%", "(" * 99]
    )
    def test_anything_else_checks_nobody_in(self, clerk_client, morning, typed):
        assert self.press(clerk_client, typed).status_code == 200
        assert not morning.entries.exclude(checked_in_at=None).exists()

    def test_what_was_typed_runs_nothing(self, clerk_client, morning):
        page = text(self.press(clerk_client, "<script>alert(1)</script>"))
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page

    def test_who_does_not_take_part_is_marked_so(self, clerk_client, morning):
        withdraw(entry=morning.entries.get(number=4))
        assert "is noted as not taking part" in text(self.press(clerk_client, "anna"))

    def test_he_is_told_where_to_go(self, clerk_client, begun):
        assert "Round 1: table 1, seat 4" in text(self.press(clerk_client, "anna"))
        begun.rounds.filter(number=1).update(state=Round.State.CLOSED)
        assert "Round 2: table 1, seat 4" in text(self.press(clerk_client, "anna"))

    def test_at_once_it_is_undone_at_the_desk_and_that_is_no_line_of_its_own(
        self, clerk_client, clerk, morning
    ):
        page = text(self.press(clerk_client, "anna"))
        log_entry = morning.log_entries.get()
        url = f"{LOG}{log_entry.pk}/undo/"
        assert f'action="{url}"' in page
        page = clerk_client.post(url, {"at_desk": "on"}, headers=ENGLISH, follow=True)
        assert page.redirect_chain == [(DESK, 302)]
        assert told(page) == ["Undone: 4 Anna Bakker is here."]
        assert not morning.entries.exclude(checked_in_at=None).exists()
        assert [c.undone_by for c in morning.log_entries.all()] == [clerk]

    def test_later_it_is_taken_back_and_that_is_noted(self, clerk_client, clerk, morning):
        came(morning, 4)
        assert f'action="{DESK}4/not-here/"' in text(self.press(clerk_client, "anna"))
        page = clerk_client.post(f"{DESK}4/not-here/", headers=ENGLISH, follow=True)
        log_entry = morning.log_entries.get(kind="check_in_undone")
        assert (page.context["log_entry"], page.context["can_undo"]) == (log_entry, True)
        assert log_entry.author == clerk
        assert not morning.entries.exclude(checked_in_at=None).exists()
        page = clerk_client.post(f"{LOG}{log_entry.pk}/undo/", {"at_desk": "on"}, follow=True)
        assert page.redirect_chain == [(DESK, 302)]
        assert morning.entries.get(number=4).checked_in_at == NOON

    def test_taken_back_twice_it_is_said_and_noted_once(self, clerk_client, morning):
        came(morning, 4)
        pages = [
            clerk_client.post(f"{DESK}4/not-here/", headers=ENGLISH, follow=True) for _ in range(2)
        ]
        assert ["log_entry" in page.context for page in pages] == [True, False]
        assert told(pages[1]) == ["4 Anna Bakker is not noted as present any more."]
        assert morning.log_entries.filter(kind="check_in_undone").count() == 1

    def test_who_is_entered_at_the_door_has_one_line(self, clerk_client, morning):
        clerk_client.post(f"{DESK}late/", {"name": "Joke Dijk"})
        assert "Was here already" in text(self.press(clerk_client, "joke"))
        assert [said(log_entry) for log_entry in morning.log_entries.all()] == [
            "11 Joke Dijk has been entered and is here."
        ]
