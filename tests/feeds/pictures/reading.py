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
