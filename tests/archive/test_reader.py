"""Reading archives: valid files are read, and each mistake is named with its place and code."""

import datetime as dt
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.archive.samples import (
    CARDS,
    JSON,
    as_bytes,
    document,
    paths_in,
    problem_lines,
    read_outcome,
    special_form,
)
from tests.cases import cases
from tests.documents import with_any_changes
from tests.samples import so_many
from wk.archive.archive import ArchivedPlayer, ArchivedTable
from wk.archive.codes import MESSAGES
from wk.archive.jsontext import MOST_BRACKETS, MOST_BYTES
from wk.archive.problems import MOST_PROBLEMS, ArchiveInvalid
from wk.archive.reader import read


def test_a_valid_file_is_read():
    archive = read(as_bytes(document()))
    assert (archive.slug, archive.name, archive.date, archive.venue, archive.round_count) == (
        "wk-2019",
        "WK Boerenbridge 2019",
        dt.date(2019, 11, 16),
        "Utrecht",
        3,
    )
    assert archive.players[0] == ArchivedPlayer(1, "Anna de Wit", "De Slag", None)
    assert archive.players[-1] == ArchivedPlayer(99999, "Ingrid", "", 2)
    assert archive.rounds[0].tables[0] == ArchivedTable(1, (5, 4, 3, 2, 1), special_form())
    assert archive.rounds[2].tables == (ArchivedTable(1, (1, 2, 3, 4), None),)


def test_a_null_form_is_the_same_as_no_form():
    changed = document()
    changed["rounds"][2]["tables"][0]["form"] = None
    assert read(as_bytes(changed)) == read(as_bytes(document()))


DROP = object()


def sample_with(path: str, value: object) -> bytes:
    """Return the sample with another value at a path such as "rounds.0.tables.1.number"; `DROP`
    removes the value."""
    whole = document()
    *outer, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    target = whole
    for key in outer:
        target = target[key]
    if value is DROP:
        del target[last]
    else:
        target[last] = value
    return as_bytes(whole)


DEAL = "rounds.0.tables.0.form.deals.6"
CASES = [
    # path, value, problems
    ("format", "other", ["file: UNKNOWN_FORMAT"]),
    ("format", DROP, ["file: KEY_MISSING"]),
    ("version", 2, ["file: UNKNOWN_VERSION"]),
    ("version", True, ["file: UNKNOWN_VERSION"]),
    ("version", 1.0, ["file: UNKNOWN_VERSION"]),
    ("version", DROP, ["file: KEY_MISSING"]),
    ("remark", "hello", ["file: UNKNOWN_KEY"]),
    ("tournament", DROP, ["file: KEY_MISSING"]),
    ("tournament", [], ["tournament: NOT_AN_OBJECT"]),
    ("tournament.slug", DROP, ["tournament: KEY_MISSING"]),
    ("tournament.slug", "", ["tournament: TEXT_EMPTY"]),
    ("tournament.slug", "wk 2019", ["tournament: SLUG_INVALID"]),
    ("tournament.slug", "wk-é", ["tournament: SLUG_INVALID"]),
    ("tournament.slug", "wk-2019\n", ["tournament: TEXT_UNCLEAN", "tournament: SLUG_INVALID"]),
    ("tournament.slug", "a" * 51, ["tournament: TEXT_TOO_LONG"]),
    ("tournament.slug", 3, ["tournament: NOT_A_TEXT"]),
    ("tournament.name", "  ", ["tournament: TEXT_EMPTY"]),
    ("tournament.name", "a" * 101, ["tournament: TEXT_TOO_LONG"]),
    ("tournament.name", "a\u0000b", ["tournament: TEXT_UNCLEAN"]),
    ("tournament.venue", "\ud800", ["tournament: TEXT_UNCLEAN"]),
    ("tournament.venue", None, ["tournament: NOT_A_TEXT"]),
    ("tournament.date", "20191116", ["tournament: DATE_INVALID"]),
    ("tournament.date", "2019-02-31", ["tournament: DATE_INVALID"]),
    ("tournament.date", "2019-11-16T10:00", ["tournament: DATE_INVALID"]),
    ("tournament.date", 2019, ["tournament: DATE_INVALID"]),
    ("tournament.game", "whist", ["tournament: UNKNOWN_GAME"]),
    ("tournament.game", ["whist"], ["tournament: NOT_A_TEXT"]),
    ("tournament.options", [], ["tournament: NOT_AN_OBJECT"]),
    ("tournament.options", {"base": 12}, ["tournament: UNKNOWN_OPTION"]),
    ("tournament.options", DROP, ["tournament: KEY_MISSING"]),
    ("tournament.rounds", 2, ["tournament: TOO_MANY_ROUNDS"]),
    ("tournament.rounds", 0, ["tournament: NUMBER_OUT_OF_RANGE"]),
    ("tournament.rounds", 21, ["tournament: NUMBER_OUT_OF_RANGE"]),
    ("tournament.rounds", True, ["tournament: NOT_AN_INTEGER"]),
    ("tournament.rounds", 3.0, ["tournament: NOT_AN_INTEGER"]),
    ("tournament.place", "Utrecht", ["tournament: UNKNOWN_KEY"]),
    ("players", {}, ["file: NOT_A_LIST"]),
    ("players.2", 7, None),
    ("players.2.name", "", ["player 3: TEXT_EMPTY"]),
    ("players.2.name", "a" * 81, ["player 3: TEXT_TOO_LONG"]),
    ("players.2.name", "a\u200bb", ["player 3: TEXT_UNCLEAN"]),
    ("players.2.club", DROP, ["player 3: KEY_MISSING"]),
    ("players.2.club", 1, ["player 3: NOT_A_TEXT"]),
    ("players.2.clubb", "", ["player 3: UNKNOWN_KEY"]),
    ("players.7.name", 1, ["player 12: NOT_A_TEXT"]),
    ("players.2.withdrawn_after", 4, ["player 3: NUMBER_OUT_OF_RANGE"]),
    ("players.8.withdrawn_after", -1, ["player 99999: NUMBER_OUT_OF_RANGE"]),
    ("players.8.withdrawn_after", "2", ["player 99999: NOT_AN_INTEGER"]),
    ("players.8.withdrawn_after", 1, ["round 2 table 10 seat 2: SEATED_AFTER_WITHDRAWAL"]),
    ("players.8.withdrawn_after", DROP, ["player 99999: KEY_MISSING"]),
    ("players", DROP, ["file: KEY_MISSING"]),
    ("players.4.number", 4, None),
    ("players.8.number", 100000, None),
    ("rounds", None, ["file: NOT_A_LIST"]),
    ("rounds.1", [], ["round 2: NOT_AN_OBJECT"]),
    ("rounds.1.number", 3, ["round 2: ROUND_NOT_IN_ORDER"]),
    ("rounds.0.number", True, ["round 1: ROUND_NOT_IN_ORDER"]),
    ("rounds.1.number", DROP, ["round 2: KEY_MISSING"]),
    ("rounds.1.tables", DROP, ["round 2: KEY_MISSING"]),
    ("rounds.1.tables", [], ["round 2: NO_TABLES"]),
    ("rounds.1.tables", {}, ["round 2: NOT_A_LIST"]),
    ("rounds.1.drawn", True, ["round 2: UNKNOWN_KEY"]),
    ("rounds.1.tables.1", 3, ["round 2 table 2: NOT_AN_OBJECT"]),
    ("rounds.1.tables.1.number", 3, ["round 2 table 3: TABLE_TWICE"]),
    ("rounds.1.tables.1.number", 0, ["round 2 table 2: NUMBER_OUT_OF_RANGE"]),
    ("rounds.1.tables.1.number", "10", ["round 2 table 2: NOT_AN_INTEGER"]),
    ("rounds.1.tables.1.note", "", ["round 2 table 10: UNKNOWN_KEY"]),
    ("rounds.1.tables.1.seats", DROP, ["round 2 table 10: KEY_MISSING"]),
    ("rounds.1.tables.1.seats", [3, 4, 5], ["round 2 table 10: TABLE_SIZE"]),
    ("rounds.1.tables.1.seats", [], ["round 2 table 10: TABLE_SIZE"]),
    ("rounds.1.tables.1.seats", 4, ["round 2 table 10: NOT_A_LIST"]),
    ("rounds.1.tables.1.seats.1", 55, ["round 2 table 10 seat 2: UNKNOWN_PLAYER"]),
    ("rounds.1.tables.1.seats.1", 5, ["round 2 table 10 seat 4: PLAYER_TWICE"]),
    ("rounds.1.tables.1.seats.1", 1, ["round 2 table 10 seat 2: PLAYER_TWICE"]),
    ("rounds.1.tables.1.seats.1", "1", ["round 2 table 10 seat 2: NOT_AN_INTEGER"]),
    ("rounds.1.tables.1.seats.1", [], ["round 2 table 10 seat 2: NOT_AN_INTEGER"]),
    ("rounds.1.tables.1.form", {}, None),
    ("rounds.1.tables.1.form", [], ["round 2 table 10: NOT_AN_OBJECT"]),
    ("rounds.0.tables.1.form", {"totals": [8, 8, 8]}, ["round 1 table 2 seat 4: TOTAL_MISSING"]),
    (f"{DEAL}.bids.2", 5, ["round 1 table 1 deal 7 seat 3: BID_GT_CARDS"]),
    (f"{DEAL}.bids.2", True, ["round 1 table 1 deal 7 seat 3: BID_NOT_INTEGER"]),
    (f"{DEAL}.bids.2", 4, ["round 1 table 1 deal 7: BID_SUM_EQUALS_CARDS"]),
    (f"{DEAL}.tricks.2", 1, ["round 1 table 1 deal 7: TRICKS_SUM_NOT_CARDS"]),
    (f"{DEAL}.trick", [], ["round 1 table 1 deal 7: UNKNOWN_KEY"]),
    (f"{DEAL}.bids.2", 10**30, [
        "round 1 table 1 deal 7: NUMBER_TOO_LARGE",
        "round 1 table 1 deal 7 seat 3: BID_GT_CARDS",
    ]),
    (DEAL, {}, ["round 1 table 1 deal 7: DEAL_MISSING"]),
    ("rounds.0.tables.0.form.deals.9.ruling", "a\u0007", ["round 1 table 1 deal 10: TEXT_UNCLEAN"]),
    ("rounds.0.tables.0.form.first_dealer", 6, ["round 1 table 1: FIRST_DEALER_NOT_AT_TABLE"]),
]  # fmt: skip
# Mistakes with consequences: a player with an unknown number cannot sit, for example.
FOLLOWING = {
    "players.2": ("player 3: NOT_AN_OBJECT", {"UNKNOWN_PLAYER"}),
    "players.4.number": ("player 4: START_NUMBER_TWICE", {"UNKNOWN_PLAYER"}),
    "players.8.number": ("player 100000: NUMBER_OUT_OF_RANGE", {"UNKNOWN_PLAYER"}),
    "rounds.1.tables.1.form": ("round 2 table 10: FIRST_DEALER_MISSING", {"DEAL_MISSING"}),
}


@cases(("path", "value", "expected"), [case for case in CASES if case[2] is not None])
def test_each_mistake_gives_its_problem(path, value, expected):
    assert problem_lines(sample_with(path, value)) == expected


@cases(("path", "value"), [case[:2] for case in CASES if case[2] is None])
def test_a_mistake_is_named_before_its_consequences(path, value):
    first, following = FOLLOWING[path]
    found = problem_lines(sample_with(path, value))
    assert found[0] == first
    assert {line.rpartition(" ")[2] for line in found[1:]} == following


TOO_DEEP = b'{"a":' * 30 + b"1" + b"}" * 30


@cases(
    ("data", "expected"),
    [
        (b"", ["file: NOT_JSON"]),
        (b"{", ["file: NOT_JSON"]),
        (b"{}x", ["file: NOT_JSON"]),
        (b"\xff\xfe{\x00}\x00", ["file: NOT_UTF8"]),
        (as_bytes(document()) + b"\xe9", ["file: NOT_UTF8"]),
        (b"\xef\xbb\xbf" + as_bytes(document()), ["file: BYTE_ORDER_MARK"]),
        (b" " * (MOST_BYTES + 1), ["file: TOO_LARGE"]),
        (b"[]" * (MOST_BRACKETS + 1), ["file: TOO_MANY_BRACKETS"]),
        (TOO_DEEP, ["file: TOO_DEEP"]),
        (b"[" * 100_000, ["file: TOO_DEEP"]),
        (b"[" * 100_000 + b"]" * 100_000, ["file: TOO_DEEP"]),
        (b"[1, NaN]", ["file: NOT_JSON"]),
        (b"[1, -Infinity]", ["file: NOT_JSON"]),
        (b"[]", ["file: NOT_AN_OBJECT"]),
        (b"null", ["file: NOT_AN_OBJECT"]),
        (b"1e999", ["file: NUMBER_TOO_LARGE", "file: NOT_AN_OBJECT"]),
        (b"9" * 100_000, ["file: NUMBER_TOO_LARGE", "file: NOT_AN_OBJECT"]),
        (b"{}", ["file: KEY_MISSING"] * 5),
    ],
)
def test_files_that_are_no_archive_are_refused(data, expected):
    assert problem_lines(data) == expected


@cases(
    ("data", "words"),
    [
        (b'{"a": 1,\n "b" 2}', "Dit is geen JSON: regel 2, kolom 6."),
        (b'{"NaN": "Infinity",\n "b": [1, NaN]}', "Dit is geen JSON: regel 2, kolom 11."),
        (b"\n\nNaN", "Dit is geen JSON: regel 3, kolom 1."),
    ],
)
def test_invalid_json_is_named_by_line_and_column(data, words):
    with pytest.raises(ArchiveInvalid) as caught:
        read(data)
    assert [problem.text.nl for problem in caught.value.problems] == [words]


def test_a_duplicate_key_is_named_at_its_place():
    text = as_bytes(document())
    text = text.replace(b'"club": "De Slag"', b'"club": "De Slag", "club": "De Boer"', 1)
    text = text.replace(b'"tricks": [8,', b'"tricks": [8, 0, 0, 0, 0], "tricks": [8,')
    found = problem_lines(text)
    assert found[0] == "player 1: DUPLICATE_KEY"
    # 8 tricks in deals 3 and 17; in round 1 deal 3 was stopped.
    assert found[1:] == [
        "round 1 table 1 deal 17: DUPLICATE_KEY",
        "round 2 table 3 deal 3: DUPLICATE_KEY",
        "round 2 table 3 deal 17: DUPLICATE_KEY",
    ]
    assert CARDS[2] == CARDS[16] == 8


def test_all_problems_are_reported_at_once():
    whole = document()
    whole["version"] = 3
    whole["tournament"]["venue"] = 1
    whole["players"][1]["name"] = ""
    whole["rounds"][0]["tables"][0]["form"]["deals"][6]["bids"][2] = 9
    whole["rounds"][0]["tables"][1]["form"]["totals"][0] = 89
    whole["rounds"][1]["tables"][1]["seats"][0] = 1
    whole["rounds"][2]["tables"][0]["number"] = None
    assert sorted(problem_lines(as_bytes(whole))) == sorted(
        [
            "file: UNKNOWN_VERSION",
            "tournament: NOT_A_TEXT",
            "player 2: TEXT_EMPTY",
            "round 1 table 1 deal 7 seat 3: BID_GT_CARDS",
            "round 1 table 2 seat 1: TOTAL_ODD",
            "round 2 table 10 seat 1: PLAYER_TWICE",
            "round 3 table 1: NOT_AN_INTEGER",
        ]
    )


def test_reading_stops_after_the_largest_number_of_problems():
    found = problem_lines(as_bytes({**document(), "players": [1] * (2 * MOST_PROBLEMS)}))
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1] == "file: TOO_MANY_PROBLEMS"


def test_problem_texts_are_printable_for_any_file():
    whole = document()
    whole["\ud800\x1b[2J"] = 1
    whole["tournament"]["options"] = {"\ud800": 1}
    whole["rounds"][0]["tables"][0]["form"]["deals"][0]["\ud800\u0000{x}"] = 1
    whole["rounds"][0]["tables"][0]["form"]["deals"][1]["infraction"]["kind"] = "\ud801"
    with pytest.raises(ArchiveInvalid) as caught:
        read(as_bytes(whole))
    texts = [text for p in caught.value.problems for text in (p.text.nl, p.text.en)]
    assert [text for text in texts if not text.isprintable()] == []
    assert [text for text in texts if not text.encode()] == []


def test_places_have_words_in_both_languages():
    with pytest.raises(ArchiveInvalid) as caught:
        read(sample_with(f"{DEAL}.bids.2", 5))
    (problem,) = caught.value.problems
    assert problem.place.text.nl == "ronde 1, tafel 1, spelletje 7, plaats 3"
    assert problem.place.text.en == "round 1, table 1, deal 7, seat 3"


def test_every_code_has_words_in_both_languages():
    assert [code for code, text in MESSAGES.items() if text.nl == text.en] == []
    assert MESSAGES


SAMPLE = document()
SAMPLE_PATHS = paths_in(SAMPLE)


@given(st.binary(max_size=60))
@settings(max_examples=so_many(30, of=100), deadline=None)
def test_any_bytes_are_refused(data):
    assert read_outcome(data) not in {"", "valid"}


@given(JSON)
@settings(max_examples=so_many(30, of=100), deadline=None)
def test_any_json_is_refused(value):
    assert read_outcome(json.dumps(value).encode()) not in {"", "valid"}


@given(st.lists(st.tuples(st.sampled_from(SAMPLE_PATHS), JSON), min_size=1, max_size=4))
@settings(max_examples=so_many(40, of=150), deadline=None)
def test_any_changed_sample_is_read_or_refused(changes):
    whole = with_any_changes(SAMPLE, changes)
    assert read_outcome(json.dumps(whole).encode()) != ""
