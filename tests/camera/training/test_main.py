"""`bin/train` says in a line what is wrong with the examples of tournaments. This needs JAX."""

import sys

import pytest

from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.packing import packed

pytest.importorskip("jax", exc_type=ImportError)


@pytest.mark.parametrize(
    ("bytes_lost", "why"), [(30, r"examples-torn\.zip: "), (0, "1 examples are too few")]
)
def test_a_file_that_is_torn_or_has_too_few_ends_it(tmp_path, monkeypatch, bytes_lost, why):
    from wk.camera.training.__main__ import main

    whole = packed([(bytes(HIGH * WIDE), "1")])
    (tmp_path / "examples-torn.zip").write_bytes(whole[: len(whole) - bytes_lost])
    monkeypatch.setattr(sys, "argv", ["bin/train", str(tmp_path)])
    with pytest.raises(SystemExit, match=why):
        main()
