"""The box of what needs the director: on his page and nowhere else, live, each with its button."""

import pytest
from django.utils import timezone

from tests.hall.attention.situations import table_numbered, typed_differently
from tests.rounds.prepared_rounds import count_all_forms
from wk.phones.call_services import answer_call, call_director, take_call_back
from wk.phones.models import TableCall
from wk.players.services import withdraw
from wk.tournament.models import Round, Tournament
from wk.tournament.seating import seat_round

pytestmark = pytest.mark.usefixtures("english")
PAGE, PART = "/t/wk-test/", "/t/wk-test/attention/"
BOX, PRESS = 'class="attention no-print"', "a" * 24


@pytest.fixture
def call(tournament) -> TableCall:
    return call_director(table=table_numbered(2), press=PRESS, now=timezone.now())


def test_nothing_is_shown_while_nothing_needs_him(director_client, tournament):
    page = director_client.get(PAGE).content.decode()
    assert (BOX in page, "Needs you" in page, page.count('id="attention"')) == (False, False, 1)


def test_the_box_is_on_the_page_of_a_director_and_on_no_other(
    client, clerk_client, director_client, call
):
    Tournament.objects.update(calls_on_wall=True)  # and yet the box is on no other page
    page = director_client.get(PAGE).content.decode()
    assert (page.count(BOX), page.count("Table 2 asks for the director, since")) == (1, 1)
    others = [PAGE, "/", f"{PAGE}hall/", f"{PAGE}rounds/", f"{PAGE}rounds/1/", f"{PAGE}standings/"]
    for reader in (client, clerk_client):
        for address in others:
            text = reader.get(address).content.decode()
            assert ("asks for the director" in text, BOX in text) == (False, False), address
    for address in [*others[1:], f"{PAGE}forms/"]:
        assert BOX not in director_client.get(address).content.decode(), address


def test_the_part_needs_a_director(client, clerk_client, tournament):
    htmx = {"headers": {"HX-Request": "true"}}
    assert client.get(PART, **htmx).status_code == 401
    assert clerk_client.get(PART, **htmx).status_code == 403


def test_an_open_page_gets_the_part_only_when_it_has_changed(director_client, tournament):
    token = director_client.get(PAGE).context["attention"].version_token
    assert director_client.get(PART, {"version_token": token}).status_code == 204
    call_director(table=table_numbered(2), press=PRESS, now=timezone.now())
    answer = director_client.get(PART, {"version_token": token})
    assert (answer.status_code, BOX in answer.content.decode()) == (200, True)
    assert "<html" not in answer.content.decode()
    assert director_client.get(PART, {"version_token": "x"}).status_code == 200
    new = answer.context["attention"].version_token
    assert director_client.get(PART, {"version_token": new}).status_code == 204


def test_the_next_step_is_live_with_the_box(director_client, tournament):
    token = director_client.get(PAGE).context["attention"].version_token
    Round.objects.update(state=Round.State.CLOSED)
    answer = director_client.get(PART, {"version_token": token})
    assert "Make round 1 final" in answer.content.decode()


def test_a_conflict_is_the_next_step_and_said_once(director_client, tournament, director, clerk):
    typed_differently(2, director, clerk)
    page = director_client.get(PAGE).content.decode()
    assert page.count("typed differently") == 1
    assert 'href="/t/wk-test/forms/1/2/settle/"' in page
    assert "Next step" not in page


def test_who_has_stopped_and_has_a_seat_is_said_once(director_client, tournament):
    count_all_forms(tournament.rounds.get())
    entries = list(tournament.entries.order_by("number"))
    tables = {1: entries[:5], 2: entries[5:]}
    seat_round(tournament=tournament, number=2, tables=tables, state=Round.State.DRAWN)
    page = director_client.get(PAGE).content.decode()
    assert "Look at the draw of round 2 and confirm it" in page
    withdraw(entry=entries[2])
    page = director_client.get(PAGE).content.decode()
    assert "3 Cor has stopped and still has a seat in the draw of round 2." in page
    assert "Next step" not in page


def test_a_director_goes_to_a_table_that_called(director_client, director, call):
    page = director_client.get(PAGE).content.decode()
    address = f"{PART}{call.pk}/"
    assert f'action="{address}"' in page
    answer = director_client.post(address, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    text = answer.content.decode()
    assert ("Table 2 reads on its phone that you come." in text, BOX in text) == (True, False)
    call.refresh_from_db()
    assert call.ended_by == director
    assert "Somebody else" not in director_client.post(address, follow=True).content.decode()


def test_a_call_that_was_taken_back_is_told(director_client, call):
    take_call_back(table=call.table, press=PRESS, now=timezone.now())
    answer = director_client.post(f"{PART}{call.pk}/", follow=True)
    assert "The table has taken its call back." in answer.content.decode()


def test_only_a_director_answers_and_only_by_a_press(
    client, clerk_client, director_client, tournament, call
):
    address = f"{PART}{call.pk}/"
    assert client.post(address).url.startswith("/login/")
    assert clerk_client.post(address).status_code == 403
    assert director_client.get(address).status_code == 405
    assert director_client.post(f"{PART}9999/").status_code == 404
    assert director_client.post(f"/t/oefen/attention/{call.pk}/").status_code == 404
    call.refresh_from_db()
    assert call.ended_at is None


def test_number_of_queries_of_the_part(
    director_client, tournament, call, django_assert_num_queries
):
    def count(number):
        with django_assert_num_queries(number):
            director_client.get(PART)

    count(18)
    call_director(table=table_numbered(1), press=PRESS, now=timezone.now())
    count(18)


# The wall


WALL = "/t/wk-test/wall/?show=play"
WORDS = "Director, please: table 2"


def test_the_wall_shows_calls_only_if_the_director_wants(client, director, call):
    assert WORDS not in client.get(WALL).content.decode()
    Tournament.objects.update(calls_on_wall=True)
    assert WORDS in client.get(WALL).content.decode()
    call_director(table=table_numbered(1), press=PRESS, now=timezone.now())
    assert "Director, please: tables 2 and 1" in client.get(WALL).content.decode()
    for each in TableCall.objects.all():
        answer_call(call=each, author=director, now=timezone.now())
    assert "Director, please" not in client.get(WALL).content.decode()


def test_no_call_stands_beside_the_curtain(client, call):
    Tournament.objects.update(calls_on_wall=True)
    assert WORDS not in client.get("/t/wk-test/wall/?show=curtain").content.decode()
