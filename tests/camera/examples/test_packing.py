"""The file of examples: pictures that everybody can look at, and a text for each."""

from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pytest
from PIL import Image

from wk.camera.cell_size import HIGH, WIDE
from wk.camera.examples.packing import ACROSS, PIECES, TEXTS, packed, unpacked


def some(number):
    random = np.random.default_rng(number)
    images = random.integers(0, 256, (number, HIGH * WIDE), np.uint8)
    return [(image.tobytes(), str(at)) for at, image in enumerate(images)]


@pytest.mark.parametrize("number", [1, ACROSS, ACROSS + 1])
def test_what_is_packed_is_unpacked_byte_for_byte(number):
    assert unpacked(packed(some(number))) == some(number)


def test_the_file_has_a_picture_to_look_at_and_no_time():
    with ZipFile(BytesIO(packed(some(26)))) as file:
        assert sorted(file.namelist()) == [PIECES, TEXTS]
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert file.read(TEXTS).decode().split() == [str(number) for number in range(26)]
        assert Image.open(BytesIO(file.read(PIECES))).size == (1000, 56)


def test_texts_without_their_pieces_are_refused():
    out = BytesIO()
    with ZipFile(BytesIO(packed(some(3)))) as file, ZipFile(out, "w") as other:
        other.writestr(PIECES, file.read(PIECES))
        other.writestr(TEXTS, "1\n" * 26)
    with pytest.raises(ValueError, match=r"pieces\.png does not fit texts\.txt"):
        unpacked(out.getvalue())
