"""The office's list: how far every form is, while the round goes on."""

import datetime as dt
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.browser import listen
from wk.scoreforms.drafts import PRESENT, be_present, save_draft
from wk.scoreforms.models import ScoreForm, Version
from wk.scoreforms.queries import round_forms
from wk.scoreforms.services import Paper, hand_in
from wk.tournament.draws import seat_round
from wk.tournament.models import Round, Table
from wk.tournament.services import NewEntry, create_tournament, enter_many

LIST = "/t/wk-test/forms/"
NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)


@pytest.fixture
def rules(tournament):
    return tournament.rules


def hall(tables, phones="compare"):
    """A round that is on, with so many tables of five."""
    made = create_tournament(name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21))
    made.phones = phones
    made.save()
    rows = [NewEntry(f"Speler {n}") for n in range(1, 5 * tables + 1)]
    entries = enter_many(tournament=made, rows=rows)
    seats = {n: entries[5 * n - 5 : 5 * n] for n in range(1, tables + 1)}
    seat_round(tournament=made, number=1, tables=seats, state=Round.State.STARTED)
    return made


def played(rules, deals, seed=1):
    """A form of which so many deals are written."""
    document = rules.practice(5, Random(seed))
    return document | {"deals": document["deals"][:deals]}


def written(table, author, document, now=NOON):
    save_draft(table=table, document=document, author=author, now=now)


def handed(table, author, document, **more):
    paper = Paper(document, author, NOON, **more)
    return hand_in(table=table, paper=paper)


def status(tournament, since=None):
    """How far the form of the first table is."""
    return round_forms(tournament.rounds.get(), since)[0]


def words(client, **asked):
    """The page as it stands there, in English, without its spaces."""
    page = client.get(LIST, asked, headers={"Accept-Language": "en"}).content.decode()
    return " ".join(page.split())


def shown(client, **asked):
    return [form.table for form in client.get(LIST, asked).context["forms"]]


def test_nobody_has_begun(clerk_client, tournament):
    form = status(tournament)
    assert (form.state, form.names) == ("missing", ("Anna", "Bram", "Cor", "Dirk", "Els"))
    assert (form.deals, form.deals_done, form.is_in) == (19, 0, False)
    assert '<span class="badge missing">not started</span>' in words(clerk_client)


def test_without_phones_nobody_knows_whether_a_table_plays(clerk_client, tournament):
    tournament.phones = "off"
    tournament.save()
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


@pytest.fixture
def strict(tournament):
    """A tournament of which every form is looked at twice."""
    tournament.second_check = "every"
    tournament.save()
    return tournament


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


@pytest.fixture
def busy(clerk, bea):
    """Six tables: to come, playing, typed in part, to be looked at, differing, counted."""
    made = hall(6)
    made.second_check = "every"
    made.save()
    tables = list(Table.objects.all())
    full = played(made.rules, 19)
    written(tables[1], None, played(made.rules, 5))
    written(tables[2], clerk, played(made.rules, 5))
    handed(tables[3], clerk, full)
    for author, document in ((clerk, full), (bea, played(made.rules, 19, seed=2))):
        handed(tables[4], author, document)
    for author in (clerk, bea):
        handed(tables[5], author, full)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("show", "tables"),
    [
        ("", [1, 2, 3, 4, 5, 6]),
        ("missing", [1, 2, 3]),
        ("behind", []),
        ("typing", [3]),
        ("look", [4, 5]),
        ("differs", [5]),
        ("counted", [6]),
        ("onzin", [1, 2, 3, 4, 5, 6]),
        ("\0", [1, 2, 3, 4, 5, 6]),
        ("x" * 99, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_some_of_the_forms_alone(clerk_client, busy, show, tables):
    assert shown(clerk_client, show=show) == tables


def test_how_many_there_are_of_each(clerk_client, busy):
    context = clerk_client.get(LIST).context
    assert {part.key: size for part, size in context["parts"]} == {
        "missing": 3,
        "behind": 0,
        "typing": 1,
        "look": 2,
        "differs": 1,
        "counted": 1,
    }
    assert (context["count"].counted, context["count"].total) == (1, 6)
    assert context["to_check"] == 2


def test_who_is_missing_is_called_up_by_name(clerk_client, busy):
    page = words(clerk_client, show="missing")
    assert "<h2>Not in yet: 3</h2>" in page
    assert 'class="table-grid calling"' in page
    assert "<li>Speler 1</li><li>Speler 2</li>" in page
    assert "Speler 16" not in page


def test_when_all_are_in_the_next_step_takes_the_place_of_the_field(
    clerk_client, clerk, tournament, rules
):
    for table in Table.objects.all():
        document = rules.practice(table.seats.count(), Random(1))
        handed(table, clerk, document)
    page = words(clerk_client)
    assert ('id="id_table"' in page, "All forms are in" in page) == (False, True)
    assert "No table at the moment" in words(clerk_client, show="missing")


def test_when_all_wait_the_next_step_leads_to_the_pile(clerk_client, clerk, tournament, rules):
    tournament.second_check = "every"
    tournament.save()
    one, other = Table.objects.order_by("number")
    handed(one, clerk, rules.practice(5, Random(1)))
    assert "Next step" not in words(clerk_client)
    handed(other, clerk, rules.practice(4, Random(1)))
    page = words(clerk_client)
    assert "<h2>2 forms wait for a second pair of eyes</h2>" in page
    assert 'id="to-look" href="/t/wk-test/forms/pile/"' in page
    count = clerk_client.get(LIST).context["count"]
    assert (count.missing, count.to_come, count.waiting) == (2, 0, 2)
    overview = clerk_client.get("/t/wk-test/").context["overview"]
    assert (overview.step, overview.forms) == ("check", count)


def poll(client, mark, **asked):
    return client.get(LIST, asked | {"mark": mark}, headers={"HX-Request": "true"})


def test_a_page_that_is_open_hears_only_what_is_new(clerk_client, clerk, tournament, table, rules):
    mark = clerk_client.get(LIST).context["mark"]
    response = poll(clerk_client, mark)
    assert (response.status_code, response.content) == (204, b"")
    written(table, None, played(rules, 2))
    response = poll(clerk_client, mark)
    page = response.content.decode()
    assert response.status_code == 200
    assert (page.count('<li class="table-card"'), "<html" in page) == (2, False)
    assert "id_table" not in page  # the field keeps what is being typed
    assert response.context["mark"] in page
    assert poll(clerk_client, response.context["mark"]).status_code == 204


def test_each_thing_that_happens_is_news(clerk_client, clerk, bea, strict, table, rules):
    full = played(rules, 19)
    happen = [
        lambda: written(table, None, played(rules, 2)),
        lambda: be_present(table=table, user=bea, now=timezone.now()),
        lambda: handed(table, clerk, full),
        lambda: handed(table, bea, full),
        lambda: strict.entries.filter(number=1).update(name="Anneke"),
    ]
    marks = [clerk_client.get(LIST).context["mark"]]
    for happens in happen:
        happens()
        marks.append(clerk_client.get(LIST).context["mark"])
    assert len(set(marks)) == len(happen) + 1


@pytest.mark.parametrize("mark", ["", "x", "0" * 16, "0" * 999, "\0"])
def test_another_mark_gets_the_list(clerk_client, tournament, mark):
    assert poll(clerk_client, mark).status_code == 200


def test_in_the_background_nobody_is_asked_to_log_in(client, tournament):
    response = client.get(LIST, headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (401, b"")


def test_officials_only(client, tournament):
    assert client.get(LIST).url == f"{reverse('accounts:login')}?next={LIST}"


def test_looking_changes_nothing(clerk_client, tournament):
    assert clerk_client.post(LIST).status_code == 405
    clerk_client.get(LIST)
    assert ScoreForm.objects.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("tables", [2, 40])
def test_a_list_of_any_length_takes_as_many_queries(
    clerk_client, clerk, bea, tables, django_assert_num_queries
):
    made = hall(tables)
    for table in Table.objects.all()[::2]:
        written(table, None, played(made.rules, 2))
        handed(table, clerk, played(made.rules, 19))
    for table in Table.objects.all()[1::2]:
        written(table, None, played(made.rules, 2))
        be_present(table=table, user=bea, now=timezone.now())
    clerk_client.get(LIST)
    with django_assert_num_queries(14):
        mark = clerk_client.get(LIST).context["mark"]
    with django_assert_num_queries(13):
        assert poll(clerk_client, mark).status_code == 204


OPEN = """
from wk.accounts.models import User
User.objects.create_user("dora", password="schoppenaas-2026", role="director")
"""
PLAY = """
from django.utils import timezone
from wk.scoreforms.drafts import save_draft
from wk.tournament.models import Table
table = Table.objects.get(round__number=3, number=20)
save_draft(table=table, document={"first_dealer": 2}, author=None, now=timezone.now())
"""


@pytest.mark.browser
def test_an_open_list_follows_what_happens_and_leaves_the_field_alone(server, chromium):
    server.manage("demo")
    server.manage("shell", "-v", "0", "-c", OPEN)
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.url}/login/?next=/t/oefen/forms/")
    page.get_by_label("Name").fill("dora")
    page.get_by_label("Password").fill("schoppenaas-2026")
    page.keyboard.press("Enter")
    badge = page.locator("#table-20 > .badge")
    badge.get_by_text("not started").wait_for()
    heard = listen(page)
    page.keyboard.type("2")
    server.manage("shell", "-v", "0", "-c", PLAY)
    badge.get_by_text("playing").wait_for()
    page.keyboard.type("0")
    assert page.locator("#id_table:focus").input_value() == "20"
    assert heard == []
    context.set_offline(True)
    page.get_by_text("this list may be old").wait_for()
    context.set_offline(False)
    page.get_by_text("this list may be old").wait_for(state="hidden")
    context.close()
