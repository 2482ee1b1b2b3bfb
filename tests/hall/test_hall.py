"""The page of the whole hall: every table with how far it is, for everyone, and the clock."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.hall.clock.clocks import table_at, timed
from tests.markup import on_one_line
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of
from tests.scoreforms.started_rounds import start_round
from wk.accounts.models import User
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table
from wk.tournament.seating import seat_round

HALL = "/t/wk-test/hall/"


@pytest.fixture
def bea(db):
    return User.objects.create_user("bea", role=User.Role.CLERK)


def begun(table, deals=19, seed=1):
    """A form of which so many deals are written."""
    document = played(table, seed)
    return document | {"deals": document["deals"][:deals]}


def written(table, author, deals, now=None):
    now = now or timezone.now()
    save_draft(table=table, document=begun(table, deals), author=author, now=now)


def handed(table, author, seed=1):
    return hand_in(table=table, submission=Submission(played(table, seed), author, timezone.now()))


def words(client, address=HALL, **asked):
    """The page as it stands there, in English, without its spaces."""
    page = client.get(address, asked, headers={"Accept-Language": "en"}).content.decode()
    return on_one_line(page)


def told(client, number=1):
    """What the page says of one table, in English, as a reader sees it."""
    page = words(client).split(f'id="table-{number}"')[1].split("</li>")[0]
    badges = [part.split(">", 1)[1].split("<")[0] for part in page.split('class="badge ')[1:]]
    return [each.strip() for each in badges]


def test_a_table_of_which_nothing_is_known_is_to_come(client, tournament):
    for phones in ["off", "compare", "form"]:
        tournament.phones = phones
        tournament.save()
        assert (told(client, 1), told(client, 2)) == (["to come"], ["to come"])


def test_a_table_that_never_finished_is_not_waited_for(client, tournament):
    for state in [Round.State.CLOSED, Round.State.FINAL]:
        Round.objects.filter(number=1).update(state=state)
        assert told(client) == ["no form"]


def test_that_somebody_opened_a_form_is_not_that_it_was_brought(client, clerk, tournament):
    mark_present(table=table_at(1), user=clerk, now=timezone.now())
    assert told(client) == ["to come"]
    written(table_at(1), clerk, 1)
    assert told(client) == ["handed in"]


def test_a_table_plays_on_its_phone(client, tournament):
    written(table_at(1), None, 14)
    assert told(client) == ["deal 14 of 19"]
    assert '<progress value="14" max="19"' in words(client)


def test_a_table_that_has_only_drawn_plays(client, tournament):
    written(table_at(1), None, 0)
    assert told(client) == ["playing"]


def test_a_table_that_is_behind(client, db):
    start_round(3)
    for number, deals in ((1, 9), (2, 9), (3, 6)):
        written(table_at(number), None, deals)
    assert [told(client, number) for number in (1, 2, 3)] == [
        ["deal 9 of 19"],
        ["deal 9 of 19"],
        ["3 behind", "deal 6 of 19"],
    ]


def test_who_types_is_nobody_s_business(client, clerk, tournament):
    written(table_at(1), clerk, 3)
    assert told(client) == ["handed in"]
    assert "kees" not in words(client)


def test_a_form_waits_is_looked_at_and_counts(client, clerk, bea, tournament):
    tournament.second_check = "every"
    tournament.save()
    table = table_at(1)
    handed(table, clerk)
    assert told(client) == ["handed in"]
    mark_present(table=table, user=bea, now=timezone.now())
    assert told(client) == ["being looked at"]
    handed(table, bea)
    assert told(client) == ["counts"]


def test_that_two_typed_it_differently_is_not_shouted_through_the_hall(
    client, clerk, bea, tournament
):
    tournament.second_check = "every"
    tournament.save()
    for author, seed in ((clerk, 1), (bea, 2)):
        handed(table_at(1), author, seed)
    assert told(client) == ["being looked at"]


def test_no_names_and_no_results(client, clerk, tournament):
    version = handed(table_at(1), clerk)
    page = words(client)
    assert [name for name in ("Anna", "Bram", "kees") if name in page] == []
    assert Version.objects.get() == version
    assert '<b class="hero">1</b> of 2 forms in' in page


# Which round, and its clock


def test_before_the_first_round_everyone_sees(client, tournament):
    Round.objects.update(state=Round.State.DRAWN)
    page = words(client)
    assert "No round has been drawn yet." in page
    assert 'class="hall-table' not in page


def test_a_round_that_begins_soon(client, tournament):
    Round.objects.update(state=Round.State.CONFIRMED)
    page = words(client)
    assert "begins soon" in page
    assert told(client) == ["not started"]
    assert 'href="/t/wk-test/rounds/1/tables/1/"' not in page


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("started", "drawn", 1),
        ("started", "confirmed", 1),
        ("closed", "drawn", 1),
        ("closed", "confirmed", 2),
        ("final", "started", 2),
        ("started", "started", 2),
    ],
)
def test_the_round_that_is_on_or_else_the_last_that_is_public(
    client, tournament, first, second, shown
):
    entries = list(tournament.entries.all())
    seat_round(tournament=tournament, number=2, tables={1: entries[4:]}, state=second)
    tournament.rounds.filter(number=1).update(state=first)
    assert client.get(HALL).context["hall"].round.number == shown


def test_a_round_that_is_over_has_no_clock(client, tournament):
    timed(tournament, began=timezone.now())
    assert client.get(HALL).context["hall"].clock.round == 1
    Round.objects.update(state=Round.State.CLOSED)
    page = words(client)
    assert "is over" in page
    assert "data-ends" not in page


def test_without_its_script_the_page_says_until_when(client, tournament):
    began = timezone.now() - dt.timedelta(minutes=10)
    timed(tournament, began=began)
    end = timezone.localtime(began + dt.timedelta(minutes=75))
    assert words(client).count(f'role="timer">until {end:%H:%M}</b>') == 2  # here, and above it


def test_a_clock_that_stands_still_says_how_much_is_left(client, tournament):
    now = timezone.now()
    timed(tournament, began=now - dt.timedelta(minutes=10))
    Round.objects.update(paused_at=now)
    page = words(client)
    assert 'data-says="paused"' in page
    assert 'role="timer">65 minutes</b>' in page
    assert "data-from" not in page  # no warning comes


@pytest.mark.parametrize(("passed", "says"), [(64, ""), (66, "soon"), (71, "last"), (76, "over")])
def test_the_page_knows_its_warning_and_those_that_come(client, tournament, passed, says):
    timed(tournament, began=timezone.now() - dt.timedelta(minutes=passed))
    great = words(client).split('class="hall-head"')[1].split("</div> <ol")[0]
    assert great.split('data-says="')[1].split('"')[0] == says
    coming = [part.split('"')[0] for part in great.split('data-from="')[1:]]
    assert coming == ["600", "300", "0"]
    hidden = [part.split(">")[0].endswith("hidden") for part in great.split('data-from="')[1:]]
    assert hidden == [key != says for key in ("soon", "last", "over")]


def test_a_table_with_time_of_its_own(client, tournament, clerk):
    timed(tournament, began=timezone.now())
    Table.objects.filter(number=2).update(extra_minutes=5)
    shown = client.get(HALL).context["hall"]
    one, other = shown.tables
    assert (one.clock, other.clock.ends_at - shown.clock.ends_at) == (None, dt.timedelta(minutes=5))
    assert told(client, 2) == ["5", "to come"]
    handed(table_at(2), clerk)
    assert told(client, 2) == ["counts"]


# What stays open


def poll(client, token, address=HALL):
    return client.get(address, {"version_token": token}, headers={"HX-Request": "true"})


def test_a_page_that_is_open_hears_only_what_is_new(client, tournament):
    timed(tournament, began=timezone.now())
    token = client.get(HALL).context["hall"].version_token
    answer = poll(client, token)
    assert (answer.status_code, answer.content) == (204, b"")
    written(table_at(1), None, 2)
    answer = poll(client, token)
    page = answer.content.decode()
    assert (answer.status_code, page.count("<html"), page.count('class="hall-table ')) == (
        200,
        0,
        2,
    )
    assert poll(client, answer.context["hall"].version_token).status_code == 204


def test_each_thing_that_happens_is_news(client, clerk, tournament):
    timed(tournament, began=timezone.now())
    happen = [
        lambda: written(table_at(1), None, 2),
        lambda: written(table_at(1), clerk, 3),
        lambda: handed(table_at(1), clerk),
        lambda: Table.objects.filter(number=2).update(extra_minutes=5),
        lambda: Round.objects.update(minutes=80),
        lambda: Round.objects.update(paused_at=timezone.now()),
        lambda: Round.objects.update(state=Round.State.CLOSED),
    ]
    tokens = [client.get(HALL).context["hall"].version_token]
    for happens in happen:
        happens()
        tokens.append(client.get(HALL).context["hall"].version_token)
    assert len(set(tokens)) == len(happen) + 1


def test_another_token_gets_the_hall(client, tournament):
    for token in ["", "x", "0" * 16, "0" * 999, "\0"]:
        assert poll(client, token).status_code == 200


@pytest.mark.parametrize("tables", [2, 24])
def test_a_hall_of_any_size_takes_as_many_queries(
    client, clerk, bea, tables, django_assert_num_queries
):
    made = start_round(tables)
    timed(made, began=timezone.now())
    Table.objects.filter(number__lte=tables // 2).update(extra_minutes=5)
    for table in Table.objects.all()[::2]:
        count_form_of(table, clerk)
        written(table, None, 2)
    for table in Table.objects.all()[1::2]:
        written(table, None, 2)
        mark_present(table=table, user=bea, now=timezone.now())
    client.get(HALL)
    with django_assert_num_queries(14):  # 11 and the three of what stands above every page
        token = client.get(HALL).context["hall"].version_token
    with django_assert_num_queries(11):
        assert poll(client, token).status_code == 204


# Who, and how


def test_the_clock_is_in_the_hand_of_the_director_alone(
    client, clerk_client, director_client, tournament
):
    timed(tournament, began=timezone.now())
    buttons = ["Stop the clock", "Give this table more time", "Set the end", "Announcements"]
    for who, there in ((client, 0), (clerk_client, 0), (director_client, 4)):
        page = words(who)
        assert sum(f">{each}<" in page for each in buttons) == there
        assert sum(f">{each}<" in words(who, wall="1") for each in buttons) == 0


def test_without_minutes_the_director_is_told_where_to_set_them(director_client, tournament):
    page = words(director_client)
    assert 'href="/t/wk-test/edit/">Say at Settings' in page
    assert "Set the end" not in page


def test_on_the_wall_it_stays_on_the_wall(client, tournament):
    page = words(client, wall="1")
    assert 'class="page wide wall"' in page
    assert "&amp;wall=1" in page.split('id="tables"')[1].split(">")[0]


@pytest.mark.parametrize(
    "asked", ["?wall=x&version_token=<b>", "?wall=%00", "?version_token=%F0%9F%82%A1"]
)
def test_what_makes_no_sense_is_not_asked(client, tournament, asked):
    assert client.get(HALL + asked).status_code == 200


@pytest.mark.parametrize("address", [HALL, f"{HALL}news/"])
def test_looking_changes_nothing(client, tournament, address):
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", ["/t/nergens/hall/", "/t/nergens/hall/news/"])
def test_a_tournament_that_is_not_there(client, db, address):
    assert client.get(address).status_code == 404
