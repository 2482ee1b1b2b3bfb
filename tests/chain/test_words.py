"""Changes of rows in plain words."""

import pytest
from django.utils import translation
from django.utils.functional import Promise

from wk.chain.column_words import COLUMNS
from wk.chain.rows import Row
from wk.chain.watched import columns, watched
from wk.chain.words import NOUNS, change_words


def test_every_watched_row_has_a_noun():
    assert {model._meta.label for model in watched()} == NOUNS.keys()


def test_every_column_has_words_in_the_language_of_the_reader():
    nameless = {
        column
        for model in watched()
        for column, _is_hashed in columns(model)
        for field in model._meta.concrete_fields
        if field.column == column and not isinstance(field.verbose_name, Promise)
    }
    assert nameless - COLUMNS.keys() == set()


def test_a_round_that_is_closed_is_told_in_words(english):
    row = Row("tournament_round", 1)
    before, after = (f'{{"number": 2, "state": "{state}"}}' for state in ("started", "closed"))
    assert change_words(row, before, after) == "round 2: state: started → closed"
    with translation.override("nl"):
        assert change_words(row, before, after) == "ronde 2: stand van zaken: begonnen → gesloten"


def test_a_change_names_the_row_and_what_changed_of_it(english):
    row = Row("tournament_entry", 3)
    before = '{"number": 7, "name": "Bo", "club": ""}'
    after = '{"number": 7, "name": "Bo", "club": "Troef"}'
    assert change_words(row, before, after) == "player 7 Bo: club: – → Troef"
    assert change_words(row, "", after) == "player 7 Bo added"
    assert change_words(row, after, "") == "player 7 Bo removed"


def test_a_seat_is_named_by_what_it_refers_to(english):
    text = '{"number": 3, "table_id": 5, "entry_id": 8, "round_id": null}'
    linked = {Row("tournament_table", 5): "round 1, table 2"}
    row = Row("tournament_seat", 9)
    assert change_words(row, "", text, linked) == "seat of player #8: round 1, table 2, seat 3"
    assert change_words(row, text, "", linked) == (
        "seat of player #8 removed: round 1, table 2, seat 3"
    )


LINKED = {
    Row("tournament_entry", 8): "7 Bo",
    Row("tournament_seat", 3): "7 Bo, round 1, table 2",
    Row("tournament_separation", 4): "De Troef",
    Row("tournament_table", 5): "round 1, table 2",
}


@pytest.mark.parametrize(
    ("table", "text", "added", "removed"),
    [
        (
            "hall_wallhold",
            '{"screen": 2, "scenes": "play"}',
            "screen 2: held",
            "screen 2: follows the day again",
        ),
        (
            "hall_wallhold",
            '{"screen": 0, "scenes": "play"}',
            "all screens: held",
            "all screens: follow the day again",
        ),
        (
            "scoreforms_result",
            '{"version_id": 2, "seat_id": 3, "points": 146, "half_points": 10}',
            "result of 7 Bo, round 1, table 2: 146 points",
            "result of 7 Bo, round 1, table 2 removed: 146 points",
        ),
        (
            "tournament_fixedseat",
            '{"entry_id": 8, "table": 3, "seat": null, "round": 2}',
            "fixed seat of 7 Bo: table 3, round 2",
            "fixed seat of 7 Bo removed: table 3, round 2",
        ),
        (
            "tournament_separation_entries",
            '{"separation_id": 4, "entry_id": 8}',
            "7 Bo is in the group that does not sit together: De Troef",
            "7 Bo is no more in the group that does not sit together: De Troef",
        ),
        (
            "scoreforms_scoreform",
            '{"table_id": 5}',
            "somebody began the form of round 1, table 2",
            "score form (round 1, table 2) removed",
        ),
    ],
)
def test_a_row_is_told_as_officials_say_it(english, table, text, added, removed):
    row = Row(table, 99)
    assert change_words(row, "", text, LINKED) == added
    assert change_words(row, text, "", LINKED) == removed


def test_a_change_of_which_a_name_was_taken_out_says_so(english):
    row, text = Row("tournament_entry", 3), '{"number": 7, "name": "Player 7"}'
    assert change_words(row, text, text) == "player 7 Player 7: a name was taken out"


def test_a_closed_account_is_told_in_plain_words(english):
    row = Row("accounts_user", 1)
    before, after = (f'{{"username": "kees", "is_active": {each}}}' for each in (1, 0))
    assert change_words(row, before, after) == "account kees: account is open: yes → no"


def test_a_choice_is_told_as_the_pages_have_it(english):
    row = Row("tournament_tournament", 1)
    before = '{"name": "WK", "second_check": "none", "sounds": false}'
    after = '{"name": "WK", "second_check": "every", "sounds": true}'
    assert change_words(row, before, after) == (
        "tournament WK: looked at twice: no form → every form; "
        "sounds at the end of a round: no → yes"
    )


def test_a_secret_is_not_told(english):
    row = Row("accounts_user", 1)
    before, after = (f'{{"username": "kees", "password": "{each}"}}' for each in ("ab", "cd"))
    assert change_words(row, before, after) == "account kees: password changed"


def test_cards_that_are_printed_are_told_with_their_address(english):
    row, linked = Row("tournament_printedaddress", 2), {Row("tournament_round", 5): "round 1"}
    cards = '{"tournament_id": 1, "round_id": null, "origin": "http://192.0.2.2:8000"}'
    sheets = cards.replace("null", "5")
    assert change_words(row, "", cards) == "cards printed with the address http://192.0.2.2:8000"
    assert change_words(row, "", sheets, linked) == (
        "score sheets of round 1 printed with the address http://192.0.2.2:8000"
    )
    assert change_words(row, cards, "") == "address on paper http://192.0.2.2:8000 removed"


def test_a_paper_is_told_with_the_official_with_whom_it_lies(english):
    linked = {Row("scoreforms_scoreform", 4): "round 1, table 3", Row("accounts_user", 2): "Kees"}
    text = '{"form_id": 4, "official_id": 2}'
    assert change_words(Row("scoreforms_paperholder", 1), "", text, linked) == (
        "paper of round 1, table 3 lies with Kees"
    )


def test_what_was_taken_out_of_the_log_is_told_as_such(english):
    text = '{"about": "player 7", "reason": "asked"}'
    assert change_words(Row("chain_wiping", 1), "", text) == "taken out of the log: player 7"


@pytest.mark.parametrize(
    ("typed", "agrees", "words"),
    [
        ("null", 1, "round 1, table 3, version 1 looked at beside the paper: right"),
        ("null", 0, "round 1, table 3, version 1 counts without a second look"),
        ("12", 1, "round 1, table 3, version 1 typed again: the same"),
        ("12", 0, "round 1, table 3, version 1 typed again: differs"),
    ],
)
def test_a_check_is_told_with_its_way_and_its_outcome(english, typed, agrees, words):
    linked = {Row("scoreforms_version", 9): "round 1, table 3, version 1"}
    text = f'{{"version_id": 9, "typed_id": {typed}, "author_id": 2, "agrees": {agrees}}}'
    assert change_words(Row("scoreforms_check", 5), "", text, linked) == words
    assert change_words(Row("scoreforms_check", 5), text, "", linked) == (
        "check of a form (round 1, table 3, version 1) removed"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"name": "De Troef", "is_hard": 1}', "group that must not sit together: De Troef"),
        (
            '{"name": "", "is_hard": 0}',
            "group that does not sit together if possible: without a name",
        ),
    ],
)
def test_a_group_is_told_as_must_or_wish(english, text, words):
    assert change_words(Row("tournament_separation", 1), "", text) == words
