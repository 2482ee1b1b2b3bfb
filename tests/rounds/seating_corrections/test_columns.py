"""What stands on a page, or is brought back, that was written when others sat at the table: it goes
to the columns of those who sit there now, and counts for nothing."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.archive.days import put_back
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    NAMES,
    NOW,
    at,
    entry,
    hall_of,
    join,
    put_right,
    table,
)
from wk.archive.queries import archive_of
from wk.scoreforms.drafts import SeatsChanged, save_draft
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry

ENGLISH = {"accept-language": "en"}
TOLD = ("error", "Other players sit at this table now. What was kept stands here for them.")


def address(name, number):
    return reverse(f"scoreforms:{name}", args=["wk-test", 1, number])


def page_of(number, document, **more):
    """What a page sends on which the form of a table says this."""
    place = table(number)
    seats = place.seats.select_related("entry").order_by("number")
    columns = {
        "players": " ".join(str(seat.entry.number) for seat in seats),
        "seat_keys": " ".join(str(seat.pk) for seat in seats),
    }
    mode = "totals" if "totals" in document else "deals"
    cells = place.round.rules.to_cells(document)
    return cells | columns | {"expected_version": 0, "expected_draft": 0, "mode": mode} | more


def messages(response):
    return [(message.level_tag, str(message)) for message in response.context["messages"]]


def without(column, document):
    """A form of deals without one of its columns, from 0; the dealer sat before it."""
    deals = [
        {name: [*values[:column], *values[column + 1 :]] for name, values in deal.items()}
        for deal in document["deals"]
    ]
    return document | {"deals": deals}


@pytest.fixture
def round(db):
    """Three tables, of 1 to 5, 6 to 9 and 10 to 14."""
    return hall_of(5, 4, 5)


@pytest.fixture
def document(round):
    return played(table(1)) | {"first_dealer": 1}


@pytest.fixture(params=[True, False], ids=["seats", "numbers"])
def page(request, document):
    """A page of table 1, as this program makes it or as one of before did."""
    sent = page_of(1, document)
    return sent if request.param else {**sent, "seat_keys": ""}


# Who went from table 1 to which table, and who came in his place since.
MOVES = [((3, 2),), ((3, 2), (12, 1)), ((5, 2), (12, 1))]


@pytest.mark.parametrize("moves", MOVES)
def test_a_page_of_others_is_kept_for_who_sits_there(
    round, director, clerk, clerk_client, document, page, moves
):
    for move in moves:
        join(round, *move, director)
    told = clerk_client.post(address("draft", 1), page, headers=ENGLISH)
    assert (told.status_code, told.json()["is_carried"]) == (409, True)
    assert told.json()["message"] == (
        "Other players sit at this table now. What you typed is kept, in their columns."
    )
    draft = Draft.objects.get()
    assert (draft.author, draft.revision, told.json()["revision"]) == (clerk, 1, 1)
    assert told.json()["cells"] == round.rules.to_cells(draft.content)
    assert draft.content == without(moves[0][0] - 1, document)


@pytest.mark.parametrize("action", ["count", "draft"])
def test_a_page_without_a_script_is_kept_for_who_sits_there_too(
    round, director, clerk_client, document, page, action
):
    join(round, 3, 2, director)
    url = address("enter", 1)
    done = clerk_client.post(url, page | {"action": action}, follow=True, headers=ENGLISH)
    assert messages(done) == [TOLD]
    assert done.redirect_chain == [(url, 302)]
    assert Draft.objects.get().content == without(2, document)
    assert Version.objects.count() == 0
    assert done.context["players"] == "1 2 4 5"


def test_throwing_a_draft_away_tells_nothing_of_who_sits_there(
    round, director, clerk, clerk_client, document
):
    save_draft(table=table(1), document=document, author=clerk, now=NOW)
    page = page_of(1, document) | {"expected_draft": 1, "action": "drop"}
    join(round, 3, 2, director)
    shown = clerk_client.post(address("enter", 1), page, headers=ENGLISH, follow=True)
    assert messages(shown) == []
    assert Draft.objects.count() == 0


def test_a_form_of_totals_goes_to_the_columns_of_who_sits_there(round, director, clerk_client):
    page = page_of(1, {"totals": [1, 2, 3, 4, 5]})
    join(round, 3, 2, director)
    assert clerk_client.post(address("draft", 1), page).status_code == 409
    assert Draft.objects.get().content == {"totals": [1, 2, 4, 5]}


def test_totals_on_the_paper_go_to_the_columns_of_who_sits_there(
    round, director, clerk_client, document
):
    page = page_of(1, document) | {f"written.{seat}": f"−{seat}" for seat in range(5)}
    join(round, 3, 2, director)
    assert clerk_client.post(address("draft", 1), page).status_code == 409
    assert Draft.objects.get().paper_totals == [0, -1, -3, -4]


def test_a_newer_draft_is_a_conflict_and_both_forms_are_shown(
    round, director, clerk, clerk_client, document
):
    page = page_of(1, document)
    join(round, 3, 2, director)
    save_draft(table=table(1), document={"first_dealer": 4}, author=clerk, now=NOW)
    told = clerk_client.post(address("draft", 1), page)
    assert (told.status_code, told.json()["is_carried"]) == (409, False)
    assert told.json()["cells"] == {"first_dealer": "4"}
    shown = clerk_client.post(address("enter", 1), page | {"action": "count"}, headers=ENGLISH)
    elsewhere = ("error", "This form was typed on in another window meanwhile.")
    assert messages(shown) == [TOLD, elsewhere]
    assert shown.context["differences"][0].mine == "1"
    assert [row.number for row in shown.context["sheet"].entries] == [1, 2, 4, 5]
    assert Draft.objects.get().content == {"first_dealer": 4}


def test_a_value_that_cannot_be_stored_stays_on_the_page(round, director, clerk_client, document):
    page = page_of(1, document) | {"deals.0.bids.4": "x" * 200}
    join(round, 3, 2, director)
    shown = clerk_client.post(address("enter", 1), page | {"action": "count"})
    assert shown.status_code == 200
    assert shown.context["form"]["deals.0.bids.3"].value() == "x" * 200
    assert clerk_client.post(address("draft", 1), page).status_code == 422
    assert Draft.objects.count() == 0


def test_a_form_keeps_its_columns_where_two_names_changed_over(
    round, director, clerk_client, document
):
    page = page_of(1, document)
    put_right(round, 5, 12, author=director, how=NAMES)
    assert clerk_client.post(address("draft", 1), page).status_code == 200
    assert Draft.objects.get().content == document


def test_a_draft_is_not_kept_for_others_where_somebody_joins_just_then(
    round, director, clerk, document
):
    seats = list(table(1).seats.order_by("number").values_list("pk", flat=True))
    asked = {"table": table(1), "document": document, "author": clerk, "now": NOW}
    join(round, 3, 2, director)
    with pytest.raises(SeatsChanged):
        save_draft(**asked, seats=seats)
    assert Draft.objects.count() == 0


NONSENSE = [
    {"players": "1 2"},
    {"players": " ".join(map(str, range(1, 30)))},
    {"players": "x"},
    {"seat_keys": "9" * 16},
    {"seat_keys": "x"},
    {"seat_keys": "1 1 1 1 1 1 1 1 1 1 1"},
]


def test_a_page_that_makes_no_sense_is_refused(round, clerk_client, document):
    for columns in NONSENSE:
        page = page_of(1, document) | columns
        assert clerk_client.post(address("draft", 1), page).status_code == 422
        assert clerk_client.post(address("check", 1), page).status_code == 200
    shown = clerk_client.post(address("enter", 1), page | {"action": "count"})
    assert (shown.status_code, Draft.objects.count(), Version.objects.count()) == (200, 0, 0)


def numbers(response):
    return [each.number for each in response.context["sheet"].entries]


def test_a_version_from_before_is_brought_back_as_a_draft(
    round, director, clerk, director_client, document
):
    paper = Submission(document, clerk, NOW, paper_totals=[1, 2, 3, 4, 5])
    hand_in(table=table(1), submission=paper, confirmed_token=sure_of(document))
    for move in ((3, 2), (12, 1)):
        join(round, *move, director)
    hand_in(table=table(1), submission=Submission(played(table(1), 3), clerk, NOW))
    results = list(Result.objects.values())
    looked = director_client.get(address("history", 1), {"version": 1}, headers=ENGLISH)
    assert numbers(looked) == [1, 2, 3, 4, 5]
    assert "Bring back as a draft" in looked.content.decode()
    asked = {"version": 1, "expected_version": 2, "reason": "x"}
    for _twice in range(2):
        done = director_client.post(address("restore", 1), asked, follow=True, headers=ENGLISH)
        assert messages(done) == [("success", "Version 1 stands here as your draft.")]
    draft = Draft.objects.get(author=director)
    assert (draft.content, draft.paper_totals) == (without(2, document), [1, 2, 4, 5, None])
    assert [version.number for version in Version.objects.filter(is_counted=True)] == [2]
    assert list(Result.objects.values()) == results


def sure_of(document):
    return plausibility_token(plausibility_problems(table(1), document, [1, 2, 3, 4, 5]))


def test_a_draft_of_the_director_is_not_lost_by_bringing_a_version_back(
    round, director, clerk, director_client, document
):
    count_form_of(table(1), clerk)
    join(round, 3, 2, director)
    own = {"first_dealer": 2}
    save_draft(table=table(1), document=own, author=director, now=NOW)
    done = director_client.post(address("restore", 1), {"version": 1}, follow=True, headers=ENGLISH)
    assert messages(done) == [
        ("error", "You have a draft of this form: hand it in or throw it away first.")
    ]
    assert Draft.objects.get(author=director).content == own


def test_only_the_director_brings_a_version_back(round, director, clerk, clerk_client, document):
    count_form_of(table(1), clerk)
    join(round, 3, 2, director)
    looked = clerk_client.get(address("history", 1), headers=ENGLISH)
    assert "Bring back" not in looked.content.decode()
    assert clerk_client.post(address("restore", 1), {"version": 1}).status_code == 403


def test_a_version_that_the_director_may_not_see_yet_is_not_brought_back(
    round, director, clerk, director_client, document
):
    round.tournament.second_check, round.tournament.check_method = "every", "blind"
    round.tournament.save()
    count_form_of(table(1), clerk)
    join(round, 3, 2, director)
    Draft.objects.all().delete()
    hand_in(table=table(1), submission=Submission(played(table(1), 3), clerk, NOW))
    assert director_client.post(address("restore", 1), {"version": 1}).status_code == 404
    assert Draft.objects.count() == 0


def test_a_version_from_before_an_archive_is_of_who_sat_there_then(
    round, director, clerk, director_client
):
    before = archive_of(round.tournament)
    join(round, 3, 2, director)
    hand_in(table=table(1), submission=Submission(played(table(1)), clerk, NOW))
    put_back(before, director, now=LATER)
    assert [n for n, place in at(round).items() if place[0] == 1] == [1, 2, 3, 4, 5]
    looked = director_client.get(address("history", 1))
    assert (numbers(looked), "restore" in looked.context) == ([1, 2, 4, 5], False)


def test_an_archive_of_others_with_the_same_form_makes_a_version_of_theirs(
    round, director, clerk, document
):
    count_form_of(table(1), clerk)
    now = archive_of(round.tournament)
    (played_round,) = now.rounds
    first, *others = played_round.tables
    other = replace(first, seats=(first.seats[1], first.seats[0], *first.seats[2:]))
    there = replace(now, rounds=(replace(played_round, tables=(other, *others)),))
    put_back(there, director, now=LATER)
    keys = [entry(number).pk for number in (2, 1, 3, 4, 5)]
    assert Version.objects.get(is_counted=True).players == keys


def test_a_version_keeps_the_name_of_who_is_off_the_list_since(
    round, director, clerk, director_client, document
):
    count_form_of(table(1), clerk)
    join(round, 3, 2, director)
    now = archive_of(round.tournament)
    other = replace(now.players[2], name="Heel Anders", number=33)
    players = (*(player for player in now.players if player.number != 3), other)
    (there,) = now.rounds
    seated = [
        replace(each, seats=tuple(33 if n == 3 else n for n in each.seats)) for each in there.tables
    ]
    archive = replace(now, players=players, rounds=(replace(there, tables=tuple(seated)),))
    put_back(archive, director, now=LATER)
    assert not Entry.objects.filter(number=3).exists()
    looked = director_client.get(address("history", 1), {"version": 1})
    assert [each.name for each in looked.context["sheet"].entries] == [
        f"Speler {letter}" for letter in "ABCDE"
    ]
