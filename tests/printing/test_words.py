"""Text that is put together from its words is drawn as WeasyPrint lays it out, byte for byte."""

from functools import cache
from random import Random

import pytest
import weasyprint
from weasyprint.text.fonts import FontConfiguration

from tests.samples import some
from wk.archive.names import people
from wk.printing.gaps import cut
from wk.printing.layouts import lay_out
from wk.printing.pdf import STATIC_ROOT
from wk.printing.setters import operations
from wk.printing.weasyprint_parts import private
from wk.printing.words import NotPlain

pytestmark = pytest.mark.slow

NAME = '<p data-gap="name" style="{}"><span>{}</span> {}</p>'
NARROW = "width: 34mm; font-weight: 600; line-height: 1.1; font-size: 11pt; min-height: 15mm"
LIKE_A_TABLE = "text-align: right; white-space: nowrap; font-size: 30pt; width: 60mm"


@cache
def fonts_and_style():
    """Return the typefaces and print.css, which take a quarter of a second to read."""
    fonts = FontConfiguration()
    return fonts, weasyprint.CSS(STATIC_ROOT / "print.css", font_config=fonts)


class Gap:
    """A gap on a page: how it is set from words, and how it is laid out."""

    def __init__(self, style: str) -> None:
        html = NAME.format(style, 1, "Ann")
        fonts, css = fonts_and_style()
        document = weasyprint.HTML(string=html)
        _, gaps = cut(html)
        _, self.stencil = lay_out(document, gaps, font_config=fonts, stylesheets=[css])
        (self.place,), (self.words,) = self.stencil.places, self.stencil.setters.values()
        resources = {kind: {} for kind in ("ExtGState", "XObject", "Pattern", "Shading")}
        self.stream = private().Stream({}, (0, 0, 0, 0), resources, {}, None, {}, None)

    def lines(self, *texts: str) -> list[int]:
        """Return how many pieces are in each line of a text. Raises NotPlain."""
        return [len(line) for line in self.words.broken(self.stream, self.place, texts)]

    def drawn(self, *texts: str) -> tuple[bytes, bytes]:
        """Return what draws a text: as it is set, and as it is laid out."""
        setters = (self.words, self.words.lines)
        return tuple(
            operations(self.stream, setter(self.stream, self.place, texts)) for setter in setters
        )


@pytest.mark.parametrize("align", ["start", "center", "right"])
def test_names_are_drawn_as_they_are_laid_out(align):
    gap = Gap(f"{NARROW}; text-align: {align}")
    broken = []
    for number, (name, _club) in some([*enumerate(people(600, Random(5)), 1)], 200):
        texts = str(number), f" {name}"
        ours, theirs = gap.drawn(*texts)
        assert ours == theirs, name
        broken.append(len(gap.lines(*texts)))
    assert {1, 2} == set(broken)


def test_a_table_is_drawn_as_it_is_laid_out():
    gap = Gap(LIKE_A_TABLE)
    for number in (1, 47, 111, 1000):
        ours, theirs = gap.drawn("Tafel", f" {number}")
        assert ours == theirs
    assert gap.lines("Tafel", " 1234567890 1234567890") == [2]


@pytest.fixture(scope="module")
def narrow() -> Gap:
    return Gap(NARROW)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Ria van Dam", [2]),
        ("Anna Maria van den Boogaard", [2, 1]),
        ("André Noël", [2]),
        ("Jan ’t Hart", [2]),
        ("Jan-Willem Vos", [2]),
    ],
)
def test_plain_names_are_put_together_from_words(name, lines, narrow):
    ours, theirs = narrow.drawn("12", f" {name}")
    assert ours == theirs
    assert narrow.lines("12", f" {name}") == lines


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz Vos",  # its first letter is of a second typeface
        "Anna Maria Šimůnek",
        "Θεός Юлия",
        "Ann 🂡",
        "Ann \u202eolé",  # from right to left
        "Zoe\u0301 Vos",
        "Vos\u00ad-\u00adSmit",
        "Anna van der Heijden-Oosterhuis",  # a line breaks behind a hyphen
        "Papadimitropoulosopoulosopoulos",  # a line breaks anywhere
    ],
)
def test_other_names_are_laid_out(name, narrow):
    ours, theirs = narrow.drawn("12", f" {name}")
    assert ours == theirs
    with pytest.raises(NotPlain):
        narrow.lines("12", f" {name}")


@pytest.mark.parametrize(
    "style",
    [
        "letter-spacing: 1pt",
        "word-spacing: 1pt",
        "white-space: pre-wrap",
        "hyphens: auto",
        "word-break: break-all",
        "text-align: justify",
        "text-indent: 5mm",
        "direction: rtl",
    ],
)
def test_a_style_that_changes_words_or_breaks_is_laid_out(style):
    gap = Gap(f"{NARROW}; {style}")
    with pytest.raises(NotPlain):
        gap.lines("1", " Ann")
    ours, theirs = gap.drawn("12", " Anna Maria de Wit")
    assert ours == theirs
