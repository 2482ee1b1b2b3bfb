"""How far each form is, as the list of the office tells it while the round goes on."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.scoreforms.lists import NOON, hall, handed, played, shown, status, words, written
from wk.scoreforms.drafts import PRESENT, be_present
from wk.scoreforms.models import Version
from wk.scoreforms.queries import round_forms
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.models import Table


def test_nobody_has_begun(clerk_client, tournament):
    form = status(tournament)
    assert (form.state, form.names) == ("missing", ("Anna", "Bram", "Cor", "Dirk", "Els"))
    assert (form.deals, form.deals_done, form.is_in) == (19, 0, False)
    assert '<span class="badge missing">to come</span>' in words(clerk_client)


def test_a_table_plays_on_its_phone(clerk_client, tournament, table, rules):
    written(table, None, played(rules, 14))
    form = status(tournament)
    assert (form.state, form.deals_done, form.deals, form.by) == ("playing", 14, 19, "")
    page = words(clerk_client)
    assert '<span class="badge playing">playing</span>' in page
    assert "deal 14 of 19" in page
    assert '<progress value="14" max="19"' in page
    assert "phone at the table 13:00" in page


def test_what_a_clerk_left_half_done(clerk_client, clerk, tournament, table, rules):
    written(table, clerk, played(rules, 3))
    form = status(tournament)
    assert (form.state, form.by, form.deals_done, form.at) == ("draft", "kees", 3, NOON)
    assert '<span class="badge draft">typed in part</span>' in words(clerk_client)


def test_a_clerk_comes_before_the_phone_and_the_farthest_of_them_tells_how_far(
    clerk, tournament, table, rules
):
    written(table, clerk, played(rules, 3))
    written(table, None, played(rules, 7), NOON + dt.timedelta(minutes=1))
    form = status(tournament)
    assert (form.state, form.by, form.deals_done) == ("draft", "kees", 7)


def test_somebody_types_it_now(clerk_client, bea, tournament, table):
    now = timezone.now()
    be_present(table=table, user=bea, now=now)
    form = status(tournament, now - PRESENT)
    assert (form.state, form.present) == ("typing", ("bea",))
    page = words(clerk_client)
    assert '<span class="badge typing">being typed</span>' in page
    assert "open: bea" in page


def test_who_looks_how_far_a_table_is_does_not_type(bea, tournament, table, rules):
    written(table, None, played(rules, 7))
    be_present(table=table, user=bea, now=NOON + PRESENT)
    form = status(tournament, NOON)
    assert (form.state, form.present, form.deals_done) == ("playing", ("bea",), 7)


def test_who_was_not_heard_of_for_a_while_is_gone(bea, tournament, table):
    be_present(table=table, user=bea, now=NOON)
    form = status(tournament, NOON)
    assert (form.state, form.present) == ("missing", ())


def test_a_form_waits_to_be_looked_at(clerk_client, clerk, strict, table, rules):
    handed(table, clerk, played(rules, 19))
    form = status(strict)
    assert (form.state, form.by, form.is_in, form.counts) == ("waiting", "kees", True, False)
    assert '<span class="badge waiting">to be looked at</span>' in words(clerk_client)


def test_somebody_looks_at_it_now(clerk_client, clerk, bea, strict, table, rules):
    now = timezone.now()
    handed(table, clerk, played(rules, 19))
    be_present(table=table, user=clerk, now=now)
    assert status(strict, now - PRESENT).state == "waiting"  # only who typed it
    be_present(table=table, user=bea, now=now)
    assert status(strict, now - PRESENT).state == "checking"
    assert '<span class="badge checking">being looked at</span>' in words(clerk_client)


def test_two_typed_it_differently(clerk_client, clerk, bea, strict, table, rules):
    handed(table, clerk, played(rules, 19))
    handed(table, bea, played(rules, 19, seed=2))
    form = status(strict)
    assert (form.state, form.counts, form.wants_a_look) == ("differs", False, True)
    assert '<span class="badge differs">typed differently</span>' in words(clerk_client)


def test_a_form_counts(clerk_client, clerk, tournament, table, rules):
    handed(table, clerk, played(rules, 19))
    form = status(tournament)
    assert (form.state, form.counts, form.wants_a_look, form.is_corrected) == (
        "counted",
        True,
        False,
        False,
    )
    page = words(clerk_client)
    assert '<span class="badge counted">counts</span>' in page
    assert 'id="to-1" href="/t/wk-test/rounds/1/tables/1/"' in page  # closed to clerks


def test_totals_count_and_are_unchecked(clerk_client, clerk, tournament, table):
    handed(table, clerk, {"totals": [88, 120, 64, -6, 102]})
    form = status(tournament)
    assert (form.state, form.is_unchecked, form.wants_a_look) == ("counted", True, True)
    page = words(clerk_client)
    assert '<span class="badge totals">unchecked</span>' in page
    assert 'id="to-1" href="/t/wk-test/forms/1/1/"' in page  # to be completed


def test_a_form_was_corrected(director_client, director, tournament, table, rules):
    handed(table, director, played(rules, 19))
    paper = Paper(played(rules, 19, seed=2), director, NOON)
    hand_in(table=table, paper=paper, expected_version=1, reason="Kolom verwisseld")
    assert (status(tournament).state, status(tournament).is_corrected) == ("counted", True)
    assert '<span class="badge corrected">corrected</span>' in words(director_client)


def test_a_phone_hands_in(clerk_client, tournament, table, rules):
    handed(table, None, played(rules, 19), source=Version.Source.PHONE)
    form = status(tournament)
    assert (form.state, form.by, form.is_from_phone) == ("waiting", "", True)
    assert "phone at the table 13:00" in words(clerk_client)


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
def test_how_far_a_table_is_behind_the_middle_of_those_that_play(
    clerk_client, done, behind, called
):
    made = hall(len(done) + 1)
    for table, deals in zip(Table.objects.all(), done, strict=False):
        written(table, None, played(made.rules, deals))
    forms = round_forms(made.rounds.get())
    assert tuple(form.behind for form in forms) == (*behind, 0)  # the last has not begun
    assert shown(clerk_client, show="behind") == called
    page = words(clerk_client)
    assert page.count('<span class="badge behind">') == len(called)
    assert [n for n in called if f"{behind[n - 1]} deals behind" not in page] == []


def test_what_a_clerk_types_is_not_behind(clerk):
    made = hall(3)
    for table in Table.objects.filter(number__lt=3):
        written(table, None, played(made.rules, 9))
    written(Table.objects.get(number=3), clerk, played(made.rules, 1))
    assert [form.behind for form in round_forms(made.rounds.get())] == [0, 0, 0]
