"""The prize list as a PDF: every category, in the order in which it is read out."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.printing.makers import kill_makers_of
from tests.printing.pdf_pages import pages_of, without_spaces
from tests.prizes.conftest import CLUBS, EVERYBODY, ROUND, category, day
from wk.printing.jobs import FOLDER
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
BUTTON, FILE = "/t/hal/print/prizes/", "/t/hal/prizes.pdf"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def played(db):
    yield day()
    kill_makers_of(Path(settings.DATA_DIR) / FOLDER)


def printed(client):
    """Return the text of the PDF, without spaces."""
    (page,) = pages_of(client.get(FILE, headers=ENGLISH))
    return without_spaces(page.extract_text())


def test_the_first_prize_of_each_category_is_read_out_last(clerk_client, played):
    category(played, EVERYBODY, name="Winnaars", prizes=3)
    category(played, CLUBS, name="Clubs", prizes=2, best=2)
    category(played, ROUND, name="Ronde")
    text = printed(clerk_client)
    winners, clubs, rounds = (text.index(name) for name in ("Winnaars", "Clubs", "Ronde"))
    assert winners < clubs < rounds
    assert in_order(text[winners:clubs], "Anna", "Bram", "Els")
    assert in_order(text[clubs:rounds], "Troef", "DeSlag", "Els,Anna")
    assert "Equal(=):thedirectordecideswhogetswhichprize." in text[rounds:]
    assert "maystillchange" not in text


def in_order(text, *words):
    """Return whether all words are in a text, in this order."""
    places = [text.find(word) for word in words]
    return -1 not in places and places == sorted(places)


def test_while_a_round_is_open_the_paper_says_so(clerk_client, played):
    category(played, EVERYBODY)
    played.rounds.filter(number=2).update(state=Round.State.STARTED)
    assert "maystillchange:notallformscountyet" in printed(clerk_client)


def test_while_results_are_held_back_only_a_director_prints_it(
    clerk_client, director_client, played
):
    category(played, EVERYBODY, name="Winnaars")
    played.rounds.filter(number=2).update(withheld=Round.Withheld.ALL)
    answer = clerk_client.get(FILE, headers=ENGLISH)
    assert answer.status_code == 409
    assert "only a director prints who wins what" in answer.content.decode()
    assert "Els" in printed(director_client)


def test_only_officials_print_it(client, played):
    assert client.get(BUTTON)["Location"] == f"/login/?next={BUTTON}"
    assert client.post(BUTTON).status_code == 405
