"""The schema of the archive format accepts what wk writes and refuses what wk refuses."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.registry import GAMES
from scoring.whist.options import grid_document
from tests.archive.samples import JSON, as_bytes, document, paths_in, practice_of_eight
from tests.cases import cases
from tests.documents import GONE, with_any_changes, with_changes
from tests.samples import so_many, some
from tests.scoring.forms import SHORT, SHORT_DEALS
from tests.scoring.rubber.rubbers import EXAMPLE, rubber
from tests.scoring.whist.forms import FORM, WHIST
from wk.archive.problems import ArchiveInvalid
from wk.archive.reader import read
from wk.archive.writer import write

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs" / "archive.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def archive_without_forms(key, **options):
    """Return an archive of a game in which a table of four has handed in nothing yet."""
    whole = document()
    whole["tournament"] |= {"game": key, "options": options}
    whole["players"] = whole["players"][:8]  # without the one who withdraws after round 2
    whole["rounds"] = [{"number": 1, "tables": [{"number": 1, "seats": [1, 3, 2, 4]}]}]
    return whole


def archive_with_form(key, form, seats=4, **options):
    """Return an archive of a game in which one table has handed in a form."""
    whole = archive_without_forms(key, **options)
    whole["rounds"][0]["tables"][0] |= {"seats": [1, 3, 2, 4][:seats], "form": form}
    return whole


def test_the_schema_is_valid_itself():
    Draft202012Validator.check_schema(SCHEMA)


@cases("key", GAMES)
def test_the_schema_accepts_the_practice_tournament_of_every_game(key):
    whole = json.loads(write(practice_of_eight(key)))
    assert [error.message for error in VALIDATOR.iter_errors(whole)] == []


OWN_GRID = grid_document(WHIST.rules.grid)
VALID = {
    "one of everything": document(),
    "a substitute": with_changes(
        document(), ("rounds.0.tables.0.substitutes", [{"seat": 3, "name": "Piet", "from_deal": 8}])
    ),
    "no form": with_changes(document(), ("rounds.2.tables.0.form", None)),
    "nobody": {**document(), "players": [], "rounds": []},
    "misdeals and penalties": archive_with_form("boerenbridge", SHORT, seats=3, deals=SHORT_DEALS),
    "options of the family": archive_without_forms(
        "bollen", base=12, restriction="never", wp=[6, 4, 2], misdeal_before=2, misdeal_during=0
    ),
    "a rubber": archive_with_form("rubber-bridge", EXAMPLE, honours=False, partners="rotating"),
    "honours": archive_with_form("rubber-bridge", rubber("1 3NT 9 2:150", "-", unfinished=True)),
    "a rubber of the other rules": archive_with_form("bridge-kortregler", EXAMPLE),
    "kleurenwiezen": archive_with_form("kleurenwiezen", FORM),
    "a grid of one's own": archive_without_forms("kleurenwiezen", deals=12, grid=OWN_GRID),
    "a grid by name": archive_without_forms("kleurenwiezen", grid="whisthub"),
}


@cases("name", VALID)
def test_schema_and_reader_accept_every_valid_archive(name):
    assert [error.message for error in VALIDATOR.iter_errors(VALID[name])] == []
    assert read(as_bytes(VALID[name])).slug == VALID[name]["tournament"]["slug"]


def test_the_schema_accepts_the_forms_in_the_documentation():
    page = (ROOT / "docs" / "archive-format.md").read_text("utf-8")
    blocks = re.findall(
        r"^    \{(?:\"deals\"|\"first_dealer\"|\"contracts\").*\n(?:    .+\n)*", page, re.M
    )
    forms = [json.loads(block) for block in blocks]
    parts = ["wk-deal", "rubber-form", "whist-form"]
    defined = {"$defs": SCHEMA["$defs"]}
    each = [forms[0]["deals"], [forms[1]], [forms[2]]]
    for part, values in zip(parts, each, strict=True):
        validator = Draft202012Validator({"$ref": f"#/$defs/{part}"} | defined)
        assert [e.message for value in values for e in validator.iter_errors(value)] == []


def test_the_schema_accepts_the_example_in_the_documentation():
    page = (ROOT / "docs" / "archive-format.md").read_text("utf-8")
    (whole,) = re.findall(r"^    \{\n(?:    .+\n)+?    \}\n", page, re.M)
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(whole))] == []


WK_DEAL = "rounds.0.tables.0.form.deals.6"
TABLE = "rounds.0.tables.0"
FORM_OF = f"{TABLE}.form"
BROKEN = [
    # archive, path, value
    ("one of everything", "format", "other"),
    ("one of everything", "version", 2),
    ("one of everything", "version", True),
    ("one of everything", "remark", "hello"),
    *[("one of everything", key, GONE) for key in ("format", "version", "tournament", "players")],
    ("one of everything", "rounds", GONE),
    ("one of everything", "tournament", []),
    ("one of everything", "tournament.slug", "wk 2019"),
    ("one of everything", "tournament.slug", "wk-2019\n"),
    ("one of everything", "tournament.slug", "a" * 51),
    ("one of everything", "tournament.name", "  "),
    ("one of everything", "tournament.name", "a\u200bb"),
    ("one of everything", "tournament.venue", None),
    ("one of everything", "tournament.date", "20191116"),
    ("one of everything", "tournament.date", "2019-13-01"),
    ("one of everything", "tournament.game", "whist"),
    ("one of everything", "tournament.options", {"base": 12}),
    ("one of everything", "tournament.options", GONE),
    ("one of everything", "tournament.rounds", 21),
    ("one of everything", "tournament.rounds", "3"),
    ("one of everything", "players", {}),
    ("one of everything", "players.2", 7),
    ("one of everything", "players.2.name", "a" * 81),
    ("one of everything", "players.2.club", GONE),
    ("one of everything", "players.2.clubb", ""),
    ("one of everything", "players.8.number", 100_000),
    ("one of everything", "players.8.withdrawn_after", "2"),
    ("one of everything", "rounds.1.number", 3),
    ("one of everything", "rounds.1.tables", []),
    ("one of everything", "rounds.1.drawn", True),
    ("one of everything", "rounds.1.tables.1.number", 0),
    ("one of everything", "rounds.1.tables.1.seats", [3, 4, 5]),
    ("one of everything", "rounds.1.tables.1.seats", [1, 2, 3, 4, 5, 6]),
    ("one of everything", "rounds.1.tables.1.seats", [3, 3, 4, 5]),
    ("one of everything", "rounds.1.tables.1.form", {}),
    ("one of everything", "rounds.0.tables.1.form", {"totals": [8, 8, 8]}),
    ("one of everything", "rounds.0.tables.1.form", {"totals": [89, -6, 64, 102]}),
    ("one of everything", "rounds.0.tables.1.form", {"totals": [410, 0, 0, 0]}),
    ("one of everything", f"{FORM_OF}.first_dealer", 6),
    ("one of everything", f"{FORM_OF}.totals", [2, 2, 2, 2, 2]),
    ("one of everything", f"{FORM_OF}.deals.18", GONE),
    ("one of everything", f"{WK_DEAL}.bids", GONE),
    ("one of everything", f"{WK_DEAL}.bids", [0, 0, 0, 0]),
    ("one of everything", f"{WK_DEAL}.bids.2", 5),
    ("one of everything", f"{WK_DEAL}.bids.2", True),
    ("one of everything", f"{WK_DEAL}.tricks.2", -1),
    ("one of everything", f"{WK_DEAL}.tricks", GONE),
    ("one of everything", f"{WK_DEAL}.misdeal", {"stage": "before"}),
    ("one of everything", f"{FORM_OF}.deals.1.tricks", [0, 0, 0, 0, 0]),
    ("one of everything", f"{FORM_OF}.deals.1.infraction.kind", "cheating"),
    ("one of everything", f"{FORM_OF}.deals.1.infraction.seats", []),
    ("one of everything", f"{FORM_OF}.deals.1.infraction.seats", [6]),
    ("one of everything", f"{FORM_OF}.deals.9.ruling", "a\u0007"),
    ("a substitute", f"{TABLE}.substitutes.0.seat", 6),
    ("a substitute", f"{TABLE}.substitutes.0.from_deal", 0),
    ("a substitute", f"{TABLE}.substitutes.0.name", GONE),
    ("misdeals and penalties", f"{FORM_OF}.deals.2.misdeal", {"stage": "after"}),
    ("misdeals and penalties", f"{FORM_OF}.deals.2.misdeal", {"stage": "during"}),
    ("misdeals and penalties", f"{FORM_OF}.deals.2.misdeal", {"stage": "before", "seats": [1]}),
    ("misdeals and penalties", f"{FORM_OF}.deals.2.penalties", [{"seat": 4, "points": -1}]),
    ("misdeals and penalties", f"{FORM_OF}.deals.2.penalties", [{"seat": 1, "points": 0}]),
    ("misdeals and penalties", f"{FORM_OF}.deals.0.infraction", {"kind": "revoke", "seats": [1]}),
    ("misdeals and penalties", f"{FORM_OF}.deals.0.tricks", [1, 0]),
    ("options of the family", "tournament.options.per_trik", 3),
    ("options of the family", "tournament.options.base", -1),
    ("options of the family", "tournament.options.restriction", "sometimes"),
    ("options of the family", "tournament.options.wp", [5]),
    ("options of the family", "tournament.options.deals", [{"cards": 0}]),
    ("a rubber", "tournament.options.partners", "free"),
    ("a rubber", f"{TABLE}.seats", [1, 2, 3, 4, 5]),
    ("a rubber", f"{FORM_OF}.contracts", []),
    ("a rubber", f"{FORM_OF}.contracts.0.level", 8),
    ("a rubber", f"{FORM_OF}.contracts.0.strain", "SA"),
    ("a rubber", f"{FORM_OF}.contracts.0.doubled", 3),
    ("a rubber", f"{FORM_OF}.contracts.0.tricks", 14),
    ("a rubber", f"{FORM_OF}.contracts.0.passed", True),
    ("a rubber", FORM_OF, {"totals": [15, -15, 15, -15]}),
    ("honours", f"{FORM_OF}.contracts.0.honours.0.points", 100),
    ("a rubber of the other rules", "tournament.options.honours", True),
    (
        "a rubber of the other rules",
        f"{FORM_OF}.contracts.0.honours",
        [{"seat": 1, "points": 100}],
    ),
    ("kleurenwiezen", f"{FORM_OF}.deals.0.contract", "samen-14"),
    ("kleurenwiezen", f"{FORM_OF}.deals.0.declarers", [1]),
    ("kleurenwiezen", f"{FORM_OF}.deals.0.declarers", [1, 5]),
    ("kleurenwiezen", f"{FORM_OF}.deals.0.tricks", [9, 9]),
    ("kleurenwiezen", f"{FORM_OF}.deals.0.tricks", GONE),
    ("kleurenwiezen", f"{FORM_OF}.deals.4.declarers", [1, 2]),
    ("kleurenwiezen", f"{FORM_OF}.deals.10.tricks", 2),
    ("kleurenwiezen", f"{FORM_OF}.deals.3.contract", "solo-6"),
    ("kleurenwiezen", f"{FORM_OF}.first_dealer", 1),
    ("a grid of one's own", "tournament.options.deals", 10),
    ("a grid of one's own", "tournament.options.grid.contracts.troel", GONE),
    ("a grid of one's own", "tournament.options.grid.contracts.troel.won", 1000),
    ("a grid of one's own", "tournament.options.grid.contracts.piccolo.overtrick", 3),
    ("a grid of one's own", "tournament.options.grid.zero_sum", True),
    ("a grid by name", "tournament.options.grid", "pagat"),
]


@cases(("name", "path", "value"), BROKEN)
def test_the_schema_refuses_every_broken_archive(name, path, value):
    assert not VALIDATOR.is_valid(with_changes(VALID[name], (path, value)))


@cases(("name", "path", "value"), BROKEN)
def test_the_reader_refuses_every_broken_archive(name, path, value):
    with pytest.raises(ArchiveInvalid):
        read(as_bytes(with_changes(VALID[name], (path, value))))


# Problems between two parts of a file, which a schema cannot see.
BETWEEN_PARTS = {
    "UNKNOWN_PLAYER",
    "BID_SUM_EQUALS_CARDS",
    "TRICKS_SUM_NOT_CARDS",
    "TRICKS_GT_CARDS",
    "DEAL_MISSING",
    "TOO_MANY_DEALS",
    "SECOND_GAME_MISSING",
}
WRONG = (None, True, -1, 10**8, 1.5, "?", "x" * 600, [], {}, GONE)


def single_changes(whole):
    """Return paths and values that change a document by one value, one key less or one more.

    Of paths that differ only in positions in lists, the first stands for all.
    """
    first = {}
    for path in paths_in(whole):
        first.setdefault(tuple("*" if isinstance(key, int) else key for key in path), path)
    paths = [".".join(map(str, path)) for path in first.values()]
    return [(path, value) for path in paths for value in WRONG] + [
        (f"{path}.remark", 1) for path in paths
    ]


def problem_codes(whole):
    try:
        read(as_bytes(whole))
    except ArchiveInvalid as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.mark.parametrize("name", VALID)
def test_the_schema_refuses_single_mistakes_that_the_reader_refuses(name):
    unseen = []
    for path, value in some(single_changes(VALID[name]), 12):
        try:
            whole = with_changes(VALID[name], (path, value))
        except TypeError:
            continue  # a number or a text has no keys
        if VALIDATOR.is_valid(whole) and not problem_codes(whole) <= BETWEEN_PARTS:
            unseen.append((path, value, problem_codes(whole)))
    assert unseen == []


@given(st.lists(st.tuples(st.sampled_from(paths_in(document())), JSON), min_size=1, max_size=3))
@settings(max_examples=so_many(15, of=150), deadline=None)
def test_the_writer_follows_the_schema_for_any_accepted_file(changes):
    whole = with_any_changes(document(), changes)
    try:
        written = write(read(as_bytes(whole)))
    except ArchiveInvalid:
        return
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(written))] == []
