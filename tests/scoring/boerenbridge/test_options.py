"""Options of the variants, as an object and in cells."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.problems import Invalid, Problem
from scoring.registry import MESSAGES, game
from tests.cases import cases
from tests.scoring.boerenbridge.form_cases import VARIANTS
from tests.scoring.forms import QUICK, SHORT_DEALS, SHORT_GAME

BOLLEN = game("bollen")
OWN = {
    "deals": [{"cards": 4, "trump": False, "blind": True}],
    "base": 5,
    "per_trick": 0,
    "per_miss": 1000,
    "restriction": "always",
    "wp": [9, 7, 5],
    "misdeal_before": 0,
    "misdeal_during": 3,
}
DEFAULTS = {
    "base": 10,
    "per_trick": 2,
    "per_miss": 2,
    "restriction": "above-3",
    "wp": [5, 4, 3, 2, 1],
    "misdeal_before": 1,
    "misdeal_during": 5,
}
BOLLEN_LINE = "1b 2 3 4 5 6 6z 6 5 4 3 2 1"


def refused_options(options: dict, key: str = "bollen") -> list[tuple[str, str]]:
    """Return code and path of each problem of options."""
    with pytest.raises(Invalid) as caught:
        game(key, options)
    return [(problem.code, problem.path) for problem in caught.value.problems]


def deals_of_cards(cards: object = 4, **more: object) -> dict:
    return {"cards": cards, **more}


CASES = [
    ({"bonus": 3}, [("UNKNOWN_OPTION", "bonus")]),
    ({"bonus": 3, "base": -1}, [("UNKNOWN_OPTION", "bonus"), ("OPTION_INVALID", "base")]),
    *[
        ({key: value}, [("OPTION_INVALID", key)])
        for key in ("base", "per_trick", "per_miss", "misdeal_before", "misdeal_during")
        for value in (-1, 1001, 2.5, "2", True, None, [2])
    ],
    *[
        ({"restriction": value}, [("OPTION_INVALID", "restriction")])
        for value in ("", "altijd", None, 3, ["never"], {})
    ],
    *[
        ({"wp": value}, [("WP_UNREADABLE", "wp")])
        for value in (
            *(5, None, "5 4 3", [], [5], [1001, 5], [5, -1], [5, 4, "x"], [2.0, 1]),
            *([9, 8, 7, 6, 5, 4, 3, 2, 1], {"1": 5}),
        )
    ],
    *[
        ({"wp": value}, [("WP_STEPS_UNEQUAL", "wp")])
        for value in ([5, 4, 2], [5, 5], [1, 2, 3], [5, 4, 4, 3])
    ],
    ({"deals": "1b 2 3"}, [("NOT_A_LIST", "deals")]),
    ({"deals": None}, [("NOT_A_LIST", "deals")]),
    ({"deals": []}, [("DEALS_OUT_OF_RANGE", "deals")]),
    ({"deals": [deals_of_cards()] * 61}, [("DEALS_OUT_OF_RANGE", "deals")]),
    *[
        ({"deals": [deals_of_cards(), wrong]}, [("DEALS_UNREADABLE", "deals")])
        for wrong in (
            *(
                4,
                "4",
                None,
                {},
                deals_of_cards(0),
                deals_of_cards(-1),
                deals_of_cards("4"),
                deals_of_cards(4.0),
                deals_of_cards(True),
            ),
            *(deals_of_cards(trump=1), deals_of_cards(blind=None), deals_of_cards(colour="S")),
        )
    ],
    ({"deals": [deals_of_cards(18), deals_of_cards(10**30)]}, [("NO_TABLE_FITS", "deals")] * 2),
    (
        {"deals": [deals_of_cards(0)], "wp": 5, "base": "x"},
        [("DEALS_UNREADABLE", "deals"), ("WP_UNREADABLE", "wp"), ("OPTION_INVALID", "base")],
    ),
]


@cases(("options", "problems"), CASES)
def test_wrong_options_are_refused_at_their_cells(options, problems):
    assert refused_options(options) == problems


@cases("option", [*DEFAULTS, "deals"])
def test_the_championship_has_no_options(option):
    assert refused_options({option: DEFAULTS.get(option)}, "wk-boerenbridge") == [
        ("UNKNOWN_OPTION", option)
    ]
    wk = game("wk-boerenbridge")
    assert (wk.settings.fields, wk.options) == ((), {})
    assert wk.options_from_cells({"base": "3"}) == wk.options_to_cells({"base": 3}) == {}


@cases(
    ("deals", "text"),
    [
        (
            [deals_of_cards(4), deals_of_cards(18)],
            "Spelletje 2 heeft 18 kaarten: zelfs aan een tafel van 3 krijgt",
        ),
        ([deals_of_cards(4), "x"], "Spelletje 2 is geen spelletje: “x”."),
    ],
)
def test_a_wrong_deal_is_named(deals, text):
    with pytest.raises(Invalid) as caught:
        game("bollen", {"deals": deals})
    assert caught.value.problems[0].text.nl.startswith(text)


# Only what differs is kept.


def test_options_are_kept_in_the_order_of_the_archive():
    turned = dict(reversed(OWN.items()))
    made = game("bollen", turned)
    assert made.options == OWN
    assert list(made.options) == list(OWN)
    assert game("bollen", made.options) == made
    assert game("bollen", json.loads(json.dumps(made.options))) == made


@cases("option", DEFAULTS)
def test_each_option_alone_is_kept(option):
    assert game("bollen", {option: OWN[option]}).options == {option: OWN[option]}
    assert game("bollen", {option: DEFAULTS[option]}).options == {}


@cases("key", VARIANTS)
def test_the_defaults_are_no_options(key):
    made = game(key, game(key).options_from_cells(game(key).options_to_cells({})))
    assert (made, made.options) == (game(key), {})


def test_the_usual_deals_are_no_option():
    own = BOLLEN.options_from_cells({"deals": BOLLEN_LINE})
    assert game("bollen", own).options == {}
    # In Boerenbridge the same number of deals fits only tables of five: it is a choice.
    line = "1b 2 3 4 5 6 7 8 9 10 10z 10 9 8 7 6 5 4 3 2 1 1b"
    chosen = game("boerenbridge", BOLLEN.options_from_cells({"deals": line}))
    assert list(chosen.options) == ["deals"]
    assert chosen.table_sizes == (5, 4, 3)
    assert chosen.for_tables([4]).rules == game("boerenbridge").rules


def test_missing_parts_of_a_deal_are_as_usual():
    assert game("bollen", {"deals": [{"cards": 4}]}).options == {
        "deals": [{"cards": 4, "trump": True, "blind": False}]
    }


def test_own_deals_are_the_same_for_every_table():
    assert {SHORT_GAME.for_tables([size]).rules for size in (3, 5, 8)} == {SHORT_GAME.rules}
    assert SHORT_GAME.for_tables([8]).options == {"deals": SHORT_DEALS}


def test_chosen_points_count():
    rules = game("bollen", OWN).rules
    assert (rules.points(2, 2), rules.points(2, 0)) == (5, -2000)
    assert (rules.scale, rules.is_restricted(1)) == ((9, 7, 5), True)


# The cells of the settings.


def test_cells_show_the_current_options():
    assert BOLLEN.options_to_cells({}) == {
        "base": "10",
        "per_trick": "2",
        "per_miss": "2",
        "restriction": "above-3",
        "wp": "5 4 3 2 1",
        "misdeal_before": "1",
        "misdeal_during": "5",
    }
    assert BOLLEN.options_to_cells(OWN) == {
        "deals": "4zb",
        "base": "5",
        "per_trick": "0",
        "per_miss": "1000",
        "restriction": "always",
        "wp": "9 7 5",
        "misdeal_before": "0",
        "misdeal_during": "3",
    }


@cases("key", VARIANTS)
def test_every_variant_has_the_same_cells_of_settings(key):
    settings = game(key).settings
    assert [(field.path, field.kind) for field in settings.fields] == [
        ("deals", "text"),
        ("base", "number"),
        ("per_trick", "number"),
        ("per_miss", "number"),
        ("restriction", "choice"),
        ("wp", "numbers"),
        ("misdeal_before", "number"),
        ("misdeal_during", "number"),
    ]
    choices = [choice.value for field in settings.fields for choice in field.choices]
    assert choices == ["always", "above-3", "never"]


@cases("options", [{}, OWN, SHORT_GAME.options])
def test_options_survive_their_cells(options):
    cells = BOLLEN.options_to_cells(options)
    assert game("bollen", BOLLEN.options_from_cells(cells)).options == options


@cases(
    ("written", "deals"),
    [
        ("1b", [{"cards": 1, "trump": True, "blind": True}]),
        ("10z", [{"cards": 10, "trump": False, "blind": False}]),
        *[(text, [{"cards": 2, "trump": False, "blind": True}]) for text in ("2zb", "2bz", "2ZB")],
        ("3,4; 5", [{"cards": n, "trump": True, "blind": False} for n in (3, 4, 5)]),
        *[(text, [text]) for text in ("z", "b1", "2zz", "2x", "-2", "2.5", "²", "12345")],
    ],
)
def test_deals_written_on_one_line(written, deals):
    assert BOLLEN.options_from_cells({"deals": written}) == {"deals": deals}


def test_wrong_text_is_kept_and_refused_at_its_cell():
    written = {
        "deals": "1b 2x",
        "base": "tien",
        "restriction": "soms",
        "wp": "5 vier",
        "misdeal_before": "1.5",
        "per_trick": "  ",
    }
    options = BOLLEN.options_from_cells(written)
    kept = {path: text for path, text in written.items() if text.strip()}
    assert {path: BOLLEN.options_to_cells(options)[path] for path in kept} == kept
    assert sorted(path for _code, path in refused_options(options)) == sorted(kept)


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["cards", "trump", "blind"]) | st.text(max_size=2), inner)
    ),
    max_leaves=12,
)


def problems_of(options: dict) -> tuple[Problem, ...]:
    """Return the problems of options, none where they make a game."""
    try:
        game("bollen", options)
    except Invalid as refusal:
        return refusal.problems
    return ()


@pytest.mark.slow
@QUICK
@given(st.dictionaries(st.sampled_from([*OWN, "x"]), ANY, max_size=4))
def test_any_options_are_read_or_refused(options):
    cells = BOLLEN.options_to_cells(options)
    assert all(isinstance(text, str) for text in cells.values())
    for given_options in (options, BOLLEN.options_from_cells(cells)):
        problems = problems_of(given_options)
        assert {problem.code for problem in problems} <= set(MESSAGES)
        assert {problem.path for problem in problems} <= set(given_options)
        if not problems:
            made = game("bollen", given_options)
            assert game("bollen", made.options) == made


@QUICK
@given(st.dictionaries(st.sampled_from(list(OWN)), st.text(max_size=9), max_size=4))
def test_any_cells_of_options_are_read_or_refused(cells):
    options = BOLLEN.options_from_cells(cells)
    assert set(options) <= set(cells)
    assert BOLLEN.options_from_cells(BOLLEN.options_to_cells(options)).items() >= options.items()
