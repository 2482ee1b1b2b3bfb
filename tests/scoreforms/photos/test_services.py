"""What is kept of a photo that comes in: a picture turned upright, and nothing but that."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageFile

from tests.scoreforms.photos.camera import BLUE, GPS, GPS_LATITUDE, RED, WHITE, lying, near, paper
from wk.core.refusals import ActionRefused
from wk.scoreforms.photos.services import redrawn


def drawn(sent):
    """The picture that is kept of what was sent."""
    return Image.open(BytesIO(redrawn(BytesIO(sent)).data))


def png_that_claims(width, height):
    """A PNG of a few bytes that says that it is very large."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_is_kept_is_a_jpeg_of_the_same_picture(kind):
    image = drawn(paper(kind=kind))
    assert (image.format, image.size) == ("JPEG", (40, 20))
    assert near(image.getpixel((20, 10)), RED)


@pytest.mark.parametrize(
    ("mode", "colour", "shown"),
    [
        ("1", 1, WHITE),
        ("L", 128, (128, 128, 128)),
        ("I;16", 128 * 256, (128, 128, 128)),
        ("RGBA", (*RED, 0), WHITE),
        ("RGBA", (*RED, 255), RED),
        ("LA", (0, 0), WHITE),
        ("P", 0, (0, 0, 0)),
    ],
)
def test_whatever_a_scanner_makes_is_shown_on_white(mode, colour, shown):
    image = drawn(paper(kind="PNG", mode=mode, colour=colour))
    assert image.mode == "RGB"
    assert near(image.getpixel((20, 10)), shown)


def test_ink_of_a_printer_is_turned_into_light():
    image = drawn(paper(mode="CMYK", colour=(0, 255, 255, 0)))
    assert (image.mode, near(image.getpixel((20, 10)), (255, 0, 0))) == ("RGB", True)


@pytest.mark.parametrize(
    ("orientation", "size", "red", "blue"),
    [
        (1, (64, 32), (4, 16), (60, 16)),
        (2, (64, 32), (60, 16), (4, 16)),
        (3, (64, 32), (60, 16), (4, 16)),
        (4, (64, 32), (4, 16), (60, 16)),
        (5, (32, 64), (16, 4), (16, 60)),
        (6, (32, 64), (16, 4), (16, 60)),
        (7, (32, 64), (16, 60), (16, 4)),
        (8, (32, 64), (16, 60), (16, 4)),
        (99, (64, 32), (4, 16), (60, 16)),
    ],
)
def test_a_photo_is_turned_as_its_camera_was_held(orientation, size, red, blue):
    image = drawn(lying(orientation))
    assert image.size == size
    assert near(image.getpixel(red), RED)
    assert near(image.getpixel(blue), BLUE)


def test_where_and_by_what_it_was_taken_is_not_kept():
    before = Image.open(BytesIO(lying(6)))
    assert before.getexif().get_ifd(GPS)[GPS_LATITUDE] == (52.0, 22.0, 12.0)
    data = redrawn(BytesIO(lying(6))).data
    after = Image.open(BytesIO(data))
    assert (dict(after.getexif()), after.info.get("comment")) == ({}, None)
    assert [word for word in (b"Exif", b"Kees", b"home", b"ICC", b"http") if word in data] == []


def test_a_colour_profile_and_words_of_a_png_are_not_kept():
    from PIL.PngImagePlugin import PngInfo

    words = PngInfo()
    words.add_text("Author", "Kees")
    data = redrawn(BytesIO(paper(kind="PNG", pnginfo=words, icc_profile=b"ICC" * 50))).data
    assert set(Image.open(BytesIO(data)).info) <= {"jfif", "jfif_version", "jfif_unit"} | {
        "jfif_density"
    }


def test_only_the_first_picture_of_one_that_moves_is_kept():
    frames = [Image.new("RGB", (40, 20), colour) for colour in (RED, BLUE)]
    out = BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    image = drawn(out.getvalue())
    assert (getattr(image, "n_frames", 1), near(image.getpixel((20, 10)), RED)) == (1, True)


def test_what_hangs_behind_a_picture_is_not_kept():
    data = redrawn(BytesIO(paper() + b"PK\x03\x04<script>alert(1)</script>")).data
    assert (b"script" in data, b"PK\x03\x04" in data) == (False, False)


@pytest.mark.parametrize(
    ("width", "height", "kept"),
    [(4800, 2400, (2400, 1200)), (1000, 3000, (800, 2400)), (2400, 10, (2400, 10))],
)
def test_its_longest_side_is_bounded(width, height, kept):
    assert drawn(paper(width, height)).size == kept


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\0",
        b"not a picture",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        paper(kind="GIF"),
        paper(kind="BMP"),
        paper(kind="TIFF"),
        paper(400, 400)[:-200],
        paper(400, 400, kind="PNG")[:-60],
        paper(400, 400, kind="WEBP")[:-40],
    ],
)
def test_no_picture_is_refused_in_words(damaged):
    with pytest.raises(ActionRefused, match=r"JPEG, PNG|geen|not a picture"):
        redrawn(BytesIO(damaged))


def test_half_a_picture_is_refused_though_the_printer_would_take_it(monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint does
    with pytest.raises(ActionRefused):
        redrawn(BytesIO(paper(400, 400)[:-200]))
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True


@pytest.mark.parametrize(("width", "height"), [(7746, 7746), (10_000, 10_000), (60_000, 60_000)])
def test_a_small_file_of_very_many_pixels_is_refused(width, height):
    with pytest.raises(ActionRefused) as refused:
        redrawn(BytesIO(png_that_claims(width, height)))
    assert type(refused.value.__cause__) is Image.DecompressionBombError


def test_damaged_words_beside_a_picture_do_no_harm():
    data = paper(exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")
    assert drawn(data).size == (40, 20)
