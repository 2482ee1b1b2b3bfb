"""The pages of files of any kind, also of those that were made to break what opens them."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image

from wk.camera import files, pages_as_json
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.files import pages_of
from wk.scoreforms.photos.services import ORIENTATION

BLANK = Image.new("L", (60, 80), 200)
PDF_OF_PAGES = b"""%%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[%s]/Count %d>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>endobj
trailer<</Root 1 0 R>>
"""


def opened(path):
    """Return the number of each page, and whether it could be opened."""
    return [(page.number, page.photo is not None) for page in pages_of(path)]


def why_not(path):
    """Return why a file, or the rest of it, cannot be read."""
    with pytest.raises(CannotRead) as refused:
        opened(path)
    return refused.value.why


def pile(path, count=3):
    """Return a TIFF file of so many pages."""
    BLANK.save(path, save_all=True, append_images=[BLANK] * (count - 1))
    return path


def test_a_scan_has_its_pages_and_a_photo_one(tmp_path):
    assert opened(pile(tmp_path / "pile.tif")) == [(1, True), (2, True), (3, True)]
    photo = tmp_path / "photo.jpg"  # as many a phone makes it: smaller copies stand behind it
    BLANK.save(photo, format="MPO", save_all=True, append_images=[BLANK.resize((30, 40))])
    moving = tmp_path / "moving.png"
    BLANK.save(moving, save_all=True, append_images=[BLANK.rotate(90), BLANK])
    assert [opened(path) for path in (photo, moving)] == [[(1, True)]] * 2


@pytest.mark.parametrize("kind", ["jpg", "tif"])
@pytest.mark.parametrize(
    ("orientation", "held"), [(1, None), (3, "ROTATE_180"), (6, "ROTATE_90"), (8, "ROTATE_270")]
)
def test_a_photo_is_turned_as_its_camera_says(tmp_path, kind, orientation, held):
    right = BLANK.copy()
    right.paste(20, (0, 0, 20, 20))  # the upper left corner is dark
    sent, exif = right.transpose(Image.Transpose[held]) if held else right, Image.Exif()
    exif[ORIENTATION] = orientation
    more = {"compression": "tiff_lzw"} if kind == "tif" else {}
    sent.save(tmp_path / f"photo.{kind}", exif=exif, **more)
    (page,) = pages_of(tmp_path / f"photo.{kind}")
    assert np.abs(page.photo.astype(int) - np.asarray(right)).max() < 30


def test_of_a_torn_scan_the_whole_pages_are_read(tmp_path):
    path = pile(tmp_path / "pile.tif")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - 40])  # the list of the last page is torn
    assert opened(path) == [(1, True), (2, True), (3, False)]


def test_torn_files_raise_nothing_else(tmp_path):
    """Each byte of a short file is another one, and each beginning of it stands by itself."""
    path, found = pile(tmp_path / "pile.tif", 2), Counter()
    whole = path.read_bytes()
    torn = [whole[:length] for length in range(1, len(whole), 97)]
    torn += [whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :] for at in range(40)]
    for content in torn:
        path.write_bytes(content)
        try:
            found["read"] += len(opened(path))
        except CannotRead as refused:
            found[refused.why] += 1
    assert {*found} == {"read", Why.NO_PICTURE, Why.TOO_LARGE}


def test_other_kinds_of_files_are_no_pictures(tmp_path):
    for name, format in (("drawing.eps", "EPS"), ("moving.gif", "GIF")):
        BLANK.save(tmp_path / name, format=format)
        assert why_not(tmp_path / name) == Why.NO_PICTURE
    (tmp_path / "empty.jpg").write_bytes(b"")
    assert why_not(tmp_path / "empty.jpg") == Why.NO_PICTURE


def test_a_picture_of_too_many_pixels_is_not_drawn(tmp_path, monkeypatch):
    BLANK.save(tmp_path / "large.png")
    monkeypatch.setattr(files, "MOST_PIXELS", 60 * 80 - 1)
    assert opened(tmp_path / "large.png") == [(1, False)]


@pytest.mark.django_db
def test_pages_that_are_too_many_are_not_dropped_in_silence(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_PAGES", 3)
    document = tmp_path / "many.pdf"
    document.write_bytes(PDF_OF_PAGES % (b"3 0 R " * 9, 9, 60, 80))
    for path, count in [
        (pile(tmp_path / "three.tif", 3), 3),
        (pile(tmp_path / "five.tif", 5), 4),
        (document, 4),
    ]:
        told = [(page["page"], page["why"]) for page in pages_as_json.read_pages([path])]
        expected = [(1, "no-code"), (2, "no-code"), (3, "no-code"), (4, "too-many")]
        assert told == expected[:count]


@pytest.mark.parametrize(
    ("kids", "count", "size", "expected"),
    [
        (b"3 0 R", 1, (60, 80), [(1, True)]),
        (b"3 0 R 9 0 R", 2, (60, 80), [(1, True), (2, False)]),
    ],
)
def test_pages_of_a_pdf_that_cannot_be_drawn_are_told(tmp_path, kids, count, size, expected):
    document = tmp_path / "pages.pdf"
    document.write_bytes(PDF_OF_PAGES % (kids, count, *size))
    assert opened(document) == expected


@pytest.mark.parametrize(
    ("points", "pixels"),
    [((595, 842), (1653, 2339)), ((2480, 3508), (3535, 5000)), ((40_000, 40_000), (5000, 5000))],
)
def test_a_page_of_a_pdf_is_drawn_as_large_as_a_photo_at_most(tmp_path, points, pixels):
    """A4 of 300 dots an inch has so many points if a scanner says one for each pixel."""
    document = tmp_path / "scan.pdf"
    document.write_bytes(PDF_OF_PAGES % (b"3 0 R", 1, *points))
    (page,) = pages_of(document)
    assert page.picture.size == pixels


def test_a_broken_pdf_is_no_picture(tmp_path):
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnonsense")
    assert why_not(tmp_path / "broken.pdf") == Why.NO_PICTURE


def test_what_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        opened(tmp_path / "none.jpg")


def test_a_page_is_grey(tmp_path):
    Image.new("RGB", (60, 80), (255, 0, 0)).save(tmp_path / "red.png")
    (page,) = pages_of(tmp_path / "red.png")
    assert (page.photo.shape, page.photo.dtype) == ((80, 60), np.uint8)
