"""How far each form is, as the list of the office tells it while the round goes on; and who plays
on in somebody's seat, wherever the seat is shown."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.archive.samples import form as whole_form
from tests.scoreforms.lists import NOON, hall, handed, played, status, written
from wk.scoreforms.counting import import_forms
from wk.scoreforms.drafts import PRESENT, mark_present
from wk.scoreforms.models import Version
from wk.scoreforms.queries import FormContent, round_forms, substitutes_at
from wk.scoreforms.queries import form_content as form_of
from wk.scoreforms.review.services import let_count
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Seat, Substitute, Table


def test_a_form_says_what_was_written_at_its_own_table(clerk, table, rules):
    handed(table, clerk, played(rules, 19))
    other = Table.objects.get(number=2)
    assert form_of(other, clerk) == FormContent({}, (), None, None, ())
    assert form_of(table, clerk).content == played(rules, 19)


# How far a form is


def test_nobody_has_begun(tournament):
    form = status(tournament)
    assert (form.state, form.names) == ("missing", ("Anna", "Bram", "Cor", "Dirk", "Els"))
    assert (form.deals, form.deals_done, form.is_in) == (19, 0, False)


def test_a_table_plays_on_its_phone(tournament, table, rules):
    written(table, None, played(rules, 14))
    form = status(tournament)
    assert (form.state, form.deals_done, form.deals, form.by) == ("playing", 14, 19, "")
    assert form.is_from_phone


def test_a_clerk_left_it_half_done(clerk, tournament, table, rules):
    written(table, clerk, played(rules, 3))
    form = status(tournament)
    assert (form.state, form.by, form.deals_done, form.at) == ("draft", "kees", 3, NOON)


def test_a_clerk_comes_before_the_phone_and_the_farthest_of_them_tells_how_far(
    clerk, tournament, table, rules
):
    written(table, clerk, played(rules, 3))
    written(table, None, played(rules, 7), NOON + dt.timedelta(minutes=1))
    form = status(tournament)
    assert (form.state, form.by, form.deals_done) == ("draft", "kees", 7)


def test_somebody_types_it_now_until_he_was_not_heard_of_for_a_while(bea, tournament, table):
    mark_present(table=table, user=bea, now=NOON + PRESENT)
    form = status(tournament, NOON)
    assert (form.state, form.present, form.deals_done) == ("typing", ("bea",), 0)
    form = status(tournament, NOON + PRESENT)
    assert (form.state, form.present) == ("missing", ())


def test_who_looks_how_far_a_table_is_does_not_type(bea, tournament, table, rules):
    written(table, None, played(rules, 7))
    mark_present(table=table, user=bea, now=NOON + PRESENT)
    form = status(tournament, NOON)
    assert (form.state, form.present, form.deals_done) == ("playing", ("bea",), 7)


def test_a_form_waits_until_somebody_else_looks_at_it(clerk, bea, strict, table, rules):
    now = timezone.now()
    handed(table, clerk, played(rules, 19))
    form = status(strict)
    assert (form.state, form.by, form.is_in, form.counts) == ("waiting", "kees", True, False)
    mark_present(table=table, user=clerk, now=now)
    assert status(strict, now - PRESENT).state == "waiting"  # only who typed it
    mark_present(table=table, user=bea, now=now)
    assert status(strict, now - PRESENT).state == "checking"


def test_two_typed_it_differently(clerk, bea, strict, table, rules):
    handed(table, clerk, played(rules, 19))
    handed(table, bea, played(rules, 19, seed=2))
    form = status(strict)
    assert (form.state, form.counts, form.wants_a_look) == ("differs", False, True)


def test_a_form_counts_and_is_corrected(director, tournament, table, rules):
    handed(table, director, played(rules, 19))
    form = status(tournament)
    assert (form.state, form.counts, form.wants_a_look) == ("counted", True, False)
    assert form.is_corrected is False
    paper = Submission(played(rules, 19, seed=2), director, NOON)
    hand_in(table=table, submission=paper, expected_version=1, reason="Kolom verwisseld")
    assert (status(tournament).state, status(tournament).is_corrected) == ("counted", True)


def test_a_form_that_the_director_let_count_is_not_corrected(clerk, director, strict, table, rules):
    version = handed(table, clerk, played(rules, 19))
    let_count(version=version, author=director, now=NOON, reason="Papier weg")
    assert (status(strict).state, status(strict).is_corrected) == ("counted", False)


def test_totals_count_and_are_unchecked(clerk, tournament, table):
    handed(table, clerk, {"totals": [88, 120, 64, -6, 102]})
    form = status(tournament)
    assert (form.state, form.is_unchecked, form.wants_a_look) == ("counted", True, True)


def test_a_phone_hands_in(tournament, table, rules):
    handed(table, None, played(rules, 19), source=Version.Source.PHONE)
    form = status(tournament)
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
def test_how_far_a_table_is_behind_the_middle_of_those_that_play(db, done, behind, called):
    made = hall(len(done) + 1)
    for table, deals in zip(Table.objects.order_by("number"), done, strict=False):
        written(table, None, played(made.rules, deals))
    forms = round_forms(made.rounds.get())
    assert tuple(form.behind for form in forms) == (*behind, 0)  # the last has not begun
    assert [form.table for form in forms if form.is_behind] == called


def test_what_a_clerk_types_is_not_behind(clerk):
    made = hall(3)
    for table in Table.objects.filter(number__lt=3):
        written(table, None, played(made.rules, 9))
    written(Table.objects.get(number=3), clerk, played(made.rules, 1))
    assert [form.behind for form in round_forms(made.rounds.get())] == [0, 0, 0]


# Who plays on for somebody

FROM_8, THE_REST = "from deal 8 played by Piet Kok", "the rest played by Ada"
TABLE, OTHER_TABLE = "/t/wk-test/rounds/1/tables/1/", "/t/wk-test/rounds/1/tables/2/"
ENTER = "/t/wk-test/forms/1/1/"
PLAYER = "/t/wk-test/players/{}/"


@pytest.fixture
def came(tournament) -> Seat:
    """Piet plays on for Cor (3), in seat 3 of table 1."""
    seat = Seat.objects.get(round__tournament=tournament, entry__number=3)
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    return seat


def page(client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def rows_with(html: str, words: str) -> list[str]:
    """The start numbers of the players beside whom something stands."""
    parts = html.split(words)[:-1]
    return [part.rpartition('<span class="no">')[2].partition("</span>")[0] for part in parts]


def test_who_plays_on_stands_with_the_seat_on_every_page_that_shows_it(client, clerk_client, came):
    """On the pages of the others at his table too."""
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
        assert (address, rows_with(page(reader, address), FROM_8)) == (address, ["3"] * times)


def test_who_played_on_stays_with_the_seat_once_the_form_counts(client, director_client, came):
    import_forms(forms=[(came.table, whole_form())], now=NOON)
    assert rows_with(page(client, TABLE), FROM_8) == ["3", "3"]
    assert rows_with(page(client, PLAYER.format(3)), FROM_8) == ["3"]
    assert rows_with(page(director_client, f"{ENTER}history/"), FROM_8) == ["3"]


def test_several_stand_in_the_order_in_which_they_came_each_as_it_is_written(client, came):
    Substitute.objects.create(seat=came, name="Bea", from_deal=15)
    Substitute.objects.create(seat=came, name="Ada")
    names = [substitute.name for substitute in substitutes_at(came.table)]
    assert names == ["Ada", "Piet Kok", "Bea"]
    html = page(client, TABLE)
    assert [rows_with(html, words) for words in (FROM_8, THE_REST)] == [["3"]] * 2
    Substitute.objects.update(name="<b>Piet</b>")
    assert "played by &lt;b&gt;Piet&lt;/b&gt;" in page(client, TABLE)


@pytest.mark.parametrize("address", [TABLE, f"{ENTER}?totals=1", PLAYER.format(3)])
def test_substitutes_take_no_more_queries_however_many(
    clerk_client, tournament, address, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as before:
        page(clerk_client, address)
    for seat in Seat.objects.filter(round__tournament=tournament):
        Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    with django_assert_num_queries(len(before)):
        assert page(clerk_client, address).count(FROM_8) >= 5
