"""Changes of rows in plain words."""

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
    assert change_words(Row("tournament_seat", 9), "", text, linked) == (
        "seat 3 (round 1, table 2) (player #8) added"
    )


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


def test_a_check_is_named_by_its_form_and_not_by_its_key(english):
    linked = {Row("scoreforms_version", 9): "round 1, table 3"}
    text = '{"version_id": 9, "typed_id": null, "author_id": 2, "agrees": 1}'
    assert change_words(Row("scoreforms_check", 5), "", text, linked) == (
        "check of a form (round 1, table 3) added"
    )
