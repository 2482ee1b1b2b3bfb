"""Results held back from the public, and released."""

import datetime as dt

import pytest

from tests.standings.reading import text
from tests.standings.tournaments import (
    close_rounds,
    make_tournament,
    one_round_of_two_tables,
    play_round,
)
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.hall.ceremony import services as results
from wk.tournament.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL

NOON = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)

WITHHOLD, RELEASE = "/t/hal/rounds/1/withhold/", "/t/hal/standings/release/"


@pytest.fixture
def played():
    return one_round_of_two_tables()


# Holding back and releasing ---------------------------------------------------------------------


def test_withhold_and_release(played, director):
    round = played.rounds.get()
    for what in (TOP, ALL, ALL):
        results.withhold(round=round, what=what, author=director, now=NOON)
        assert played.rounds.get().withheld == what
    (released,) = results.release(tournament=played, author=director, now=NOON)
    assert (released, played.rounds.get().withheld) == (round, NOTHING)
    noted = AuditLogEntry.objects.order_by("pk").values_list(
        "kind", "round__number", "payload", "author__username", "at"
    )
    facts = [("", "top"), ("top", "all"), ("all", "")]
    assert list(noted) == [
        ("state", 1, {"withheld_from": before, "withheld_to": after}, "dora", NOON)
        for before, after in facts
    ]


def test_all_rounds_are_released_at_once(director):
    made = make_tournament("abcd", rounds=2)
    for number, what in ((1, ALL), (2, TOP)):
        play_round(made, number, {1: [1, 2, 3, 4]})
        made.rounds.filter(number=number).update(withheld=what)
    assert len(results.release(tournament=made, author=director, now=NOON)) == 2
    assert not made.rounds.exclude(withheld=NOTHING).exists()
    with pytest.raises(ActionRefused, match="Nothing is held back"):
        results.release(tournament=made, author=director, now=NOON)
    assert AuditLogEntry.objects.count() == 2


def test_the_results_of_one_round_leave_the_top_ten_of_the_last_where_it_is(director):
    made = make_tournament("abcd", rounds=2)
    for number, what in ((1, ALL), (2, TOP)):
        play_round(made, number, {1: [1, 2, 3, 4]})
        made.rounds.filter(number=number).update(withheld=what)
    (released,) = results.release(tournament=made, number=1, author=director, now=NOON)
    assert released.number == 1
    assert list(made.rounds.values_list("number", "withheld")) == [(1, NOTHING), (2, TOP)]
    with pytest.raises(ActionRefused, match="Nothing of round 1 is held back"):
        results.release(tournament=made, number=1, author=director, now=NOON)
    assert AuditLogEntry.objects.count() == 1


def test_only_the_last_round_has_a_top(director):
    made = make_tournament("abcd", rounds=2)
    round = play_round(made, 1, {1: [1, 2, 3, 4]})
    with pytest.raises(ActionRefused, match="Only of the last round"):
        results.withhold(round=round, what=TOP, author=director, now=NOON)
    assert (made.rounds.get().withheld, AuditLogEntry.objects.count()) == (NOTHING, 0)


def test_a_round_that_is_gone_meanwhile(played, director):
    round = played.rounds.get()
    played.rounds.all().delete()
    with pytest.raises(ActionRefused, match="changed meanwhile"):
        results.withhold(round=round, what=ALL, author=director, now=NOON)


# Pages ------------------------------------------------------------------------------------------


def test_the_director_holds_back_and_releases(director_client, client, played):
    page = director_client.post(WITHHOLD, {"what": "all"}, follow=True)
    assert page.redirect_chain == [("/t/hal/standings/", 302)]
    assert "Held back, until you make it public." in text(page)
    close_rounds(played)
    assert "World champion" not in text(client.get("/t/hal/standings/"))
    page = director_client.post(RELEASE, follow=True)
    assert page.redirect_chain == [("/t/hal/standings/", 302)]
    assert "Everyone can see it now." in text(page)
    assert "World champion Els" in text(client.get("/t/hal/standings/"))
    assert "Nothing is held back" in text(director_client.post(RELEASE, follow=True))


def test_from_the_ceremony_the_release_leads_to_the_wall(director_client, played):
    played.rounds.update(withheld=ALL)
    page = director_client.post(RELEASE, {"wall": "1"}, follow=True)
    assert page.redirect_chain == [("/t/hal/standings/?wall=1", 302)]
    assert [*page.context["messages"]] == []  # nothing but the standings before the audience


def test_what_was_set_beforehand_is_taken_back(director_client, played):
    played.rounds.update(withheld=ALL, state="confirmed")
    page = director_client.post(RELEASE, {"round": "1"}, follow=True)
    assert "Nothing of it is held back any more." in text(page)
    assert played.rounds.get().withheld == NOTHING


@pytest.mark.parametrize("sent", ["0", "x", "-1", "9" * 40, "\0"])
def test_a_round_that_is_none_releases_nothing(director_client, played, sent):
    played.rounds.update(withheld=ALL)
    page = director_client.post(RELEASE, {"round": sent}, follow=True)
    assert "There is no such round." in text(page)
    assert played.rounds.get().withheld == ALL


@pytest.mark.parametrize("sent", [{}, {"what": ""}, {"what": "x"}, {"what": ["top", "x"]}])
def test_what_cannot_be_held_back(director_client, played, sent):
    page = director_client.post(WITHHOLD, sent, follow=True)
    assert "Choose what is to be held back." in text(page)
    assert played.rounds.get().withheld == NOTHING


def test_the_refusal_is_shown(director_client, played):
    Tournament.objects.update(round_count=2)
    page = director_client.post(WITHHOLD, {"what": "top"}, follow=True)
    assert "Only of the last round the top ten can be held back." in text(page)


@pytest.mark.parametrize("address", [WITHHOLD, RELEASE])
def test_only_directors_hold_back_and_release(client, clerk_client, played, address):
    played.rounds.update(withheld=TOP)
    assert client.post(address, {"what": "all"}).headers["Location"].startswith("/login/")
    assert clerk_client.post(address, {"what": "all"}).status_code == 403
    assert played.rounds.get().withheld == TOP
    assert clerk_client.get(address).status_code == 405


@pytest.mark.parametrize(
    "address",
    ["/t/hal/rounds/2/withhold/", "/t/nergens/rounds/1/withhold/", "/t/nergens/standings/release/"],
)
def test_nothing_to_hold_back(director_client, played, address):
    assert director_client.post(address, {"what": "all"}).status_code == 404
