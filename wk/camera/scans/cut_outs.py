"""Pieces of a sheet that a camera saw: one cell, enlarged, with what is around it."""

from io import BytesIO

from PIL import Image, ImageDraw

from wk.scoreforms.models import ScanPage

ACROSS, DOWN = 1.3, 0.9  # cells that are seen beside and above the one that is cut out
LEAST_ACROSS = 90  # pixels beside a narrow cell: its neighbours tell how digits are written
WIDE, BESIDE_WIDE = 160, 12  # pixels of a cell that says enough by itself, and what is around it
HIGH = 200  # pixels of a piece, about
FRAME, FRAME_WIDTH = (22, 89, 59), 3
QUALITY = 85
SMALL = (220, 220)  # pixels of a page in a list


def small(picture: bytes) -> bytes:
    """Return the picture of a page as JPEG, so small that a list may have many."""
    with Image.open(BytesIO(picture), formats=["JPEG"]) as image:
        image.draft(None, SMALL)  # reads only what is needed
        page = image.convert("RGB")
    page.thumbnail(SMALL, Image.Resampling.LANCZOS)
    return jpeg(page, QUALITY)


def cut_out(page: ScanPage, path: str) -> bytes | None:
    """Return the piece of a cell as JPEG, with a frame around the cell; None if there is none."""
    box = next((cell["box"] for cell in page.cells if cell["path"] == path), None)
    if not box or not page.flat:
        return None
    left, top, right, bottom = box
    if right - left > WIDE:
        across, down = BESIDE_WIDE, BESIDE_WIDE
    else:
        across = max(LEAST_ACROSS, round((right - left) * ACROSS))
        down = round((bottom - top) * DOWN)
    with Image.open(BytesIO(bytes(page.flat)), formats=["JPEG"]) as flat:
        around = (
            max(0, left - across),
            max(0, top - down),
            min(flat.width, right + across),
            min(flat.height, bottom + down),
        )
        piece = flat.crop(around).convert("RGB")
    times = HIGH / piece.height
    piece = piece.resize((round(piece.width * times), HIGH), Image.Resampling.LANCZOS)
    corner = (around[0], around[1])
    frame = [round((edge - corner[n % 2]) * times) for n, edge in enumerate(box)]
    ImageDraw.Draw(piece).rectangle(frame, outline=FRAME, width=FRAME_WIDTH)
    return jpeg(piece, QUALITY)


def jpeg(image: Image.Image, quality: int) -> bytes:
    """Return an image as JPEG; a quality is from 1 to 95."""
    out = BytesIO()
    image.save(out, "JPEG", quality=quality)
    return out.getvalue()
