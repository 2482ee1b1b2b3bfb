"""Several players at once: shown first, done to all of them, undone as one."""

import pytest

from tests.players.conftest import DESK, ENGLISH, NOON, came, text, told
from wk.players.checkin import services as checkin
from wk.players.services import NewEntry, enter_many, remove_entries, withdraw, withdraw_entries


class TestSeveral:
    def preview(self, client, action, *numbers):
        data = {"action": action, "number": numbers}
        return client.post(f"{DESK}several/preview/", data, headers=ENGLISH)

    def carry(self, client, action, *numbers):
        token = self.preview(client, action, *numbers).context["planned"].version_token
        data = {"action": action, "number": numbers, "version_token": token}
        return client.post(f"{DESK}several/do/", data, headers=ENGLISH, follow=True)

    def test_who_is_missing_is_ticked(self, director_client, morning):
        came(morning, *range(1, 8))
        assert director_client.get(f"{DESK}several/").context["ticked"] == {8, 9, 10}

    def test_what_will_happen_is_shown_by_name_and_nothing_is_done(self, director_client, begun):
        withdraw(entry=begun.entries.get(number=9))
        lines = self.preview(director_client, "withdraw", 8, 9).context["planned"].lines
        assert [(line.entry.number, line.is_done, line.note) for line in lines] == [
            (
                8,
                True,
                "keeps what was won up to round 1; has a seat in round 2: draw it again, or let"
                " somebody take the seat over",
            ),
            (9, False, "has left already"),
        ]
        assert begun.entries.get(number=8).withdrawn_after is None

    def test_who_is_not_there_does_not_take_part(self, director_client, morning):
        page = text(self.carry(director_client, "withdraw", 8, 9, 10))
        assert "3 players do not take part: 8 Els de Boer, 9 Femke Vos, 10 Gijs Prins." in page
        assert [e.number for e in morning.entries.filter(withdrawn_after=0)] == [8, 9, 10]
        director_client.post(f"/t/wk-zaal/log/{morning.log_entries.get().pk}/undo/")
        assert not morning.entries.filter(withdrawn_after=0).exists()

    def test_off_the_list_and_back(self, director_client, morning):
        self.carry(director_client, "remove", 8, 9)
        assert morning.entries.count() == 8
        director_client.post(f"/t/wk-zaal/log/{morning.log_entries.get().pk}/undo/")
        assert [e.name for e in morning.entries.filter(number__in=[8, 9])] == [
            "Els de Boer",
            "Femke Vos",
        ]

    def test_all_checked_in_and_that_undone(self, clerk_client, clerk, morning):
        came(morning, 1)
        page = self.carry(clerk_client, "check-in", 1, 2, 3)
        assert "2 players are here: 2 Jan Kok, 3 Jan Kokkelink." in text(page)
        change = morning.log_entries.get(author=clerk)
        assert (page.context["log_entry"], page.context["can_undo"]) == (change, True)
        assert [e.number for e in morning.entries.exclude(checked_in_at=None)] == [1, 2, 3]
        assert morning.entries.get(number=1).checked_in_at == NOON
        at_desk = {"at_desk": "on"}
        page = clerk_client.post(f"/t/wk-zaal/log/{change.pk}/undo/", at_desk, follow=True)
        assert page.redirect_chain == [(DESK, 302)]
        assert [e.number for e in morning.entries.exclude(checked_in_at=None)] == [1]

    def test_what_changed_since_is_shown_again(self, director_client, morning):
        token = self.preview(director_client, "withdraw", 8, 9).context["planned"].version_token
        withdraw(entry=morning.entries.get(number=8))
        data = {"action": "withdraw", "number": [8, 9], "version_token": token}
        page = director_client.post(f"{DESK}several/do/", data, headers=ENGLISH)
        assert told(page) == ["This has changed meanwhile. Look at it again."]
        assert morning.entries.get(number=9).withdrawn_after is None

    def test_to_nobody_nothing_is_done(self, director_client, begun):
        page = self.carry(director_client, "remove", 1, 2)
        assert told(page) == ["There is nobody left to do this to."]
        assert begun.entries.count() == 10

    @pytest.mark.parametrize("step", ["preview", "do"])
    @pytest.mark.parametrize(
        "data",
        [
            {},
            {"action": "withdraw"},
            {"action": "sing", "number": ["1"]},
            {"action": "remove", "number": ["99"]},
            {"action": "remove", "number": ["x", "1"]},
            {"action": "remove", "number": ["9" * 40]},
        ],
    )
    def test_what_makes_no_sense_is_asked_again(self, director_client, morning, step, data):
        response = director_client.post(f"{DESK}several/{step}/", data)
        assert response.context["form"].errors
        assert morning.entries.count() == 10

    @pytest.mark.parametrize("action", ["withdraw", "remove"])
    @pytest.mark.parametrize("step", ["preview", "do"])
    def test_a_clerk_only_lets_people_in(self, clerk_client, morning, action, step):
        data = {"action": action, "number": ["1"], "version_token": ""}
        response = clerk_client.post(f"{DESK}several/{step}/", data)
        assert list(response.context["form"].errors) == ["action"]
        assert not morning.log_entries.exists()


VERBS = {
    "check-in": lambda entries: checkin.check_in(entries=entries, author=None, now=NOON),
    "withdraw": lambda entries: withdraw_entries(entries=entries, now=NOON),
    "remove": lambda entries: remove_entries(entries=entries, now=NOON),
}


@pytest.mark.parametrize(("action", "queries"), [("check-in", 6), ("withdraw", 7), ("remove", 19)])
@pytest.mark.parametrize("players", [2, 60])
def test_as_few_queries_for_two_as_for_many(
    morning, action, queries, players, django_assert_num_queries
):
    rows = [NewEntry(f"Ander {n}") for n in range(players)]
    entries = enter_many(tournament=morning, rows=rows)
    with django_assert_num_queries(queries):
        VERBS[action](entries)
