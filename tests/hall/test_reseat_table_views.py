"""The page on which it is put right that somebody sat at another table: working, denied, invalid,
wrong method; and what clerks see of it."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.hall.reseats import at
from tests.played import played
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Change, Round, Seat, Table
from wk.tournament.moves import mark, seating

pytestmark = pytest.mark.slow

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def page():
    return reverse("hall:join", args=["wk-test", 1])


def asked(round, **more):
    return {"player": 3, "table": 2, "seen": mark(seating(round))} | more


def said(response):
    return [(message.level_tag, str(message)) for message in response.context["messages"]]


def test_it_is_the_directors_alone(client, clerk_client, round, page):
    before = at(round)
    assert clerk_client.post(page, asked(round)).status_code == 403
    assert client.post(page, asked(round)).status_code == 302
    assert clerk_client.get(page).status_code == 403
    assert at(round) == before


def test_it_is_asked_and_sent_and_nothing_else(director_client, round, page):
    assert director_client.get(page).status_code == 200
    assert director_client.delete(page).status_code == 405
    assert director_client.put(page).status_code == 405


def test_only_who_can_be_spared_and_only_where_there_is_room(director_client, round, page):
    form = director_client.get(page).context["form"]
    assert [value for value, _words in form.fields["player"].choices] == ["", 1, 2, 3, 4, 5]
    assert [value for value, _words in form.fields["table"].choices] == ["", 2]


def test_the_page_of_a_wrong_seating_leads_to_it(director_client, round, page):
    reseat = reverse("hall:reseat", args=["wk-test", 1])
    assert page in director_client.get(reseat).content.decode()
    Seat.objects.filter(entry__number=9).delete()  # and then there are five and three
    Seat.objects.filter(entry__number=5).delete()
    assert page not in director_client.get(reseat).content.decode()
    text = director_client.get(page, headers=ENGLISH).content.decode()
    assert "There is no such table in this round" in text


def test_what_it_does_is_shown_and_nothing_changes(director_client, round, page, clerk):
    table = Table.objects.get(number=1)
    hand_in(table=table, paper=Paper(played(table), clerk, timezone.now()))
    before = at(round)
    response = director_client.get(page, asked(round), headers=ENGLISH)
    text = response.content.decode()
    moves = [(move.entry.number, move.come) for move in response.context["effect"].moves]
    assert moves == [(3, (2, 5)), (4, (1, 3)), (5, (1, 4))]
    assert "Table 1: its form counts." in text
    assert "Table 2: nothing is written yet." in text
    assert "A form that was handed in counts no more" in text
    assert "Seat Cor at table 2" in text
    assert (at(round), Version.objects.get().is_counted) == (before, True)


def test_it_is_done_and_undone(client, director_client, round, page):
    before = at(round)
    done = director_client.post(page, asked(round, reason="rumoer"), follow=True, headers=ENGLISH)
    assert said(done) == [("success", "3 Cor sits at table 2 now.")]
    assert at(round) == before | {3: (2, 5), 4: (1, 3), 5: (1, 4)}
    change = Change.objects.get(kind="seated")
    assert change.reason == "rumoer"
    undo = reverse("hall:undo_reseat", args=["wk-test", 1, change.pk])
    assert undo in done.content.decode()
    shown = client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert "Somebody sat as one more at another table." in shown
    back = director_client.post(undo, follow=True, headers=ENGLISH)
    assert [tag for tag, _text in said(back)] == ["success"]
    assert at(round) == before


@pytest.mark.parametrize(
    "data",
    [
        {"player": ""},
        {"player": "6"},
        {"player": "77"},
        {"player": "x\0"},
        {"table": "1"},
        {"table": "3"},
        {"table": str(10**40)},
    ],
)
def test_what_makes_no_sense_changes_nothing(director_client, round, page, data):
    before = at(round)
    looked = director_client.get(page, asked(round, **data), headers=ENGLISH)
    assert (looked.status_code, "effect" in looked.context) == (200, False)
    done = director_client.post(page, asked(round, **data), headers=ENGLISH)
    assert [tag for tag, _text in said(done)] == ["error"]
    assert at(round) == before


@pytest.mark.parametrize("seen", ["", "x", "0" * 16])
def test_only_what_was_shown_is_done(director_client, round, page, seen):
    before = at(round)
    done = director_client.post(page, asked(round, seen=seen), headers=ENGLISH)
    assert [tag for tag, _text in said(done)] == ["error"]
    assert done.context["effect"].moves[0].entry.number == 3
    assert at(round) == before


def test_a_table_of_which_all_others_depend_is_told(director_client, round, page, tournament):
    tournament.game = "zaanse-boerenbridge"
    tournament.save()
    data = asked(round, player=6, table=1)
    for response in (
        director_client.get(page, data, headers=ENGLISH),
        director_client.post(page, data, headers=ENGLISH),
    ):
        assert "effect" not in response.context
        assert response.context["form"].errors == {
            "table": ["All tables of this round would play other deals then."]
        }


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.FIXED, Round.State.FINAL])
def test_only_in_a_round_that_goes_on(director_client, round, page, state):
    data = asked(round)
    Round.objects.update(state=state)
    for response in (
        director_client.get(page, follow=True),
        director_client.post(page, data, follow=True),
    ):
        assert [tag for tag, _text in said(response)] == ["error"]
    assert Change.objects.filter(kind="seated").count() == 0


def test_who_has_the_old_columns_before_him_gets_the_new(
    clerk_client, director_client, round, page, clerk
):
    table = Table.objects.get(number=1)
    url = reverse("scoreforms:enter", args=["wk-test", 1, 1])
    cells = round.rules.to_cells(played(table))
    old = cells | {"players": "1 2 3 4 5", "expected_version": 0, "expected_draft": 0}
    kept = reverse("scoreforms:draft", args=["wk-test", 1, 1])
    assert clerk_client.post(kept, old).status_code == 200
    director_client.post(page, asked(round))
    draft = Draft.objects.get()
    told = clerk_client.post(kept, old | {"expected_draft": 1})
    assert (told.status_code, told.json()["is_carried"], told.json()["revision"]) == (409, True, 1)
    assert told.json()["cells"] == round.rules.to_cells(draft.content)
    checked = clerk_client.post(reverse("scoreforms:check", args=["wk-test", 1, 1]), old)
    assert (checked.status_code, checked.content) == (204, b"")
    handed = clerk_client.post(url, old | {"action": "count"}, follow=True, headers=ENGLISH)
    assert said(handed) == [
        ("error", "Other players sit at this table now. What was kept stands here for them.")
    ]
    assert handed.context["players"] == "1 2 4 5"
    assert handed.context["sheet"].entries[2].number == 4
    draft.refresh_from_db()
    assert (draft.revision, Version.objects.count()) == (1, 0)


def test_who_looks_back_sees_the_names_of_then(clerk_client, director_client, round, page, clerk):
    table = Table.objects.get(number=1)
    hand_in(table=table, paper=Paper(played(table), clerk, timezone.now()))
    director_client.post(page, asked(round))
    hand_in(table=table, paper=Paper(played(table), clerk, timezone.now()))
    url = reverse("scoreforms:history", args=["wk-test", 1, 1])
    names = []
    for version in (1, 2):
        response = director_client.get(url, {"version": version, "with": 3 - version})
        names.append([entry.number for entry in response.context["sheet"].entries])
        assert "beside" not in response.context
        assert "restore" not in response.context
    assert names == [[1, 2, 3, 4, 5], [1, 2, 4, 5]]
    assert (
        "names are those of then"
        in director_client.get(url, {"version": 1}, headers=ENGLISH).content.decode()
    )
