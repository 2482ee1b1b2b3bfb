"""Files are written whole or not at all."""

import pytest

from wk.archive.storage import write_whole


def test_a_file_is_written_without_leaving_temporary_files(tmp_path):
    write_whole(tmp_path / "a.json", b"one", may_replace=False)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.json": b"one"}


def test_a_file_is_replaced_only_if_allowed(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"one")
    with pytest.raises(FileExistsError):
        write_whole(path, b"two", may_replace=False)
    assert path.read_bytes() == b"one"
    write_whole(path, b"two", may_replace=True)
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.json", b"two")]


def test_a_symbolic_link_is_kept(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"one")
    link.symlink_to(target)
    write_whole(link, b"two", may_replace=True)
    assert (link.is_symlink(), target.read_bytes()) == (True, b"two")


def test_a_folder_is_never_replaced(tmp_path):
    with pytest.raises(FileExistsError):
        write_whole(tmp_path, b"one", may_replace=True)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "a.json", b"one", may_replace=True)
    assert list(tmp_path.iterdir()) == []
