"""Examples of tournaments are read from their files, and a part of them is held back."""

import numpy as np
import pytest

from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.packing import packed
from wk.camera.network import NO_SIGN, places_of
from wk.camera.training.kept_examples import EACH, examples_in


def piece(number):
    return bytes([number]) * (HIGH * WIDE)


def test_all_files_are_read_and_what_the_network_has_no_sign_for_is_left_out(tmp_path):
    some = [(piece(210), "12"), (piece(60), "-7"), (piece(1), "x"), (piece(2), "?")]
    (tmp_path / "examples-wk-2026.zip").write_bytes(packed(some))
    (tmp_path / "examples-wk-2027.zip").write_bytes(packed([(piece(60), "K")]))
    found = examples_in(tmp_path)
    assert found.places.tolist() == [places_of("12"), places_of("-7"), places_of("K")]
    assert [float(image.mean()) for image in found.images] == [0, 1, 1]


def test_a_folder_without_such_files_has_none(tmp_path):
    found = examples_in(tmp_path)
    assert (len(found), found.images.shape, found.places.shape) == (0, (0, HIGH, WIDE), (0, 4))


def test_a_file_that_is_none_is_named(tmp_path):
    (tmp_path / "examples-torn.zip").write_bytes(packed([(piece(1), "1")])[:-30])
    with pytest.raises(ValueError, match=r"examples-torn\.zip"):
        examples_in(tmp_path)


def test_each_fifth_is_held_back_and_no_other(tmp_path):
    some = [(piece(number), str(number)) for number in range(1, 23)]
    (tmp_path / "examples.zip").write_bytes(packed(some))
    found = examples_in(tmp_path)
    held, learnt = found.held_back, found.to_learn
    assert (len(held), len(learnt), EACH) == (5, 17, 5)
    numbers = [
        int("".join(str(sign) for sign in reversed(row) if sign != NO_SIGN))
        for row in [*held.places.tolist(), *learnt.places.tolist()]
    ]
    assert numbers[:5] == [1, 6, 11, 16, 21]
    assert sorted(numbers) == [*range(1, 23)]
    assert np.unique(np.concatenate([held.images, learnt.images])).size == 22
