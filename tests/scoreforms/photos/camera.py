"""Photos as cameras and scanners make them, and their upload by a browser."""

from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

PHOTOS = "/t/wk-test/forms/1/1/photos/"
RED, BLUE, WHITE = (220, 20, 20), (20, 20, 220), (255, 255, 255)
GPS, GPS_LATITUDE, MAKER, ORIENTATION = 0x8825, 2, 0x010F, 0x0112


def picture_file(width=40, height=20, kind="JPEG", mode="RGB", colour=RED, **saved):
    """Return the bytes of a picture of one colour."""
    out = BytesIO()
    Image.new(mode, (width, height), colour).save(out, kind, **saved)
    return out.getvalue()


def photo_held(orientation):
    """Return a photo with this EXIF orientation: red on the left, blue on the right."""
    image = Image.new("RGB", (64, 32), RED)
    image.paste(BLUE, (32, 0, 64, 32))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[MAKER] = "Camera of Kees"
    exif.get_ifd(GPS)[GPS_LATITUDE] = (52.0, 22.0, 12.0)
    out = BytesIO()
    image.save(out, "JPEG", exif=exif, comment=b"made at home", quality=95)
    return out.getvalue()


def is_near(pixel, colour):
    """Return whether a pixel has about this colour; JPEG changes colours a little."""
    return all(abs(a - b) < 40 for a, b in zip(pixel, colour, strict=True))


def upload(*files):
    """Return the POST data for uploading these files."""
    return {"pictures": [SimpleUploadedFile(f"foto{n}.jpg", f) for n, f in enumerate(files, 1)]}
