"""The review settings: which forms are reviewed, how, and whether phone forms count."""

import pytest

from tests.chain.written import write_links_now
from tests.played import played
from tests.scoreforms.submissions import message_levels, submit
from wk.auditlog.changes.queries import link_words
from wk.chain.models import Link
from wk.scoreforms.models import Version
from wk.tournament.models import Tournament

SETTINGS = "/t/wk-test/forms/settings/"
CHOICES = {"second_check": "important", "check_method": "blind", "phones": "form"}


def stored_settings():
    return Tournament.objects.values("second_check", "check_method", "phones").get()


def test_review_settings_need_a_director(client, clerk_client, director_client, tournament):
    assert client.get(SETTINGS).status_code == 302
    assert clerk_client.get(SETTINGS).status_code == 403
    assert clerk_client.post(SETTINGS, CHOICES).status_code == 403
    assert director_client.delete(SETTINGS).status_code == 405


@pytest.mark.parametrize("state", ["drawn", "started"])
def test_only_directors_see_the_link_to_review_settings(
    director_client, clerk_client, tournament, state
):
    tournament.rounds.update(state=state)
    link = f'href="{SETTINGS}"'
    assert link in director_client.get("/t/wk-test/edit/").content.decode()
    for page in ("/t/wk-test/forms/", "/t/wk-test/forms/pile/"):
        assert link in director_client.get(page).content.decode()
        assert link not in clerk_client.get(page).content.decode()


def test_review_settings_are_shown_and_saved(director_client, tournament):
    for wanted in (CHOICES, {"second_check": "every", "check_method": "sight", "phones": "off"}):
        answer = director_client.post(SETTINGS, wanted, follow=True)
        assert (message_levels(answer), stored_settings()) == (["success"], wanted)
        form = director_client.get(SETTINGS).context["form"]
        assert {name: form[name].value() for name in wanted} == wanted


def test_calls_on_the_wall_are_off_until_the_director_wants_them(director_client, tournament):
    for sent, stored in (({}, False), ({"calls_on_wall": "on"}, True), ({}, False)):
        director_client.post(SETTINGS, CHOICES | sent)
        assert Tournament.objects.get().calls_on_wall is stored


def test_one_look_is_off_until_the_director_wants_it_and_the_log_tells(
    director_client, tournament, english
):
    for sent, stored in (({}, False), ({"one_look": "on"}, True), ({}, False)):
        director_client.post(SETTINGS, CHOICES | sent)
        assert Tournament.objects.get().one_look is stored
    write_links_now()
    told = link_words([*Link.objects.order_by("number")]).values()
    assert sum("one look at what was read in without doubt" in words for words in told) == 2


def test_unknown_review_settings_are_refused(director_client, tournament):
    before = stored_settings()
    for field in CHOICES:
        answer = director_client.post(SETTINGS, CHOICES | {field: "alles"})
        assert (list(answer.context["form"].errors), stored_settings()) == ([field], before)


def test_versions_that_wait_still_wait_after_review_is_turned_off(
    director_client, double_checked, clerk, table
):
    version = submit(table, played(table), clerk)
    answer = director_client.post(SETTINGS, CHOICES | {"second_check": "none"}, follow=True)
    assert answer.context["waiting"] == 1
    assert 'href="/t/wk-test/forms/pile/"' in answer.content.decode()
    assert Version.objects.get(is_waiting=True) == version


def test_review_settings_change_no_other_field_of_the_tournament(director_client, tournament):
    before = Tournament.objects.values("name", "date", "game", "options", "round_count").get()
    director_client.post(SETTINGS, CHOICES | {"name": "Anders", "round_count": "9"})
    assert Tournament.objects.values(*before).get() == before
