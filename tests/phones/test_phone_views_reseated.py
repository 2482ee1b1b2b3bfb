"""A phone types on while seats are corrected: its cells move to the columns of the players who sit
there now, and nothing is lost."""

import json

import pytest

from tests.played import played
from tests.rounds.seating_corrections.corrections import (
    LATER,
    NAMES,
    NOW,
    correct_swap,
    correct_table,
    make_round,
    table_numbered,
)
from tests.scoreforms.started_rounds import shorten
from wk.phones.queries import form_state
from wk.phones.services import HandedIn, PhoneContent, confirm, keys_for, save, save_for_new_players
from wk.scoreforms.column_mapping import seats_at
from wk.scoreforms.drafts import EditConflict, save_draft
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Tournament

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def round(db):
    """A round of two deals with three tables: players 1 to 5, 6 to 9 and 10 to 14."""
    made = make_round(5, 4, 5)
    shorten(made.tournament)
    Tournament.objects.update(phones="form")
    return Round.objects.get()


@pytest.fixture
def post_as_phone(round, phone):
    """A function that posts to an address of phones with the key of table 1."""
    key = keys_for(tables=[table_numbered(1)], now=NOW)[table_numbered(1).pk].key

    def asked(path, **data):
        return phone.post(f"/phone/{path}/", {"key": key, **data}, headers=ENGLISH)

    return asked


@pytest.fixture
def saved_request(post_as_phone, round):
    """The POST data of a page opened before the correction, with one deal."""
    state = post_as_phone("state").json()
    cells = {"first_dealer": "4"} | {f"deals.0.bids.{seat}": str(seat) for seat in range(5)}
    columns = {"players": state["players"], "seat_keys": state["seatKeys"]}
    return {"cells": json.dumps(cells), "revision": state["revision"], **columns}


# Players and the tables to which they move, then the first dealer and the bids that are kept.
MOVES = [
    (((3, 2),), 3, [0, 1, 3, 4]),
    (((3, 2), (12, 1)), 3, [0, 1, 3, 4]),
    (((5, 2), (12, 1)), 4, [0, 1, 2, 3]),
]


@pytest.mark.parametrize(
    ("path", "moves", "dealer", "bids"),
    [*(("save", *move) for move in MOVES), ("confirm", *MOVES[1])],
)
def test_a_form_is_kept_in_the_columns_of_the_seated_players(
    round, director, post_as_phone, saved_request, path, moves, dealer, bids
):
    for move in moves:
        correct_table(round, *move, director)
    told = post_as_phone(path, **saved_request)
    answer = {name: told.json()[name] for name in ("code", "isKept", "revision")}
    assert (told.status_code, answer) == (
        409,
        {"code": "reseated", "isKept": True, "revision": 1},
    )
    draft = Draft.objects.get()
    assert (draft.author, draft.content) == (
        None,
        {"first_dealer": dealer, "deals": [{"bids": bids}]},
    )
    assert post_as_phone("state").json()["cells"] == round.rules.to_cells(draft.content)


def test_a_swap_of_names_keeps_the_columns(round, director, post_as_phone, saved_request):
    correct_swap(round, 5, 12, author=director, how=NAMES)
    told = post_as_phone("save", **saved_request)
    assert (told.json()["code"], told.json()["isKept"]) == ("reseated", False)
    assert Draft.objects.count() == 0
    state = post_as_phone("state").json()
    assert state["seatKeys"] == saved_request["seat_keys"] == told.json()["sameAs"]
    untold = post_as_phone("save", **saved_request | {"seat_keys": ""})
    assert (untold.json()["isKept"], untold.json()["sameAs"]) == (False, "")
    assert post_as_phone("save", **saved_request | {"players": state["players"]}).status_code == 200


@pytest.mark.parametrize("path", ["save", "confirm"])
def test_players_with_taken_over_numbers_are_other_players(
    round, director, post_as_phone, saved_request, path
):
    """Player 5 moved to table 2, and the player who took his seat has his number now."""
    correct_table(round, 5, 2, director)
    correct_table(round, 12, 1, director)
    correct_swap(round, 12, 5, author=director, how=NAMES)
    state = post_as_phone("state").json()
    assert (state["players"], state["seatKeys"] == saved_request["seat_keys"]) == (
        "1 2 3 4 5",
        False,
    )
    told = post_as_phone(path, **saved_request)
    assert (told.status_code, told.json()["code"], told.json()["isKept"]) == (
        409,
        "reseated",
        True,
    )
    assert told.json()["sameAs"] == ""
    assert Draft.objects.get().content["deals"] == [{"bids": [0, 1, 2, 3]}]
    assert not Version.objects.exists()


def test_a_conflict_with_another_phone_is_answered_first(
    round, director, post_as_phone, saved_request
):
    correct_table(round, 3, 2, director)
    save_draft(table=table_numbered(1), document={"first_dealer": 2}, author=None, now=NOW)
    told = post_as_phone("save", **saved_request)
    assert (told.json()["code"], told.json()["theirs"]) == ("conflict", {"first_dealer": "2"})
    assert Draft.objects.get().content == {"first_dealer": 2}
    again = post_as_phone("save", **saved_request | {"revision": told.json()["revision"]})
    assert again.json()["isKept"]
    assert Draft.objects.get().content["deals"] == [{"bids": [0, 1, 3, 4]}]


def test_a_request_for_an_impossible_table_is_refused(post_as_phone, saved_request):
    for players in ("1 2", " ".join(map(str, range(1, 28)))):
        told = post_as_phone("save", **saved_request | {"players": players})
        assert (told.status_code, told.json()["isKept"]) == (409, False)
    assert Draft.objects.count() == 0


def test_a_table_that_handed_in_types_again_for_its_new_players(round, director):
    whole = played(table_numbered(2))
    source = Version.Source.PHONE
    hand_in(
        table=table_numbered(2), submission=Submission(whole, None, NOW, source=source), lot=1.0
    )
    correct_table(round, 3, 2, director)
    assert form_state(table_numbered(2)).state == "open"
    players, whole = [6, 7, 8, 9, 3], played(table_numbered(2), seed=3)
    save(
        table=table_numbered(2),
        content=PhoneContent({"first_dealer": 5}, players, LATER),
        expected=0,
    )
    version = confirm(table=table_numbered(2), content=PhoneContent(whole, players, LATER))
    assert (version.number, version.content) == (2, whole)
    with pytest.raises(HandedIn):
        save(table=table_numbered(2), content=PhoneContent(whole, players, LATER), expected=1)


def test_a_handed_in_form_is_not_overwritten(round, director):
    keys = seat_keys()
    correct_table(round, 3, 2, director)
    hand_in(
        table=table_numbered(1),
        submission=Submission(played(table_numbered(1)), None, NOW, source=Version.Source.PHONE),
        lot=1.0,
    )
    old = PhoneContent({"first_dealer": 4}, [1, 2, 3, 4, 5], LATER, keys)
    with pytest.raises(HandedIn):
        save_for_new_players(table=table_numbered(1), content=old, expected=0)


def seat_keys():
    return [seat.pk for seat in seats_at(table_numbered(1))]


def test_the_same_content_twice_is_kept_once(round, director):
    keys = seat_keys()
    correct_table(round, 3, 2, director)
    old = PhoneContent({"first_dealer": 4}, [1, 2, 3, 4, 5], LATER, keys)
    kept = [
        save_for_new_players(table=table_numbered(1), content=old, expected=0)
        for _twice in range(2)
    ]
    assert [(each.revision, each.content) for each in kept if each] == [
        (1, {"first_dealer": 3})
    ] * 2
    newer = PhoneContent({"first_dealer": 1}, [1, 2, 3, 4, 5], LATER, keys)
    with pytest.raises(EditConflict):
        save_for_new_players(table=table_numbered(1), content=newer, expected=0)


def test_without_seat_keys_nothing_is_kept(round, director):
    correct_table(round, 3, 2, director)
    old = PhoneContent({"first_dealer": 4}, [1, 2, 3, 4, 5], LATER)
    assert save_for_new_players(table=table_numbered(1), content=old, expected=0) is None
    assert Draft.objects.count() == 0
