"""Problems of a form: their places, their words and the error that has them all."""

from scoring.problems import COMMON_MESSAGES, Invalid, Place, ProblemList, count_fault
from scoring.text import Text
from tests.cases import cases


def test_a_place_as_data_and_in_words():
    assert [str(Place(7, 3)), str(Place(7)), str(Place(seat=3)), str(Place())] == [
        "deal 7 seat 3",
        "deal 7",
        "seat 3",
        "",
    ]
    assert Place(7, 3).text == Text("spelletje 7, plaats 3", "deal 7, seat 3")


def test_all_problems_are_raised_together():
    problems = ProblemList(COMMON_MESSAGES)
    problems.add("UNKNOWN_KEY", "deals.0", deal=1, key="{oops}").add("PLAYER_TWICE", number=4)
    assert str(Invalid(problems.found)) == "deal 1: UNKNOWN_KEY; : PLAYER_TWICE"
    assert problems.found[0].text == Text("Onbekend gegeven: “{oops}”.", "Unknown key: “{oops}”.")


def test_missing_parts_are_no_errors_yet():
    messages = {"BID_MISSING": Text("a", "b"), "BID_NEGATIVE": Text("a", "b")}
    missing, wrong = ProblemList(messages).add("BID_MISSING").add("BID_NEGATIVE").found
    assert (missing.is_missing, wrong.is_missing) == (True, False)


def test_a_text_in_the_language_of_the_reader():
    text = Text("bod", "bid")
    assert [text.to(language) for language in ("nl", "nl-be", "en", "en-gb", "de", "")] == [
        "bod", "bod", "bid", "bid", "bod", "bod",
    ]  # fmt: skip


@cases(
    ("value", "fault"),
    [
        (None, "MISSING"),
        ("2", "NOT_INTEGER"),
        (2.0, "NOT_INTEGER"),
        (True, "NOT_INTEGER"),
        ([], "NOT_INTEGER"),
        (-1, "NEGATIVE"),
        (11, "GT_CARDS"),
        (0, ""),
        (10, ""),
    ],
)
def test_the_fault_of_a_count_with_ten_cards(value, fault):
    assert count_fault(value, 10) == fault
