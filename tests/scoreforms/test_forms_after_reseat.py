"""Drafts and versions that were typed for other players than those at the table now: their columns
move to the players of now, and they do not count."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.archive.restore_days import restore
from tests.markup import messages_with_level
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of, places_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    NAMES,
    NOW,
    correct_swap,
    correct_table,
    entry_numbered,
    make_round,
    table_numbered,
)
from tests.scoreforms.started_rounds import shorten
from wk.archive.queries import archive_of
from wk.scoreforms.drafts import SeatsChanged, save_draft
from wk.scoreforms.entry.plausibility import plausibility_problems, plausibility_token
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Entry, Round

ENGLISH = {"accept-language": "en"}
TOLD = ("error", "Other players sit at this table now. What was kept stands here for them.")


def form_url(name, number):
    return reverse(f"scoreforms:{name}", args=["wk-test", 1, number])


def page_data(number, document, **more):
    """Return the POST data of an entry page with this document."""
    place = table_numbered(number)
    seats = place.seats.select_related("entry").order_by("number")
    columns = {
        "players": " ".join(str(seat.entry.number) for seat in seats),
        "seat_keys": " ".join(str(seat.pk) for seat in seats),
    }
    mode = "totals" if "totals" in document else "deals"
    cells = place.round.rules.to_cells(document)
    return cells | columns | {"expected_version": 0, "expected_draft": 0, "mode": mode} | more


def without_column(column, document):
    """Return a form of deals without one column, counted from 0, after that of the dealer."""
    deals = [
        {name: [*values[:column], *values[column + 1 :]] for name, values in deal.items()}
        for deal in document["deals"]
    ]
    return document | {"deals": deals}


@pytest.fixture
def round(db):
    """A round of two deals with three tables: players 1 to 5, 6 to 9 and 10 to 14."""
    made = make_round(5, 4, 5)
    shorten(made.tournament)
    return Round.objects.get()


@pytest.fixture
def document(round):
    return played(table_numbered(1)) | {"first_dealer": 1}


@pytest.fixture(params=[True, False], ids=["seats", "numbers"])
def page(request, document):
    """A page of table 1, as this program makes it or as one of before did."""
    sent = page_data(1, document)
    return sent if request.param else {**sent, "seat_keys": ""}


# The player who left table 1 and his new table, then the player who took his seat.
MOVES = [((3, 2),), ((3, 2), (12, 1)), ((5, 2), (12, 1))]


@pytest.mark.parametrize("moves", MOVES)
def test_a_draft_for_former_players_moves_to_the_columns_of_those_now(
    round, director, clerk, clerk_client, document, page, moves
):
    for move in moves:
        correct_table(round, *move, director)
    told = clerk_client.post(form_url("draft", 1), page, headers=ENGLISH)
    assert (told.status_code, told.json()["is_carried"]) == (409, True)
    assert told.json()["message"] == (
        "Other players sit at this table now. What you typed is kept, in their columns."
    )
    draft = Draft.objects.get()
    assert (draft.author, draft.revision, told.json()["revision"]) == (clerk, 1, 1)
    assert told.json()["cells"] == round.rules.to_cells(draft.content)
    assert draft.content == without_column(moves[0][0] - 1, document)


@pytest.mark.parametrize("action", ["count", "draft"])
def test_a_form_handed_in_for_former_players_becomes_a_draft_of_those_now(
    round, director, clerk_client, document, page, action
):
    correct_table(round, 3, 2, director)
    url = form_url("enter", 1)
    done = clerk_client.post(url, page | {"action": action}, follow=True, headers=ENGLISH)
    assert messages_with_level(done) == [TOLD]
    assert done.redirect_chain == [(url, 302)]
    assert Draft.objects.get().content == without_column(2, document)
    assert Version.objects.count() == 0
    assert done.context["players"] == "1 2 4 5"


def test_dropping_a_draft_of_former_players_gives_no_message(
    round, director, clerk, clerk_client, document
):
    save_draft(table=table_numbered(1), document=document, author=clerk, now=NOW)
    page = page_data(1, document) | {"expected_draft": 1, "action": "drop"}
    correct_table(round, 3, 2, director)
    shown = clerk_client.post(form_url("enter", 1), page, headers=ENGLISH, follow=True)
    assert messages_with_level(shown) == []
    assert Draft.objects.count() == 0


def test_totals_move_to_the_columns_of_the_players_now(round, director, clerk_client):
    page = page_data(1, {"totals": [1, 2, 3, 4, 5]})
    correct_table(round, 3, 2, director)
    assert clerk_client.post(form_url("draft", 1), page).status_code == 409
    assert Draft.objects.get().content == {"totals": [1, 2, 4, 5]}


def test_paper_totals_move_to_the_columns_of_the_players_now(
    round, director, clerk_client, document
):
    page = page_data(1, document) | {f"written.{seat}": f"−{seat}" for seat in range(5)}
    correct_table(round, 3, 2, director)
    assert clerk_client.post(form_url("draft", 1), page).status_code == 409
    assert Draft.objects.get().paper_totals == [0, -1, -3, -4]


def test_a_newer_draft_is_a_conflict_that_shows_both_forms(
    round, director, clerk, clerk_client, document
):
    page = page_data(1, document)
    correct_table(round, 3, 2, director)
    save_draft(table=table_numbered(1), document={"first_dealer": 4}, author=clerk, now=NOW)
    told = clerk_client.post(form_url("draft", 1), page)
    assert (told.status_code, told.json()["is_carried"]) == (409, False)
    assert told.json()["cells"] == {"first_dealer": "4"}
    shown = clerk_client.post(form_url("enter", 1), page | {"action": "count"}, headers=ENGLISH)
    elsewhere = ("error", "This form was typed on in another window meanwhile.")
    assert messages_with_level(shown) == [TOLD, elsewhere]
    assert shown.context["differences"][0].mine == "1"
    assert [row.number for row in shown.context["sheet"].entries] == [1, 2, 4, 5]
    assert Draft.objects.get().content == {"first_dealer": 4}


def test_an_invalid_cell_stays_on_the_page_in_its_new_column(
    round, director, clerk_client, document
):
    page = page_data(1, document) | {"deals.0.bids.4": "x" * 200}
    correct_table(round, 3, 2, director)
    shown = clerk_client.post(form_url("enter", 1), page | {"action": "count"})
    assert shown.status_code == 200
    assert shown.context["form"]["deals.0.bids.3"].value() == "x" * 200
    assert clerk_client.post(form_url("draft", 1), page).status_code == 422
    assert Draft.objects.count() == 0


def test_a_draft_keeps_its_columns_after_names_changed_over(
    round, director, clerk_client, document
):
    page = page_data(1, document)
    correct_swap(round, 5, 12, author=director, how=NAMES)
    assert clerk_client.post(form_url("draft", 1), page).status_code == 200
    assert Draft.objects.get().content == document


def test_saving_a_draft_with_former_seats_is_refused(round, director, clerk, document):
    seats = list(table_numbered(1).seats.order_by("number").values_list("pk", flat=True))
    asked = {"table": table_numbered(1), "document": document, "author": clerk, "now": NOW}
    correct_table(round, 3, 2, director)
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


def test_invalid_players_and_seat_keys_are_refused(round, clerk_client, document):
    for columns in NONSENSE:
        page = page_data(1, document) | columns
        assert clerk_client.post(form_url("draft", 1), page).status_code == 422
        assert clerk_client.post(form_url("check", 1), page).status_code == 200
    shown = clerk_client.post(form_url("enter", 1), page | {"action": "count"})
    assert (shown.status_code, Draft.objects.count(), Version.objects.count()) == (200, 0, 0)


def numbers_on_sheet(response):
    return [each.number for each in response.context["sheet"].entries]


def test_a_version_of_former_players_is_restored_as_a_draft(
    round, director, clerk, director_client, document
):
    paper = Submission(document, clerk, NOW, paper_totals=[1, 2, 3, 4, 5])
    hand_in(table=table_numbered(1), submission=paper, confirmed_token=accepted_token(document))
    for move in ((3, 2), (12, 1)):
        correct_table(round, *move, director)
    hand_in(
        table=table_numbered(1), submission=Submission(played(table_numbered(1), 3), clerk, NOW)
    )
    results = list(Result.objects.values())
    looked = director_client.get(form_url("history", 1), {"version": 1}, headers=ENGLISH)
    assert numbers_on_sheet(looked) == [1, 2, 3, 4, 5]
    assert "Bring back as a draft" in looked.content.decode()
    asked = {"version": 1, "expected_version": 2, "reason": "x"}
    for _twice in range(2):
        done = director_client.post(form_url("restore", 1), asked, follow=True, headers=ENGLISH)
        assert messages_with_level(done) == [("success", "Version 1 stands here as your draft.")]
    draft = Draft.objects.get(author=director)
    assert (draft.content, draft.paper_totals) == (without_column(2, document), [1, 2, 4, 5, None])
    assert [version.number for version in Version.objects.filter(is_counted=True)] == [2]
    assert list(Result.objects.values()) == results


def accepted_token(document):
    return plausibility_token(plausibility_problems(table_numbered(1), document, [1, 2, 3, 4, 5]))


def test_restoring_a_version_is_refused_while_the_director_has_a_draft(
    round, director, clerk, director_client, document
):
    count_form_of(table_numbered(1), clerk)
    correct_table(round, 3, 2, director)
    own = {"first_dealer": 2}
    save_draft(table=table_numbered(1), document=own, author=director, now=NOW)
    done = director_client.post(
        form_url("restore", 1), {"version": 1}, follow=True, headers=ENGLISH
    )
    assert messages_with_level(done) == [
        ("error", "You have a draft of this form: hand it in or throw it away first.")
    ]
    assert Draft.objects.get(author=director).content == own


def test_only_the_director_restores_a_version_of_former_players(
    round, director, clerk, clerk_client, document
):
    count_form_of(table_numbered(1), clerk)
    correct_table(round, 3, 2, director)
    looked = clerk_client.get(form_url("history", 1), headers=ENGLISH)
    assert "Bring back" not in looked.content.decode()
    assert clerk_client.post(form_url("restore", 1), {"version": 1}).status_code == 403


def test_a_version_hidden_by_blind_review_cannot_be_restored(
    round, director, clerk, director_client, document
):
    round.tournament.second_check, round.tournament.check_method = "every", "blind"
    round.tournament.save()
    count_form_of(table_numbered(1), clerk)
    correct_table(round, 3, 2, director)
    Draft.objects.all().delete()
    hand_in(
        table=table_numbered(1), submission=Submission(played(table_numbered(1), 3), clerk, NOW)
    )
    assert director_client.post(form_url("restore", 1), {"version": 1}).status_code == 404
    assert Draft.objects.count() == 0


def test_a_version_replaced_by_an_archive_shows_its_own_players(
    round, director, clerk, director_client
):
    before = archive_of(round.tournament)
    correct_table(round, 3, 2, director)
    hand_in(table=table_numbered(1), submission=Submission(played(table_numbered(1)), clerk, NOW))
    restore(before, director, now=LATER)
    assert [n for n, place in places_of(round).items() if place[0] == 1] == [1, 2, 3, 4, 5]
    looked = director_client.get(form_url("history", 1))
    assert (numbers_on_sheet(looked), "restore" in looked.context) == ([1, 2, 4, 5], False)


def test_an_archive_with_other_players_makes_a_version_of_its_players(
    round, director, clerk, document
):
    count_form_of(table_numbered(1), clerk)
    now = archive_of(round.tournament)
    (played_round,) = now.rounds
    first, *others = played_round.tables
    other = replace(first, seats=(first.seats[1], first.seats[0], *first.seats[2:]))
    there = replace(now, rounds=(replace(played_round, tables=(other, *others)),))
    restore(there, director, now=LATER)
    keys = [entry_numbered(number).pk for number in (2, 1, 3, 4, 5)]
    assert Version.objects.get(is_counted=True).players == keys


def test_a_version_keeps_the_name_of_a_removed_player(
    round, director, clerk, director_client, document
):
    count_form_of(table_numbered(1), clerk)
    correct_table(round, 3, 2, director)
    now = archive_of(round.tournament)
    other = replace(now.players[2], name="Heel Anders", number=33)
    players = (*(player for player in now.players if player.number != 3), other)
    (there,) = now.rounds
    seated = [
        replace(each, seats=tuple(33 if n == 3 else n for n in each.seats)) for each in there.tables
    ]
    archive = replace(now, players=players, rounds=(replace(there, tables=tuple(seated)),))
    restore(archive, director, now=LATER)
    assert not Entry.objects.filter(number=3).exists()
    looked = director_client.get(form_url("history", 1), {"version": 1})
    assert [each.name for each in looked.context["sheet"].entries] == [
        f"Speler {letter}" for letter in "ABCDE"
    ]
