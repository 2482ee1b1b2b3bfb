"""The mirror: all public pages as files, complete and linked, and nothing withheld in them."""

import json
import re
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.played import played
from wk.accounts.models import User
from wk.publication.mirror import Mirror, Page, linked_page
from wk.publication.versions import current_versions
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table

STANDINGS = "t/wk-test/standings/index.html"
LINK = re.compile(r'\s(?:href|src|hx-get|data-changes|action)="([^"#][^"]*)"')


@pytest.fixture
def mirror(kept_pages, tournament, tmp_path) -> Mirror:
    made = Mirror(tmp_path / "site")
    made.prepare()
    made.update(current_versions())
    return made


def update(mirror: Mirror) -> int:
    return mirror.update(current_versions())


def pages(mirror):
    return {path: path.read_text() for path in mirror.folder.rglob("*.html")}


@pytest.mark.slow
def test_the_mirror_is_complete_and_linked(mirror):
    for folder in ("", "en/"):
        for name in ("", "t/wk-test/", "t/wk-test/rounds/1/tables/2/", "t/wk-test/players/7/"):
            assert (mirror.folder / f"{folder}{name}index.html").is_file(), folder + name
    assert '<html lang="nl">' in (mirror.folder / STANDINGS).read_text()
    assert '<html lang="en">' in (mirror.folder / "en" / STANDINGS).read_text()
    for path, html in pages(mirror).items():
        assert "<form" not in html, path
        assert "/login/" not in html, path
        for address in LINK.findall(html):
            parts = urlsplit(address)
            assert (parts.netloc, parts.query) == ("", ""), (path, address)
            assert (path.parent / parts.path).resolve().is_file(), (path, address)
    # A web server may read it, whatever the umask is.
    assert (mirror.folder / STANDINGS).stat().st_mode & 0o777 == 0o644
    assert (mirror.folder / STANDINGS).parent.stat().st_mode & 0o777 == 0o755


def test_links_to_what_needs_wk_lead_to_it(tournament, tmp_path):
    made = Mirror(tmp_path, live="https://wk.example.nl/")
    made.update(current_versions())
    rules = (tmp_path / "t/wk-test/rules/index.html").read_text()
    assert 'href="https://wk.example.nl/t/wk-test/rules/winner/' in rules


@pytest.mark.slow
def test_the_mirror_follows_what_changes(clerk, mirror):
    User.objects.create_user("bea")  # moves the version, and no page shows it
    style = (mirror.folder / "static/style/tokens.css").stat().st_mtime_ns
    assert update(mirror) == 1  # changes.json
    table = Table.objects.get(number=1)
    hand_in(table=table, submission=Submission(played(table, 1), clerk, timezone.now()))
    assert update(mirror) > 5
    assert (mirror.folder / "static/style/tokens.css").stat().st_mtime_ns == style
    changes = json.loads((mirror.folder / "t/wk-test/changes.json").read_text())
    assert changes == {"version": str(current_versions())}
    points = {f"{seat.result.points}</td>" for seat in table.seats.all()}
    assert all(each in (mirror.folder / STANDINGS).read_text() for each in points)
    # What is withheld from now on is in no file any more.
    Round.objects.update(withheld=Round.Withheld.ALL)
    update(mirror)
    for path, html in pages(mirror).items():
        assert not any(each in html for each in points), path


def test_a_later_mirror_goes_on_in_its_folder(mirror):
    own = mirror.folder / "robots.txt"
    own.write_text("the organiser's own")
    Round.objects.update(state=Round.State.DRAWN)
    again = Mirror(mirror.folder)
    again.prepare()
    update(again)
    assert not (mirror.folder / "t/wk-test/rounds/1/index.html").exists()
    assert own.read_text() == "the organiser's own"


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/", "index.html"),
        ("?page=2", "t/wk/standings/page-2.html"),
        ("/t/wk/standings/?wall=1&page=2", "t/wk/standings/page-2-wall-1.html"),
        ("/language/en/?next=/t/wk/standings/%3Fwall%3D1", "en/t/wk/standings/wall-1.html"),
        ("/t/wk/standings/?page=..%2F..%2Fx", "t/wk/standings/page-x.html"),
    ],
)
def test_a_link_names_the_file_of_its_page(address, file):
    assert linked_page(address, Page("/t/wk/standings/", "", "nl")).file == file


@pytest.mark.parametrize(
    "address", ["/login/", "/t/wk/standings/?sort=name", "/t/wk/players/?q=a", "/static/x.css"]
)
def test_other_links_lead_to_no_page(address):
    assert linked_page(address, Page("/t/wk/standings/", "", "nl")) is None


def test_the_command_writes_and_runs(tournament, tmp_path):
    out, done = StringIO(), tmp_path / "done"
    call_command("mirror", str(tmp_path / "site"), run=f"touch {done}", stdout=out)
    assert (tmp_path / "site" / STANDINGS).is_file()
    assert done.is_file()
    assert "bestanden" in out.getvalue() or "files" in out.getvalue()


def test_the_command_leaves_a_folder_with_other_files(tournament, tmp_path):
    (tmp_path / "thesis.odt").write_text("years of work")
    with pytest.raises(CommandError, match=re.escape(str(tmp_path))):
        call_command("mirror", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.odt"]
