"""The second place: what is copied there, and how each thing that is wrong with it is told."""

import errno
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from tests.backups.conftest import type_form
from tests.backups.test_services import moment
from wk.accounts.models import User
from wk.backups import place_copy, second_place, services
from wk.backups.folder import backups, locked, note
from wk.backups.keeping import keep
from wk.backups.manifest import Why
from wk.backups.mounts import Mount, parsed
from wk.backups.queries import faults, moments
from wk.chain.models import Event
from wk.core.refusals import ActionRefused

pytestmark = pytest.mark.usefixtures("real_database")
MOUNTS = r"""
/dev/sda2 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
tmpfs /run tmpfs rw 0 0
/dev/sda2 /home ext4 rw,relatime 0 0
/dev/sda1 /boot/efi vfat rw 0 0
/dev/sdb1 /media/dora/STICK\040VAN\040WK vfat rw,nosuid 0 0
/dev/sdc1 /media/dora/cd udf ro 0 0
/dev/sdd1 /mnt/disk btrfs rw 0 0
/dev/sdd1 /mnt/again btrfs rw 0 0
//nas/wk /mnt/nas cifs rw 0 0
"""


def told():
    return list(faults(timezone.localtime()))


def test_sticks_disks_and_folders_of_the_network_can_be_chosen():
    assert parsed(MOUNTS) == [
        Mount(Path("/media/dora/STICK VAN WK"), "vfat", "/dev/sdb1"),
        Mount(Path("/mnt/disk"), "btrfs", "/dev/sdd1"),
        Mount(Path("/mnt/nas"), "cifs", "//nas/wk"),
    ]
    assert [each.is_network for each in parsed(MOUNTS)] == [False, False, True]


@pytest.mark.slow
def test_good_backups_are_copied_and_bad_ones_are_not(hall, tmp_path):
    place = with_stick(tmp_path)
    keep(now=moment(0))
    (first,) = backups()
    assert [path.name for path in place.glob("wk-*")] == [first.name]
    assert (place / first.name).read_bytes() == first.path.read_bytes()
    bad = services.make_backup(why=Why.HAND, now=moment(1))
    bad.path.write_bytes(bad.path.read_bytes()[:-900] + bytes(900))
    keep(now=timezone.now())
    assert [path.name for path in place.glob("wk-*")] == [first.name]
    assert [(each.backup.name, each.is_second) for each in moments()] == [(first.name, True)]
    words = f"{bad.name} is broken, or no backup of Card champion: nothing has been changed."
    assert told() == [f"The newest backup is not good: {words}"]
    type_form(2, User.objects.get(username="kees"))
    keep(now=timezone.now())
    assert len(list(place.glob("wk-*"))) == 2
    assert told() == []


@pytest.mark.slow
def test_a_stick_that_was_pulled_out_is_told_and_its_folder_is_left_alone(hall, tmp_path):
    place = with_stick(tmp_path)
    (place / second_place.MARK).unlink()  # the empty folder in which it was mounted
    keep(now=timezone.now())
    assert list(place.iterdir()) == []
    assert told() == [
        f"The second place for backups, {place}, is not there. Was a stick pulled out?"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The second place for backups, {place}, is full."),
        (errno.EIO, "Nothing can be written to the second place for backups, {place}."),
    ],
)
def test_a_place_that_is_full_or_broken_is_told(hall, tmp_path, monkeypatch, number, words):
    place = with_stick(tmp_path)
    # A stick of this machine cannot be filled: a process that fails as one does stands for it.
    fails = f"import sys; sys.exit('{number} words of the system')"
    monkeypatch.setattr(second_place, "COPIES", ["-c", fails])
    keep(now=timezone.now())
    assert told() == [words.format(place=place)]


@pytest.mark.slow
def test_a_place_that_is_slow_is_told_and_left(hall, tmp_path, monkeypatch):
    place = with_stick(tmp_path)
    monkeypatch.setattr(second_place, "COPIES", ["-c", "import time; time.sleep(60)"])
    monkeypatch.setattr(second_place, "SLOWEST", 0.2)
    keep(now=timezone.now())
    assert told() == [
        f"The second place for backups, {place}, is too slow: a backup took two minutes."
    ]


@pytest.mark.slow
def test_a_place_that_hangs_is_told_and_stops_no_backup(hall, tmp_path):
    place = with_stick(tmp_path)
    now = timezone.now()
    with locked(second_place.COPYING):  # the process that copies, and hears nothing of its place
        note(copying=(now - timedelta(seconds=second_place.HANGS - 10)).isoformat())
        assert told() == []
        note(copying=(now - timedelta(seconds=second_place.HANGS + 10)).isoformat())
        keep(now=now)
        (made,) = backups()
        assert made.is_good
        assert told() == [
            f"The second place for backups, {place}, is too slow: a backup took two minutes."
        ]
        assert list(place.glob("wk-*")) == []
    keep(now=now)
    assert [path.name for path in place.glob("wk-*")] == [made.name]
    assert told() == []


def test_a_copy_is_whole_or_not_there(tmp_path):
    (tmp_path / "a").write_bytes(b"all of it")
    place_copy.copy(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == b"all of it"
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        place_copy.copy(tmp_path / "a", tmp_path / "folder")
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []
    assert list(tmp_path.glob(".*")) == []


def test_a_folder_that_cannot_be_a_second_place_is_refused(tmp_path):
    refused = {
        "stick": "stick is no folder of this computer.",
        f"{tmp_path}/none": f"{tmp_path}/none is no folder of this computer.",
        str(
            settings.DATA_DIR
        ): "That is where Card champion keeps its own data. Choose another folder.",
    }
    for folder, words in refused.items():
        with pytest.raises(ActionRefused) as refusal:
            second_place.choose_second_place(folder=Path(folder))
        assert str(refusal.value) == words
    assert second_place.second_place() is None


def test_a_folder_whose_name_is_too_long_is_refused():
    folder = Path("/" + "x" * 300)
    with pytest.raises(ActionRefused, match="is no folder of this computer"):
        second_place.choose_second_place(folder=folder)


def test_no_link_on_a_stick_leads_to_a_file_of_this_computer(hall, tmp_path):
    stick, own = (tmp_path.parent / f"{tmp_path.name}-{name}" for name in ("links", "own"))
    stick.mkdir()
    own.mkdir()
    place = stick / second_place.OWN_FOLDER
    for target in (own, settings.DATA_DIR):
        place.symlink_to(target)
        with pytest.raises(ActionRefused):
            second_place.choose_second_place(folder=stick)
        place.unlink()
    place.mkdir()
    (place / second_place.MARK).symlink_to(own / "a")
    with pytest.raises(ActionRefused):
        second_place.choose_second_place(folder=stick)
    (place / second_place.MARK).unlink()
    second_place.choose_second_place(folder=stick)
    made = services.make_backup(why=Why.HAND, now=moment(0))
    services.check(made.path)
    (place / f".{made.name}.part").symlink_to(own / "a")
    second_place.copy_to_second_place(now=moment(1))
    assert list(own.iterdir()) == []
    assert (place / made.name).read_bytes() == made.path.read_bytes()


def test_a_mark_that_is_no_text_is_another_stick(hall, tmp_path):
    place = with_stick(tmp_path)
    (place / second_place.MARK).write_bytes(b"\xff\xfe")
    second_place.copy_to_second_place(now=timezone.now())
    assert second_place.second_place().fault == "gone"


def test_all_that_is_missing_is_copied_whatever_the_clock_was(hall, tmp_path):
    """A copy was broken off after the newest, and the clock was a year ahead for a while."""
    place = with_stick(tmp_path)
    made = [services.make_backup(why=Why.HAND, now=moment(each)) for each in (0, 5, 525_600)]
    for each in made:
        services.check(each.path)
    place_copy.copy(made[2].path, place / made[2].name)
    second_place.copy_to_second_place(now=moment(10))
    assert sorted(path.name for path in place.glob("wk-*")) == [each.name for each in made]


def test_what_the_second_place_would_throw_away_is_not_copied(hall, tmp_path):
    place = with_stick(tmp_path)
    made = [services.make_backup(why=Why.TIME, now=moment(each)) for each in (1, 5, 10)]
    for each in made:
        services.check(each.path)
    second_place.copy_to_second_place(now=moment(120))
    assert [path.name for path in place.glob("wk-*")].count(made[1].name) == 0
    assert {path.name for path in place.glob("wk-*")} == {made[0].name, made[2].name}


def test_nothing_is_copied_once_it_is_forgotten(hall, tmp_path):
    place = with_stick(tmp_path)
    second_place.forget_second_place()
    keep(now=timezone.now())
    assert [path.name for path in place.iterdir()] == [second_place.MARK]
    forgotten = Event.objects.get(kind=Event.Kind.PLACE_FORGOTTEN)
    assert forgotten.about == str(place)
    second_place.forget_second_place()  # a second press: there is none any more
    assert Event.objects.filter(kind=Event.Kind.PLACE_FORGOTTEN).count() == 1


def test_what_lies_at_the_second_place_is_not_copied_again(hall, tmp_path):
    place = with_stick(tmp_path)
    made = services.make_backup(why=Why.HAND, now=moment(0))
    services.check(made.path)
    copies = []
    for minutes in (1, 2):
        second_place.copy_to_second_place(now=moment(minutes))
        copies.append((place / made.name).stat().st_ino)
    assert copies[0] == copies[1]


def with_stick(tmp_path):
    beside = tmp_path.parent / f"{tmp_path.name}-stick"
    beside.mkdir()
    return second_place.choose_second_place(folder=beside)
