"""Who comes: noted once, also by two desks, and taken back."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from tests.desk.conftest import DESK, ENGLISH, LATER, LIVE, NOON, late, text
from wk.desk import services
from wk.desk.queries import arrivals
from wk.tournament.models import Round
from wk.tournament.roster import withdraw


class TestArriving:
    def test_the_second_desk_finds_him_there_since_the_first(self, morning):
        anna = morning.entries.get(number=4)
        assert services.check_in(entries=[anna], now=NOON) == [anna]
        assert services.check_in(entries=[anna], now=LATER) == []
        assert morning.entries.get(number=4).arrived_at == NOON

    def test_it_is_taken_back(self, morning):
        anna, bram = morning.entries.filter(number__in=[4, 5])
        services.check_in(entries=[anna], now=NOON)
        assert services.take_back(entries=[anna, bram]) == 1
        assert services.take_back(entries=[anna]) == 0
        assert morning.entries.exclude(arrived_at=None).count() == 0

    def test_who_is_counted(self, morning):
        services.check_in(entries=morning.entries.filter(number__lte=7), now=NOON)
        late(morning)
        withdraw(entry=morning.entries.get(number=10))
        there = arrivals(morning)
        assert [
            [e.number for e in part] for part in (there.missing, there.unannounced, there.gone)
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
            return [entry.number for entry in services.check_in(entries=entries, now=NOON)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(press, [everyone[:7], everyone[:2:-1]])
    assert sorted(one + other) == list(range(1, 11))


class TestCheckingIn:
    def press(self, client, typed, **headers):
        return client.post(f"{DESK}check-in/", {"q": typed}, headers=headers or LIVE)

    @pytest.mark.parametrize(
        "typed", ["4", "anna", "BAKK ann", "http://testserver/t/wk-zaal/card/4/"]
    )
    def test_name_number_or_card(self, clerk_client, morning, typed):
        page = text(self.press(clerk_client, typed))
        assert "<strong>Is here</strong>" in page
        assert '<b class="hero">1</b> of 10 are here' in page
        assert [e.number for e in morning.entries.exclude(arrived_at=None)] == [4]

    def test_the_second_desk_is_told_since_when(self, clerk_client, director_client, morning):
        services.check_in(entries=[morning.entries.get(number=4)], now=NOON)
        for client in (clerk_client, director_client):
            page = text(self.press(client, "anna"))
            assert "Was here already" in page
            assert "since 12:00" in page
        assert morning.entries.get(number=4).arrived_at == NOON

    def test_without_scripts_the_page_comes_back(self, clerk_client, morning):
        page = text(self.press(clerk_client, "anna", **ENGLISH))
        assert "<strong>Is here</strong>" in page
        assert "<title>" in page

    def test_several_fit_and_nobody_is_checked_in(self, clerk_client, morning):
        response = self.press(clerk_client, "jan")
        assert [e.name for e in response.context["matches"]] == ["Jan Kok", "Jan Kokkelink"]
        assert "who is it?" in text(response)
        assert text(response).count(" autofocus") == 1
        assert not morning.entries.exclude(arrived_at=None).exists()

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
        assert not morning.entries.exclude(arrived_at=None).exists()

    @pytest.mark.parametrize(
        "typed", ["", " ", "nul\0", "x" * 301, "\ud800".encode("utf-8", "replace"), "%", "(" * 99]
    )
    def test_anything_else_checks_nobody_in(self, clerk_client, morning, typed):
        assert self.press(clerk_client, typed).status_code == 200
        assert not morning.entries.exclude(arrived_at=None).exists()

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

    def test_it_is_taken_back(self, clerk_client, morning):
        self.press(clerk_client, "anna")
        clerk_client.post(f"{DESK}4/not-here/")
        assert not morning.entries.exclude(arrived_at=None).exists()
