"""What changes from page to page is cut out of a document."""

import pytest

from tests.cases import cases
from wk.printing.gaps import cut, joined, pdf_path, printed_texts

NAMES = '<th><p class="name" data-gap="name"><span>{}</span> {}</p></th>'


def test_documents_that_differ_in_their_gaps_only_are_of_one_kind():
    one, other = (cut(NAMES.format(*each)) for each in ((7, "Ann"), (12, "Bo &lt;b&gt;")))
    assert one[0] == other[0] == ("<th>", "</th>")
    assert [gap.look for gap in one[1]] == [gap.look for gap in other[1]]
    assert [gap.values for gap in (*one[1], *other[1])] == [("7", " Ann"), ("12", " Bo &lt;b&gt;")]


@cases(
    ("other", "same_kind", "same_look"),
    [
        (NAMES.format(7, "Ann").replace("th>", "td>"), False, True),
        (NAMES.format(7, "Ann").replace('class="name"', 'class="name small"'), True, False),
        (NAMES.format(7, "<i>Ann</i>"), True, False),
    ],
)
def test_other_markup_is_another_kind_or_another_look(other, same_kind, same_look):
    (around, (gap,)), (other_around, (other_gap,)) = cut(NAMES.format(7, "Ann")), cut(other)
    assert (around == other_around, gap.look == other_gap.look) == (same_kind, same_look)


def test_a_document_is_joined_with_the_gaps_of_another():
    (around, _), (_, gaps) = (cut(NAMES.format(*each)) for each in ((7, "Ann"), (12, "Bo")))
    assert joined(around, gaps) == NAMES.format(12, "Bo")


def test_a_document_without_gaps_is_a_kind_of_its_own():
    assert cut("<p>Ann") == (("<p>Ann",), [])


def test_the_path_of_a_picture_is_its_value():
    _, (gap,) = cut('<div data-gap="code"><svg viewBox="0 0 9 9"><path d="M1 1h7"/></svg></div>')
    assert (gap.is_picture, gap.values) == (True, ("M1 1h7",))
    assert gap.look == '<div data-gap="code"><svg viewBox="0 0 9 9"><path d=""/></svg></div>'


@cases(
    ("texts", "expected"),
    [
        (("7", " Ann"), ["7", " Ann"]),
        (("\n  ", "Table", " ", "12", "\n"), ["Table", " ", "12"]),
        (("a\t\n b&nbsp;c",), ["a b\xa0c"]),
        ((" ", "\n"), []),
        (("\n  NORTH\n",), ["NORTH"]),
    ],
)
def test_spaces_that_are_not_printed_are_left_out(texts, expected):
    assert printed_texts(texts) == expected


@pytest.mark.parametrize("path", ["M1 1v4", "M1 1h7z", "M1 1L3 4", "M1,1h7", "M1 1c1 1 2 2 3 3"])
def test_a_path_that_is_not_of_horizontal_lines_is_refused(path):
    with pytest.raises(ValueError, match="horizontal"):
        pdf_path(path)
