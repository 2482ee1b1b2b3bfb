"""The office's list: some of its forms, the next step, and what an open page hears."""

from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.browser import listen
from tests.scoreforms.lists import LIST, hall, handed, played, shown, words, written
from wk.scoreforms.drafts import be_present
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Table


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
    badge.get_by_text("to come").wait_for()
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
