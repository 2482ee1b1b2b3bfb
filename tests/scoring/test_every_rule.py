"""Every rule has a test with its number in its name: test_wk_14_…, test_a10_…, test_k_b_… ."""

import re
from pathlib import Path

from tests.cases import cases

HERE = Path(__file__).parent
# Resolutions about what happens outside scoring, or in a part of it with tests of its own.
ELSEWHERE = {
    "a14": "scoring/test_tables.py",
    "a17": "scoreforms/test_services.py",
    "a18": "players/test_services_leaving.py",
    "a19": "draw/test_single_round.py",
}
RULES = [
    *(f"wk_{number}" for number in range(1, 31)),
    *(f"a{number}" for number in range(1, 28)),
    *(f"w_{number}" for number in range(1, 25)),
    *(f"b_{number}" for number in range(1, 13)),
    *(f"delta_{number}" for number in range(1, 12)),
    *(f"k_{number}" for number in range(1, 7)),
    *(f"k_{letter}" for letter in "abcdefgh"),
]
RULE = re.compile(r"(?<=_)(?:(?:wk|w|b|delta|k)_\d+|a\d+|k_[a-h])(?=_|$)")


def rules_named_by_tests(paths: list[Path]) -> set[str]:
    """Return the rules in the names of the tests of some modules."""
    names = [
        name for path in paths for name in re.findall(r"^ *def (test_\w+)", path.read_text(), re.M)
    ]
    return {rule for name in names for rule in RULE.findall(name)}


def test_every_rule_is_named_by_a_test():
    wanted = set(RULES) - set(ELSEWHERE)
    assert wanted - rules_named_by_tests(sorted(HERE.rglob("test_*.py"))) == set()


@cases(("rule", "module"), ELSEWHERE.items())
def test_rules_outside_scoring_are_named_by_their_tests(rule, module):
    assert rule in rules_named_by_tests([HERE.parent / module])
