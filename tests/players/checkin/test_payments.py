"""Who has paid: noted at the desk, where the director wants that, and seen by officials only."""

import pytest
from django.utils import timezone

from tests.standings.reading import text_of
from wk.players.checkin.payments import note_payment, payments_of, undo_payment
from wk.tournament.models import Entry, Payment, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
DESK = "/t/wk-test/desk/"


@pytest.fixture
def noted(tournament):
    Tournament.objects.update(notes_payments=True, fee="12.50")
    return Tournament.objects.get()


def test_paying_twice_is_noted_once(noted, clerk):
    entry = noted.entries.get(number=1)
    now = timezone.now()
    assert [note_payment(entry=entry, author=clerk, now=now) for _twice in range(2)] == [
        True,
        False,
    ]
    assert payments_of(noted).paid == {1}
    assert [undo_payment(entry=entry) for _twice in range(2)] == [True, False]
    assert Payment.objects.count() == 0


def test_where_payments_are_not_noted_nothing_is_asked_and_nothing_shown(
    tournament, clerk_client, django_assert_num_queries
):
    with django_assert_num_queries(0):
        assert not payments_of(tournament).is_noted
    for address in (f"{DESK}?q=1", f"{DESK}1/"):
        assert "paid" not in text_of(clerk_client.get(address))


def test_no_payment_is_noted_where_the_director_wants_none_any_more(tournament, clerk_client):
    answer = clerk_client.post(f"{DESK}1/paid/", follow=True)
    assert [each.level_tag for each in answer.context["messages"]] == ["error"]
    assert Payment.objects.count() == 0


def test_a_clerk_notes_a_payment_and_takes_it_back(noted, clerk_client):
    answer = clerk_client.post(f"{DESK}1/paid/", follow=True)
    assert answer.redirect_chain == [(f"{DESK}?player=1", 302)]
    assert Payment.objects.get().author.username == "kees"
    assert f"Not paid: {noted.entries.count() - 1}" in text_of(answer)
    assert "Has not paid after all" in text_of(clerk_client.get(f"{DESK}1/"))
    clerk_client.post(f"{DESK}1/not-paid/")
    assert Payment.objects.count() == 0
    assert "Note: € 12.50 paid" in text_of(clerk_client.get(f"{DESK}1/")).replace("&nbsp;", " ")


def test_a_newcomer_pays_where_the_desk_entered_him(noted, clerk_client):
    sent = {"name": "Wim Post", "club": ""}
    answer = clerk_client.post(f"{DESK}late/", sent, follow=True)
    newcomer = Entry.objects.get(player__name="Wim Post")
    assert f"{DESK}{newcomer.number}/paid/" in answer.text
    assert f"{DESK}1/paid/" not in answer.text


def test_when_all_have_paid_the_desk_says_so(noted, clerk_client, clerk):
    for entry in Entry.objects.all():
        note_payment(entry=entry, author=clerk, now=timezone.now())
    assert "Everyone has paid" in text_of(clerk_client.get(DESK))


def test_a_player_who_is_not_on_the_list_has_no_payment(noted, clerk_client):
    assert clerk_client.post(f"{DESK}99/paid/").status_code == 404


def test_an_open_desk_hears_of_a_payment(noted, clerk_client, clerk):
    token = clerk_client.get(DESK).context["arrivals"].version_token
    poll = {"path": f"{DESK}?version_token={token}", "headers": {"HX-Request": "true"}}
    assert clerk_client.get(**poll).status_code == 204
    note_payment(entry=Entry.objects.get(number=1), author=clerk, now=timezone.now())
    assert clerk_client.get(**poll).status_code == 200


def test_no_public_page_tells_who_has_paid(noted, client, clerk):
    pages = ["/t/wk-test/", "/t/wk-test/players/", "/t/wk-test/players/1/", "/t/wk-test/day.ics"]
    pages += ["/t/wk-test/players.json", "/t/wk-test/players.csv"]
    before = [client.get(page).content for page in pages]
    note_payment(entry=Entry.objects.get(number=1), author=clerk, now=timezone.now())
    assert [client.get(page).content for page in pages] == before
