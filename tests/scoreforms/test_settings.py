"""What the director sets about forms: who looks twice, how, and what phones are worth."""

import pytest

from tests.played import played
from tests.scoreforms.eyes import give, levels
from wk.scoreforms.models import Version
from wk.tournament.models import Table, Tournament

SETTINGS = "/t/wk-test/forms/settings/"
CHOICES = {"second_check": "important", "check_method": "blind", "phones": "form"}


def stored():
    return Tournament.objects.values("second_check", "check_method", "phones").get()


def test_directors_only(client, clerk_client, tournament):
    assert client.get(SETTINGS).status_code == 302
    assert clerk_client.get(SETTINGS).status_code == 403
    assert clerk_client.post(SETTINGS, CHOICES).status_code == 403


@pytest.mark.parametrize("page", ["/t/wk-test/", "/t/wk-test/forms/", "/t/wk-test/forms/pile/"])
@pytest.mark.parametrize("state", ["drawn", "started"])
def test_a_director_finds_the_page(director_client, clerk_client, tournament, page, state):
    tournament.rounds.update(state=state)
    link = f'href="{SETTINGS}"'
    assert link in director_client.get(page).content.decode()
    assert link not in clerk_client.get(page).content.decode()


def test_wrong_method(director_client, tournament):
    assert director_client.delete(SETTINGS).status_code == 405


def test_the_page_shows_what_is_set(director_client, tournament):
    form = director_client.get(SETTINGS).context["form"]
    assert {name: form[name].value() for name in CHOICES} == stored()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("second_check", value) for value in Tournament.SecondCheck.values),
        *(("check_method", value) for value in Tournament.CheckMethod.values),
        *(("phones", value) for value in Tournament.Phones.values),
    ],
)
def test_every_choice_is_kept(director_client, tournament, field, value):
    answer = director_client.post(SETTINGS, CHOICES | {field: value}, follow=True)
    assert levels(answer) == ["success"]
    assert stored() == CHOICES | {field: value}


@pytest.mark.parametrize("field", CHOICES)
@pytest.mark.parametrize("value", ["", "alles", "\0", "x" * 999])
def test_what_cannot_be_chosen_is_refused(director_client, tournament, field, value):
    before = stored()
    answer = director_client.post(SETTINGS, CHOICES | {field: value})
    assert (list(answer.context["form"].errors), stored()) == ([field], before)


def test_forms_that_wait_go_on_waiting_and_are_counted(director_client, tournament, clerk):
    tournament.second_check = "every"
    tournament.save()
    table = Table.objects.get(number=1)
    version = give(table, played(table), clerk)
    answer = director_client.post(SETTINGS, CHOICES | {"second_check": "none"}, follow=True)
    assert answer.context["waiting"] == 1
    assert 'href="/t/wk-test/forms/pile/"' in answer.content.decode()
    assert Version.objects.get(is_waiting=True) == version


def test_nothing_else_about_the_tournament_changes(director_client, tournament):
    before = Tournament.objects.values("name", "date", "game", "options", "round_count").get()
    director_client.post(SETTINGS, CHOICES | {"name": "Anders", "round_count": "9"})
    assert Tournament.objects.values(*before).get() == before
