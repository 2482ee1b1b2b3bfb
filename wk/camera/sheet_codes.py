"""The codes of score sheets in a photo, and where they are."""

from dataclasses import dataclass

import numpy as np
from django.urls import reverse

from wk.camera.sampling import Grey, Points, smaller
from wk.core.qr_codes import QUIET_ZONE, modules_of
from wk.printing.placed_cells import Box, PlacedCells
from wk.tournament.sheet_codes import BOTTOM, TOP, SheetCode, read

SMALLER = (1, 2, 3)  # a code that is blurred or noisy is often read in a smaller photo


@dataclass(frozen=True, slots=True)
class SeenCode:
    """A code that was read: its text, what it tells, and its corners in the photo.

    `sheet` is None for a code that is none of a sheet, as that of a phone. The corners are those of
    the black squares, clockwise from what is the upper left on paper.
    """

    text: str
    sheet: SheetCode | None
    corners: Points

    def corners_on_paper(self, placed: PlacedCells) -> Points:
        """Return where the corners are on a sheet, in millimetres."""
        is_below = self.sheet is not None and self.sheet.place == BOTTOM
        return inside(placed.bottom_code if is_below else placed.top_code, self.text)


def inside(box: Box, text: str) -> Points:
    """Return the corners of a code's black squares, without the white around them."""
    modules = modules_of(text)
    white = box.width * QUIET_ZONE / (modules + 2 * QUIET_ZONE)
    left, top = box.left + white, box.top + white
    right, bottom = box.left + box.width - white, box.top + box.height - white
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def seen_codes(photo: Grey) -> list[SeenCode]:
    """Return the codes of score sheets in a photo, and those of phones beside them."""
    import zxingcpp  # an extra, and slow to load

    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found: dict[str, SeenCode] = {}
    for times in SMALLER:
        image = smaller(photo, times)
        for code in zxingcpp.read_barcodes(image, formats):
            told = read(code.text)
            if code.text in found or not (told or _is_of_a_phone(code.text)):
                continue
            spot = code.position
            corners = [spot.top_left, spot.top_right, spot.bottom_right, spot.bottom_left]
            at = np.array(
                [[(each.x + 0.5) * times - 0.5, (each.y + 0.5) * times - 0.5] for each in corners]
            )
            found[code.text] = SeenCode(code.text, told, at)
        if len(_places([*found.values()])) == 2:
            break
    return [*found.values()]


def _is_of_a_phone(text: str) -> bool:
    """Return whether a code opens a form on a phone: it stands at the top of a sheet."""
    address, has_key, _key = text.partition("#")
    return bool(has_key) and address.endswith(reverse("phones:phone"))


def _places(codes: list[SeenCode]) -> set[int]:
    return {code.sheet.place for code in codes if code.sheet} | {
        TOP for code in codes if not code.sheet
    }
