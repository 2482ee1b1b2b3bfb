"""The kept pieces of photos: told and offered beside the setting, saved as a file, thrown away."""

import pytest
from django.core.management import CommandError, call_command

from tests.camera.scans.made_pages import piece
from tests.scoreforms.submissions import message_levels
from wk.auditlog.models import AuditLogEntry
from wk.camera.examples.packing import unpacked
from wk.chain.models import Event
from wk.scoreforms.models import WritingExample
from wk.tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

SETTINGS = "/t/wk-test/forms/settings/"
FILE, THROW = f"{SETTINGS}examples/file/", f"{SETTINGS}examples/throw-away/"


@pytest.fixture
def examples(tournament):
    rows = [(piece(9), "3"), (piece(8), "-12"), (piece(7), "K")]
    for image, text in rows:
        WritingExample.of(tournament.pk, image, text).save(force_insert=True)
    return rows


def test_a_director_saves_them_as_a_file_and_that_is_noted(director_client, examples):
    answer = director_client.get(FILE)
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="examples-wk-test.zip"'
    assert sorted(unpacked(answer.content)) == sorted(examples)
    assert director_client.head(FILE).status_code == 200
    noted = Event.objects.get(kind=Event.Kind.TAKEN_ALONG)
    assert noted.about.startswith("examples-wk-test.zip ")


def test_a_director_throws_them_away(director_client, examples):
    shown = director_client.get(SETTINGS).content.decode()
    assert "3 pieces with one number each are kept." in shown
    assert "Throw 3 pieces away" in shown
    answer = director_client.post(THROW, follow=True)
    assert message_levels(answer) == ["success"]
    assert "3 pieces have been thrown away." in answer.content.decode()
    assert not WritingExample.objects.exists()
    assert "pieces" not in str(director_client.post(THROW, follow=True).context["messages"])


def test_clerks_and_readers_have_no_part_in_it(client, clerk_client, examples):
    for address, sent in ((FILE, clerk_client.get), (THROW, clerk_client.post)):
        assert sent(address).status_code == 403
    assert (client.get(FILE).status_code, client.post(THROW).status_code) == (302, 302)
    assert WritingExample.objects.count() == 3


def test_there_is_no_file_of_nothing_and_none_of_an_unknown_tournament(director_client, tournament):
    answer = director_client.get(FILE, follow=True)
    assert message_levels(answer) == ["error"]
    assert "No pieces of photos are kept." in answer.content.decode()
    assert not Event.objects.filter(kind=Event.Kind.TAKEN_ALONG).exists()
    unknown = FILE.replace("wk-test", "nergens")
    assert director_client.get(unknown).status_code == 404
    assert director_client.post(THROW.replace("wk-test", "nergens")).status_code == 404


def test_wrong_methods_are_refused(director_client, examples):
    assert director_client.post(FILE).status_code == 405
    assert director_client.get(THROW).status_code == 405
    assert WritingExample.objects.count() == 3


def test_the_page_tells_what_is_so(director_client, tournament, monkeypatch):
    def told():
        page = director_client.get(SETTINGS).content.decode()
        words = (
            "None yet.",
            "1 piece with one number on it is kept.",
            "No more come in.",
            "plenty",
        )
        return [text for text in words if text in page], 'id="examples"' in page

    assert told() == ([], False)
    Tournament.objects.update(keeps_examples=True)
    assert told() == (["None yet."], True)
    WritingExample.of(tournament.pk, piece(1), "3").save(force_insert=True)
    assert told() == (["1 piece with one number on it is kept."], True)
    monkeypatch.setattr("wk.scoreforms.review.setting_views.MOST", 1)
    assert told() == (["1 piece with one number on it is kept.", "plenty"], True)
    Tournament.objects.update(keeps_examples=False)
    assert told() == (["1 piece with one number on it is kept.", "No more come in."], True)


def test_the_command_writes_the_same_file(director_client, examples, tmp_path):
    path = tmp_path / "examples-wk.zip"
    call_command("writing_examples", "wk-test", "-o", str(path))
    assert sorted(unpacked(path.read_bytes())) == sorted(examples)
    assert Event.objects.filter(kind=Event.Kind.TAKEN_ALONG).count() == 1


def test_the_command_says_what_is_wrong(tournament, tmp_path):
    path = tmp_path / "examples-wk.zip"
    for slug, why in (("nergens", "There is no tournament"), ("wk-test", "No pieces of photos")):
        with pytest.raises(CommandError, match=why):
            call_command("writing_examples", slug, "-o", str(path))
    WritingExample.of(tournament.pk, piece(1), "3").save(force_insert=True)
    with pytest.raises(CommandError, match="no-folder"):
        call_command("writing_examples", "wk-test", "-o", str(tmp_path / "no-folder" / "a.zip"))
    assert not path.exists()
    assert not Event.objects.exists()


def test_consent_is_off_until_a_director_gives_it_and_the_log_tells(director_client, tournament):
    choices = {"second_check": "none", "check_method": "sight", "phones": "off"}
    for sent, stored in (({}, False), ({"keeps_examples": "on"}, True), ({}, False), ({}, False)):
        director_client.post(SETTINGS, choices | sent)
        assert Tournament.objects.get().keeps_examples is stored
    told = AuditLogEntry.objects.filter(kind="examples").order_by("pk")
    assert [entry.payload["how"] for entry in told] == ["kept", "stopped"]
    log = director_client.get("/t/wk-test/log/").content.decode()
    assert "Pieces of photos are kept from now on, for the camera to learn from." in log
    assert "No more pieces of photos are kept for the camera to learn from." in log
