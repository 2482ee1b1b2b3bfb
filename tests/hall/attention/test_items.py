"""What needs the director: each kind with its sentence and its button, and nothing else."""

import shutil
from collections import namedtuple

import pytest
from django.utils import timezone

from tests.hall.attention.situations import table_numbered, typed_differently
from tests.phones.phone_requests import phone_content
from tests.played import played
from tests.rounds.prepared_rounds import count_all_forms
from wk.backups.folder import note
from wk.hall.attention.items import LITTLE_ROOM, items_of
from wk.phones.call_services import answer_call, call_director
from wk.phones.services import save
from wk.players.services import NewEntry, enter_many, withdraw
from wk.tournament.models import Entry, Round, Table
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.usefixtures("english")
Usage = namedtuple("Usage", "total used free")


def shown(tournament):
    """Return kind, sentence, button and address of each item."""
    found = items_of(tournament)
    return [(each.kind, each.sentence, each.button, each.address) for each in found]


def seats_of_round_2(state):
    entries = list(Entry.objects.order_by("number"))
    tables = {1: entries[:5], 2: entries[5:]}
    return seat_round(tournament=entries[0].tournament, number=2, tables=tables, state=state)


def test_nothing_needs_the_director_while_all_goes_well(tournament, director):
    assert items_of(tournament) == ()
    count_all_forms(tournament.rounds.get())
    seats_of_round_2(Round.State.DRAWN)
    assert items_of(tournament) == ()


def test_a_table_that_asks_for_him(tournament, director):
    call = call_director(table=table_numbered(2), press="a" * 24, now=timezone.now())
    since = f"{timezone.localtime(call.at):%H:%M}"
    (item,) = items_of(tournament)
    assert (item.kind, item.does) == ("call", True)
    assert shown(tournament) == [
        (
            "call",
            f"Table 2 asks for the director, since {since}.",
            "I go there",
            f"/t/wk-test/attention/{call.pk}/",
        )
    ]
    answer_call(call=call, author=director, now=timezone.now())
    assert items_of(tournament) == ()


@pytest.mark.parametrize(("free", "number"), [(LITTLE_ROOM, None), (LITTLE_ROOM - 1, 499), (0, 0)])
def test_a_disk_that_is_nearly_full(tournament, monkeypatch, free, number):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**12, 0, free))
    words = f"The disk of this computer is nearly full: {number} MB are left."
    full = [("disk", words, "How to make room", "/guide/#trouble")]
    assert shown(tournament) == ([] if number is None else full)


def test_something_that_was_changed_past_the_program_leads_to_all_changes(tournament):
    note(log="This was changed outside Card champion: account wilma added.")
    (item,) = items_of(tournament)
    assert (item.kind, item.button, item.address) == ("past", "To all changes", "/changes/")
    assert item.sentence.count("wilma") == 1


def test_a_form_that_was_typed_differently_leads_to_the_decision(tournament, director, clerk):
    typed_differently(2, director, clerk)
    words = "The form of table 2 in round 1 was typed differently by two."
    button, address = "Decide which is right", "/t/wk-test/forms/1/2/settle/"
    assert shown(tournament) == [("conflict", words, button, address)]
    typed_differently(1, director, clerk)
    words = "2 forms were typed differently by two of you: round 1 table 1 and round 1 table 2."
    assert shown(tournament) == [("conflict", words, button, "/t/wk-test/forms/pile/")]
    Round.objects.update(state=Round.State.FINAL)
    assert shown(tournament) == []


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CONFIRMED])
def test_a_player_who_stopped_and_has_a_seat_in_a_draw(tournament, director, state):
    count_all_forms(tournament.rounds.get())
    seats_of_round_2(state)
    withdraw(entry=Entry.objects.get(number=3), author=director)
    words = "3 Cor has stopped and still has a seat in the draw of round 2."
    to_round = ("To round 2", "/t/wk-test/rounds/2/")
    assert shown(tournament) == [("stopped", words, *to_round)]
    withdraw(entry=Entry.objects.get(number=1), author=director)
    words = "1 Anna and 3 Cor have stopped and still have a seat in the draw of round 2."
    assert shown(tournament) == [("stopped", words, *to_round)]
    Round.objects.filter(number=2).update(state=Round.State.STARTED)
    assert shown(tournament) == []


def test_a_table_that_is_far_behind_the_others(tournament):
    rows = [NewEntry(f"Speler {number}") for number in range(10, 15)]
    more = enter_many(tournament=tournament, rows=rows)
    round = tournament.rounds.get()
    third = Table.objects.create(round=round, number=3)
    for number, entry in enumerate(more, 1):
        third.seats.create(round=round, number=number, entry=entry)
    for number, deals in ((1, 10), (2, 7), (3, 10)):
        table = table_numbered(number)
        document = played(table)
        players = table.seats.order_by("number").values_list("entry__number", flat=True)
        content = phone_content(document | {"deals": document["deals"][:deals]}, tuple(players))
        save(table=table, content=content, expected=0)
    words = "Table 2 is far behind the other tables of round 1."
    address = "/t/wk-test/forms/?round=1&show=behind"
    assert shown(tournament) == [("behind", words, "How far they are", address)]
    round.state = Round.State.CLOSED
    round.save()
    assert shown(tournament) == []


def test_the_most_urgent_comes_first(tournament, director, clerk, monkeypatch):
    typed_differently(2, director, clerk)
    call_director(table=table_numbered(1), press="a" * 24, now=timezone.now())
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(1, 1, 0))
    assert [each.kind for each in items_of(tournament)] == ["call", "disk", "conflict"]
