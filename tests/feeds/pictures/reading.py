"""Pictures as tests read them."""

from io import BytesIO

from PIL import Image


def opened(content):
    """Return a picture, with all its pixels, in colours of red, green and blue."""
    with Image.open(BytesIO(content)) as picture:
        assert picture.format == "PNG"
        return picture.convert("RGB")


def words_of(content):
    """Return what a picture shows, in words."""
    with Image.open(BytesIO(content)) as picture:
        return picture.info["Description"]


def colours_of(picture):
    """Return the colours of a picture, or of a part of it."""
    return {colour for _times, colour in picture.getcolors(picture.width * picture.height)}
