"""The rule book: every rule cited in code, tests or pages stands in docs/rules.md once."""

import re
from functools import cache
from pathlib import Path

from tests.cases import cases
from tests.scoring.test_every_rule import RULES

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs" / "rules.md"

# Where rules are cited. Left out: what others wrote (vendor), drawings and translations, which are
# no text of ours about rules, and this module, whose examples are cited by nobody.
FOLDERS = ("scoring", "wk", "templates", "tests", "bin")
ENDINGS = {".py", ".html", ".txt", ".js", ".css", ""}
LEFT_OUT = {"vendor", "__pycache__", "locale"}

# A number is not part of anything longer. So these are none: the hexadecimal %A1 of an address, the
# colour #A1, "A5.8" in the path of a drawing, WK-2026-xyz in the name of a file. A3, A4 and A5 may
# be sizes of paper as well; there are rules of these numbers, so they do no harm here.
# What stands before it is looked at after its letter: a search for a letter is much faster.
NUMBER = (
    r"[WBKAΔ](?<![\w%#-].)(?:(?<=W)K?-\d+|(?<=B)-\d+|(?<=K)-(?:\d+|[a-z])|(?<=A)\d+"
    r"|(?<=Δ)[- ]?\d+)(?![\w%-]|\.\d)"
)
# A section looks like any other number (4.5 match points, 2.2 millimetres, 0.3 of a second). It is
# one only after "rules.md", in brackets that hold nothing but rules, at the start of a comment, or
# after a word for what stands in it. Two such numbers in brackets are a pair of numbers.
SECTION = r"[1-5]\.\d[a-z]?"
SECTIONS = (
    rf"rules\.md ({SECTION})(?: and ({SECTION}))?(?!\d)",
    rf"\((?<!\w.)(?:{NUMBER}, )*({SECTION})(?:, {NUMBER})*\)",
    rf"# ({SECTION}): ",
    rf"(?:ladder|sets|grid|example|table) of ({SECTION})(?![\w.]*\d)",
)
PART = r"rules\.md part ([1-5])|\(part ([1-5])\)|\bpart ([1-5]) of the rules"
RULE_SET = r"[Rr]ule set (\d{3})"

# In the name of a test a number stands between underscores: test_wk_14_…, test_a9_…, test_k_b_…
# Only there: b_9 in any other name may be nothing but a name. A section is the first of the name,
# as numbers of other things come later (test_seats_1_and_3_…).
NAMED = re.compile(r"(?<=_)(?:(?:wk|w|b|delta|k)_\d+|a\d+|k_[a-z])(?=_|$)")
NAMED_SECTION = re.compile(r"(?<=^test)(?:_[1-5]_\d[a-z]?(?=_))+")

DEFINED = re.compile(r"^- \*\*([^*]+)\*\* ", re.MULTILINE)


def spelling_of(name: str) -> str:
    """Return a number in the spelling of the rule book.

    >>> [spelling_of(name) for name in ("wk_14", "a9", "k_b", "delta_1", "Δ-1")]
    ["WK-14", "A9", "K-b", "Δ1", "Δ1"]
    """
    letters, _, rest = name.replace("_", "-").partition("-")
    if not rest:
        return name if name[0] == "Δ" else name.upper()
    letters = {"delta": "Δ", "Δ": "Δ"}.get(letters, letters.upper())
    return f"{letters}{rest}" if letters == "Δ" else f"{letters}-{rest}"


def rules_cited_in(text: str) -> set[str]:
    """Return the numbers of rules, sections, parts and rule sets that a text cites."""
    found = {spelling_of(number.replace(" ", "-")) for number in re.findall(NUMBER, text)}
    for pattern in SECTIONS:
        for match in re.finditer(pattern, text):
            found |= {section for section in match.groups() if section}
    found |= {f"Part {''.join(part)}" for part in re.findall(PART, text)}
    return found | set(re.findall(RULE_SET, text))


def rules_named_by(name: str) -> set[str]:
    """Return the numbers that the name of a test cites."""
    found = {spelling_of(number) for number in NAMED.findall(name)}
    for sections in NAMED_SECTION.findall(name):
        found |= {number.replace("_", ".") for number in re.findall(r"\d_\d[a-z]?", sections)}
    return found


def files_that_cite() -> list[Path]:
    """Return the files in which rules may be cited."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    return sorted({*pages} - {BOOK}) + [
        path
        for path in sorted(files)
        if path.suffix in ENDINGS
        and not LEFT_OUT & set(path.relative_to(ROOT).parts)
        and path != Path(__file__)
    ]


@cache
def rules_cited() -> dict[str, str]:
    """Return each number that is cited, with the file where it was found first."""
    found: dict[str, str] = {}
    for path in files_that_cite():
        text = path.read_text("utf-8", errors="replace")
        numbers = rules_cited_in(text)
        for name in re.findall(r"^ *def (test_\w+)", text, re.M) if path.suffix == ".py" else ():
            numbers |= rules_named_by(name)
        for number in numbers:
            found.setdefault(number, str(path.relative_to(ROOT)))
    return found


def test_cited_rules_are_in_the_rule_book():
    book = BOOK.read_text("utf-8")
    headings = re.findall(rf"^#+ ({SECTION}|Part \d)", book, re.M)
    rule_sets = re.findall(r"^\| (\d{3}) \|", book, re.M)
    stands = {*DEFINED.findall(book), *headings, *rule_sets}
    assert {number: where for number, where in rules_cited().items() if number not in stands} == {}


def test_the_rule_book_has_exactly_the_rules_with_a_test():
    defined = DEFINED.findall(BOOK.read_text("utf-8"))
    assert sorted(defined) == sorted(spelling_of(rule) for rule in RULES)


def test_every_rule_names_its_origin():
    text = BOOK.read_text("utf-8")
    rules = re.split(r"^(?=- \*\*|#)", text, flags=re.M)
    marks = ("*(source)*", "*(follows)*", "*(choice)*")
    unmarked = [
        rule.split("**")[1]
        for rule in rules
        if rule.startswith("- **") and not any(mark in rule for mark in marks)
    ]
    assert unmarked == []


def test_sources_of_the_rule_book_are_in_its_table():
    book = BOOK.read_text("utf-8")
    rows = re.findall(r"^\| (00\d) \| (.+?) \|", book, re.M)
    assert [tag for tag, _source in rows] == ["000", "001", "002", "003", "004"]
    assert {*re.findall(r"\b00\d\b", book)} == {tag for tag, _source in rows}


# That the readers above see what they should, and nothing else.


@cases(
    ("text", "numbers"),
    [
        ("the dealer (WK-14, A9; W-5)", {"WK-14", "A9", "W-5"}),
        ("B-2 to B-8, K-2, K-b, Δ1 and Δ-11.", {"B-2", "B-8", "K-2", "K-b", "Δ1", "Δ11"}),
        ("(rules.md 2.1 and 2.2) # 4.3: the grid", {"2.1", "2.2", "4.3"}),
        ("(3.2b) (Δ1, 3.4) (W-1, 2.2, W-14) The ladder of 4.2, low to high.",
         {"3.2b", "Δ1", "3.4", "W-1", "2.2", "W-14", "4.2"}),
        ("The WK (rules.md part 1) and its family (part 2). Rule set 004.",
         {"Part 1", "Part 2", "004"}),
        ("?mark=%F0%9F%82%A1 #A1 M8 2.2a A5.8 stroke 2.2 4.5 wk-2026 WK-2026-x", set()),
        ("(4.3, 4.7) deal(4.0) tables of 4.25", set()),
    ],
)  # fmt: skip
def test_rules_cited_in_a_text(text, numbers):
    assert rules_cited_in(text) == numbers


@cases(
    ("name", "numbers"),
    [
        ("test_b_9_a_deal_after_the_rubber", {"B-9"}),
        ("test_a14_tables_of_four", {"A14"}),
        ("test_delta_1_honours_in_one_hand", {"Δ1"}),
        ("test_wk_20_wk_21_a10_deals", {"WK-20", "WK-21", "A10"}),
        ("test_k_3_k_a_what_may_have_gone_wrong", {"K-3", "K-a"}),
        ("test_3_2b_3_4_partners_share", {"3.2b", "3.4"}),
        ("test_10_is_one_key_and_seats_1_and_3_sit_opposite", set()),
    ],
)
def test_rules_named_by_a_test(name, numbers):
    assert rules_named_by(name) == numbers
