"""What the director sets about forms: who looks twice, how, and what phones are worth."""

import pytest

from tests.played import played
from tests.scoreforms.eyes import give, levels
from wk.scoreforms.models import Version
from wk.tournament.models import Tournament

SETTINGS = "/t/wk-test/forms/settings/"
CHOICES = {"second_check": "important", "check_method": "blind", "phones": "form"}


def stored():
    return Tournament.objects.values("second_check", "check_method", "phones").get()


def test_the_settings_are_for_directors(client, clerk_client, director_client, tournament):
    assert client.get(SETTINGS).status_code == 302
    assert clerk_client.get(SETTINGS).status_code == 403
    assert clerk_client.post(SETTINGS, CHOICES).status_code == 403
    assert director_client.delete(SETTINGS).status_code == 405


@pytest.mark.parametrize("state", ["drawn", "started"])
def test_a_director_finds_the_page(director_client, clerk_client, tournament, state):
    tournament.rounds.update(state=state)
    link = f'href="{SETTINGS}"'
    for page in ("/t/wk-test/", "/t/wk-test/forms/", "/t/wk-test/forms/pile/"):
        assert link in director_client.get(page).content.decode()
        assert link not in clerk_client.get(page).content.decode()


def test_the_page_shows_what_is_set_and_keeps_every_choice(director_client, tournament):
    for wanted in (CHOICES, {"second_check": "every", "check_method": "sight", "phones": "off"}):
        answer = director_client.post(SETTINGS, wanted, follow=True)
        assert (levels(answer), stored()) == (["success"], wanted)
        form = director_client.get(SETTINGS).context["form"]
        assert {name: form[name].value() for name in wanted} == wanted


def test_what_cannot_be_chosen_is_refused(director_client, tournament):
    before = stored()
    for field in CHOICES:
        answer = director_client.post(SETTINGS, CHOICES | {field: "alles"})
        assert (list(answer.context["form"].errors), stored()) == ([field], before)


def test_forms_that_wait_go_on_waiting_and_are_counted(director_client, strict, clerk, table):
    version = give(table, played(table), clerk)
    answer = director_client.post(SETTINGS, CHOICES | {"second_check": "none"}, follow=True)
    assert answer.context["waiting"] == 1
    assert 'href="/t/wk-test/forms/pile/"' in answer.content.decode()
    assert Version.objects.get(is_waiting=True) == version


def test_nothing_else_about_the_tournament_changes(director_client, tournament):
    before = Tournament.objects.values("name", "date", "game", "options", "round_count").get()
    director_client.post(SETTINGS, CHOICES | {"name": "Anders", "round_count": "9"})
    assert Tournament.objects.values(*before).get() == before
