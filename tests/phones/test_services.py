"""Keys of tables, and saving and handing in forms with them."""

import pytest

from scoring.problems import Invalid
from tests.phones.phone_requests import LATER, NOW, phone_content
from tests.played import played
from wk.core.refusals import ActionRefused
from wk.phones.queries import form_state, table_of
from wk.phones.services import (
    HandedIn,
    PlayersChanged,
    confirm,
    keys_for,
    renew_keys,
    revoke_keys,
    save,
)
from wk.rounds.seat_swaps.services import swap_seats
from wk.scoreforms.drafts import EditConflict
from wk.scoreforms.models import Check, Draft, Result, Version
from wk.scoreforms.services import ConfirmationNeeded, Submission, hand_in
from wk.tournament.models import Entry, Round, Tournament


@pytest.fixture
def set_phones(tournament):
    """A function that sets whether forms from phones are compared or count."""

    def choose(phones):
        Tournament.objects.update(phones=phones)

    return choose


def test_a_table_gets_its_key_once(table, other_table):
    first = keys_for(tables=[table], now=NOW)
    both = keys_for(tables=[table, other_table], now=LATER)
    assert set(both) == {table.pk, other_table.pk}
    assert both[table.pk] == first[table.pk]
    assert [both[t.pk].created_at for t in (table, other_table)] == [NOW, LATER]
    assert table_of(both[other_table.pk].key) == other_table


def test_keys_take_the_same_number_of_queries_for_several_tables(
    table, other_table, django_assert_num_queries
):
    with django_assert_num_queries(6):  # look, hold, make, fetch, as one
        keys_for(tables=[table, other_table], now=NOW)
    with django_assert_num_queries(4):
        keys_for(tables=[table, other_table], now=NOW)


def test_a_revoked_key_opens_nothing_until_renewed(table, other_table):
    keys = keys_for(tables=[table, other_table], now=NOW)
    assert revoke_keys(tables=[table], now=LATER) == 1
    assert revoke_keys(tables=[table], now=LATER) == 0
    assert table_of(keys[table.pk].key) is None
    assert table_of(keys[other_table.pk].key) == other_table
    assert set(keys_for(tables=[table, other_table], now=LATER)) == {other_table.pk}
    assert renew_keys(tables=[table], now=LATER) == 1
    fresh = keys_for(tables=[table], now=LATER)[table.pk]
    assert fresh.key != keys[table.pk].key
    assert (table_of(fresh.key), table_of(keys[table.pk].key)) == (table, None)


def test_a_key_can_be_revoked_before_it_exists(table):
    assert revoke_keys(tables=[table], now=NOW) == 1
    assert keys_for(tables=[table], now=LATER) == {}


def test_a_phone_saves_a_draft_without_an_author(table):
    document = played(table)
    draft = save(table=table, content=phone_content(document), expected=0)
    assert (draft.author, draft.revision, draft.deals_done) == (None, 1, 19)
    again = save(table=table, content=phone_content(document, now=LATER), expected=0)
    assert (again.revision, again.saved_at) == (1, NOW)
    assert Version.objects.count() == 0


def test_saving_over_another_phone_is_a_conflict(table):
    save(table=table, content=phone_content({"first_dealer": 1}), expected=0)
    with pytest.raises(EditConflict):
        save(table=table, content=phone_content({"first_dealer": 2}), expected=0)
    save(table=table, content=phone_content({"first_dealer": 2}), expected=1)
    assert Draft.objects.get().content == {"first_dealer": 2}


def test_nothing_is_saved_before_the_round_starts(table):
    Round.objects.update(state=Round.State.CONFIRMED)
    with pytest.raises(ActionRefused):
        save(table=table, content=phone_content({"first_dealer": 1}), expected=0)
    assert Draft.objects.count() == 0


def test_nothing_is_saved_for_players_who_sit_elsewhere(table, tournament):
    Round.objects.update(state=Round.State.DRAWN)
    swap_seats(
        round=table.round,
        first=Entry.objects.get(number=1),
        second=Entry.objects.get(number=6),
        author=None,
        now=NOW,
    )
    Round.objects.update(state=Round.State.STARTED)
    for verb in (lambda w: save(table=table, content=w, expected=0), confirm_content(table)):
        with pytest.raises(PlayersChanged):
            verb(phone_content(played(table)))
    assert (Draft.objects.count(), Version.objects.count()) == (0, 0)


def confirm_content(table):
    return lambda written: confirm(table=table, content=written)


@pytest.mark.parametrize(
    ("choice", "state", "results"), [("compare", "handed-in", 0), ("form", "counted", 5)]
)
def test_a_form_confirmed_by_a_table_waits_or_counts(table, set_phones, choice, state, results):
    set_phones(choice)
    document = played(table)
    save(table=table, content=phone_content(document), expected=0)
    for now in (NOW, LATER):  # the second request is one that was repeated
        confirm(table=table, content=phone_content(document, now=now), address="10.0.0.9")
    version = Version.objects.get()
    assert (version.author, version.source, version.address) == (None, "phone", "10.0.0.9")
    assert version.saved_at == NOW
    assert form_state(version.form.table).state == state
    assert Result.objects.count() == results
    assert Draft.objects.count() == 0


def test_a_table_hands_in_only_once(table):
    confirm(table=table, content=phone_content(played(table)))
    with pytest.raises(HandedIn):
        save(table=table, content=phone_content(played(table, seed=2)), expected=0)
    with pytest.raises(HandedIn):
        confirm(table=table, content=phone_content(played(table, seed=2)))
    assert (Version.objects.count(), Draft.objects.count()) == (1, 0)


def test_an_incomplete_form_is_not_handed_in(table):
    document = played(table)
    with pytest.raises(Invalid) as refused:
        confirm(table=table, content=phone_content(document | {"deals": document["deals"][:18]}))
    assert [problem.code for problem in refused.value.problems] == ["DEAL_MISSING"]
    assert Version.objects.count() == 0


def test_an_implausible_form_is_handed_in_with_its_token(table):
    cards = [*range(10, 0, -1), *range(2, 11)]
    made = {"first_dealer": 1, "deals": [one_bidder_deal(each) for each in cards]}
    with pytest.raises(ConfirmationNeeded) as asked:
        confirm(table=table, content=phone_content(made))
    version = confirm(
        table=table, content=phone_content(made), confirmed_token=asked.value.version_token
    )
    assert version.content == made


def one_bidder_deal(cards):
    """Return a deal in which seat 1 bids and takes all tricks."""
    return {"bids": [cards, 0, 0, 0, 1], "tricks": [cards, 0, 0, 0, 0]}


def test_a_form_that_differs_from_the_office_opens_a_difference(table, clerk):
    typed = hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    assert form_state(table).state == "counted"
    kept = save(table=table, content=phone_content(played(table, seed=2)), expected=0)
    assert kept.deals_done == 19  # nothing that was written is lost
    confirm(table=table, content=phone_content(played(table, seed=2)))
    assert form_state(table).state == "differs"
    assert Version.objects.get(is_counted=True) == typed
    assert Check.objects.get().agrees is False


def test_a_table_hands_in_only_once_beside_a_form_of_the_office(table, set_phones, clerk):
    """Otherwise one phone could store a thousand forms beside that of the office."""
    set_phones("form")
    hand_in(table=table, submission=Submission(played(table), clerk, NOW))
    other = phone_content(played(table, seed=2))
    assert confirm(table=table, content=other).source == "phone"
    assert confirm(table=table, content=other).number == 2  # a request that came twice
    with pytest.raises(HandedIn):
        confirm(table=table, content=phone_content(played(table, seed=3)))
    with pytest.raises(HandedIn):
        save(table=table, content=phone_content({}), expected=0)
    assert Version.objects.count() == 2


def test_the_same_form_typed_by_a_clerk_counts(table, clerk):
    document = played(table)
    confirm(table=table, content=phone_content(document))
    hand_in(table=table, submission=Submission(document, clerk, LATER))
    assert (form_state(table).state, Version.objects.count()) == ("counted", 1)
