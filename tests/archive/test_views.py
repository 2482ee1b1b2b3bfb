"""The pages for import, export and practice: working, denied, invalid, wrong method."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scoring.registry import DEFAULT, GAMES
from tests.archive.samples import as_bytes, document
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.rounds.constraints.services import separate
from wk.tournament.models import Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def upload(whole: object) -> SimpleUploadedFile:
    data = whole if isinstance(whole, bytes) else as_bytes(whole)
    return SimpleUploadedFile("wk.json", data, content_type="application/json")


def page_text(response) -> str:
    """Return the text of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def input_names(response) -> list[str]:
    """Return the names of the inputs in the content of a page."""
    content = response.content.decode().partition("<main")[2]
    return re.findall(r'<input[^>]* name="(?!csrf)(\w+)"', content)


@pytest.fixture
def stored_tournament(db) -> Tournament:
    return import_archive(archive=read(as_bytes(document())), now=timezone.now())


PAGES = ["/import/", "/practice/", "/t/wk-2019/archive.json"]


def test_archive_pages_need_a_director(client, clerk_client, stored_tournament):
    answers = [client.get(page) for page in PAGES]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, f"/login/?next={page}") for page in PAGES
    ]
    assert [clerk_client.get(page).status_code for page in PAGES] == [403, 403, 403]


def test_a_clerk_cannot_import_a_tournament(clerk_client):
    for page in PAGES[:2]:
        assert clerk_client.post(page, {"file": upload(document())}).status_code == 403
    assert Tournament.objects.count() == 0


def test_archive_pages_refuse_other_methods(director_client, stored_tournament):
    for send in (director_client.put, director_client.delete):
        assert [send(page).status_code for page in PAGES] == [405, 405, 405]


def test_the_archive_is_a_download(director_client, stored_tournament):
    response = director_client.get("/t/wk-2019/archive.json")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="wk-2019.json"'
    assert response.content == write(archive_of(stored_tournament))
    assert director_client.post("/t/wk-2019/archive.json").status_code == 405
    assert director_client.get("/t/nee/archive.json").status_code == 404


def test_a_file_is_imported(director_client):
    response = director_client.post("/import/", {"file": upload(document())})
    assert (response.status_code, response["Location"]) == (302, "/t/wk-2019/")
    assert write(archive_of(Tournament.objects.get())) == write(read(as_bytes(document())))


def test_the_import_page_asks_only_for_a_file(director_client):
    assert input_names(director_client.get("/import/")) == ["file"]


def test_a_missing_file_is_a_form_error(director_client):
    for data in ({}, {"file": ""}, {"file": SimpleUploadedFile("leeg", b"")}):
        response = director_client.post("/import/", data)
        assert list(response.context["form"].errors) == ["file"], data
    assert Tournament.objects.count() == 0


def test_every_problem_is_a_row_of_a_table(director_client):
    whole = document()
    whole["players"][1]["name"] = ""
    whole["tournament"]["<b>"] = 1
    whole["rounds"][0]["tables"][0]["form"]["deals"][6]["bids"][2] = 9
    response = director_client.post("/import/", {"file": upload(whole)})
    rows = re.findall(r'<tr class="problem">(.*?)</tr>', response.content.decode(), re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    assert cells == [
        ["toernooi", "Onbekend gegeven: “&lt;b&gt;”.", "<code>UNKNOWN_KEY</code>"],
        ["speler 2", "“name” is leeg.", "<code>TEXT_EMPTY</code>"],
        [
            "ronde 1, tafel 1, spelletje 7, plaats 3",
            "Een bod van 9 kan niet met 4 kaarten.",
            "<code>BID_GT_CARDS</code>",
        ],
    ]
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_the_page_shows_at_most_200_problems(director_client):
    whole = document() | {"players": [1] * 300, "rounds": []}
    response = director_client.post("/import/", {"file": upload(whole)})
    assert response.content.count(b'<tr class="problem">') == 200
    assert response.context["more"] == 100


def test_any_file_is_answered_with_its_problems(director_client):
    for data in (b"\xff", b"{", b"[" * 5000, b'{"a": "\\ud800"}'):
        response = director_client.post("/import/", {"file": upload(data)})
        rows = response.content.count(b'<tr class="problem">')
        assert response.status_code == 200, data
        assert rows == len(response.context["problems"]) > 0, data


def test_replacing_is_offered_once_the_tournament_is_known_to_exist(
    director_client, stored_tournament, data_dir
):
    before = write(archive_of(stored_tournament))
    changed = document()
    changed["tournament"]["name"] = "Opnieuw"
    # Saying so before it was offered is not enough.
    response = director_client.post("/import/", {"file": upload(changed), "replace": "on"})
    assert [p.code for p in response.context["problems"]] == ["SLUG_EXISTS"]
    assert input_names(response) == ["slug", "file", "replace"]
    assert "Er is al een toernooi “wk-2019”: WK Boerenbridge 2019." in page_text(response)
    # With the box left empty it says the same again.
    sent = {"file": upload(changed), "slug": "wk-2019"}
    response = director_client.post("/import/", sent)
    assert [p.code for p in response.context["problems"]] == ["SLUG_EXISTS"]
    assert list(data_dir.iterdir()) == []
    sent = {"file": upload(changed), "slug": "wk-2019", "replace": "on"}
    response = director_client.post("/import/", sent)
    assert response.status_code == 302
    assert Tournament.objects.get().name == "Opnieuw"
    (backup,) = (data_dir / "backups").iterdir()
    assert backup.read_bytes() == before


def test_a_replacement_keeps_everything_that_the_page_names(director_client, stored_tournament):
    group = separate(
        tournament=stored_tournament, entries=list(stored_tournament.entries.all()[:2])
    )
    stored_tournament.rounds.filter(number=1).update(seed=7, withheld="all")
    response = director_client.post(
        "/import/", {"file": upload(document())}, headers={"accept-language": "en"}
    )
    told = page_text(response)
    assert "A backup of it as it is now is kept first." in told
    assert "All that no file holds stays: settings, what is held back, who has arrived" in told
    sent = {"file": upload(document()), "slug": "wk-2019", "replace": "on"}
    director_client.post("/import/", sent)
    again = Tournament.objects.get()
    assert list(again.separations.all()) == [group]
    assert list(again.rounds.values_list("seed", "withheld")) == [
        (7, "all"),
        (None, ""),
        (None, ""),
    ]


def test_confirming_one_replacement_does_not_allow_another(director_client, stored_tournament):
    sent = {"file": upload(document()), "slug": "wk-2018", "replace": "on"}
    response = director_client.post("/import/", sent)
    assert [p.code for p in response.context["problems"]] == ["SLUG_EXISTS"]


def test_a_backup_that_fails_is_an_error_on_the_page(director_client, stored_tournament, data_dir):
    (data_dir / "backups").write_text("in the way")
    sent = {"file": upload(document()), "slug": "wk-2019", "replace": "on"}
    response = director_client.post("/import/", sent)
    assert response.status_code == 200
    assert len(response.context["form"].non_field_errors()) == 1
    assert Tournament.objects.get() == stored_tournament


def test_one_button_makes_the_practice_tournament(director_client):
    page = director_client.get("/practice/")
    assert input_names(page) == []
    assert page.context["form"]["game"].initial == DEFAULT
    assert Tournament.objects.count() == 0
    response = director_client.post("/practice/", {"game": DEFAULT})
    assert (response.status_code, response["Location"]) == (302, "/t/oefen/")
    assert Tournament.objects.get().entries.count() == 100


def test_every_game_can_be_practised(director_client):
    form = director_client.get("/practice/").context["form"]
    assert [key for key, _name in form.fields["game"].choices] == list(GAMES)
    response = director_client.post("/practice/", {"game": "bollen"})
    assert (response.status_code, response["Location"]) == (302, "/t/oefen-bollen/")
    assert Tournament.objects.get().game == "bollen"


def test_an_unknown_game_cannot_be_practised(director_client):
    for data in ({}, {"game": ""}, {"game": "ganzenbord"}, {"game": "\0"}):
        response = director_client.post("/practice/", data)
        assert response.status_code == 200, data
    assert Tournament.objects.count() == 0


def test_a_new_practice_tournament_keeps_a_backup_of_the_old_one(director_client, data_dir):
    for game in ("luciferen", "bollen", "bollen"):
        director_client.post("/practice/", {"game": game})
    assert [t.slug for t in director_client.get("/practice/").context["existing"]] == [
        "oefen-bollen",
        "oefen-luciferen",
    ]
    assert Tournament.objects.count() == 2
    assert len(list((data_dir / "backups").iterdir())) == 1


def test_a_post_without_a_csrf_token_is_refused(director):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/practice/").status_code == 403
    assert Tournament.objects.count() == 0
