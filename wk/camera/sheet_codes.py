"""The codes of score sheets in a photo, and where they are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from django.urls import reverse
from PIL import Image

from wk.camera.sampling import Grey, Points, larger, smaller
from wk.core.qr_codes import QUIET_ZONE, modules_of
from wk.printing.placed_cells import Box, PlacedCells
from wk.tournament.sheet_codes import BOTTOM, TOP, SheetCode, read

SMALLER = (1, 2, 3)  # a code that is blurred or noisy is often read in a smaller photo
LARGER = (2, 1, 3, 0.6)  # and one of which the modules are few pixels in a larger one
BESIDE = 50.0  # millimetres by which a code may be beside where the other one says
LEAST_PIXELS, MOST_PIXELS = 60, 2500  # of the part of a photo in which a code is looked for
PLACES = 2  # at which a sheet has a code


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
    found: dict[str, SeenCode] = {}
    for times in SMALLER:
        for code in _codes_in(smaller(photo, times)):
            found.setdefault(code.text, replace(code, corners=larger(code.corners, times)))
        if len(_places(found.values())) == PLACES:
            break
    return [*found.values()]


def ways_to_take(codes: Sequence[SeenCode]) -> list[tuple[list[SeenCode], list[SeenCode]]]:
    """Return which codes may be those of a sheet, and which are then of something else.

    The code of a phone stands at the top of a sheet, or on the card of a table that lies beside it.
    """
    of_sheet = [code for code in codes if code.sheet]
    of_phones = [code for code in codes if not code.sheet]
    tops = [] if TOP in _places(of_sheet) else of_phones
    ways = [([*of_sheet, top], [each for each in of_phones if each is not top]) for top in tops]
    return [*ways, (of_sheet, of_phones)]


def with_other(
    photo: Grey, codes: list[SeenCode], placed: PlacedCells, not_taken: Sequence[SeenCode] = ()
) -> list[SeenCode]:
    """Return the codes of a sheet with its other one, if only one of the two was read.

    It is looked for where it should be by the first, in an enlarged part of the photo. It is none
    of `not_taken`.
    """
    (place, *others) = _places(codes)
    if others:
        return codes
    code = codes[0]
    box = placed.top_code if place == BOTTOM else placed.bottom_code
    # From four points so close to each other the angle of the paper cannot be told.
    known = np.column_stack([code.corners_on_paper(placed), np.ones(4)])
    seen = np.column_stack([_around(box), np.ones(4)]) @ np.linalg.lstsq(known, code.corners)[0]
    low = np.clip(np.floor(seen.min(axis=0)), 0, None).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)), 0, None).astype(int)
    part = photo[low[1] : high[1], low[0] : high[0]]
    if min(part.shape) < LEAST_PIXELS or max(high - low) > MOST_PIXELS:
        return codes
    for times in LARGER:
        image = Image.fromarray(part)
        image = image.resize((round(image.width * times), round(image.height * times)))
        for other in _codes_in(np.asarray(image)):
            is_of_sheet = other.sheet is None or replace(other.sheet, place=place) == code.sheet
            is_known = any(each.text == other.text for each in not_taken)
            if _places([other]) != {place} and is_of_sheet and not is_known:
                corners = larger(other.corners, 1 / times) + low
                return [*codes, replace(other, corners=corners)]
    return codes


def _around(box: Box) -> Points:
    """Return the corners of what is around a code, in millimetres."""
    left, top = box.left - BESIDE, box.top - BESIDE
    right, bottom = box.left + box.width + BESIDE, box.top + box.height + BESIDE
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _codes_in(photo: Grey) -> Iterator[SeenCode]:
    """Yield the codes of sheets and of phones that can be read in a photo."""
    import zxingcpp  # an extra, and slow to load

    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for code in zxingcpp.read_barcodes(photo, formats):
        told = read(code.text)
        if told or _is_of_a_phone(code.text):
            spot = code.position
            corners = [spot.top_left, spot.top_right, spot.bottom_right, spot.bottom_left]
            yield SeenCode(code.text, told, np.array([[each.x, each.y] for each in corners]))


def _is_of_a_phone(text: str) -> bool:
    """Return whether a code opens a form on a phone: it stands at the top of a sheet."""
    address, has_key, _key = text.partition("#")
    return bool(has_key) and address.endswith(reverse("phones:phone"))


def _places(codes: Iterable[SeenCode]) -> set[int]:
    return {code.sheet.place for code in codes if code.sheet} | {
        TOP for code in codes if not code.sheet
    }
