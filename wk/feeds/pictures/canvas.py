"""A canvas in the look of wk: paper, ink and green, with the typeface of its pages."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from wk.core.static_files import source_of

WIDTH, HEIGHT = 1200, 630  # pixels, as every reader of Open Graph takes them
# The colours of the light scheme in style/tokens.css.
PAPER, SHEET, RULE, INK, SOFT = "#f7f5f0", "#fffefb", "#dcd8ce", "#1e1d1a", "#5d5a52"
FELT, ON_FELT, RED = "#16593b", "#fffefb", "#b01e28"
PLAIN, BOLD = 400, 600
# The letters in the second file of the typeface, as style/tokens.css has them.
EXTENDED = (range(0x0100, 0x02BB), range(0x1E00, 0x1F00))
LINE = 1.16  # of the size, from line to line
SMALLEST = 8
NO_LETTER = "\U0010ffff"


@lru_cache(maxsize=256)
def _font(weight: int, size: int, *, is_extended: bool) -> ImageFont.FreeTypeFont:
    part = "latin-ext" if is_extended else "latin"
    name = f"vendor/ibm-plex-sans/ibm-plex-sans-{part}-{weight}-normal.woff2"
    return ImageFont.truetype(source_of(name), size)


def _is_extended(letter: str) -> bool:
    return any(ord(letter) in letters for letters in EXTENDED)


@lru_cache(maxsize=4096)
def _is_known(letter: str) -> bool:
    """Return whether the typeface has a letter, and not only the box for a missing one."""
    if letter.isspace():
        return True
    font = _font(PLAIN, 20, is_extended=_is_extended(letter))
    return bytes(font.getmask(letter)) != bytes(font.getmask(NO_LETTER))


def can_write(text: str) -> bool:
    """Return whether the typeface has every letter of a text, if not every accent.

    >>> can_write("Łódź, Đặng ½"), can_write("Мария")
    (True, False)
    """
    return all(_is_known(letter) for letter in _composed(text))


@lru_cache(maxsize=1024)
def _composed(text: str) -> str:
    """Return a text with each accent in its letter; one that the typeface lacks is left out."""
    letters = unicodedata.normalize("NFC", text)
    return "".join(
        letter if _is_known(letter) else unicodedata.normalize("NFD", letter)[0]
        for letter in letters
    )


def _runs(text: str, weight: int, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Yield the parts of a text that are in one file of the typeface, with that font."""
    for is_extended, letters in groupby(_composed(text), key=_is_extended):
        yield "".join(letters), _font(weight, size, is_extended=is_extended)


def width_of(text: str, weight: int, size: int) -> float:
    """Return the width of a text in pixels."""
    return sum(font.getlength(part) for part, font in _runs(text, weight, size))


def fitted(
    text: str, width: float, sizes: Iterable[int], weight: int = BOLD, most_lines: int = 1
) -> tuple[int, list[str]]:
    """Return the first of these sizes, from large to small, in which a text fits, and its lines.

    A text that fits in none of them has its size shrunk further, to SMALLEST at most: no letter is
    ever left out.
    """
    smaller = [*sizes]
    smaller += range(smaller[-1] - 1, SMALLEST - 1, -1)
    for size in smaller:
        lines = _lines(text, width, weight, size)
        is_within = all(width_of(line, weight, size) <= width for line in lines)
        if is_within and len(lines) <= most_lines:
            break
    return size, lines


def _lines(text: str, width: float, weight: int, size: int) -> list[str]:
    """Return a text as lines, broken between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, weight, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@cache
def _icon(side: int) -> Image.Image:
    with Image.open(source_of("icons/icon-192.png")) as icon:
        return icon.convert("RGB").resize((side, side), Image.Resampling.LANCZOS)


class Canvas:
    """A picture that is being drawn. Places are pixels from the left and the top."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        *,
        weight: int = PLAIN,
        fill: str = INK,
        is_right: bool = False,
    ) -> float:
        """Write a line on its baseline, from a place on, or up to it with `is_right`.

        Return where the line ends.
        """
        x, y = at
        x -= width_of(text, weight, size) if is_right else 0
        for part, font in _runs(text, weight, size):
            self._draw.text((x, y), part, font=font, fill=fill, anchor="ls")
            x += font.getlength(part)
        return x

    def fit(
        self,
        at: tuple[float, float],
        text: str,
        width: float,
        size: int,
        *,
        weight: int = PLAIN,
        fill: str = INK,
    ) -> None:
        """Write a line on its baseline in this size, or smaller so that it is not wider."""
        found, _lines = fitted(text, width, [size], weight)
        self.text(at, text, found, weight=weight, fill=fill)

    def lines(
        self, at: tuple[float, float], lines: Iterable[str], size: int, *, fill: str = INK
    ) -> float:
        """Write bold lines below each other, the first on this baseline; return the last one's."""
        x, y = at
        for number, line in enumerate(lines):
            y = at[1] + number * size * LINE
            self.text((x, y), line, size, weight=BOLD, fill=fill)
        return y

    def box(self, left: float, top: float, width: float, height: float) -> None:
        """Draw a sheet with a green edge above."""
        self._draw.rectangle((left, top, left + width, top + height), SHEET, RULE, 2)
        self._draw.rectangle((left, top, left + width, top + 5), FELT)

    def rule(self, left: float, right: float, at: float) -> None:
        """Draw a hairline."""
        self._draw.line((left, at, right, at), RULE, 2)

    def band(self, height: int) -> None:
        """Draw the green cloth at the top, with the spade of wk."""
        self._draw.rectangle((0, 0, WIDTH, height), FELT)
        self._image.paste(_icon(height), (32, 0))

    def rise(self, at: tuple[float, float], places: int, size: int) -> None:
        """Draw the places up, or down below 0: the typeface has no such sign."""
        (x, y), side, high = at, size * 0.7, size * 0.62
        fill = FELT if places > 0 else SOFT
        tip, foot = (y - high, y) if places > 0 else (y, y - high)
        self._draw.polygon([(x, foot), (x + side, foot), (x + side / 2, tip)], fill)
        self.text((x + side + 4, y), str(abs(places)), size, fill=fill)

    def png(self, words: str) -> bytes:
        """Return the picture as a file, with the same in words for who cannot see it."""
        about = PngInfo()
        about.add_itxt("Description", words, lang="", tkey="")
        file = BytesIO()
        # The few colours of a picture fit in a palette, which halves the file and the time.
        few = self._image.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG", pnginfo=about)
        return file.getvalue()
