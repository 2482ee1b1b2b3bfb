"""A button that is pressed twice acts once."""

import datetime as dt
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from wk.accounts.models import Press, User
from wk.accounts.once import KEPT
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.tournament.models import Round

HALL = "/t/wk-test/hall/"
MORE = "/t/wk-test/rounds/1/clock/more/"
DESK = "/t/wk-test/desk/1/"
AGAIN = "You pressed twice: it was done once."

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def round(tournament) -> Round:
    """Round 1, with a clock."""
    tournament.round_minutes = 60
    tournament.save()
    Round.objects.update(started_at=timezone.now(), minutes=60)
    return Round.objects.get()


@pytest.fixture
def press(director_client):
    """Press a button of a page: send what stands in its form, with the token of that page."""

    def send(address, page, **typed):
        html = director_client.get(page).content.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w{64})"', html)[1]
        data = {"csrfmiddlewaretoken": token, **typed}
        return lambda: director_client.post(address, data, follow=True)

    return send


def message_texts(answer):
    return [str(message) for message in answer.context["messages"]]


def stored_minutes():
    return Round.objects.get().minutes


def test_a_second_press_is_answered_like_the_first_with_a_message(round, press):
    give = press(MORE, HALL, minutes=5)
    first, second = give(), give()
    assert stored_minutes() == 65
    assert first.redirect_chain == second.redirect_chain
    assert message_texts(first) == ["Everyone has 5 minutes more."]
    assert message_texts(second) == ["Everyone has 5 minutes more.", AGAIN]


def test_a_message_of_a_first_answer_that_was_left_is_shown_once(round, director_client):
    html = director_client.get(HALL).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w{64})"', html)[1]
    data = {"csrfmiddlewaretoken": token, "minutes": 5}
    director_client.post(MORE, data)
    second = director_client.post(MORE, data, follow=True)
    assert message_texts(second) == ["Everyone has 5 minutes more.", AGAIN]


def test_a_button_of_a_new_page_acts_again(round, press):
    for _page in range(2):
        press(MORE, HALL, minutes=5)()
    assert stored_minutes() == 70


def test_other_content_from_the_same_page_acts_again(round, press, director_client):
    html = director_client.get(HALL).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w{64})"', html)[1]
    for more in (5, 6):
        director_client.post(MORE, {"csrfmiddlewaretoken": token, "minutes": more})
    assert stored_minutes() == 71


def test_a_refused_press_may_be_repeated(round, press):
    Round.objects.update(state=Round.State.CLOSED)
    give = press(MORE, HALL, minutes=5)
    refused = give()
    Round.objects.update(state=Round.State.STARTED)
    allowed = give()
    assert message_texts(refused) == ["Round 1 has no clock now."]
    assert message_texts(allowed) == ["Everyone has 5 minutes more."]
    assert stored_minutes() == 65


def test_a_form_with_an_error_may_be_posted_again(tournament, press):
    add = press("/t/wk-test/players/add/", "/t/wk-test/players/add/", name="Nina", number=1)
    assert add().status_code == 200
    tournament.entries.filter(number=1).update(number=50)
    assert message_texts(add()) == ["Nina has number 1."]


def test_an_undone_act_may_be_done_again(tournament, press):
    """Doing, undoing and doing again are three presses, each from another page."""

    def left():
        return tournament.entries.get(number=1).withdrawn_after

    press(f"{DESK}leave/", DESK)()
    assert left() == 1
    key = tournament.log_entries.get().pk
    press(f"/t/wk-test/log/{key}/undo/", "/t/wk-test/log/")()
    assert left() is None
    press(f"{DESK}leave/", DESK)()
    assert left() == 1


def test_a_press_without_a_page_token_always_acts(round, director_client):
    """Scripts send the bare secret of the cookie, which is the same in every page."""
    for token in ("", "x" * 32):
        director_client.post(MORE, {"csrfmiddlewaretoken": token, "minutes": 5})
    assert (stored_minutes(), Press.objects.count()) == (70, 0)


def test_the_same_press_of_another_official_acts_again(round, director_client, clerk_client):
    """Two officials never have the same page, even where they have the same token."""
    User.objects.update(role=User.Role.DIRECTOR)
    data = {"csrfmiddlewaretoken": "a" * 64, "minutes": 5}
    for browser in (director_client, clerk_client):
        browser.post(MORE, data)
    assert stored_minutes() == 70


def test_old_presses_are_deleted(round, press):
    now = timezone.now()
    for age in (KEPT - dt.timedelta(hours=1), KEPT + dt.timedelta(hours=1)):
        Press.objects.create(digest=str(age), at=now - age, location="/")
    press(MORE, HALL, minutes=5)()
    assert Press.objects.filter(at__lt=now).count() == 1
    assert Press.objects.count() == 2


def test_another_file_from_the_same_page_acts_again(tournament, director_client):
    """Another file with the same name and size is another press."""
    data = write(archive_of(tournament))
    for slug in (b"wk-tesa", b"wk-tesb"):
        file = SimpleUploadedFile("wk.json", data.replace(b"wk-test", slug))
        sent = {"csrfmiddlewaretoken": "a" * 64, "file": file}
        assert director_client.post("/import/", sent).url == f"/t/{slug.decode()}/"
