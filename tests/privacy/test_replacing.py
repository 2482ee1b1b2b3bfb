"""Names replaced in texts."""

import json

from tests.cases import cases
from wk.privacy.replacing import Replacement, folded_names, pattern_of

NAMES = ["Jan van der Waal", "Cher", "Éva Kiss"]


def replacement(**more):
    pattern = pattern_of(NAMES, [17], ["J. W."])
    return Replacement(pattern, folded_names(NAMES), "X", **more)


@cases(
    ("text", "after"),
    [
        ("Wil Jan van der Waal komen?", "Wil X komen?"),
        ("jan  van der waal", "X"),
        ("Waal, Jan van der", "X"),
        ("Jan van der Waals", "Jan van der Waals"),
        ("Piet-Jan van der Waal", "Piet-Jan van der Waal"),
        ("Cher", "X"),  # all of the text
        ("Mon Cher ami", "Mon Cher ami"),
        ("17 Cher, 18 Bob", "X, 18 Bob"),
        ("117 Cher, 18 Bob", "117 Cher, 18 Bob"),
        ("17 Cher Noir", "17 Cher Noir"),
        ("17 J. W. → 2/3", "X → 2/3"),
        ("18 J. W.", "18 J. W."),
        ("", ""),
        ("[geen JSON", "[geen JSON"),
    ],
)
def test_a_name_is_found_and_no_other(text, after):
    assert replacement().in_text(text) == after


def test_json_is_read_and_what_stands_beside_a_name_goes_if_asked():
    row = {"key": 5, "name": "Éva Kiss", "club": "Troef", "number": 3}
    text = json.dumps({"entries": [row]})
    assert json.loads(replacement(own=[5]).in_text(text)) == {"entries": [{**row, "name": "X"}]}
    without = replacement(own=[5], with_rest=True)
    assert json.loads(without.in_text(text)) == {"entries": [{**row, "name": "X", "club": ""}]}


def test_json_about_a_namesake_is_left():
    text = json.dumps([{"key": 6, "name": "Éva Kiss", "club": "Troef"}])
    assert replacement(own=[5], with_rest=True).in_text(text) == text


def test_without_names_nothing_is_found():
    assert pattern_of([]).search("anything") is None
