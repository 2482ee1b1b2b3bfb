"""Saying that a cell is not right, and answering: nothing changes by itself."""

import pytest
from django.db import IntegrityError, transaction

from tests.played import played
from tests.scoreforms.objections.saying import LATER, cell, said, seat_of
from tests.scoreforms.submissions import (
    NOW,
    TOTALS,
    submit,
    with_stopped_deal,
    with_two_other_cells,
)
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.core.refusals import ActionRefused
from wk.scoreforms.form_lock import RoundClosed
from wk.scoreforms.models import Objection, Version
from wk.scoreforms.objections.queries import MOST_A_ROUND, is_before_seat_change
from wk.scoreforms.objections.services import AnsweredAlready, Saying, answer, say
from wk.scoreforms.services import Mismatch
from wk.tournament.models import Round, Seat

BID = "deals.0.bids.0"
IN_ENGLISH = {"accept-language": "en"}


@pytest.fixture
def version(table, clerk) -> Version:
    return submit(table, played(table), clerk)


def stored():
    return list(Objection.objects.values_list("entry__number", "path", "stood", "wanted"))


def test_what_is_said_is_stored_and_changes_nothing(version):
    stood, other = cell(version, BID)
    before = list(Version.objects.values())
    made = said(1, BID, other, " Wij schreven iets anders. ")
    assert stored() == [(1, BID, stood, other)]
    assert (made.words, made.is_from_table, made.said_at) == (
        "Wij schreven iets anders.",
        False,
        NOW,
    )
    assert (made.is_answered, made.is_corrected) == (False, False)
    assert list(Version.objects.values()) == before
    assert list(Objection.objects.open()) == [made]


def test_the_same_said_twice_is_stored_once_and_another_value_waits(version):
    _stood, other = cell(version, BID)
    first = said(1, BID, other)
    assert said(1, BID, other, now=LATER) == first
    with pytest.raises(ActionRefused):
        said(1, BID, "2" if other != "2" else "3")
    assert len(stored()) == 1
    first.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        first.save(force_insert=True)


def test_what_stands_there_already_is_no_objection(version):
    stood, _other = cell(version, BID)
    with pytest.raises(ActionRefused):
        said(1, BID, stood)
    assert stored() == []


def test_a_player_says_so_much_about_a_round_and_no_more(table, version):
    paths = [f"deals.{deal}.{column}.0" for deal in (0, 1) for column in ("bids", "tricks")]
    for path in [*paths, "first_dealer"]:
        said(1, path, "2" if cell(version, path)[0] == "1" else "1")
    assert len(stored()) == MOST_A_ROUND == 5
    Objection.objects.update(answered_at=NOW)  # answered ones are counted too
    with pytest.raises(ActionRefused):
        said(1, BID, cell(version, BID)[1])
    said(2, "deals.0.bids.1", cell(version, "deals.0.bids.1")[1])  # another player has his own
    assert len(stored()) == 6


def test_nobody_speaks_about_the_cell_of_another_or_from_another_table(version):
    for path in ("deals.0.bids.1", "deals.9.bids.0", "deals"):
        with pytest.raises(ActionRefused):
            said(1, path, "1")
    stranger = seat_of(1, table=2)
    with pytest.raises(ActionRefused):
        say(
            table=version.form.table,
            entry=stranger.entry,
            saying=Saying(BID, cell(version, BID)[1]),
            now=NOW,
        )
    assert stored() == []


@pytest.mark.parametrize(
    ("state", "is_taken"),
    [("confirmed", False), ("started", True), ("closed", True), ("final", False)],
)
def test_it_can_be_said_until_the_round_is_final(version, state, is_taken):
    Round.objects.update(state=state)
    if is_taken:
        said(1, BID, cell(version, BID)[1])
    else:
        with pytest.raises(ActionRefused):
            said(1, BID, cell(version, BID)[1])
    assert len(stored()) == is_taken


@pytest.mark.parametrize("withheld", [Round.Withheld.TOP, Round.Withheld.ALL])
def test_held_back_results_are_refused_to_a_card_like_a_form_that_is_not_in(table, clerk, withheld):
    Round.objects.update(withheld=withheld)
    with pytest.raises(ActionRefused) as before:
        said(1, BID, "1")
    version = submit(table, played(table), clerk)
    values = cell(version, BID)
    for wanted in (*values, "99", "x"):  # right, wrong or impossible: nothing tells them apart
        with pytest.raises(ActionRefused) as refused:
            said(1, BID, wanted)
        assert str(refused.value) == str(before.value)
    said(1, BID, values[1], is_from_table=True)  # the table has the paper, and its phone shows it
    assert len(stored()) == 1


def test_a_card_speaks_about_what_counts_and_a_phone_about_what_it_handed_in(
    table, clerk, set_review
):
    set_review("every")
    waiting = submit(table, played(table), clerk)
    other = cell(waiting, BID)[1]
    for is_from_table in (False, True):  # nobody sees what the office typed before it counts
        with pytest.raises(ActionRefused):
            said(1, BID, other, is_from_table=is_from_table)
    Version.objects.update(source=Version.Source.PHONE)
    with pytest.raises(ActionRefused):
        said(1, BID, other)
    assert said(1, BID, other, is_from_table=True).is_from_table


def test_two_typings_that_differ_are_not_shown_to_the_phone(open_check):
    with pytest.raises(ActionRefused):
        said(1, BID, "1", is_from_table=True)
    assert stored() == []


# Answers


def test_an_answer_leaves_the_form_and_is_in_the_log(version, bea, english):
    objection = said(1, BID, cell(version, BID)[1])
    done = answer(objection=objection, author=bea, words=" Het papier zegt het. ", now=LATER)
    assert (done.answer, done.answered_by, done.answered_at) == (
        "Het papier zegt het.",
        bea,
        LATER,
    )
    assert (done.is_corrected, done.version, done.outcome) == (False, version, objection.stood)
    assert list(Objection.objects.open()) == []
    logged = AuditLogEntry.objects.get(kind="answered")
    assert (logged.author, logged.reason, sentence(logged)) == (
        bea,
        "Het papier zegt het.",
        "1 Anna, who found the form of table 1 in round 1 not right, has an answer.",
    )
    assert Version.objects.count() == 1


def test_an_answer_twice_is_one_and_of_two_officials_one_wins(version, bea, clerk):
    objection = said(1, BID, cell(version, BID)[1])
    first = answer(objection=objection, author=bea, words="Nee.", now=LATER)
    assert answer(objection=objection, author=bea, words="Nee.", now=LATER) == first
    for author, words in ((clerk, "Nee."), (bea, "Toch niet.")):
        with pytest.raises(AnsweredAlready):
            answer(objection=objection, author=author, words=words, now=LATER)
    assert AuditLogEntry.objects.filter(kind="answered").count() == 1


def test_an_answer_needs_words_an_official_and_an_open_round(version, bea, director):
    objection = said(1, BID, cell(version, BID)[1])
    with pytest.raises(ActionRefused):
        answer(objection=objection, author=bea, words="  ", now=LATER)
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(RoundClosed):  # in a closed round only the director decides
        answer(objection=objection, author=bea, words="Nee.", now=LATER)
    Round.objects.update(state=Round.State.FINAL)
    with pytest.raises(RoundClosed):
        answer(objection=objection, author=director, words="Nee.", now=LATER)
    Round.objects.update(state=Round.State.CLOSED)
    assert answer(objection=objection, author=director, words="Nee.", now=LATER).is_answered


def test_after_an_answer_he_may_speak_about_the_cell_again(version, bea):
    other = cell(version, BID)[1]
    first = said(1, BID, other)
    answer(objection=first, author=bea, words="Nee.", now=LATER)
    assert said(1, BID, other) != first


# Corrections


def test_a_correction_to_what_was_asked_answers_it_with_its_reason(
    table, version, director, english
):
    document, changed = with_two_other_cells(table)
    (path, (stood, wanted)), (others, _values) = changed.items()
    mine = said(1, path, wanted)
    seat = int(others.rsplit(".", 1)[1]) + 1
    not_asked = said(seat, others.replace("tricks", "bids"), "2")
    corrected = submit(table, document, director, expected_version=1, reason="Verkeerd gelezen")
    mine.refresh_from_db()
    assert (mine.answer, mine.answered_by, mine.version) == (
        "Verkeerd gelezen",
        director,
        corrected,
    )
    assert (mine.stood, mine.outcome, mine.is_corrected) == (stood, wanted, True)
    assert list(Objection.objects.open()) == [not_asked]
    logged = AuditLogEntry.objects.get(kind="answered")
    assert (logged.author, sentence(logged)) == (
        director,
        "1 Anna found the form of table 1 in round 1 not right: it has been corrected.",
    )


def test_a_correction_to_another_value_is_answered_in_words(table, version, director):
    document, changed = with_two_other_cells(table)
    path, (stood, now) = next(iter(changed.items()))
    wanted = next(text for text in "01234" if text not in (stood, now))
    mine = said(1, path, wanted)
    submit(table, document, director, expected_version=1, reason="Verkeerd gelezen")
    assert list(Objection.objects.open()) == [mine]
    done = answer(objection=mine, author=director, words="Het is anders.", now=LATER)
    assert (done.outcome, done.is_corrected, done.version.number) == (now, True, 2)


@pytest.mark.usefixtures("whole_game")
def test_a_noted_deal_never_becomes_a_revoke_whatever_is_asked(table, clerk, director):
    """A9: the correction of the office is judged as every other."""
    submit(table, played(table), clerk)
    mine = said(2, "deals.0.tricks.1", "K")
    with pytest.raises(Mismatch):
        submit(table, with_stopped_deal(table), director, expected_version=1, reason="Gezegd")
    assert list(Objection.objects.open()) == [mine]


def test_after_a_change_of_seats_the_cell_of_another_player_answers_nothing(
    table, clerk, director, director_client
):
    submit(table, played(table), clerk)
    document, changed = with_two_other_cells(table)
    path, (_stood, wanted) = next(iter(changed.items()))
    mine = said(1, path, wanted)
    first, second = Seat.objects.filter(table=table, number__in=(1, 2)).order_by("number")
    first.entry, second.entry = second.entry, first.entry
    Seat.objects.filter(pk__in=(first.pk, second.pk)).delete()
    Seat.objects.bulk_create([first, second])
    seats = Seat.objects.filter(table=table).order_by("number")
    Version.objects.update(players=[seat.entry_id for seat in seats])
    page = director_client.get(f"/t/wk-test/forms/1/1/?objection={mine.pk}")
    assert "objection" not in page.context
    submit(table, document, director, expected_version=1, reason="Verkeerd gelezen")
    assert list(Objection.objects.open()) == [mine]
    review = director_client.get("/t/wk-test/forms/1/1/second/", headers=IN_ENGLISH)
    [told] = review.context["objections"]
    assert (told.is_before_seat_change, told.outcome) == (True, told.stood)
    assert review.content.decode().count("before a change of seats") == 1
    done = answer(objection=mine, author=director, words="Het is verzet.", now=LATER)
    assert (done.outcome, done.is_corrected) == (mine.stood, False)


def test_who_has_left_the_table_said_it_before(table, version):
    mine = said(1, "first_dealer", "2" if cell(version, "first_dealer")[0] == "1" else "1")
    rules, content, players = table.round.rules, version.content, version.players
    assert not is_before_seat_change(mine, rules, content, players)
    assert not is_before_seat_change(mine, rules, content, players[::-1])  # the cell of all
    assert is_before_seat_change(mine, rules, content, players[1:])


def test_an_objection_waits_while_its_form_is_not_in(version):
    said(1, BID, cell(version, BID)[1])
    Version.objects.update(is_counted=False)
    assert list(Objection.objects.open()) == []
    Version.objects.update(is_counted=True)
    Round.objects.update(state=Round.State.FINAL)
    assert list(Objection.objects.open()) == []


def test_a_total_on_a_form_of_totals_can_be_wrong(table, clerk):
    submit(table, TOTALS, clerk)
    assert said(1, "totals.0", "90").wanted == "90"
