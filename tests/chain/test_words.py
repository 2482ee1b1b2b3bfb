"""Changes of rows in plain words."""

from wk.chain.rows import Row
from wk.chain.watched import watched
from wk.chain.words import NOUNS, change_words


def test_every_watched_row_has_a_noun():
    assert {model._meta.label for model in watched()} == NOUNS.keys()


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


def test_a_secret_is_not_told(english):
    row = Row("accounts_user", 1)
    before, after = (f'{{"username": "kees", "password": "{each}"}}' for each in ("ab", "cd"))
    assert change_words(row, before, after).endswith(": ••• → •••")
