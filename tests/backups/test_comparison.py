"""What a file of unknown origin may make wk read."""

from zipfile import ZIP_DEFLATED, ZipFile

from wk.archive.jsontext import MOST_BYTES
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.backups.comparison import MOST_READ, archives_in


def test_archives_are_read_until_they_are_too_much(hall, tmp_path):
    good, path = write(archive_of(hall)), tmp_path / "wk.zip"
    large = b"[" + b" " * MOST_BYTES  # more than any archive
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        file.writestr("archives/large.json", large)
        file.writestr("archives/wk-test.json", good)
    assert list(archives_in(path)) == ["wk-test"]
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for number in range(MOST_READ // MOST_BYTES + 1):
            file.writestr(f"archives/large-{number}.json", large)
        file.writestr("archives/wk-test.json", good)
    assert archives_in(path) == {}
