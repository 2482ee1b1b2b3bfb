"""Actions on several players: previewed, carried out together and undone as one."""

from itertools import product

import pytest

from tests.markup import messages_of
from tests.players.conftest import DESK, ENGLISH, NOON, check_in_numbers, page_html
from wk.players.checkin import services as checkin
from wk.players.services import NewEntry, enter_many, remove_entries, withdraw, withdraw_entries

STEPS = ("preview", "do")


class TestBulkPages:
    def post_preview(self, client, action, *numbers):
        data = {"action": action, "number": numbers}
        return client.post(f"{DESK}several/preview/", data, headers=ENGLISH)

    def post_carry_out(self, client, action, *numbers):
        token = self.post_preview(client, action, *numbers).context["planned"].version_token
        data = {"action": action, "number": numbers, "version_token": token}
        return client.post(f"{DESK}several/do/", data, headers=ENGLISH)

    def test_missing_players_are_ticked(self, director_client, ten_players):
        check_in_numbers(ten_players, *range(1, 8))
        assert director_client.get(f"{DESK}several/").context["ticked"] == {8, 9, 10}

    def test_who_stopped_after_a_round_is_not_called_absent(self, director_client, round_started):
        withdraw(entry=round_started.entries.get(number=9))
        round_started.entries.filter(number=8).update(withdrawn_after=0)
        page = page_html(director_client.get(f"{DESK}several/", headers=ENGLISH))
        assert (page.count("left after round 1"), page.count("does not take part")) == (1, 1)

    def test_the_preview_names_every_effect_and_does_nothing(self, director_client, round_started):
        withdraw(entry=round_started.entries.get(number=9))
        lines = self.post_preview(director_client, "withdraw", 8, 9).context["planned"].lines
        assert [(line.entry.number, line.is_done, line.note) for line in lines] == [
            (
                8,
                True,
                "keeps what was won up to round 1; has a seat in round 2: draw it again, or let"
                " somebody take the seat over",
            ),
            (9, False, "has left already"),
        ]
        assert round_started.entries.get(number=8).withdrawn_after is None

    def test_who_checked_in_meanwhile_is_told_to_be_there(self, director_client, ten_players):
        check_in_numbers(ten_players, 8)
        lines = self.post_preview(director_client, "withdraw", 8, 9).context["planned"].lines
        assert [line.note for line in lines] == ["is there since 12:00", ""]

    def test_who_checks_in_after_the_preview_stays(self, director_client, ten_players):
        planned = self.post_preview(director_client, "withdraw", 8, 9).context["planned"]
        check_in_numbers(ten_players, 8)
        data = {"action": "withdraw", "number": [8, 9], "version_token": planned.version_token}
        page = director_client.post(f"{DESK}several/do/", data, headers=ENGLISH)
        assert messages_of(page) == ["This has changed meanwhile. Look at it again."]
        assert not ten_players.entries.filter(withdrawn_after=0).exists()

    def test_absent_players_are_withdrawn_together_and_that_undone(
        self, director_client, ten_players
    ):
        answer = self.post_carry_out(director_client, "withdraw", 8, 9, 10)
        page = page_html(director_client.get(answer.url, headers=ENGLISH))
        assert "3 players do not take part: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins." in page
        assert [e.number for e in ten_players.entries.filter(withdrawn_after=0)] == [8, 9, 10]
        director_client.post(f"/t/wk-zaal/log/{ten_players.log_entries.get().pk}/undo/")
        assert not ten_players.entries.filter(withdrawn_after=0).exists()

    def test_players_are_removed_together_and_that_undone(self, director_client, ten_players):
        self.post_carry_out(director_client, "remove", 8, 9)
        assert ten_players.entries.count() == 8
        director_client.post(f"/t/wk-zaal/log/{ten_players.log_entries.get().pk}/undo/")
        assert [e.name for e in ten_players.entries.filter(number__in=[8, 9])] == [
            "Els de Boer",
            "Femke Vos",
        ]

    def test_players_are_checked_in_together_and_that_undone(
        self, clerk_client, clerk, ten_players
    ):
        check_in_numbers(ten_players, 1)
        answer = self.post_carry_out(clerk_client, "check-in", 1, 2, 3)
        page = clerk_client.get(answer.url, headers=ENGLISH)
        assert "2 players are here: 2 Jan Kok, 3 Jan Kokkelink." in page_html(page)
        change = ten_players.log_entries.get(author=clerk)
        assert (page.context["log_entry"], page.context["can_undo"]) == (change, True)
        assert [e.number for e in ten_players.entries.exclude(checked_in_at=None)] == [1, 2, 3]
        assert ten_players.entries.get(number=1).checked_in_at == NOON
        at_desk = {"at_desk": "on"}
        answer = clerk_client.post(f"/t/wk-zaal/log/{change.pk}/undo/", at_desk)
        assert (answer.status_code, answer.url) == (302, DESK)
        assert [e.number for e in ten_players.entries.exclude(checked_in_at=None)] == [1]

    def test_an_outdated_preview_is_shown_again(self, director_client, ten_players):
        token = (
            self.post_preview(director_client, "withdraw", 8, 9).context["planned"].version_token
        )
        withdraw(entry=ten_players.entries.get(number=8))
        data = {"action": "withdraw", "number": [8, 9], "version_token": token}
        page = director_client.post(f"{DESK}several/do/", data, headers=ENGLISH)
        assert messages_of(page) == ["This has changed meanwhile. Look at it again."]
        assert ten_players.entries.get(number=9).withdrawn_after is None

    def test_an_action_on_nobody_is_refused(self, director_client, round_started):
        page = self.post_carry_out(director_client, "remove", 1, 2)
        assert messages_of(page) == ["There is nobody left to do this to."]
        assert round_started.entries.count() == 10

    def test_an_invalid_selection_is_a_form_error(self, director_client, ten_players):
        for data, fields in [
            ({}, ["action", "number"]),
            ({"action": "withdraw"}, ["number"]),
            ({"action": "sing", "number": ["1"]}, ["action"]),
            ({"action": "remove", "number": ["99"]}, ["number"]),
            ({"action": "remove", "number": ["x", "1"]}, ["number"]),
            ({"action": "remove", "number": ["9" * 40]}, ["number"]),
        ]:
            for step in STEPS:
                response = director_client.post(f"{DESK}several/{step}/", data)
                assert sorted(response.context["form"].errors) == fields, (step, data)
        assert ten_players.entries.count() == 10

    def test_a_clerk_can_only_check_in(self, clerk_client, ten_players):
        for step, action in product(STEPS, ["withdraw", "remove"]):
            data = {"action": action, "number": ["1"], "version_token": ""}
            response = clerk_client.post(f"{DESK}several/{step}/", data)
            assert list(response.context["form"].errors) == ["action"], (step, action)
        assert not ten_players.log_entries.exists()


SERVICES = {
    "check-in": lambda entries: checkin.check_in(entries=entries, author=None, now=NOON),
    "withdraw": lambda entries: withdraw_entries(entries=entries, now=NOON),
    "remove": lambda entries: remove_entries(entries=entries, now=NOON),
}


@pytest.mark.parametrize(("action", "queries"), [("check-in", 6), ("withdraw", 7), ("remove", 26)])
@pytest.mark.parametrize("players", [2, 20])
def test_actions_take_the_same_number_of_queries_for_any_number(
    ten_players, action, queries, players, django_assert_num_queries
):
    rows = [NewEntry(f"Ander {n}") for n in range(players)]
    entries = enter_many(tournament=ten_players, rows=rows)
    with django_assert_num_queries(queries):
        SERVICES[action](entries)
