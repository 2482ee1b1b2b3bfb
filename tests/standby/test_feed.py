"""The feed of the first, and the copy of the second: page by page the same database."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.backups.conftest import type_form
from tests.database import copy
from wk.accounts.models import User
from wk.backups.databases import reading
from wk.chain.models import Head
from wk.chain.verifying import verify
from wk.core.second_laptop import FOLLOWER
from wk.scoreforms.models import Draft, Photo, ScoreForm
from wk.standby import following, laptop_views
from wk.standby.asking import Answer, Other
from wk.standby.feed import Feed, Unknown
from wk.standby.following import look, opened
from wk.standby.kept import PROGRESS, keep, kept, standby_folder
from wk.standby.mirror import PENDING, Mirror
from wk.standby.pages import hashes_of
from wk.standby.role import mirror_path
from wk.standby.wire import Torn, packed_step, unpacked, unpacked_step

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own means"),
]


@pytest.fixture
def feed():
    return Feed()


@pytest.fixture
def second(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("second")


def ask(feed: Feed, mirror: Mirror, hashes: bytes = b""):
    """Return the step to what the first is now, sent over the wire; None if there is nothing."""
    have, files = mirror.tag, mirror.known.get("files_tag", "")
    step = feed.step(have=have, files_tag=files, hashes=hashes)
    return step and unpacked_step(packed_step(*step))


def dump(path: Path | str) -> list[str]:
    """Return all that a database holds, as the statements that make it."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        return list(database.iterdump())


def live() -> str:
    return str(connection.settings_dict["NAME"])


def test_the_copy_holds_everything_and_its_chain_fits(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    assert dump(mirror_path(second)) == dump(live())
    with reading(mirror_path(second)):
        report = verify()
        assert (report.misfit, report.number) == (None, Head.objects.get().number)
    assert mirror.link.number == Head.objects.get().number
    assert set(mirror.known["files"]) == {"secret-key"}


def test_a_folder_may_have_any_name(hall, feed, second, tmp_path, monkeypatch):
    folder = tmp_path / "50% of #1?"
    folder.mkdir()
    copy(Path(live()), folder / "wk.sqlite3")
    monkeypatch.setitem(connection.settings_dict, "NAME", str(folder / "wk.sqlite3"))
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    monkeypatch.undo()
    assert dump(mirror_path(second)) == dump(live())


def test_nothing_is_sent_when_nothing_has_changed(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    assert ask(feed, mirror) is None


def test_a_form_a_draft_and_a_photo_are_there_after_one_step(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    kees = User.objects.get(username="kees")
    type_form(2, kees)
    form = ScoreForm.objects.get(table__number=1)
    draft = Draft.objects.create(form=form, content={"deals": []}, saved_at=timezone.now())
    photo = Photo.objects.create(
        form=form, picture=b"\xff" * 300_000, width=2, height=1, taken_at=timezone.now()
    )
    kees.set_password("een-ander-wachtwoord")
    kees.save()
    step, pages = ask(feed, mirror)
    assert len(step.pages) < step.count  # only what changed is sent
    mirror.apply(step, pages)
    assert dump(mirror_path(second)) == dump(live())
    with reading(mirror_path(second)):
        assert bytes(Photo.objects.get(pk=photo.pk).picture) == b"\xff" * 300_000
        assert Draft.objects.get(pk=draft.pk).content == {"deals": []}
        assert User.objects.get(username="kees").check_password("een-ander-wachtwoord")


def test_a_smaller_database_makes_the_copy_smaller(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    Photo.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    mirror.apply(*ask(feed, mirror))
    assert dump(mirror_path(second)) == dump(live())
    assert mirror_path(second).stat().st_size == mirror.known["count"] * mirror.known["size"]


def test_a_first_that_was_started_again_asks_for_the_hashes(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    type_form(2, User.objects.get(username="kees"))
    again = Feed()
    with pytest.raises(Unknown):
        ask(again, mirror)
    step, pages = ask(again, mirror, mirror.hashes)
    assert len(step.pages) < step.count
    mirror.apply(step, pages)
    assert dump(mirror_path(second)) == dump(live())


def test_a_second_that_was_off_knows_what_it_has(hall, feed, second):
    first_time = Mirror(second)
    first_time.apply(*ask(feed, first_time))
    again = Mirror(second)
    assert (again.tag, again.hashes) == (first_time.tag, first_time.hashes)
    size = again.known["size"]
    assert again.hashes == hashes_of(mirror_path(second).read_bytes(), size)


def test_a_torn_or_changed_answer_changes_nothing(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    type_form(2, User.objects.get(username="kees"))
    before, tag = mirror_path(second).read_bytes(), mirror.tag
    step, pages = feed.step(have=tag, files_tag=mirror.known["files_tag"], hashes=b"")
    message = packed_step(step, pages)
    for torn in (b"", message[:40], message[:-20], message.replace(b"{", b"[", 1)):
        with pytest.raises(Torn):
            unpacked_step(torn)
    with pytest.raises(Torn):
        mirror.apply(step, pages[:-1] + bytes([pages[-1] ^ 1]))
    with pytest.raises(Torn):
        mirror.apply(replace(step, pages=step.pages[:-1]), pages[: -step.size])
    assert (mirror_path(second).read_bytes(), mirror.tag) == (before, tag)


def test_a_second_that_was_stopped_within_a_step_finishes_it(hall, feed, second):
    mirror = Mirror(second)
    mirror.apply(*ask(feed, mirror))
    type_form(2, User.objects.get(username="kees"))
    before = mirror_path(second).read_bytes()
    step, pages = ask(feed, mirror)

    def stop() -> None:
        raise KeyboardInterrupt

    mirror._finish = stop  # the step is on the disk, and not in the copy yet
    with pytest.raises(KeyboardInterrupt):
        mirror.apply(step, pages)
    half = bytearray(before)
    half[: step.size] = b"?" * step.size  # and a page of it was half written
    mirror_path(second).write_bytes(half)
    again = Mirror(second)
    assert again.tag == step.tag
    assert dump(mirror_path(second)) == dump(live())


class Near(Other):
    """The first, asked without a network."""

    def __init__(self, data: Path) -> None:
        super().__init__("http://near", "t")
        keep(data, FOLLOWER, {"token": "t", "address": "http://127.0.0.1:8001"})
        self.browser, self.asked = Client(), b""

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Answer:
        kind, self.asked = "application/x-www-form-urlencoded", body or b""
        answer = self.browser.generic(method, path, body or b"", content_type=kind)
        return Answer(answer.status_code, answer.content)


def go_back(saved: Path) -> None:
    """Let the first be what it was when its database was saved."""
    connection.close()
    copy(saved, Path(f"{live()}.new"))
    for end in ("-wal", "-shm"):
        Path(f"{live()}{end}").unlink(missing_ok=True)
    Path(f"{live()}.new").replace(live())


def test_a_copy_that_another_process_brought_up_to_date_is_read_again(hall, real_database, second):
    first = Near(real_database)
    look(known := Mirror(second), first, "8001")
    connection.close()
    copy(Path(live()), saved := real_database / "then.sqlite3")
    type_form(2, User.objects.get(username="kees"))
    look(Mirror(second), first, "8001")  # somebody wanted to take over, and was refused
    assert dump(mirror_path(second)) == dump(live())
    go_back(saved)
    look(known, first, "8001")
    assert dump(mirror_path(second)) == dump(live())
    assert kept(second, PROGRESS)["trouble"] == ""


def test_a_database_of_too_many_pages_for_their_hashes_is_sent_whole(
    hall, real_database, second, monkeypatch
):
    first = Near(real_database)
    look(mirror := Mirror(second), first, "8001")
    type_form(2, User.objects.get(username="kees"))
    monkeypatch.setattr(laptop_views, "FEED", Feed())  # the first was started again
    monkeypatch.setattr(following, "MOST_HASHES", 16)
    look(mirror, first, "8001")
    assert kept(second, PROGRESS)["trouble"] == ""
    assert first.asked.startswith(b"have=&")
    assert dump(mirror_path(second)) == dump(live())


def test_a_step_for_which_the_disk_was_full_is_finished_first(hall, real_database, second):
    first = Near(real_database)
    look(mirror := Mirror(second), first, "8001")
    connection.close()
    copy(Path(live()), saved := real_database / "then.sqlite3")
    type_form(2, User.objects.get(username="kees"))
    mirror_path(second).rename(aside := second / "aside")
    mirror_path(second).mkdir()  # nothing can be written there
    look(mirror, first, "8001")
    assert kept(second, PROGRESS)["trouble"] == "disk"
    assert (mirror.is_as_read, opened(second)) == (False, None)
    mirror_path(second).rmdir()
    aside.rename(mirror_path(second))
    head, pages = unpacked((standby_folder(second) / PENDING).read_bytes())
    with mirror_path(second).open("r+b") as file:  # all but the last page of it was written
        for index, number in enumerate(head["pages"][:-1]):
            file.seek(number * head["size"])
            file.write(pages[index * head["size"] : (index + 1) * head["size"]])
    go_back(saved)
    look(mirror, first, "8001")
    assert Mirror(second).tag == mirror.tag  # nothing of that step is left
    assert dump(mirror_path(second)) == dump(live())
