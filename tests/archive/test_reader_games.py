"""Reading archives of every game: options, table sizes and partners."""

import datetime as dt
import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.registry import DEFAULT, GAMES, game
from tests.archive.samples import JSON, paths_in, practice_of_eight, problem_lines, read_outcome
from tests.cases import cases
from tests.documents import with_any_changes
from tests.samples import so_many
from wk.archive.reader import read
from wk.archive.writer import write

DAY = dt.date(2026, 11, 21)


@given(st.data())
@settings(max_examples=so_many(6, of=60), deadline=None)
@pytest.mark.parametrize("key", GAMES)
def test_any_changed_practice_file_is_read_or_refused(key, data):
    changes = st.lists(st.tuples(st.sampled_from(paths_of(key)), JSON), max_size=4)
    whole = with_any_changes(as_json(key), data.draw(changes))
    assert read_outcome(json.dumps(whole).encode()) != ""


@cache
def as_json(key):
    """Return the file of a small practice tournament as it is parsed."""
    return json.loads(write(practice_of_eight(key)))


@cache
def paths_of(key):
    return paths_in(as_json(key))


# Options, sizes and partners


def archive_with_tables(key, rounds, players=13, **options):
    """Return an archive with these tables in its rounds and no forms."""
    return {
        "format": "wk-archive",
        "version": 1,
        "tournament": {
            "slug": "a",
            "name": "A",
            "date": "2026-11-21",
            "venue": "",
            "game": key,
            "options": options,
            "rounds": 5,
        },
        "players": [
            {"number": n, "name": f"Speler {n}", "club": "", "withdrawn_after": None}
            for n in range(1, players + 1)
        ],
        "rounds": [
            {
                "number": number,
                "tables": [{"number": n, "seats": seats} for n, seats in enumerate(tables, 1)],
            }
            for number, tables in enumerate(rounds, 1)
        ],
    }


@cases(
    ("key", "options", "canonical"),
    [
        ("bollen", {"per_trick": 2, "base": 20}, {"base": 20}),
        ("bollen", {}, {}),
        ("rubber-bridge", {"partners": "fixed"}, {}),
        ("rubber-bridge", {"partners": "rotating"}, {"partners": "rotating"}),
        (DEFAULT, {}, {}),
    ],
)
def test_only_options_that_differ_from_the_game_are_kept(key, options, canonical):
    assert read(json.dumps(archive_with_tables(key, [], **options)).encode()).options == canonical


@cases(
    ("key", "options", "codes"),
    [
        (DEFAULT, {"deals": 3}, ["UNKNOWN_OPTION"]),
        ("bollen", {"kleur": 3}, ["UNKNOWN_OPTION"]),
        ("rubber-bridge", {"partners": "free"}, ["OPTION_INVALID"]),
        ("bridge-kortregler", {"honours": True}, ["UNKNOWN_OPTION"]),
    ],
)
def test_wrong_options_are_named_at_the_tournament(key, options, codes):
    assert problem_lines(archive_with_tables(key, [], **options)) == [
        f"tournament: {code}" for code in codes
    ]


@cases(("key", "size"), [("rubber-bridge", 5), ("bollen", 9), (DEFAULT, 6)])
def test_a_table_of_a_wrong_size_is_named(key, size):
    whole = archive_with_tables(key, [[list(range(1, size + 1)), [10, 11, 12, 13]]])
    assert problem_lines(whole) == ["round 1 table 1: TABLE_SIZE"]


@cases(("sizes", "deals"), [((5, 4), 19), ((4, 4), 23)])
def test_w_14_all_tables_of_a_round_play_the_deals_of_the_largest_table(sizes, deals):
    key = "chinees-poepen"
    tables = [list(range(1, sizes[0] + 1)), list(range(6, 6 + sizes[1]))]
    whole = archive_with_tables(key, [tables])
    for table in whole["rounds"][0]["tables"]:
        rules = game(key).for_tables({4})
        table["form"] = {"first_dealer": 1, "deals": []}
        with_deals = len(rules.for_tables(sizes).layout(len(table["seats"])).rows)
        assert with_deals == deals
    found = problem_lines(whole)
    missing = [f"round 1 table 2 deal {n}" for n in range(1, deals + 1)]
    assert sorted({place.partition(":")[0] for place in found if "table 2" in place}) == (
        sorted(missing)
    )


ROUND_1 = [[1, 3, 2, 4], [6, 7, 5, 8]]  # 1 with 2, 3 with 4, 5 with 6, 7 with 8


@cases(
    ("second", "found"),
    [
        ([[5, 1, 6, 2], [4, 8, 3, 7]], []),
        ([[1, 3, 9, 4]], []),  # number 2 does not play any more
        (
            [[1, 2, 3, 4], [5, 7, 6, 8]],
            [f"round 2 table 1 seat {seat}: PARTNERS_CHANGED" for seat in (1, 2, 3, 4)],
        ),
        (
            [[1, 3, 9, 4], [2, 7, 10, 8]],
            [f"round 2 table {table} seat 1: PARTNERS_CHANGED" for table in (1, 2)],
        ),
    ],
)
def test_fixed_pairs_stay_together_in_every_round(second, found):
    whole = archive_with_tables("rubber-bridge", [ROUND_1, second])
    assert (problem_lines(whole) if found else []) == found
    assert read(
        json.dumps(
            archive_with_tables("rubber-bridge", [ROUND_1, second], partners="rotating")
        ).encode()
    )


def test_seats_that_are_no_numbers_form_no_pairs():
    whole = archive_with_tables(
        "rubber-bridge", [ROUND_1, [[1, "x", 2, [3]], {"a": 1}, [5, 5, 7, 7]]]
    )
    assert "round 2 table 1 seat 2: NOT_AN_INTEGER" in problem_lines(whole)
