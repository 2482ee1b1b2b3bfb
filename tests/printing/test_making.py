"""The page of a link learns that its PDF came: from a cookie of the file's name."""

import pytest
from django.urls import reverse

from wk.printing.templatetags.printing import cards_printed
from wk.printing.views import TOLD
from wk.tournament.models import Entry, Round

pytestmark = pytest.mark.django_db

FILES = {"cards": "cards.pdf", "sheets": "sheets.pdf", "seating": "seating.pdf"}


def get(client, kind):
    arguments = ["wk-test"] if kind == "cards" else ["wk-test", 1]
    return client.get(reverse(f"printing:{kind}", args=arguments))


@pytest.mark.slow
@pytest.mark.parametrize("kind", FILES)
def test_each_answer_has_a_cookie_of_its_own(clerk_client, tournament, kind):
    first, second = (get(clerk_client, kind) for _each in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert set(first.cookies) == {FILES[kind]}
    assert first.cookies[FILES[kind]].value != second.cookies[FILES[kind]].value
    about = first.cookies[FILES[kind]]
    assert (about["max-age"], about["path"], about["samesite"]) == (TOLD, "/", "Lax")
    assert (about["httponly"], about["secure"]) == ("", "")  # a script of ours reads it


def test_a_refusal_is_an_answer_too(clerk_client, tournament):
    tournament.rounds.update(state=Round.State.DRAWN)
    response = get(clerk_client, "sheets")
    assert response.status_code == 409
    assert response.cookies["sheets.pdf"].value


def test_so_is_being_asked_to_log_in(client, tournament):
    response = get(client, "cards")
    assert (response.status_code, set(response.cookies)) == (302, {"cards.pdf"})


@pytest.mark.slow
def test_over_https_it_goes_over_https_only(clerk_client, tournament):
    response = clerk_client.get(reverse("printing:seating", args=["wk-test", 1]), secure=True)
    assert response.cookies["seating.pdf"]["secure"] is True


def test_who_left_gets_no_card(tournament):
    Entry.objects.filter(tournament=tournament, number=2).update(withdrawn_after=0)
    assert cards_printed(tournament.entries.all()) == 8
