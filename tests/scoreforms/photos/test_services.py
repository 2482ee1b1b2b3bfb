"""An uploaded photo is kept as an upright JPEG without any other data."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageFile

from tests.scoreforms.photos.camera import (
    BLUE,
    GPS,
    GPS_LATITUDE,
    RED,
    WHITE,
    is_near,
    photo_held,
    picture_file,
)
from wk.core.refusals import ActionRefused
from wk.scoreforms.photos.services import redrawn


def kept_picture(sent):
    """Return the picture that is kept of an upload."""
    return Image.open(BytesIO(redrawn(BytesIO(sent)).data))


def png_that_claims(width, height):
    """Return a PNG of a few bytes whose header claims this size."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_every_kind_of_picture_is_kept_as_a_jpeg(kind):
    image = kept_picture(picture_file(kind=kind))
    assert (image.format, image.size) == ("JPEG", (40, 20))
    assert is_near(image.getpixel((20, 10)), RED)


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
def test_every_colour_mode_is_kept_as_rgb_on_white(mode, colour, shown):
    image = kept_picture(picture_file(kind="PNG", mode=mode, colour=colour))
    assert image.mode == "RGB"
    assert is_near(image.getpixel((20, 10)), shown)


def test_cmyk_colours_are_converted_to_rgb():
    image = kept_picture(picture_file(mode="CMYK", colour=(0, 255, 255, 0)))
    assert (image.mode, is_near(image.getpixel((20, 10)), (255, 0, 0))) == ("RGB", True)


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
def test_exif_orientation_turns_the_photo_upright(orientation, size, red, blue):
    image = kept_picture(photo_held(orientation))
    assert image.size == size
    assert is_near(image.getpixel(red), RED)
    assert is_near(image.getpixel(blue), BLUE)


def test_exif_data_and_comments_are_removed():
    before = Image.open(BytesIO(photo_held(6)))
    assert before.getexif().get_ifd(GPS)[GPS_LATITUDE] == (52.0, 22.0, 12.0)
    data = redrawn(BytesIO(photo_held(6))).data
    after = Image.open(BytesIO(data))
    assert (dict(after.getexif()), after.info.get("comment")) == ({}, None)
    assert [word for word in (b"Exif", b"Kees", b"home", b"ICC", b"http") if word in data] == []


def test_png_texts_and_colour_profiles_are_removed():
    from PIL.PngImagePlugin import PngInfo

    words = PngInfo()
    words.add_text("Author", "Kees")
    data = redrawn(BytesIO(picture_file(kind="PNG", pnginfo=words, icc_profile=b"ICC" * 50))).data
    assert set(Image.open(BytesIO(data)).info) <= {"jfif", "jfif_version", "jfif_unit"} | {
        "jfif_density"
    }


def test_only_the_first_frame_of_an_animation_is_kept():
    frames = [Image.new("RGB", (40, 20), colour) for colour in (RED, BLUE)]
    out = BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    image = kept_picture(out.getvalue())
    assert (getattr(image, "n_frames", 1), is_near(image.getpixel((20, 10)), RED)) == (1, True)


def test_bytes_after_the_picture_are_removed():
    data = redrawn(BytesIO(picture_file() + b"PK\x03\x04<script>alert(1)</script>")).data
    assert (b"script" in data, b"PK\x03\x04" in data) == (False, False)


@pytest.mark.parametrize(
    ("width", "height", "kept"),
    [(4800, 2400, (2400, 1200)), (1000, 3000, (800, 2400)), (2400, 10, (2400, 10))],
)
def test_the_longest_side_is_at_most_2400_pixels(width, height, kept):
    assert kept_picture(picture_file(width, height)).size == kept


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
        picture_file(kind="GIF"),
        picture_file(kind="BMP"),
        picture_file(kind="TIFF"),
        picture_file(400, 400)[:-200],
        picture_file(400, 400, kind="PNG")[:-60],
        picture_file(400, 400, kind="WEBP")[:-40],
    ],
)
def test_damaged_and_other_files_are_refused_with_a_message(damaged):
    with pytest.raises(ActionRefused, match=r"JPEG, PNG|geen|not a picture"):
        redrawn(BytesIO(damaged))


def test_truncated_pictures_are_refused_even_when_pillow_would_load_them(monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint does
    with pytest.raises(ActionRefused):
        redrawn(BytesIO(picture_file(400, 400)[:-200]))
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True


@pytest.mark.parametrize(("width", "height"), [(7746, 7746), (10_000, 10_000), (60_000, 60_000)])
def test_decompression_bombs_are_refused(width, height):
    with pytest.raises(ActionRefused) as refused:
        redrawn(BytesIO(png_that_claims(width, height)))
    assert type(refused.value.__cause__) is Image.DecompressionBombError


def test_damaged_exif_data_does_not_matter():
    data = picture_file(exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")
    assert kept_picture(data).size == (40, 20)
