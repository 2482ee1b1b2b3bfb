"""The status of each form during a round, and the substitutes of a seat."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.archive.samples import whole_form
from tests.scoreforms.started_rounds import (
    NOON,
    first_form,
    played_deals,
    start_round,
    store_draft,
    submit_form,
)
from wk.scoreforms.counting import import_forms
from wk.scoreforms.drafts import PRESENT, mark_present
from wk.scoreforms.entry.queries import FormContent
from wk.scoreforms.entry.queries import form_content as form_of
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.models import Version
from wk.scoreforms.review.services import let_count
from wk.scoreforms.services import Submission, hand_in
from wk.scoreforms.table_queries import substitutes_at
from wk.tournament.models import Seat, Substitute, Table


def test_form_content_belongs_to_its_own_table(clerk, table, rules):
    submit_form(table, clerk, played_deals(rules, 19))
    other = Table.objects.get(number=2)
    assert form_of(other, clerk) == FormContent({}, (), None, None, ())
    assert form_of(table, clerk).content == played_deals(rules, 19)


# The status of a form


@pytest.mark.usefixtures("whole_game")
def test_a_form_nobody_began_is_missing(tournament):
    form = first_form(tournament)
    assert (form.state, form.names) == ("missing", ("Anna", "Bram", "Cor", "Dirk", "Els"))
    assert (form.deals, form.deals_done, form.is_in) == (19, 0, False)


@pytest.mark.usefixtures("whole_game")
def test_a_phone_draft_shows_the_table_as_playing(tournament, table, rules):
    store_draft(table, None, played_deals(rules, 14))
    form = first_form(tournament)
    assert (form.state, form.deals_done, form.deals, form.by) == ("playing", 14, 19, "")
    assert form.is_from_phone


@pytest.mark.usefixtures("whole_game")
def test_a_draft_of_a_clerk_shows_the_form_as_draft(clerk, tournament, table, rules):
    store_draft(table, clerk, played_deals(rules, 3))
    form = first_form(tournament)
    assert (form.state, form.by, form.deals_done, form.at) == ("draft", "kees", 3, NOON)


@pytest.mark.usefixtures("whole_game")
def test_the_draft_of_a_clerk_comes_before_the_phone_with_the_farthest_progress(
    clerk, tournament, table, rules
):
    store_draft(table, clerk, played_deals(rules, 3))
    store_draft(table, None, played_deals(rules, 7), NOON + dt.timedelta(minutes=1))
    form = first_form(tournament)
    assert (form.state, form.by, form.deals_done) == ("draft", "kees", 7)


def test_an_official_with_the_form_open_shows_as_typing_for_a_while(bea, tournament, table):
    mark_present(table=table, user=bea, now=NOON + PRESENT)
    form = first_form(tournament, NOON)
    assert (form.state, form.present, form.deals_done) == ("typing", ("bea",), 0)
    form = first_form(tournament, NOON + PRESENT)
    assert (form.state, form.present) == ("missing", ())


@pytest.mark.usefixtures("whole_game")
def test_an_official_who_opens_a_form_on_a_phone_is_not_typing(bea, tournament, table, rules):
    store_draft(table, None, played_deals(rules, 7))
    mark_present(table=table, user=bea, now=NOON + PRESENT)
    form = first_form(tournament, NOON)
    assert (form.state, form.present, form.deals_done) == ("playing", ("bea",), 7)


def test_a_waiting_form_is_checking_once_another_official_opens_it(
    clerk, bea, double_checked, table, rules
):
    now = timezone.now()
    submit_form(table, clerk, played_deals(rules, 19))
    form = first_form(double_checked)
    assert (form.state, form.by, form.is_in, form.counts) == ("waiting", "kees", True, False)
    mark_present(table=table, user=clerk, now=now)
    assert first_form(double_checked, now - PRESENT).state == "waiting"  # only who typed it
    mark_present(table=table, user=bea, now=now)
    assert first_form(double_checked, now - PRESENT).state == "checking"


def test_a_form_with_a_difference_differs(clerk, bea, double_checked, table, rules):
    submit_form(table, clerk, played_deals(rules, 19))
    submit_form(table, bea, played_deals(rules, 19, seed=2))
    form = first_form(double_checked)
    assert (form.state, form.counts, form.needs_review) == ("differs", False, True)


def test_a_corrected_form_is_counted_and_corrected(director, tournament, table, rules):
    submit_form(table, director, played_deals(rules, 19))
    form = first_form(tournament)
    assert (form.state, form.counts, form.needs_review) == ("counted", True, False)
    assert form.is_corrected is False
    paper = Submission(played_deals(rules, 19, seed=2), director, NOON)
    hand_in(table=table, submission=paper, expected_version=1, reason="Kolom verwisseld")
    assert (first_form(tournament).state, first_form(tournament).is_corrected) == ("counted", True)


def test_a_form_that_the_director_let_count_is_not_corrected(
    clerk, director, double_checked, table, rules
):
    version = submit_form(table, clerk, played_deals(rules, 19))
    let_count(version=version, author=director, now=NOON, reason="Papier weg")
    assert (first_form(double_checked).state, first_form(double_checked).is_corrected) == (
        "counted",
        False,
    )


def test_totals_are_counted_and_unchecked(clerk, tournament, table):
    submit_form(table, clerk, {"totals": [88, 120, 64, -6, 102]})
    form = first_form(tournament)
    assert (form.state, form.is_unchecked, form.needs_review) == ("counted", True, True)


def test_a_form_from_a_phone_waits(tournament, table, rules):
    submit_form(table, None, played_deals(rules, 19), source=Version.Source.PHONE)
    form = first_form(tournament)
    assert (form.state, form.by, form.is_from_phone) == ("waiting", "", True)


@pytest.mark.parametrize(
    ("done", "behind", "called"),
    [
        ((7,), (0,), []),
        ((7, 7, 5), (0, 0, 2), []),
        ((7, 7, 4), (0, 0, 3), [3]),
        ((9, 8, 5, 0), (0, 0, 0, 5), [4]),
        ((9, 8, 7, 3, 1), (0, 0, 0, 4, 6), [4, 5]),
    ],
)
def test_a_table_is_behind_by_the_median_of_tables_that_play(db, done, behind, called):
    made = start_round(len(done) + 1)
    for table, deals in zip(Table.objects.order_by("number"), done, strict=False):
        store_draft(table, None, played_deals(made.rules, deals))
    forms = round_forms(made.rounds.get())
    assert tuple(form.behind for form in forms) == (*behind, 0)  # the last has not begun
    assert [form.table for form in forms if form.is_behind] == called


def test_a_draft_of_a_clerk_is_never_behind(clerk):
    made = start_round(3)
    for table in Table.objects.filter(number__lt=3):
        store_draft(table, None, played_deals(made.rules, 9))
    store_draft(Table.objects.get(number=3), clerk, played_deals(made.rules, 1))
    assert [form.behind for form in round_forms(made.rounds.get())] == [0, 0, 0]


# Substitutes

FROM_8, THE_REST = "from deal 8 played by Piet Kok", "the rest played by Ada"
TABLE, OTHER_TABLE = "/t/wk-test/rounds/1/tables/1/", "/t/wk-test/rounds/1/tables/2/"
ENTER = "/t/wk-test/forms/1/1/"
PLAYER = "/t/wk-test/players/{}/"


@pytest.fixture
def seat_with_substitute(tournament) -> Seat:
    """Seat 3 of table 1, where Piet plays on for Cor (number 3)."""
    seat = Seat.objects.get(round__tournament=tournament, entry__number=3)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    return seat


def page_html(client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def numbers_beside(html: str, words: str) -> list[str]:
    """Return the start numbers of the players beside whom these words stand."""
    parts = html.split(words)[:-1]
    return [part.rpartition('<span class="no">')[2].partition("</span>")[0] for part in parts]


def test_every_page_with_a_seat_names_its_substitute(client, clerk_client, seat_with_substitute):
    """The pages of the other players at the table name the substitute too."""
    for reader, address, times in (
        (client, TABLE, 1),
        (clerk_client, TABLE, 1),
        (clerk_client, ENTER, 1),
        (clerk_client, f"{ENTER}?totals=1", 1),
        (clerk_client, PLAYER.format(3), 1),
        (clerk_client, PLAYER.format(1), 1),
        (client, PLAYER.format(4), 1),
        (clerk_client, PLAYER.format(6), 0),
        (clerk_client, OTHER_TABLE, 0),
    ):
        assert (address, numbers_beside(page_html(reader, address), FROM_8)) == (
            address,
            ["3"] * times,
        )


@pytest.mark.usefixtures("whole_game")
def test_the_substitute_stays_named_once_the_form_counts(
    client, director_client, seat_with_substitute
):
    import_forms(forms=[(seat_with_substitute.table, whole_form())], now=NOON)
    assert numbers_beside(page_html(client, TABLE), FROM_8) == ["3", "3"]
    assert numbers_beside(page_html(client, PLAYER.format(3)), FROM_8) == ["3"]
    assert numbers_beside(page_html(director_client, f"{ENTER}history/"), FROM_8) == ["3"]


def test_several_substitutes_stand_in_the_order_of_their_deals(client, seat_with_substitute):
    Substitute.objects.create(seat=seat_with_substitute, name="Bea", from_deal=15)
    Substitute.objects.create(seat=seat_with_substitute, name="Ada")
    names = [substitute.name for substitute in substitutes_at(seat_with_substitute.table)]
    assert names == ["Ada", "Piet Kok", "Bea"]
    html = page_html(client, TABLE)
    assert [numbers_beside(html, words) for words in (FROM_8, THE_REST)] == [["3"]] * 2
    Substitute.objects.update(name="<b>Piet</b>")
    assert "played by &lt;b&gt;Piet&lt;/b&gt;" in page_html(client, TABLE)


@pytest.mark.parametrize("address", [TABLE, f"{ENTER}?totals=1", PLAYER.format(3)])
def test_substitutes_take_no_more_queries_however_many(
    clerk_client, tournament, address, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as before:
        page_html(clerk_client, address)
    for seat in Seat.objects.filter(round__tournament=tournament):
        Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    with django_assert_num_queries(len(before)):
        assert page_html(clerk_client, address).count(FROM_8) >= 5
