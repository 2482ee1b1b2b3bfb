"""The buttons that withhold results and release them."""

import pytest

from tests.cases import cases
from tests.standings.reading import text_of
from tests.standings.tournaments import close_rounds
from wk.tournament.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL

WITHHOLD, RELEASE = "/t/hal/rounds/1/withhold/", "/t/hal/standings/release/"


def test_the_director_withholds_and_releases_results(director_client, client, played):
    page = director_client.post(WITHHOLD, {"what": "all"}, follow=True)
    assert page.redirect_chain == [("/t/hal/standings/", 302)]
    assert "Held back, until you make it public." in text_of(page)
    close_rounds(played)
    assert "World champion" not in text_of(client.get("/t/hal/standings/"))
    page = director_client.post(RELEASE, follow=True)
    assert page.redirect_chain == [("/t/hal/standings/", 302)]
    assert "Everyone can see it now." in text_of(page)
    assert "World champion Els" in text_of(client.get("/t/hal/standings/"))
    assert "Nothing is held back" in text_of(director_client.post(RELEASE, follow=True))


def test_a_release_from_the_ceremony_leads_to_the_wall(director_client, played):
    played.rounds.update(withheld=ALL)
    page = director_client.post(RELEASE, {"wall": "1"}, follow=True)
    assert page.redirect_chain == [("/t/hal/wall/#office", 302)]
    assert [*page.context["messages"]] == []  # nothing but the winners before the audience


def test_withholding_set_before_the_start_is_released(director_client, played):
    played.rounds.update(withheld=ALL, state="confirmed")
    page = director_client.post(RELEASE, {"round": "1"}, follow=True)
    assert "Nothing of it is held back any more." in text_of(page)
    assert played.rounds.get().withheld == NOTHING


def test_an_invalid_round_releases_nothing(director_client, played):
    played.rounds.update(withheld=ALL)

    @cases("sent", ["0", "x", "-1", "9" * 40, "\0"])
    def releases_nothing(sent):
        page = director_client.post(RELEASE, {"round": sent}, follow=True)
        assert "There is no such round." in text_of(page)
        assert played.rounds.get().withheld == ALL

    releases_nothing()


def test_invalid_choices_withhold_nothing(director_client, played):

    @cases("sent", [{}, {"what": ""}, {"what": "x"}, {"what": ["top", "x"]}])
    def withholds_nothing(sent):
        page = director_client.post(WITHHOLD, sent, follow=True)
        assert "Choose what is to be held back." in text_of(page)
        assert played.rounds.get().withheld == NOTHING

    withholds_nothing()


def test_a_refused_withholding_shows_the_reason(director_client, played):
    Tournament.objects.update(round_count=2)
    page = director_client.post(WITHHOLD, {"what": "top"}, follow=True)
    assert "Only of the last round the top ten can be held back." in text_of(page)


@pytest.mark.parametrize("address", [WITHHOLD, RELEASE])
def test_only_directors_withhold_and_release(client, clerk_client, played, address):
    played.rounds.update(withheld=TOP)
    assert client.post(address, {"what": "all"}).headers["Location"].startswith("/login/")
    assert clerk_client.post(address, {"what": "all"}).status_code == 403
    assert played.rounds.get().withheld == TOP
    assert clerk_client.get(address).status_code == 405


def test_unknown_rounds_and_tournaments_are_not_found(director_client, played):

    @cases(
        "address",
        [
            "/t/hal/rounds/2/withhold/",
            "/t/nergens/rounds/1/withhold/",
            "/t/nergens/standings/release/",
        ],
    )
    def is_not_found(address):
        assert director_client.post(address, {"what": "all"}).status_code == 404

    is_not_found()
