"""Values of columns as the pages say them, whatever the database stores."""

import json
from datetime import UTC, datetime

import pytest

from wk.chain.rows import Row
from wk.chain.value_words import value_words
from wk.chain.watched import model_of_table
from wk.chain.words import change_words

pytestmark = pytest.mark.usefixtures("english")
AT = datetime(2026, 11, 26, 6, 32, 48, tzinfo=UTC)  # 07:32:48 in the hall
PROGRAMME = (
    '[{"kind": "doors", "at": "09:00", "round": 0, "text": ""},'
    ' {"kind": "round", "at": "10:00", "round": 1, "text": ""},'
    ' {"kind": "prizes", "at": "17:00", "round": 0, "text": ""},'
    ' {"kind": "other", "at": "12:30", "round": 0, "text": "Lunch"}]'
)
IN_WORDS = "doors open 09:00, round 1 10:00, Lunch 12:30, prizes 17:00"


@pytest.mark.parametrize(
    ("table", "column", "value", "words"),
    [
        ("tournament_tournament", "sounds", 0, "no"),
        ("tournament_tournament", "sounds", 1, "yes"),
        ("tournament_tournament", "sounds", True, "yes"),
        ("tournament_tournament", "round_count", 1, "1"),
        ("tournament_tournament", "date", "2026-11-21", "21 November 2026"),
        ("tournament_tournament", "date", "nonsense", "nonsense"),
        ("tournament_tournament", "fee", 12.5, "12.50"),
        ("tournament_tournament", "fee", "nonsense", "nonsense"),
        ("tournament_tournament", "second_check", "every", "every form"),
        ("tournament_tournament", "programme", PROGRAMME, IN_WORDS),
        ("tournament_tournament", "programme", "[]", ""),
        ("tournament_tournament", "programme", "nonsense", None),
        ("tournament_tournament", "programme", '["nonsense"]', None),
        ("tournament_tournament", "options", '{"deals": 19}', None),
        ("tournament_tournament", "kiosk_key", "ab12", None),
        ("tournament_tournament", "name", "x" * 61, "x" * 59 + "…"),
        ("tournament_entry", "withdrawn_after", 0, "before round 1"),
        ("tournament_entry", "withdrawn_after", 2, "2"),
        ("tournament_entry", "club", "", ""),
        ("hall_announcement", "ends_at", None, ""),
        ("hall_announcement", "ends_at", "2026-11-26 06:32:48.639369", "07:32:48"),
        ("hall_announcement", "ends_at", "2026-11-26T06:32:48.639369+00:00", "07:32:48"),
        ("hall_announcement", "ends_at", "2026-11-26 23:10:00", "27 November 2026 00:10:00"),
        ("hall_announcement", "ends_at", "nonsense", "nonsense"),
        ("hall_ceremonystep", "place", 32767, "beginning"),
        ("hall_ceremonystep", "place", 10, "10"),
        ("hall_ceremonystep", "place", 0, "end"),
        ("hall_ceremonystep", "ranking", "a1b2", None),
        ("hall_wallhold", "scenes", "seats,play", None),
        ("scoreforms_result", "half_points", 7, "3.5"),
        ("scoreforms_result", "half_points", 8, "4"),
        ("printing_logo", "picture", "a1b2", None),
        ("of_an_older_wk", "club", "Troef", "Troef"),
    ],
)
def test_a_value_is_told_in_words(table, column, value, words):
    assert value_words(model_of_table(table), column, value, AT) == words


def test_a_time_has_its_day_where_no_moment_is_beside_it():
    announcements = model_of_table("hall_announcement")
    moment = "2026-11-26 06:32:48.639369"
    assert value_words(announcements, "ends_at", moment) == "26 November 2026 07:32:48"


def test_a_programme_is_told_whole_and_another_list_only_that_it_changed():
    row = Row("tournament_tournament", 1)
    before = '{"name": "WK", "programme": "[]", "options": "{}"}'
    after = {"name": "WK", "programme": PROGRAMME, "options": '{"deals": 19}'}
    assert change_words(row, before, json.dumps(after)) == (
        f"tournament WK: rules changed; programme: – → {IN_WORDS}"
    )


def test_the_ceremony_of_a_tournament_needs_no_key():
    row = Row("hall_ceremonystep", 7)
    before, after = (f'{{"tournament_id": 1, "place": {each}}}' for each in (32767, 10))
    assert change_words(row, before, after) == "ceremony: rank: beginning → 10"
    assert change_words(row, "", after) == "ceremony added"
