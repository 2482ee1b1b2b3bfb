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
from wk.publication.mirror import Mirror
from wk.publication.versions import current_versions
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Table

STANDINGS = "t/wk-test/standings/index.html"
LINK = re.compile(r'\s(?:href|src|hx-get|data-changes|action)="([^"#][^"]*)"')


@pytest.fixture
def mirror(kept_pages, tournament, tmp_path) -> Mirror:
    return mirror_in(tmp_path / "site")


@pytest.fixture
def small_mirror(kept_pages, one_table, tmp_path) -> Mirror:
    return mirror_in(tmp_path / "site")


@pytest.fixture
def one_table(tournament):
    """A tournament of five players: few pages, as each is written in two languages."""
    Table.objects.filter(number=2).delete()
    tournament.entries.filter(number__gt=5).delete()


def mirror_in(folder) -> Mirror:
    made = Mirror(folder)
    made.prepare()
    update(made)
    return made


def update(mirror: Mirror) -> int:
    now = current_versions()
    return mirror.update_first(now) + mirror.update_rest(now)


def pages(mirror):
    return {path: path.read_text() for path in mirror.folder.rglob("*.html")}


@pytest.mark.slow
def test_the_mirror_is_complete_and_linked(mirror):
    for folder in ("", "en/"):
        for name in ("", "t/wk-test/", "t/wk-test/rounds/1/tables/2/", "t/wk-test/players/7/"):
            assert (mirror.folder / f"{folder}{name}index.html").is_file(), folder + name
    assert '<html lang="nl">' in (mirror.folder / STANDINGS).read_text()
    assert '<html lang="en">' in (mirror.folder / "en" / STANDINGS).read_text()
    first = (mirror.folder / "en/t/wk-test/index.html").read_text()
    assert '<a class="button" href="players/index.html">To the list of players</a>' in first
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


@pytest.mark.slow
def test_the_mirror_follows_what_changes(clerk, small_mirror):
    mirror = small_mirror
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


@pytest.mark.slow
def test_the_pages_that_everybody_follows_are_written_first(clerk, small_mirror):
    mirror = small_mirror
    table = Table.objects.get(number=1)
    hand_in(table=table, submission=Submission(played(table, 1), clerk, timezone.now()))
    seat = table.seats.select_related("entry", "result").first()
    points, player = f"{seat.result.points}</td>", f"t/wk-test/players/{seat.entry.number}/"
    of_player = mirror.folder / player / "index.html"
    now, was = current_versions(), of_player.read_text()
    assert mirror.update_first(now) > 2
    assert points in (mirror.folder / STANDINGS).read_text()
    assert str(now) in (mirror.folder / "t/wk-test/changes.json").read_text()
    assert of_player.read_text() == was
    # Another change stops the rest after some pages; they are not the first ones the next time.
    pages_left = iter([False] * 5)
    assert mirror.update_rest(now, lambda: next(pages_left, True)) <= 5
    assert mirror.update_rest(now) > 5
    assert of_player.read_text() != was
    assert update(mirror) == 0


@pytest.mark.slow
def test_the_command_writes_and_runs_and_a_later_mirror_goes_on(one_table, tmp_path):
    out, done, site = StringIO(), tmp_path / "done", tmp_path / "site"
    live = "https://wk.example.nl/"
    call_command("mirror", str(site), run=f"touch {done}", live=live, stdout=out)
    assert (site / STANDINGS).is_file()
    assert done.is_file()
    assert "bestanden" in out.getvalue() or "files" in out.getvalue()
    # Links to what needs wk lead to it.
    rules = (site / "t/wk-test/rules/index.html").read_text()
    assert f'href="{live}t/wk-test/rules/winner/' in rules
    # Another run goes on in the folder: it removes what is no page any more, and nothing else.
    own = site / "robots.txt"
    own.write_text("the organiser's own")
    assert (site / "t/wk-test/rounds/1/index.html").is_file()
    Round.objects.update(state=Round.State.DRAWN)
    again = Mirror(site)
    again.prepare()
    update(again)
    assert not (site / "t/wk-test/rounds/1/index.html").exists()
    assert own.read_text() == "the organiser's own"


def test_the_command_leaves_a_folder_with_other_files(tournament, tmp_path):
    (tmp_path / "thesis.odt").write_text("years of work")
    with pytest.raises(CommandError, match=re.escape(str(tmp_path))):
        call_command("mirror", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.odt"]
