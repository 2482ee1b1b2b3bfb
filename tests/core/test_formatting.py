"""Numbers as pages write them: halves, alignment and minus signs."""

from fractions import Fraction

from tests.cases import cases
from wk.core.formatting import aligned, breakable, exact_halves, halves, signed


@cases(
    ("value", "written"),
    [
        (None, ""),
        (0, "0"),
        (Fraction(1, 2), "½"),
        (Fraction(9, 2), "4½"),
        (12, "12"),
        (Fraction(-1, 2), "−½"),
        (Fraction(-3, 2), "−1½"),
        (-2, "−2"),
    ],
)
def test_match_points_are_written_with_halves(value, written):
    assert halves(value) == written


@cases(
    ("value", "written"),
    [(0, "0"), (15, "15"), (Fraction(9, 2), "4.5"), (Fraction(1, 2), "0.5"), (-1.5, "-1.5")],
)
def test_programs_read_halves_exactly(value, written):
    assert exact_halves(Fraction(value)) == written


def test_whole_numbers_of_a_column_are_aligned():
    assert aligned(Fraction(9, 2)) == '4<span class="half">½</span>'
    assert aligned(Fraction(-1)) == '−1<span class="half"></span>'


def test_points_have_a_real_minus_sign():
    assert [signed(value) for value in (None, -4, 0, 16)] == ["", "−4", "0", "16"]


@cases(
    ("name", "written"),
    [
        ("Jan de Boer", "Jan de Boer"),
        ("Nieuwenhuijzen", "Nieuwenhuijzen"),  # 14 letters have room
        (
            "J. Wolfeschlegelsteinhausen-Berg",
            "J. Wolfe-schle-gel-stein-hausen-Berg",
        ),
        ("Zevenbergschenhoek", "Zeven-berg-schen-hoek"),
        ("", ""),
    ],
)
def test_the_longest_words_may_break_with_a_hyphen(name, written):
    assert breakable(name).replace("\u00ad", "-") == written
    assert breakable(name).replace("\u00ad", "") == name
