"""The page of a round: its buttons, its issues and the next step."""

import re

import pytest
from django.urls import reverse

from tests.markup import messages_of
from tests.rounds.prepared_rounds import count_all_forms, count_form_of, hand_in_form, set_state
from wk.auditlog.models import AuditLogEntry
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import reopening_impact
from wk.rounds.next_step import progress
from wk.tournament import seating
from wk.tournament.models import Round

pytestmark = pytest.mark.usefixtures("english")

CEREMONY = 'href="/t/wk-test/ceremony/"'
FORMS = "/t/wk-test/forms/"
# The pages that lead a director to what he does next; the list of forms does once all are in.
WITH_A_NEXT_STEP = (
    *("/", "/t/wk-test/", "/t/wk-test/standings/"),
    *("/t/wk-test/rounds/", "/t/wk-test/rounds/1/"),
)
# The parts of their addresses that are no names.
ADDRESSES = {"confirm": "fix", "unconfirm": "unfix", "make_final": "final"}
POSTS = ["confirm", "unconfirm", "start", "unstart", "close", "make_final", "reopen"]


# The buttons


def press(client, name, **fields):
    """Press a button of the page of round 1; return the answer."""
    return client.post(reverse(f"rounds:{name}", args=["wk-test", 1]), fields)


def page_of_round(client, number=1):
    """Return the HTML of the page of a round, with single spaces."""
    shown = client.get(f"/t/wk-test/rounds/{number}/").content.decode()
    return " ".join(shown.split()).replace('" >', '">')


def test_only_directors_take_steps_and_only_by_post(
    client, clerk_client, director_client, tournament
):
    before = Round.objects.get().state
    for name in POSTS:
        assert press(clerk_client, name).status_code == 403
        answer = press(client, name)
        assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/")
        address = reverse(f"rounds:{name}", args=["wk-test", 1])
        assert director_client.get(address).status_code == 405
        address = reverse(f"rounds:{name}", args=["wk-test", 7])  # a round that is none
        assert director_client.post(address).status_code == 404
    assert (Round.objects.get().state, AuditLogEntry.objects.count()) == (before, 0)


def test_the_page_leads_a_round_from_drawn_to_final(director_client, tournament, clerk):
    tournament.rounds.all().delete()
    draws.draw_round(tournament=tournament, seed=1)
    for name, button in [
        ("confirm", "Confirm this draw"),
        ("start", "Start round 1"),
        ("close", "Close round 1"),
        ("make_final", "Make round 1 final"),
    ]:
        if name == "close":
            count_all_forms(Round.objects.get())
        shown = page_of_round(director_client)
        assert f'action="/t/wk-test/rounds/1/{ADDRESSES.get(name, name)}/"' in shown
        assert shown.count(f'<button class="big">{button}</button>') == 1
        assert shown.count('class="next-step') == 1
        assert press(director_client, name).status_code == 302
    assert Round.objects.get().state == "final"


def test_the_page_offers_to_take_a_start_back_while_nothing_is_written(
    director_client, tournament, round, clerk
):
    assert "Take the start back" in page_of_round(director_client)
    press(director_client, "unstart")
    assert Round.objects.get().state == "confirmed"
    shown = page_of_round(director_client)
    assert "The start of round 1 has been taken back." in shown
    assert shown.count('<button class="big">Start round 1</button>') == 1
    press(director_client, "start")
    count_form_of(round.tables.get(number=1), clerk)
    assert "Take the start back" not in page_of_round(director_client)
    press(director_client, "unstart")
    assert "something has happened in it since" in page_of_round(director_client)
    assert Round.objects.get().state == "started"


def test_the_page_names_tables_with_missing_forms_and_asks_to_confirm(
    director_client, round, clerk
):
    count_form_of(round.tables.get(number=1), clerk)
    shown = page_of_round(director_client)
    assert '1 form is not in: table <a href="/t/wk-test/forms/1/2/">2</a>' in shown
    token = readiness_of(round).version_token
    assert f'<input type="checkbox" name="confirmed_token" value="{token}" required>' in shown
    for sent, said in (
        ({}, "Look at what is missing first"),
        ({"confirmed_token": "nonsense"}, "Look at what is missing first"),
        ({"confirmed_token": "0" * 16}, "changed meanwhile"),
    ):
        (message,) = messages_of(press(director_client, "close", **sent))
        assert said in message
    assert message in page_of_round(director_client)
    assert Round.objects.get().state == "started"
    press(director_client, "close", confirmed_token=token)
    assert Round.objects.get().state == "closed"
    assert "Make round 1 final" in page_of_round(director_client)


def test_the_page_links_to_the_review_while_a_form_waits(director_client, tournament, round, clerk):
    tournament.second_check = "every"
    tournament.save()
    hand_in_form(1, clerk)
    set_state(round, "closed")
    shown = page_of_round(director_client)
    assert "Round 1 cannot be made final yet" in shown
    assert 'action="/t/wk-test/rounds/1/final/"' not in shown
    assert '<a class="button big" href="/t/wk-test/forms/pile/">' in shown
    (refused,) = messages_of(press(director_client, "make_final", confirmed_token="0" * 16))
    assert "This cannot be done yet: 1 form waits" in refused


def test_the_page_links_to_an_earlier_round_that_is_not_final(director_client, tournament, round):
    entries = list(tournament.entries.all())
    tables = {1: entries[:5], 2: entries[5:]}
    seating.seat_round(tournament=tournament, number=2, tables=tables, state="closed")
    shown = page_of_round(director_client, 2)
    assert '<a href="/t/wk-test/rounds/1/">Round 1 is not final yet</a>' in shown
    assert '<a class="button big" href="/t/wk-test/rounds/1/">To round 1</a>' in shown


def test_a_round_is_reopened_with_a_reason_on_its_page(director_client, round):
    set_state(round, "final")
    assert 'action="/t/wk-test/rounds/1/reopen/"' in page_of_round(director_client)
    for reason in ("", "x" * 301, "a\x00b"):
        answer = press(director_client, "reopen", reason=reason)
        assert messages_of(answer) == ["A reason is needed, of at most 300 characters."]
    assert messages_of(answer)[0] in page_of_round(director_client)
    assert Round.objects.get().state == "final"
    opened = press(director_client, "reopen", reason="Tafel 2 is vergeten")
    assert Round.objects.get().state == "started"
    assert messages_of(opened) == ["Round 1 is open again."]


def test_the_page_shows_later_final_rounds_before_reopening(director_client, tournament, round):
    set_state(round, "final")
    assert "goes back to closed" not in page_of_round(director_client)
    entries = list(tournament.entries.all())
    seating.seat_round(tournament=tournament, number=2, tables={1: entries[:5]}, state="final")
    shown = page_of_round(director_client)
    link = '<a href="/t/wk-test/rounds/2/">Round 2 is final too, and goes back to closed</a>'
    assert shown.count(link) == 1
    seen = reopening_impact(round).version_token
    assert f'<input type="hidden" name="confirmed_token" value="{seen}">' in shown
    (refused,) = messages_of(press(director_client, "reopen", reason="Tafel 2 is vergeten"))
    assert "Later rounds have been made final or reopened meanwhile." in refused
    press(director_client, "reopen", reason="Tafel 2 is vergeten", confirmed_token=seen)
    assert list(tournament.rounds.values_list("state", flat=True)) == ["started", "closed"]


def test_clerks_and_the_public_see_no_steps(client, clerk_client, round):
    for state in ("started", "closed", "final"):
        set_state(round, state)
        public, of_clerk = page_of_round(client), page_of_round(clerk_client)
        for step in ("close", "final", "reopen", "unstart"):
            assert f"/rounds/1/{step}/" not in public + of_clerk
        assert ("Note</strong> Round 1 is" in of_clerk) is (state != "started")
        assert "Note</strong> Round 1 is" not in public


def test_a_round_that_cannot_start_names_the_withdrawn_player(director_client, tournament, round):
    set_state(round, "confirmed")
    tournament.entries.filter(number=3).update(withdrawn_after=0)
    shown = page_of_round(director_client)
    assert "1 player has a seat and has withdrawn: 3 Cor" in shown
    assert 'action="/t/wk-test/rounds/1/start/"' not in shown
    press(director_client, "start")
    assert Round.objects.get().state == "confirmed"


BADGES = {
    "drawn": "drawn",
    "confirmed": "confirmed",
    "started": "all count",
    "closed": "closed",
    "final": "final",
}


def test_the_list_of_rounds_shows_each_state(clerk_client, round):
    count_all_forms(round)
    for state, badge in BADGES.items():
        set_state(round, state)
        shown = clerk_client.get("/t/wk-test/rounds/").content.decode()
        assert shown.count(f">{badge}</span>") == 1


# What is to be done next


@pytest.mark.parametrize(
    ("states", "forms", "step"),
    [
        (["started"], False, ("forms", 1)),
        (["started"], True, ("close", 1)),
        (["closed"], True, ("final", 1)),
        (["closed"], False, ("final", 1)),
        (["final"], True, ("draw", 2)),
        (["started", "confirmed"], True, ("close", 1)),
        (["closed", "confirmed"], True, ("final", 1)),
        (["final", "confirmed"], True, ("start", 2)),
        (["started", "drawn"], True, ("confirm", 2)),
        (["started", "started"], True, ("forms", 2)),
        (["started", "closed"], True, ("close", 1)),
        (["final", "closed"], True, ("final", 2)),
        (["final", "final", "started"], True, ("forms", 3)),
        (["final", "final", "final"], True, ("champion", 3)),
    ],
)
def test_the_next_step_follows_from_states_and_forms(tournament, round, states, forms, step):
    """With `forms`, all forms of round 1 are in. The forms of later rounds are missing."""
    entries = list(tournament.entries.all())
    if forms:
        count_all_forms(round)
    set_state(round, states[0])
    for number, state in enumerate(states[1:], 2):
        tables = {1: entries[:5], 2: entries[5:]}
        seating.seat_round(tournament=tournament, number=number, tables=tables, state=state)
    shown = progress(tournament)
    assert (shown.step, shown.number) == step


@pytest.mark.parametrize(
    ("tables", "said"),
    [((1,), "There is a champion"), ((1, 2), "All forms are in: there is a champion")],
)
def test_the_overview_links_the_director_to_the_ceremony_after_the_last_round(
    director_client, clerk_client, tournament, round, clerk, tables, said
):
    tournament.round_count = 1
    tournament.save()
    for table in round.tables.filter(number__in=tables):
        count_form_of(table)
    set_state(round, "final")
    page = director_client.get("/t/wk-test/").content.decode()
    assert (f"<h2>{said}</h2>" in page, CEREMONY in page) == (True, True)
    assert CEREMONY not in clerk_client.get("/t/wk-test/").content.decode()


def big_links(client, address):
    """Return where the large buttons of a page lead, in their order."""
    page = client.get(address).content.decode()
    return re.findall(r'<a class="button big"[^>]*\bhref="([^"]*)"', page)


@pytest.mark.parametrize(
    ("state", "withheld", "tables", "step"),
    [
        ("started", "top", (1, 2), "close"),
        ("closed", "top", (1, 2), "ceremony"),
        ("closed", "all", (1, 2), "ceremony"),
        ("closed", "top", (1,), "final"),
        ("closed", "", (1, 2), "final"),
        ("final", "top", (1,), "ceremony"),
        ("final", "", (1, 2), "champion"),
    ],
)
def test_with_a_secret_top_the_ceremony_is_the_first_button(
    director_client, clerk_client, tournament, round, state, withheld, tables, step
):
    tournament.round_count = 1
    tournament.save()
    for table in round.tables.filter(number__in=tables):
        count_form_of(table)
    tournament.rounds.update(state=state, withheld=withheld)
    assert progress(tournament).step == step
    for address in (*WITH_A_NEXT_STEP, *([FORMS] if len(tables) == 2 else [])):
        is_first = big_links(director_client, address)[:1] == ["/t/wk-test/ceremony/"]
        assert is_first == (step == "ceremony"), address
    if step == "ceremony":
        for address in (*WITH_A_NEXT_STEP, FORMS):
            assert CEREMONY not in clerk_client.get(address).content.decode()
            assert "/t/wk-test/standings/" not in big_links(clerk_client, address), address
        earlier = director_client.get("/t/wk-test/standings/1/").content.decode()
        assert "announce the places" not in earlier


def test_the_overview_shows_seats_of_a_confirmed_round_before_the_earlier_one_closes(
    client, tournament, clerk
):
    count_all_forms(tournament.rounds.get())
    entries = list(tournament.entries.all())
    tables = {1: entries[:5], 2: entries[5:]}
    seating.seat_round(tournament=tournament, number=2, tables=tables, state="confirmed")
    assert client.get("/t/wk-test/").context["seats_of"] == 2


def test_the_list_of_rounds_warns_that_the_current_round_is_not_closed(director_client, tournament):
    shown = director_client.get("/t/wk-test/rounds/").content.decode()
    assert '<a href="/t/wk-test/rounds/1/">Round 1 is not closed yet.</a>' in shown
    set_state(tournament.rounds.get(), "closed")
    shown = director_client.get("/t/wk-test/rounds/").content.decode()
    assert "is not closed yet" not in shown
