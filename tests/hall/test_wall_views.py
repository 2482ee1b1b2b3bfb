"""The page of the whole hall: the state of every table, and the clock."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.cases import cases
from tests.hall.clock.timed_rounds import start_clock, table_numbered
from tests.markup import on_one_line
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of
from tests.scoreforms.started_rounds import shorten, start_round
from wk.accounts.models import User
from wk.scoreforms.drafts import mark_present, save_draft
from wk.scoreforms.models import Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round

HALL = "/t/wk-test/hall/"


@pytest.fixture
def bea(db):
    return User.objects.create_user("bea", role=User.Role.CLERK)


def begun_document(table, deals=19, seed=1):
    """Return a form with so many deals."""
    document = played(table, seed)
    return document | {"deals": document["deals"][:deals]}


def save_document(table, author, deals, now=None):
    """Save a draft with so many deals."""
    now = now or timezone.now()
    save_draft(table=table, document=begun_document(table, deals), author=author, now=now)


def hand_in_document(table, author, seed=1):
    """Hand in a form; return its version."""
    return hand_in(table=table, submission=Submission(played(table, seed), author, timezone.now()))


def html_of(client, address=HALL, **asked):
    """Return a page in English, on one line."""
    page = client.get(address, asked, headers={"Accept-Language": "en"}).content.decode()
    return on_one_line(page)


def badges_of(client, number=1):
    """Return the badges of a table on the page."""
    page = html_of(client).split(f'id="table-{number}"')[1].split("</li>")[0]
    badges = [part.split(">", 1)[1].split("<")[0] for part in page.split('class="badge ')[1:]]
    return [each.strip() for each in badges]


def test_a_table_without_a_form_is_to_come(client, tournament):
    for phones in ["off", "compare", "form"]:
        tournament.phones = phones
        tournament.save()
        assert (badges_of(client, 1), badges_of(client, 2)) == (["to come"], ["to come"])


def test_the_hall_says_what_follows_a_round(client, tournament):
    follows = "Round 2 can begin once all forms of this round are in and looked at."
    soon = "Where you sit in round 2 is told here soon."
    states = [Round.State.CONFIRMED, Round.State.STARTED, Round.State.CLOSED]
    shown = []
    for state in states:
        Round.objects.filter(number=1).update(state=state)
        shown.append([text for text in (follows, soon) if text in html_of(client)])
    assert shown == [[], [follows], [soon]]
    Tournament.objects.update(round_count=1)
    assert "hall-next" not in html_of(client)


def test_a_table_without_a_form_has_none_once_the_round_is_final(client, tournament):
    for state, words in [(Round.State.CLOSED, "to come"), (Round.State.FINAL, "no form")]:
        Round.objects.filter(number=1).update(state=state)
        assert badges_of(client) == [words]


def test_a_form_is_being_typed_once_typing_has_started(client, clerk, tournament):
    mark_present(table=table_numbered(1), user=clerk, now=timezone.now())
    assert badges_of(client) == ["to come"]
    save_document(table_numbered(1), clerk, 1)
    assert badges_of(client) == ["being typed"]


def test_a_table_with_a_phone_shows_its_deal(client, tournament):
    save_document(table_numbered(1), None, 14)
    assert badges_of(client) == ["deal 14 of 19"]
    assert '<progress value="14" max="19"' in html_of(client)


def test_a_table_that_drew_its_dealer_is_playing(client, tournament):
    save_document(table_numbered(1), None, 0)
    assert badges_of(client) == ["playing"]


def test_a_table_behind_the_others_says_so(client, db):
    start_round(3)
    for number, deals in ((1, 9), (2, 9), (3, 6)):
        save_document(table_numbered(number), None, deals)
    assert [badges_of(client, number) for number in (1, 2, 3)] == [
        ["deal 9 of 19"],
        ["deal 9 of 19"],
        ["3 behind", "deal 6 of 19"],
    ]


def test_the_name_of_the_clerk_is_not_shown(client, clerk, tournament):
    save_document(table_numbered(1), clerk, 3)
    assert badges_of(client) == ["being typed"]
    assert "kees" not in html_of(client)


def test_badges_of_a_form_under_review(client, clerk, bea, tournament):
    tournament.second_check = "every"
    tournament.save()
    table = table_numbered(1)
    hand_in_document(table, clerk)
    assert badges_of(client) == ["being looked at"]
    mark_present(table=table, user=bea, now=timezone.now())
    assert badges_of(client) == ["being looked at"]
    hand_in_document(table, bea)
    assert badges_of(client) == ["counts"]


def test_differing_typings_show_as_being_looked_at(client, clerk, bea, tournament):
    tournament.second_check = "every"
    tournament.save()
    for author, seed in ((clerk, 1), (bea, 2)):
        hand_in_document(table_numbered(1), author, seed)
    assert badges_of(client) == ["being looked at"]


def test_no_names_and_no_results_are_shown(client, clerk, tournament):
    version = hand_in_document(table_numbered(1), clerk)
    page = html_of(client)
    assert [name for name in ("Anna", "Bram", "kees") if name in page] == []
    assert Version.objects.get() == version
    assert '<b class="hero">1</b> of 2 forms in' in page


# Which round, and its clock


def test_before_the_first_round_there_are_no_tables(client, tournament):
    Round.objects.update(state=Round.State.DRAWN)
    page = html_of(client)
    assert "No round has been drawn yet." in page
    assert 'class="hall-table' not in page


def test_a_confirmed_round_begins_soon(client, tournament):
    Round.objects.update(state=Round.State.CONFIRMED)
    page = html_of(client)
    assert "begins soon" in page
    assert badges_of(client) == ["not started"]
    assert 'href="/t/wk-test/rounds/1/tables/1/"' not in page


def test_the_current_or_else_the_last_public_round_is_shown(client, tournament):
    entries = list(tournament.entries.all())
    seat_round(tournament=tournament, number=2, tables={1: entries[4:]})

    @cases(
        "first, second, shown",
        [
            ("started", "drawn", 1),
            ("started", "confirmed", 1),
            ("closed", "drawn", 1),
            ("closed", "confirmed", 2),
            ("final", "started", 2),
            ("started", "started", 2),
        ],
    )
    def shows_it(first, second, shown):
        tournament.rounds.filter(number=1).update(state=first)
        tournament.rounds.filter(number=2).update(state=second)
        assert client.get(HALL).context["hall"].round.number == shown

    shows_it()


def test_a_closed_round_has_no_clock(client, tournament):
    start_clock(tournament, began=timezone.now())
    assert client.get(HALL).context["hall"].clock.round == 1
    Round.objects.update(state=Round.State.CLOSED)
    page = html_of(client)
    assert "is over" in page
    assert "data-ends" not in page


def test_without_a_script_the_page_shows_the_end_of_the_round(client, tournament):
    began = timezone.now() - dt.timedelta(minutes=10)
    start_clock(tournament, began=began)
    end = timezone.localtime(began + dt.timedelta(minutes=75))
    assert html_of(client).count(f'role="timer">until {end:%H:%M}</b>') == 2  # here, and above it


def test_a_paused_clock_shows_the_minutes_left(client, tournament):
    now = timezone.now()
    start_clock(tournament, began=now - dt.timedelta(minutes=10))
    Round.objects.update(paused_at=now)
    page = html_of(client)
    assert 'data-says="paused"' in page
    assert 'role="timer">65 minutes</b>' in page
    assert "data-from" not in page  # no warning comes


def test_the_page_has_the_current_and_later_warnings(client, tournament):
    @cases("passed, says", [(64, ""), (66, "soon"), (71, "last"), (76, "over")])
    def has_them(passed, says):
        start_clock(tournament, began=timezone.now() - dt.timedelta(minutes=passed))
        great = html_of(client).split('class="hall-head"')[1].split("</div> <ol")[0]
        assert great.split('data-says="')[1].split('"')[0] == says
        coming = [part.split('"')[0] for part in great.split('data-from="')[1:]]
        assert coming == ["600", "300", "0"]
        hidden = [part.split(">")[0].endswith("hidden") for part in great.split('data-from="')[1:]]
        assert hidden == [key != says for key in ("soon", "last", "over")]

    has_them()


def test_a_table_with_extra_time_has_its_own_clock(client, tournament, clerk):
    start_clock(tournament, began=timezone.now())
    Table.objects.filter(number=2).update(extra_minutes=5)
    shown = client.get(HALL).context["hall"]
    one, other = shown.tables
    assert (one.clock, other.clock.ends_at - shown.clock.ends_at) == (None, dt.timedelta(minutes=5))
    assert badges_of(client, 2) == ["5", "to come"]
    hand_in_document(table_numbered(2), clerk)
    assert badges_of(client, 2) == ["counts"]


# What stays open


def fetch_part(client, **query):
    return client.get(HALL, query, headers={"HX-Request": "true"})


def test_an_open_page_fetches_the_tables_alone(client, tournament):
    start_clock(tournament, began=timezone.now())
    save_document(table_numbered(1), None, 2)
    page = fetch_part(client).content.decode()
    assert (page.count("<html"), page.count('class="hall-table ')) == (0, 2)


@pytest.mark.parametrize("tables", [2, 12])
def test_number_of_queries(client, clerk, bea, tables, django_assert_num_queries):
    made = start_round(tables)
    shorten(made)
    start_clock(made, began=timezone.now())
    Table.objects.filter(number__lte=tables // 2).update(extra_minutes=5)
    for table in Table.objects.all()[::2]:
        count_form_of(table, clerk)
        save_document(table, None, 2)
    for table in Table.objects.all()[1::2]:
        save_document(table, None, 2)
        mark_present(table=table, user=bea, now=timezone.now())
    client.get(HALL)
    with django_assert_num_queries(12):  # 9 and the three of what stands above every page
        client.get(HALL)
    with django_assert_num_queries(9):
        fetch_part(client)


# Who, and how


def test_only_directors_have_the_clock_buttons(client, clerk_client, director_client, tournament):
    start_clock(tournament, began=timezone.now())
    buttons = [
        "Stop the clock",
        "Give this table more time",
        "Let the round end then",
        "Announcements",
    ]
    for who, there in ((client, 0), (clerk_client, 0), (director_client, 4)):
        page = html_of(who)
        assert sum(f">{each}<" in page for each in buttons) == there
        assert sum(f">{each}<" in html_of(who, wall="1") for each in buttons) == 0


def test_without_minutes_the_page_links_the_director_to_the_settings(director_client, tournament):
    page = html_of(director_client)
    assert 'href="/t/wk-test/edit/">Say at Settings' in page
    assert "Let the round end then" not in page


def test_the_former_address_of_the_wall_leads_to_the_new_one(client, tournament):
    found = client.get(f"{HALL}?wall=1")
    assert (found.status_code, found.url) == (301, "/t/wk-test/wall/?show=play")


def test_the_news_opened_by_itself_is_a_page(client, tournament):
    """An open page gets the bar alone."""
    page, bar = (
        client.get(f"{HALL}news/", headers=headers).content.decode()
        for headers in ({}, {"HX-Request": "true"})
    )
    assert [each.count("<html") for each in (page, bar)] == [1, 0]
    assert [each.count('id="news"') for each in (page, bar)] == [1, 1]
    assert f'href="{HALL}"' in page.split("<main")[1]


def test_invalid_parameters_are_ignored(client, tournament):
    asked = ["?wall=&round=<b>", "?wall=false", "?table=%F0%9F%82%A1"]
    assert [client.get(HALL + each).status_code for each in asked] == [200] * 3


def test_post_is_refused_and_an_unknown_tournament_is_not_found(client, tournament):
    assert [client.post(each).status_code for each in (HALL, f"{HALL}news/")] == [405] * 2
    addresses = ["/t/nergens/hall/", "/t/nergens/hall/news/"]
    assert [client.get(each).status_code for each in addresses] == [404] * 2


def test_the_hall_has_no_clock_once_every_form_is_in(client, director_client, tournament, bea):
    start_clock(tournament, began=timezone.now())
    shorten(tournament)
    first, *others = Table.objects.filter(round__number=1)
    for table in others:
        hand_in_document(table, bea)
    part = html_of(client).split('class="hall-head"')[1].split('<ol class="hall-tables">')[0]
    assert ("clock-left" in part, "everything is in" in part) == (True, False)
    hand_in_document(first, bea)
    part = html_of(client).split('class="hall-head"')[1].split('<ol class="hall-tables">')[0]
    assert ("clock-left" in part, "everything is in" in part) == (False, True)
    assert "Stop the clock" in html_of(director_client)  # it runs on, for who can still be typed
