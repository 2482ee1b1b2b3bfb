"""The totals on the paper beside those of the deals."""

from random import Random

import pytest

from scoring.paper_totals import paper_total_problems
from scoring.problems import Place
from scoring.registry import GAMES, MESSAGES, game
from scoring.text import Text
from tests.cases import cases
from tests.scoring.forms import FIVE, WK_GAME, with_changes
from tests.scoring.rubber.rubbers import EXAMPLE, rubber
from tests.scoring.whist.forms import FORM, WHIST
from tests.scoring.whist.forms import TOTALS as WHIST_TOTALS

TOTALS = (196, 182, 182, 148, 118)


def problems_in_words(
    document: object, computed: tuple[int, ...], seat: int, more: int, rules=WK_GAME
) -> str:
    """Return the words in English for a total that is so much too high."""
    written: list[int | None] = [None] * len(computed)
    written[seat - 1] = computed[seat - 1] + more
    (problem,) = paper_total_problems(rules, document, len(computed), written)
    assert (problem.code, problem.place, problem.path) == (
        "WRITTEN_TOTAL_DIFFERS",
        Place(0, seat),
        f"written.{seat - 1}",
    )
    numbers, _, why = problem.text.en.partition(". ")
    shown = [str(points).replace("-", "−") for points in (written[seat - 1], computed[seat - 1])]
    assert numbers.removesuffix(".") == (f"The paper says {shown[0]}, the deals come to {shown[1]}")
    return why


# Each kind of mistake at one deal of the form FIVE, by seat and difference.
@cases(
    ("seat", "more", "why"),
    [
        (1, 8, "Look at deal 7: a + for a − (+4 instead of −4)."),
        (4, 8, "Look at deal 7: a + for a − (+4 instead of −4)."),
        (1, -6, "Look at deal 7: the penalty of the other infraction (−10 instead of −4)."),
        (3, 20, "Look at deal 2: a + for a − (+10 instead of −10)."),
        (
            3,
            6,
            "Look at deal 7: the 2 applied twice (+22 instead of +16);"
            " deal 18: the 2 applied twice (+22 instead of +16);"
            " deal 2: the penalty of the other infraction (−4 instead of −10).",
        ),
        (3, 22, "Look at deal 2: counted as made (+12 instead of −10)."),
        (
            5,
            4,
            "Look at deal 1: a + for a − (+2 instead of −2);"
            " deal 8: a + for a − (+2 instead of −2);"
            " deal 10: a + for a − (+2 instead of −2); 6 more.",
        ),
        (5, 8, "Look at deal 13: a + for a − (+4 instead of −4); deal 2: the 2 applied twice"),
        (
            2,
            12,
            "Look at deal 9: counted as made (+10 instead of −2);"
            " deal 16: counted as made (+10 instead of −2).",
        ),
        (2, -4, "Look at deal 18: the 2 not applied (+14 instead of +18)."),
    ],
)
def test_wk_17_wk_18_wk_20_wk_21_one_usual_slip_is_named(seat, more, why):
    assert problems_in_words(FIVE, TOTALS, seat, more)[: len(why)] == why


@cases("more", [7, 18, 30, -500])
def test_a_difference_without_a_usual_slip_has_no_explanation(more):
    assert problems_in_words(FIVE, TOTALS, 1, more) == ""


@cases("more", [100, -100])
def test_a_difference_of_a_hundred_may_be_a_carry(more):
    why = "The difference is just 100: a carry in the addition?"
    assert problems_in_words(FIVE, TOTALS, 1, more) == why


def test_ten_too_many_may_be_a_deal_or_a_carry():
    assert problems_in_words(FIVE, TOTALS, 1, 10) == (
        "Look at deal 4: the 10 added, which is not due (+8 instead of −2);"
        " deal 14: the 10 added, which is not due (+8 instead of −2)."
        " The difference is just 10: a carry in the addition?"
    )


def test_the_words_in_dutch():
    problems = paper_total_problems(WK_GAME, FIVE, 5, [204, 178, 182, 148, 128])
    assert [problem.text.nl for problem in problems] == [
        "Op papier staat 204, de spelletjes geven 196."
        " Kijk naar spelletje 7: een + voor een − (+4 in plaats van −4).",
        "Op papier staat 178, de spelletjes geven 182."
        " Kijk naar spelletje 18: de 2 niet toegepast (+14 in plaats van +18).",
        "Op papier staat 128, de spelletjes geven 118."
        " Kijk naar spelletje 1: de 10 erbij, die er niet bij hoort (+8 in plaats van −2);"
        " spelletje 8: de 10 erbij, die er niet bij hoort (+8 in plaats van −2);"
        " spelletje 10: de 10 erbij, die er niet bij hoort (+8 in plaats van −2); nog 5 andere."
        " Het scheelt precies 10: onthouden bij het optellen?",
    ]


def test_a_negative_total_has_a_real_minus():
    rules = game("chinees-poepen", {"deals": [{"cards": 1, "trump": True, "blind": False}]})
    form = {"first_dealer": 1, "deals": [{"bids": [1, 0, 0], "tricks": [0, 1, 0]}]}
    (problem,) = paper_total_problems(rules, form, 3, [2, -2, 10])
    assert problem.text == Text(
        "Op papier staat 2, de spelletjes geven −2."
        " Kijk naar spelletje 1: een + voor een − (+2 in plaats van −2).",
        "The paper says 2, the deals come to −2. Look at deal 1: a + for a − (+2 instead of −2).",
    )


@cases(
    "totals",
    [TOTALS, (), (None,) * 5, (196, None, 182), (*TOTALS, 7), (196, None, None, None, 118)],
)
def test_right_and_missing_totals_have_no_problem(totals):
    assert paper_total_problems(WK_GAME, FIVE, 5, totals) == ()


@cases(
    "document",
    [
        with_changes(("deals.18", {})),
        with_changes(("deals.3.tricks.2", 9)),
        with_changes(("first_dealer", None)),
        {"totals": list(TOTALS)},
        {},
        None,
    ],
)
def test_no_problems_before_the_deals_are_complete(document):
    assert paper_total_problems(WK_GAME, document, 5, [0, 0, 0, 0, 0]) == ()


@cases("value", ["196", 1.5, True, 10**30, [196], {}])
def test_invalid_paper_totals_are_refused(value):
    problems = paper_total_problems(WK_GAME, FIVE, 5, [value, 182])
    assert [(problem.code, problem.path) for problem in problems] == [
        ("TOTAL_NOT_INTEGER", "written.0")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_each_slip_explains_its_difference_in_every_game(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    form = rules.practice(seats, Random(2))
    computed = rules.progress(form, seats).totals
    slips = rules.slips(form, seats)
    assert slips
    for slip in slips[:40]:
        first = next(
            each for each in slips if each.seat == slip.seat and each.difference == slip.difference
        )
        expected = f"Look at deal {first.deal}: {first.text.en}"
        why = problems_in_words(form, computed, slip.seat, slip.difference, rules)
        assert why[: len(expected)] == expected


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_likeliest_slip_of_a_deal_is_named_once(key):
    rules = game(key)
    seats = rules.table_sizes[0]
    form = rules.practice(seats, Random(2))
    computed = rules.progress(form, seats).totals
    for more in {slip.difference for slip in rules.slips(form, seats) if slip.seat == 1}:
        named = [
            each.split(":")[0]
            for each in problems_in_words(form, computed, 1, more, rules).split("; ")
        ]
        named[0] = named[0].removeprefix("Look at ")
        assert len(named) == len(set(named)) <= 4


def test_b_8_slips_of_the_rubber_bonus():
    why = problems_in_words(EXAMPLE, (810, -810, 810, -810), 1, 500, game("rubber-bridge"))
    assert why == "Look at deal 9: the bonus forgotten (0 instead of −500)."
    short = rubber("1 4S 10", "3 4S 10")
    assert problems_in_words(short, (940, -940, 940, -940), 2, 200, game("rubber-bridge")) == (
        "Look at deal 2: the other bonus for the rubber (−500 instead of −700)."
    )


def test_k_3_slips_of_the_sign():
    assert problems_in_words(FORM, WHIST_TOTALS, 4, 200, WHIST) == (
        "Look at deal 22: a + for a − (+100 instead of −100)."
    )


def test_the_code_has_its_words():
    words = MESSAGES["WRITTEN_TOTAL_DIFFERS"].format(written=98, computed=88)
    assert words.nl == "Op papier staat 98, de spelletjes geven 88."
