"""The list of forms: filters, cards, the next step, and answers to an open page."""

import re
from random import Random

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tests.markup import without_space_beside_blocks
from tests.scoreforms.started_rounds import (
    LIST,
    NOON,
    cards_by_table,
    page_text,
    played_deals,
    start_round,
    store_draft,
    submit_form,
    tables_shown,
)
from wk.scoreforms.drafts import mark_present
from wk.scoreforms.models import ScoreForm, Version
from wk.scoreforms.papers.services import take_paper
from wk.scoreforms.services import Submission, hand_in
from wk.scoreforms.templatetags.table_cards import CARD
from wk.tournament.models import Round, Table


@pytest.fixture
def busy(clerk, bea):
    """Six tables: missing, playing, draft, waiting, differing and counted."""
    made = start_round(6)
    made.second_check = "every"
    made.save()
    tables = list(Table.objects.all())
    full = played_deals(made.rules, 19)
    store_draft(tables[1], None, played_deals(made.rules, 5))
    store_draft(tables[2], clerk, played_deals(made.rules, 5))
    submit_form(tables[3], clerk, full)
    for author, document in ((clerk, full), (bea, played_deals(made.rules, 19, seed=2))):
        submit_form(tables[4], author, document)
    for author in (clerk, bea):
        submit_form(tables[5], author, full)
    return made


def test_the_list_filters_forms_and_counts_each_kind(clerk_client, busy):
    for show, tables in (
        ("", [1, 2, 3, 4, 5, 6]),
        ("missing", [1, 2, 3]),
        ("behind", []),
        ("typing", [3]),
        ("look", [4, 5]),
        ("differs", [5]),
        ("counted", [6]),
        ("onzin", [1, 2, 3, 4, 5, 6]),
        ("\0", [1, 2, 3, 4, 5, 6]),
    ):
        assert (show, tables_shown(clerk_client, show=show)) == (show, tables)
    context = clerk_client.get(LIST).context
    assert {each.key: size for each, size in context["filters"]} == {
        "missing": 3,
        "behind": 0,
        "typing": 1,
        "look": 2,
        "differs": 1,
        "counted": 1,
        "mine": 0,
    }
    assert (context["count"].counted, context["count"].total) == (1, 6)
    assert context["review_count"] == 2
    page = page_text(clerk_client, show="missing")
    assert "<h2>Not in yet: 3</h2>" in page
    assert 'class="table-grid calling"' in page
    assert "<li>Speler 1</li><li>Speler 2</li>" in page
    assert "Speler 16" not in page


def test_each_card_shows_the_state_author_and_address_of_its_form(
    clerk_client, director_client, clerk, director, bea
):
    made = start_round(10)
    made.second_check = "every"
    made.save()
    tables = dict(enumerate(Table.objects.order_by("number"), 1))
    full, other = played_deals(made.rules, 19), played_deals(made.rules, 19, seed=2)
    store_draft(tables[2], None, played_deals(made.rules, 14))
    store_draft(tables[3], clerk, played_deals(made.rules, 3))
    for number in (4, 6):
        mark_present(table=tables[number], user=bea, now=timezone.now())
    for number in (5, 6, 7):
        submit_form(tables[number], clerk, full)
    submit_form(tables[7], bea, other)
    submit_form(tables[8], None, full, source=Version.Source.PHONE)
    submit_form(tables[9], clerk, {"totals": [88, 120, 64, -6, 102]})
    made.second_check = "none"
    made.save()
    submit_form(tables[10], director, full)
    correction = Submission(other, director, NOON)
    hand_in(table=tables[10], submission=correction, expected_version=1, reason="Kolom verwisseld")
    assert tables_shown(clerk_client, show="typing") == [3, 4]
    card = {
        number: without_space_beside_blocks(html)
        for number, html in cards_by_table(clerk_client).items()
    }
    badges = {
        1: ['missing">to come'],
        2: ['playing">playing'],
        3: ['draft">typed in part'],
        4: ['typing">being typed', 'open">open: bea'],
        5: ['waiting">to be looked at'],
        6: ['checking">being looked at', 'open">open: bea'],
        7: ['differs">typed differently'],
        8: ['waiting">to be looked at'],
        9: ['counted">counts', 'waiting">to be looked at'],
        10: ['counted">counts', 'corrected">corrected'],
    }
    badge = '<span class="badge ([^<]*?) ?</span>'
    found = {n: re.findall(badge, c) for n, c in card.items()}
    assert found == badges
    assert '<p class="how-far">deal 14 of 19' in card[2]
    assert '<progress value="14" max="19"' in card[2]
    ends = {n: re.findall('<p class="soft who">(.*?) ?(?:<span|</p>)', c) for n, c in card.items()}
    assert ends == {
        1: [],
        2: ["phone at the table 13:00"],
        3: ["kees 13:00"],
        4: [""],
        5: ["kees 13:00"],
        6: ["kees 13:00"],
        7: ["kees 13:00"],
        8: ["phone at the table 13:00"],
        9: ["kees 13:00"],
        10: ["dora 13:00"],
    }
    leads = re.compile(r'id="to-\d+" href="/t/wk-test/(.*?)"')
    for client, closed in ((clerk_client, "rounds/1/tables/10/"), (director_client, "forms/1/10/")):
        addresses = [
            leads.search(without_space_beside_blocks(each))[1]
            for each in cards_by_table(client).values()
        ]
        assert addresses == [
            *(f"forms/1/{number}/" for number in range(1, 7)),
            "forms/1/7/settle/",
            "forms/1/8/",
            "forms/1/9/",
            closed,
        ]


def test_a_table_far_behind_gets_a_badge(clerk_client):
    made = start_round(5)
    for table, deals in zip(Table.objects.order_by("number"), (9, 8, 5, 0), strict=False):
        store_draft(table, None, played_deals(made.rules, deals))
    assert tables_shown(clerk_client, show="behind") == [4]
    behind = {
        n: '<span class="badge behind">' in card for n, card in cards_by_table(clerk_client).items()
    }
    assert behind == {1: False, 2: False, 3: False, 4: True, 5: False}
    assert "5 deals behind" in cards_by_table(clerk_client)[4]


def test_once_all_forms_are_in_the_next_step_is_there_beside_the_table_field(
    clerk_client, clerk, tournament, rules
):
    for table in Table.objects.all():
        document = rules.practice(table.seats.count(), Random(1))
        submit_form(table, clerk, document)
    page = page_text(clerk_client)
    # Papers still move from hand to hand.
    assert ('id="id_table"' in page, "All forms are in" in page) == (True, True)
    Round.objects.update(state=Round.State.CLOSED)
    assert 'id="id_table"' not in page_text(clerk_client)
    assert "No table at the moment" in page_text(clerk_client, show="missing")


def test_once_a_form_waits_the_next_step_leads_to_the_review_queue(
    clerk_client, director_client, clerk, tournament, rules
):
    tournament.second_check = "every"
    tournament.save()
    one, other = Table.objects.order_by("number")
    submit_form(one, clerk, rules.practice(5, Random(1)))
    waits = "<h2>1 form waits for a second pair of eyes</h2>"
    # Whoever typed it types the next one: somebody else looks at it.
    assert [waits in page_text(each) for each in (clerk_client, director_client)] == [False, True]
    steps = [
        each.get("/t/wk-test/").context["progress"].step for each in (clerk_client, director_client)
    ]
    assert steps == ["forms", "check"]
    for address in ("/", "/t/wk-test/", "/t/wk-test/rounds/"):
        page = clerk_client.get(address, headers={"Accept-Language": "en"}).content.decode()
        assert ("1 form is still to come" in page, waits in page) == (True, False), address
    submit_form(other, clerk, rules.practice(4, Random(1)))
    page = page_text(clerk_client)
    assert "<h2>2 forms wait for a second pair of eyes</h2>" in page
    assert 'id="to-look" href="/t/wk-test/forms/pile/"' in page
    count = clerk_client.get(LIST).context["count"]
    assert (count.missing, count.to_come, count.to_look_at) == (2, 0, 2)
    overview = clerk_client.get("/t/wk-test/").context["progress"]
    assert (overview.step, overview.forms) == ("check", count)


def poll_list(client, token, **asked):
    return client.get(LIST, asked | {"version_token": token}, headers={"HX-Request": "true"})


def test_polling_answers_204_until_something_changes(clerk_client, clerk, tournament, table, rules):
    token = clerk_client.get(LIST).context["version_token"]
    response = poll_list(clerk_client, token)
    assert (response.status_code, response.content) == (204, b"")
    store_draft(table, None, played_deals(rules, 2))
    response = poll_list(clerk_client, token)
    page = response.content.decode()
    assert response.status_code == 200
    assert (page.count('<li class="table-card"'), "<html" in page) == (2, False)
    assert "id_table" not in page  # the field keeps what is being typed
    assert response.context["version_token"] in page
    assert poll_list(clerk_client, response.context["version_token"]).status_code == 204


def test_every_kind_of_change_gives_a_new_version_token(
    clerk_client, clerk, bea, double_checked, table, rules
):
    full = played_deals(rules, 19)
    happen = [
        lambda: store_draft(table, None, played_deals(rules, 2)),
        lambda: mark_present(table=table, user=bea, now=timezone.now()),
        lambda: take_paper(table=table, holder=bea, now=NOON),
        lambda: submit_form(table, clerk, full),
        lambda: submit_form(table, bea, full),
        lambda: double_checked.entries.filter(number=1).update(name="Anneke"),
    ]
    tokens = [clerk_client.get(LIST).context["version_token"]]
    for happens in happen:
        happens()
        tokens.append(clerk_client.get(LIST).context["version_token"])
    assert len(set(tokens)) == len(happen) + 1


def test_an_unknown_version_token_gets_the_list(clerk_client, tournament):
    for token in ("", "x", "0" * 16, "0" * 999, "\0"):
        assert poll_list(clerk_client, token).status_code == 200


def test_the_list_needs_an_official_and_stores_nothing(client, clerk_client, tournament):
    response = client.get(LIST, headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (401, b"")
    assert client.get(LIST).url == f"{reverse('accounts:login')}?next={LIST}"
    assert clerk_client.post(LIST).status_code == 405
    clerk_client.get(LIST)
    assert ScoreForm.objects.count() == 0


def test_a_table_number_opens_its_form(clerk_client, tournament):
    assert clerk_client.get(LIST, {"table": "2"}).url == "/t/wk-test/forms/1/2/"
    for wrong in ("", "9", "-1", "twee", "9" * 30, "\0"):
        response = clerk_client.get(LIST, {"table": wrong})
        assert (wrong, [*response.context["find"].errors]) == (wrong, ["table"])


def test_an_unknown_round_number_shows_the_started_round(clerk_client, tournament):
    for round in ("", "7", "x", "9" * 30):
        assert clerk_client.get(LIST, {"round": round}).context["round"].number == 1


def test_before_the_first_round_there_are_no_forms(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    page = clerk_client.get(LIST)
    assert (page.status_code, "forms" in page.context) == (200, False)


@pytest.mark.parametrize("tables", [2, 8])
def test_the_list_takes_the_same_number_of_queries_at_any_length(
    clerk_client, clerk, bea, tables, django_assert_num_queries
):
    made = start_round(tables)
    for table in Table.objects.all()[::2]:
        store_draft(table, None, played_deals(made.rules, 2))
        submit_form(table, clerk, played_deals(made.rules, 19))
    for table in Table.objects.all()[1::2]:
        store_draft(table, None, played_deals(made.rules, 2))
        mark_present(table=table, user=bea, now=timezone.now())
    clerk_client.get(LIST)
    with django_assert_num_queries(14):
        token = clerk_client.get(LIST).context["version_token"]
    with django_assert_num_queries(13):
        assert poll_list(clerk_client, token).status_code == 204


def test_until_the_results_change_only_who_writes_is_read_again(
    clerk_client, clerk, bea, kept_pages, django_assert_num_queries
):
    """As the server runs: thirty clerks ask for the same list at each change."""
    made = start_round(4)
    one, other, *_rest = Table.objects.order_by("number")
    submit_form(one, clerk, played_deals(made.rules, 19))
    token = clerk_client.get(LIST).context["version_token"]
    with django_assert_num_queries(7):
        assert poll_list(clerk_client, token).status_code == 204
    store_draft(other, None, played_deals(made.rules, 2))
    mark_present(table=other, user=bea, now=timezone.now())
    with django_assert_num_queries(7):
        page = poll_list(clerk_client, token)
    form = page.context["forms"][1]
    assert (form.state, form.deals_done, form.present) == ("playing", 2, ("bea",))
    submit_form(other, clerk, played_deals(made.rules, 19))
    page = poll_list(clerk_client, page.context["version_token"])
    assert [form.state for form in page.context["forms"][:2]] == ["counted", "counted"]
    made.entries.filter(number=1).update(name="Anneke")
    assert clerk_client.get(LIST).context["forms"][0].names[0] == "Anneke"


def test_the_list_is_the_same_with_cards_that_were_written_before(
    clerk_client, director_client, busy
):
    """The tag takes cards again; the template alone would write all of them each time."""
    for client in (clerk_client, director_client):
        for language in ("nl", "en", "nl"):
            answer = client.get(LIST, headers={"Accept-Language": language})
            with translation.override(language):
                forms = answer.context["forms"]
                names = ("tournament", "round", "may")
                context = {name: answer.context[name] for name in names} | {"forms_url": LIST}
                corrects = context["may"]["correct_counted_forms"]
                cards = [
                    render_to_string(
                        CARD,
                        context | {"form": form, "is_read": form.is_read_only and not corrects},
                    )
                    for form in forms
                ]
            assert len(cards) == 6
            assert "".join(cards) in answer.content.decode()
