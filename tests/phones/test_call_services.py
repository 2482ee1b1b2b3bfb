"""A table asks for the director: once however often it is sent, taken back, and answered."""

import datetime as dt

import pytest

from tests.phones.phone_requests import LATER, NOW
from tests.rounds.prepared_rounds import count_all_forms
from wk.core.refusals import ActionRefused
from wk.phones.call_services import MOST, WITHIN, answer_call, call_director, take_call_back
from wk.phones.calls import COMING, call_data, open_calls
from wk.phones.models import TableCall
from wk.rounds.lifecycle.services import close, reopen
from wk.scoreforms.form_lock import RoundClosed
from wk.tournament.models import Round, Table

pytestmark = pytest.mark.usefixtures("english")
PRESS, OTHER = "a" * 24, "b" * 24


@pytest.fixture
def call(table):
    return call_director(table=table, press=PRESS, now=NOW)


def waiting(tournament):
    """Return the numbers of the tables that wait for the director."""
    return [each.table.number for each in open_calls(tournament)]


def test_calls_wait_in_their_order(tournament, table, other_table):
    call_director(table=other_table, press=PRESS, now=NOW)
    call_director(table=table, press=PRESS, now=LATER)
    assert waiting(tournament) == [2, 1]


def test_a_press_that_is_sent_twice_is_one_call(tournament, table, call):
    assert call_director(table=table, press=PRESS, now=LATER) == call
    assert call_director(table=table, press=OTHER, now=LATER) == call  # it waits already
    assert TableCall.objects.count() == 1


def test_a_press_that_arrives_again_after_the_answer_does_not_call_again(
    tournament, table, call, director
):
    answer_call(call=call, author=director, now=LATER)
    assert call_director(table=table, press=PRESS, now=LATER) == call
    assert waiting(tournament) == []


def test_a_table_takes_its_call_back(tournament, table, other_table, call):
    take_call_back(table=table, press=OTHER, now=LATER)
    take_call_back(table=other_table, press=PRESS, now=LATER)
    assert waiting(tournament) == [1]
    for now in (LATER, LATER + COMING):
        take_call_back(table=table, press=PRESS, now=now)
    call.refresh_from_db()
    assert (waiting(tournament), call.is_taken_back, call.ended_at) == ([], True, LATER)
    assert call_data(table, LATER) is None


def test_who_goes_there_is_stored_once(tournament, call, director):
    for now in (LATER, LATER + COMING):
        answer_call(call=call, author=director, now=now)
    call.refresh_from_db()
    assert (call.ended_at, call.ended_by, call.is_taken_back) == (LATER, director, False)
    assert waiting(tournament) == []


def test_a_call_is_not_answered_by_a_clerk_by_a_second_or_after_it_was_taken_back(
    table, call, director, clerk, django_user_model
):
    with pytest.raises(ActionRefused, match="Only the director can answer a call"):
        answer_call(call=call, author=clerk, now=LATER)
    answer_call(call=call, author=director, now=LATER)
    other = django_user_model.objects.create_user("dirk", role="director")
    with pytest.raises(ActionRefused, match="Somebody else has gone there already"):
        answer_call(call=call, author=other, now=LATER)
    again = call_director(table=table, press=OTHER, now=LATER)
    take_call_back(table=table, press=OTHER, now=LATER)
    with pytest.raises(ActionRefused, match="The table has taken its call back"):
        answer_call(call=again, author=director, now=LATER)


def test_a_table_that_calls_very_often_is_refused_for_a_while(table, other_table):
    def press(number, at, where=table):
        call_director(table=where, press=f"press-{number}", now=at)
        take_call_back(table=where, press=f"press-{number}", now=at)

    for number in range(MOST):
        press(number, NOW)
    with pytest.raises(ActionRefused, match="You have called very often"):
        press(MOST, NOW + WITHIN - dt.timedelta(seconds=1))
    press(MOST, NOW, other_table)
    press(MOST, NOW + WITHIN)
    assert TableCall.objects.filter(table=table).count() == MOST + 1


@pytest.mark.parametrize("state", [Round.State.CLOSED, Round.State.FINAL])
def test_nobody_calls_in_a_round_that_is_over(tournament, table, other_table, call, state):
    Round.objects.update(state=state)
    with pytest.raises(RoundClosed):
        call_director(table=other_table, press=PRESS, now=NOW)
    table.round.refresh_from_db()
    assert (waiting(tournament), call_data(table, NOW)) == ([], None)


def test_the_phone_is_told_that_it_waits_and_that_somebody_comes(table, call, director):
    told = {"press": PRESS, "state": "waiting", "at": "21:00"}
    assert call_data(table, LATER) == told
    answer_call(call=call, author=director, now=LATER)
    assert call_data(table, LATER + COMING - dt.timedelta(seconds=1)) == told | {"state": "coming"}
    assert call_data(table, LATER + COMING) is None


def test_number_of_queries_of_calls(tournament, table, call, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert waiting(tournament) == [1]
    with_round = Table.objects.select_related("round").get(pk=table.pk)  # as a key finds it
    with django_assert_num_queries(1):
        call_data(with_round, NOW)


def test_calls_end_with_their_round_and_do_not_come_back_when_it_is_reopened(
    tournament, table, call, director
):
    round = table.round
    count_all_forms(round)
    close(round=round, author=director, now=LATER)
    again = LATER + dt.timedelta(minutes=1)
    reopen(round=round, author=director, now=again, reason="Te vroeg")
    assert waiting(tournament) == []
    assert call_data(Table.objects.get(pk=table.pk), again) is None
    assert call_director(table=table, press=OTHER, now=again).at == again
    assert waiting(tournament) == [table.number]
