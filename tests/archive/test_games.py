"""Archives and practice tournaments of every game: a new one is covered by itself."""

import copy
import datetime as dt
import json
from functools import cache
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairs import partners, partners_again
from scoring.registry import DEFAULT, GAMES, game
from tests.archive.samples import JSON, outcome, spots
from tests.samples import so_many, some
from wk.archive.practice import practice_archive, practice_players
from wk.archive.problems import ArchiveInvalid
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.tournament.models import Round, Tournament
from wk.tournament.practice_slugs import practice_slug

DAY = dt.date(2026, 11, 21)


@cache
def small(key):
    """Return the practice tournament of a game with eight players."""
    return practice_archive(date=DAY, key=key, players=8)


@pytest.fixture(params=GAMES)
def archive(request):
    """The small practice tournament of a game."""
    return small(request.param)


def seatings(archive):
    return [[table.seats for table in round.tables] for round in archive.rounds]


def test_a_practice_archive_is_the_same_for_a_seed_and_read_back_byte_for_byte(archive):
    assert write(practice_archive(date=DAY, key=archive.game, players=8)) == write(archive)
    assert write(read(write(archive))) == write(archive)
    assert write(practice_archive(date=DAY, key=archive.game, players=8, seed=20)) != (
        write(archive)
    )


@pytest.mark.django_db
def test_a_practice_archive_comes_out_of_the_database_byte_for_byte(archive):
    stored = import_archive(archive=archive, now=timezone.now())
    assert write(archive_of(stored)) == write(archive)


def test_two_rounds_are_played_and_the_third_is_half_in(archive):
    tables = [len(round.tables) for round in archive.rounds]
    handed_in = [sum(t.form is not None for t in round.tables) for round in archive.rounds]
    assert tables == [2, 2, 2]
    assert handed_in == [2, 2, 1]


def test_who_plays_together_is_as_the_game_says(archive):
    rounds = seatings(archive)
    together = game(archive.game).partners
    if together == "fixed":
        assert [set(partners(tables)) for tables in rounds] == [
            {(1, 2), (3, 4), (5, 6), (7, 8)}
        ] * 3
    elif together == "rotating":
        assert [partners_again(rounds[n], rounds[:n]) for n in range(3)] == [0, 0, 0]
    else:
        assert together == "none"


@pytest.mark.parametrize("key", [DEFAULT, *some([key for key in GAMES if key != DEFAULT], 3)])
def test_the_usual_number_of_players_fills_tables(key):
    made = practice_archive(date=DAY, key=key)
    assert len(made.players) == practice_players(key) == (100 if key == DEFAULT else 24)
    sizes = {len(table.seats) for round in made.rounds for table in round.tables}
    assert sizes <= set(game(key).table_sizes)
    assert made.slug == practice_slug(key) == ("oefen" if key == DEFAULT else f"oefen-{key}")
    assert made.name == " ".join(
        ["Oefentoernooi"] if key == DEFAULT else ["Oefentoernooi", game(key).name.nl]
    )


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_command_demo_makes_the_practice_tournament_of_a_game(key):
    out = StringIO()
    call_command("demo", "--game", key, "--players", "8", stdout=out)
    assert out.getvalue() == f"/t/{practice_slug(key)}/\n"
    made = Tournament.objects.get()
    assert (made.game, made.options, made.entries.count()) == (key, {}, 8)
    states = list(made.rounds.values_list("state", flat=True))
    assert states == [Round.State.FINAL, Round.State.FINAL, Round.State.STARTED]


@given(st.data())
@settings(max_examples=so_many(10, of=60), deadline=None)
@pytest.mark.parametrize("key", GAMES)
def test_any_change_is_read_or_refused_in_order(key, data):
    whole, paths = copy.deepcopy(as_json(key)), spots_of(key)
    for path, value in data.draw(st.lists(st.tuples(st.sampled_from(paths), JSON), max_size=4)):
        target = whole
        try:
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took this spot away
    assert outcome(json.dumps(whole).encode()) != ""


@cache
def as_json(key):
    """Return the file of a small practice tournament as it is parsed."""
    return json.loads(write(small(key)))


@cache
def spots_of(key):
    return spots(as_json(key))


# Options, sizes and partners


def problems(whole):
    """What is wrong with a file, each as "PLACE: CODE"."""
    with pytest.raises(ArchiveInvalid) as caught:
        read(json.dumps(whole).encode())
    return [f"{problem.place}: {problem.code}" for problem in caught.value.problems]


def sample(key, rounds, players=13, **options):
    """A file in which these tables sit in its rounds, and have handed nothing in."""
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


@pytest.mark.parametrize(
    ("key", "options", "canonical"),
    [
        ("bollen", {"per_trick": 2, "base": 20}, {"base": 20}),
        ("bollen", {}, {}),
        ("rubber-bridge", {"partners": "fixed"}, {}),
        ("rubber-bridge", {"partners": "rotating"}, {"partners": "rotating"}),
        (DEFAULT, {}, {}),
    ],
)
def test_options_are_kept_as_they_differ_from_the_game(key, options, canonical):
    assert read(json.dumps(sample(key, [], **options)).encode()).options == canonical


@pytest.mark.parametrize(
    ("key", "options", "codes"),
    [
        (DEFAULT, {"deals": 3}, ["UNKNOWN_OPTION"]),
        ("bollen", {"kleur": 3}, ["UNKNOWN_OPTION"]),
        ("rubber-bridge", {"partners": "free"}, ["OPTION_INVALID"]),
        ("bridge-kortregler", {"honours": True}, ["UNKNOWN_OPTION"]),
    ],
)
def test_wrong_options_are_problems_of_the_tournament(key, options, codes):
    assert problems(sample(key, [], **options)) == [f"tournament: {code}" for code in codes]


@pytest.mark.parametrize(("key", "size"), [("rubber-bridge", 5), ("bollen", 9), (DEFAULT, 6)])
def test_a_table_of_a_wrong_size_is_named(key, size):
    whole = sample(key, [[list(range(1, size + 1)), [10, 11, 12, 13]]])
    assert problems(whole) == ["round 1 table 1: TABLE_SIZE"]


@pytest.mark.parametrize(("sizes", "deals"), [((5, 4), 19), ((4, 4), 23)])
def test_w_14_all_tables_of_a_round_play_the_deals_of_the_largest(sizes, deals):
    key = "chinees-poepen"
    tables = [list(range(1, sizes[0] + 1)), list(range(6, 6 + sizes[1]))]
    whole = sample(key, [tables])
    for table in whole["rounds"][0]["tables"]:
        rules = game(key).for_tables({4})
        table["form"] = {"first_dealer": 1, "deals": []}
        with_deals = len(rules.for_tables(sizes).layout(len(table["seats"])).rows)
        assert with_deals == deals
    found = problems(whole)
    missing = [f"round 1 table 2 deal {n}" for n in range(1, deals + 1)]
    assert sorted({place.partition(":")[0] for place in found if "table 2" in place}) == (
        sorted(missing)
    )


ROUND_1 = [[1, 3, 2, 4], [6, 7, 5, 8]]  # 1 with 2, 3 with 4, 5 with 6, 7 with 8


@pytest.mark.parametrize(
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
def test_pairs_that_stay_together_do(second, found):
    whole = sample("rubber-bridge", [ROUND_1, second])
    assert (problems(whole) if found else []) == found
    assert read(
        json.dumps(sample("rubber-bridge", [ROUND_1, second], partners="rotating")).encode()
    )


def test_pairs_that_do_not_play_can_be_in_no_file():
    whole = sample("rubber-bridge", [ROUND_1, [[1, "x", 2, [3]], {"a": 1}, [5, 5, 7, 7]]])
    assert "round 2 table 1 seat 2: NOT_AN_INTEGER" in problems(whole)
