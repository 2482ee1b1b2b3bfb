"""The canvas: letters of the typeface, and texts that fit without losing a letter."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from PIL import ImageFont

from tests.cases import cases
from tests.feeds.pictures.reading import opened, words_of
from wk.core.static_files import source_of
from wk.feeds.pictures.canvas import (
    BOLD,
    FELT,
    HEIGHT,
    PAPER,
    PLAIN,
    SMALLEST,
    WIDTH,
    Canvas,
    can_write,
    fitted,
    width_of,
)

LONG = "Maria Wolfeschlegelsteinhausen-Bergerdorff van der Łódź-Kowal"


@pytest.mark.parametrize("weight", [PLAIN, BOLD])
@pytest.mark.parametrize("part", ["latin", "latin-ext"])
def test_the_typeface_of_the_pages_is_read_as_it_is(part, weight):
    name = f"vendor/ibm-plex-sans/ibm-plex-sans-{part}-{weight}-normal.woff2"
    family, _style = ImageFont.truetype(source_of(name), 20).getname()
    assert family == "IBM Plex Sans"


@cases(
    ("text", "known"),
    [
        ("Wiebe Evers", True),
        ("Łukasz Żółć, Zoë Ĳsbrandt, Đặng, Ümit", True),
        ("Zoe\u0308", True),  # an e with its dots apart
        ("3½ − 4 · ×", True),
        ("Мария", False),
        ("王", False),
        ("Jan 🂡", False),
        ("", True),
    ],
)
def test_letters_that_the_typeface_lacks_are_found(text, known):
    assert can_write(text) is known


@pytest.mark.parametrize("text", ["Jan", LONG, "W" * 80, "een twee drie " * 7])
@pytest.mark.parametrize("most_lines", [1, 2])
def test_a_text_is_shrunk_until_it_fits_and_keeps_every_letter(text, most_lines):
    size, lines = fitted(text, 1080, range(92, 30, -2), most_lines=most_lines)
    assert " ".join(lines) == text.strip()
    assert len(lines) <= most_lines
    assert max(width_of(line, BOLD, size) for line in lines) <= 1080
    assert SMALLEST <= size <= 92
    is_largest = size == 92 or fitted(text, 1080, [size + 2], most_lines=most_lines)[0] < size + 2
    assert is_largest


def test_the_width_of_a_text_is_that_of_its_parts():
    whole, parts = width_of("Łódź Jan", BOLD, 40), ("Ł", "ó", "d", "ź", " Jan")
    assert Fraction(round(whole)) == round(sum(width_of(part, BOLD, 40) for part in parts))


def test_a_picture_has_its_size_its_colours_and_words():
    canvas = Canvas()
    canvas.band(100)
    content = canvas.png("Łukasz: 4½")
    picture = opened(content)
    assert picture.size == (WIDTH, HEIGHT) == (1200, 630)
    assert "#{:02x}{:02x}{:02x}".format(*picture.getpixel((600, 50))) == FELT
    assert "#{:02x}{:02x}{:02x}".format(*picture.getpixel((600, 400))) == PAPER
    assert words_of(content) == "Łukasz: 4½"


@pytest.mark.parametrize("places", [3, -3])
def test_a_rise_points_up_and_a_fall_down(places):
    canvas = Canvas()
    canvas.rise((100, 100), places, 40)
    picture = opened(canvas.png(""))
    paper = picture.getpixel((0, 0))
    widths = [sum(picture.getpixel((x, y)) != paper for x in range(100, 129)) for y in (80, 97)]
    assert (widths[0] < widths[1]) is (places > 0)


def drawn(number):
    """Return a picture with texts in several sizes, different for each number."""
    canvas = Canvas()
    for line in range(2):
        canvas.fit((60, 200 + 80 * line), f"Łódź {number} ½", 900, 30 + number + line)
    return canvas.png(str(number))


def test_pictures_that_are_drawn_at_once_are_each_right():
    """Threads of the server share the fonts."""
    expected = [drawn(number) for number in range(4)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(drawn, [*range(4)] * 4)) == expected * 4
