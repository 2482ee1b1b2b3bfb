"""The page on which a wrong seating is put right: working, denied, invalid, wrong method."""

from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Change, Round, Table, Tournament
from wk.tournament.moves import mark, seating

pytestmark = pytest.mark.slow

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def page():
    return reverse("hall:reseat", args=["wk-test", 1])


def undo_url(key):
    return reverse("hall:undo_reseat", args=["wk-test", 1, key])


def at(round):
    return {entry.number: place for entry, place in seating(round).items()}


def asked(round, **more):
    return {"first": 2, "second": 8, "how": "names", "seen": mark(seating(round))} | more


def said(response):
    return [(message.level_tag, str(message)) for message in response.context["messages"]]


def test_it_is_the_directors_alone(client, clerk_client, round, page):
    before = at(round)
    for url in (page, undo_url(1)):
        assert clerk_client.post(url, asked(round)).status_code == 403
        assert client.post(url, asked(round)).status_code == 302
    assert clerk_client.get(page).status_code == 403
    assert at(round) == before


def test_undoing_is_not_following_a_link(director_client, round, page):
    assert director_client.get(undo_url(1)).status_code == 405
    assert director_client.delete(page).status_code == 405


def test_what_it_does_is_shown_and_nothing_changes(director_client, round, page):
    before = at(round)
    response = director_client.get(page, asked(round), headers=ENGLISH)
    moves = [(move.entry.number, move.come) for move in response.context["effect"].moves]
    assert moves == [(2, (2, 3)), (8, (1, 2))]
    assert "Change the names over" in response.content.decode()
    assert (at(round), Change.objects.filter(kind="seated").count()) == (before, 0)


def test_to_their_own_places_says_that_nothing_changes(director_client, round, page):
    response = director_client.get(page, asked(round, how="own"), headers=ENGLISH)
    assert "Nothing changes but the log" in response.content.decode()


def test_it_is_done_and_undone(director_client, round, page):
    before = at(round)
    done = director_client.post(page, asked(round, reason="rumoer"), follow=True, headers=ENGLISH)
    assert said(done) == [
        ("success", "The names of 2 Bram and 8 Hans have changed over on the forms.")
    ]
    assert at(round) == before | {2: (2, 3), 8: (1, 2)}
    change = Change.objects.get(kind="seated")
    assert change.reason == "rumoer"
    shown = done.content.decode()
    assert "rumoer" in shown
    assert undo_url(change.pk) in shown
    back = director_client.post(undo_url(change.pk), follow=True, headers=ENGLISH)
    assert [tag for tag, _text in said(back)] == ["success"]
    assert at(round) == before
    again = director_client.post(undo_url(change.pk), follow=True, headers=ENGLISH)
    assert said(again) == [("error", "This has been undone already.")]


def test_it_is_only_noted(director_client, round, page):
    before = at(round)
    done = director_client.post(page, asked(round, how="own"), follow=True, headers=ENGLISH)
    assert said(done) == [("success", "2 Bram and 8 Hans go to their own places. It is noted.")]
    assert at(round) == before


def test_the_preview_tells_what_becomes_of_forms_and_standings(director_client, round, page, clerk):
    table = Table.objects.get(number=1)
    document = table.round.rules.practice(5, Random(1))
    hand_in(table=table, paper=Paper(document, clerk, timezone.now()))
    response = director_client.get(page, asked(round), headers=ENGLISH)
    text = response.content.decode()
    assert "Table 1: its form counts." in text
    assert "Table 2: nothing is written yet." in text
    assert [shift.entry.number for shift in response.context["effect"].shifts] == [2, 8]


def test_who_has_chosen_two_is_asked_in_whose_place_the_second_sat(director_client, round, page):
    response = director_client.get(page, asked(round), headers=ENGLISH)
    (field,) = response.context["form"].asked_on
    assert field.label == "In whose place did 8 Hans sit?"
    assert next(iter(field.field.choices)) == ("", "in that of 2 Bram")


def test_more_than_two_are_asked_on_and_shown(director_client, round, page):
    before = at(round)
    response = director_client.get(page, asked(round, then_1=4), headers=ENGLISH)
    assert [field.label for field in response.context["form"].asked_on] == [
        "In whose place did 8 Hans sit?",
        "In whose place did 4 Dirk sit?",
    ]
    moves = [(move.entry.number, move.come) for move in response.context["effect"].moves]
    assert moves == [(2, (2, 3)), (8, (1, 4)), (4, (1, 2))]
    assert '<input type="hidden" name="then_1" value="4">' in response.content.decode()
    assert at(round) == before


@pytest.mark.parametrize(
    ("how", "words", "sits"),
    [
        (
            "names",
            "The names of 2 Bram, 8 Hans and 4 Dirk have changed over on the forms.",
            {2: (2, 3), 8: (1, 4), 4: (1, 2)},
        ),
        ("own", "2 Bram, 8 Hans and 4 Dirk go to their own places. It is noted.", {}),
    ],
)
def test_more_than_two_are_put_right_and_back(director_client, round, page, how, words, sits):
    before, data = at(round), asked(round, then_1=4, then_2="", how=how)
    done = director_client.post(page, data, follow=True, headers=ENGLISH)
    assert (said(done), at(round)) == ([("success", words)], before | sits)
    change = Change.objects.get(kind="seated")
    director_client.post(undo_url(change.pk))
    assert at(round) == before


def test_the_first_once_more_at_the_end_ends_it(director_client, round, page):
    before = at(round)
    director_client.post(page, asked(round, then_1=2))
    assert at(round) == before | {2: (2, 3), 8: (1, 2)}


def test_who_stands_there_already_is_told_at_his_field(director_client, round, page):
    data = asked(round, then_1=4, then_2=8)
    form = director_client.get(page, data, headers=ENGLISH).context["form"]
    assert form.errors == {"then_2": ["Choose another player: 8 Hans stands here already."]}


def test_whom_partners_cannot_follow_is_told(director_client, round, page):
    Tournament.objects.update(game="rubber-bridge", options={"partners": "fixed"})
    data = asked(round, first=6, second=8, then_1=7)
    for response in (
        director_client.get(page, data, headers=ENGLISH),
        director_client.post(page, data, headers=ENGLISH),
    ):
        assert "effect" not in response.context
        assert response.context["form"].errors == {
            "second": ["This would part partners who stay together."]
        }


WRONG = [
    {"first": ""},
    {"first": "2", "second": "2"},
    {"second": "77"},
    {"second": str(10**40)},
    {"how": "anders"},
    {"first": "x\0"},
    {"then_1": "8"},
    {"then_1": "4", "then_2": "4"},
    {"then_1": "77"},
    {"then_1": "4", "then_2": "x\0"},
]


@pytest.mark.slow
@pytest.mark.parametrize("data", WRONG)
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
    assert [move.entry.number for move in done.context["effect"].moves] == [2, 8]
    assert at(round) == before


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (Round.State.DRAWN, "This round has not started yet."),
        (Round.State.FIXED, "This round has not started yet."),
        (Round.State.FINAL, "Round 1 is final. Only when the director reopens it, it can change."),
    ],
)
def test_only_in_a_round_that_goes_on(director_client, round, page, state, why):
    data = asked(round)
    Round.objects.update(state=state)
    for response in (
        director_client.get(page, follow=True, headers=ENGLISH),
        director_client.post(page, data, follow=True, headers=ENGLISH),
    ):
        assert said(response) == [("error", why)]
    assert "/reseat/" not in response.content.decode()


def test_the_page_of_a_round_leads_to_it(client, director_client, round, page):
    url = reverse("tournament:round", args=["wk-test", 1])
    assert page in director_client.get(url).content.decode()
    assert page not in client.get(url).content.decode()


@pytest.mark.parametrize("key", [99, 10**30])
def test_what_is_not_there_is_not_undone(director_client, round, key):
    assert director_client.post(undo_url(key)).status_code == 404


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        ("names", "The names changed over on the forms."),
        ("own", "The players went to their own places."),
    ],
)
def test_everyone_sees_that_it_was_put_right(client, director_client, round, page, how, shown):
    director_client.post(page, asked(round, how=how))
    url = reverse("tournament:round", args=["wk-test", 1])
    text = client.get(url, headers=ENGLISH).content.decode()
    assert shown in text
    assert "<b>2 Bram</b>" in text
    assert "/undo/" not in text
