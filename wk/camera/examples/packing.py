"""The file in which examples of writing are taken along, for `bin/train`.

It is a zip. `texts.txt` has a line for each example: what a person says that it is. `pieces.png`
has their pictures in the same order, ACROSS beside each other, so that everybody can see what is
given away. It tells no tournament, and no time.
"""

from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from PIL import Image

from wk.camera.cell_size import HIGH, WIDE

PIECES, TEXTS = "pieces.png", "texts.txt"
ACROSS = 25

Pieces = Sequence[tuple[bytes, str]]
"""Pictures of HIGH rows of WIDE bytes, each with what stands on it."""


def packed(pieces: Pieces) -> bytes:
    """Return the file with pieces, of which there is at least one."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        file.writestr(ZipInfo(TEXTS), "".join(f"{text}\n" for _image, text in pieces))
        file.writestr(ZipInfo(PIECES), _picture([image for image, _text in pieces]))
    return out.getvalue()


def unpacked(data: bytes) -> Pieces:
    """Return the pieces in a file. Raises ValueError if it has not a text for each of them."""
    with ZipFile(BytesIO(data)) as file:
        texts = file.read(TEXTS).decode().splitlines()
        with Image.open(BytesIO(file.read(PIECES)), formats=["PNG"]) as picture:
            picture.load()
    if picture.size != (WIDE * ACROSS, HIGH * _rows(len(texts))):
        raise ValueError(f"{PIECES} does not fit {TEXTS}")
    return [
        (picture.crop(_place(number)).convert("L").tobytes(), text)
        for number, text in enumerate(texts)
    ]


def _picture(images: Sequence[bytes]) -> bytes:
    picture = Image.new("L", (WIDE * ACROSS, HIGH * _rows(len(images))), 255)
    for number, image in enumerate(images):
        picture.paste(Image.frombytes("L", (WIDE, HIGH), image), _place(number))
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _rows(count: int) -> int:
    return -(-count // ACROSS)


def _place(number: int) -> tuple[int, int, int, int]:
    """Return where a piece lies in the picture: its left, upper, right and lower edge."""
    down, across = divmod(number, ACROSS)
    return across * WIDE, down * HIGH, (across + 1) * WIDE, (down + 1) * HIGH
