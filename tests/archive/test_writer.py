"""The layout of a written archive, byte for byte."""

import json
from dataclasses import replace

import pytest

from tests.archive.samples import (
    SUBSTITUTES,
    as_bytes,
    document,
    with_substitutes,
)
from tests.cases import cases
from wk.archive.reader import read
from wk.archive.writer import write

HEAD = """{
  "format": "wk-archive",
  "version": 1,
  "tournament": {
    "slug": "wk-2019",
    "name": "WK Boerenbridge 2019",
    "date": "2019-11-16",
    "venue": "Utrecht",
    "game": "wk-boerenbridge",
    "options": {},
    "rounds": 3
  },
  "players": [
    {"number": 1, "name": "Anna de Wit", "club": "De Slag", "withdrawn_after": null},
    {"number": 2, "name": "Bram ’t Hooft", "club": "", "withdrawn_after": null},
    {"number": 3, "name": "Zoë Özdemir", "club": "", "withdrawn_after": null},
"""

MIDDLE = """  "rounds": [
    {
      "number": 1,
      "tables": [
        {
          "number": 1,
          "seats": [5, 4, 3, 2, 1],
          "form": {
            "first_dealer": 3,
            "deals": [
              {"bids": [0, 0, 0, 0, 0], "tricks": [10, 0, 0, 0, 0]},
              {"bids": [2, 0, 0, 0, 0], "infraction": {"kind": "revoke", "seats": [3]}},
"""

TAIL = """        {
          "number": 2,
          "seats": [6, 7, 12, 99999],
          "form": {
            "totals": [88, -6, 64, 102]
          }
        }
      ]
    },
"""

END = """    {
      "number": 3,
      "tables": [
        {
          "number": 1,
          "seats": [1, 2, 3, 4]
        }
      ]
    }
  ]
}
"""


def test_a_file_has_this_layout():
    text = write(read(as_bytes(document()))).decode()
    assert text[: len(HEAD)] == HEAD
    assert text[text.index('  "rounds": [') :][: len(MIDDLE)] == MIDDLE
    assert text.count(TAIL) == 1
    assert text[-len(END) :] == END


def test_a_file_holds_what_was_read():
    written = json.loads(write(read(as_bytes(document()))))
    assert written == document()


def test_reading_a_written_file_and_writing_it_again_gives_the_same_bytes():
    once = write(read(as_bytes(document())))
    assert write(read(once)) == once


def test_players_and_tables_are_written_in_order_of_number():
    mixed = document()
    mixed["players"].reverse()
    for round_ in mixed["rounds"]:
        round_["tables"].reverse()
    assert write(read(as_bytes(mixed))) == write(read(as_bytes(document())))


def test_keys_are_written_in_the_order_of_the_format():
    text = json.dumps(document(), sort_keys=True).encode()
    assert write(read(text)) == write(read(as_bytes(document())))


def test_options_are_written_in_alphabetical_order():
    archive = read(as_bytes(document()))
    some = replace(archive, options={"wp": "5", "deals": [{"trump": True, "cards": 3}]})
    other = replace(archive, options={"deals": [{"cards": 3, "trump": True}], "wp": "5"})
    assert write(some) == write(other)


def test_a_tournament_without_players_can_be_written_and_read():
    empty = {**document(), "players": [], "rounds": []}
    once = write(read(as_bytes(empty)))
    assert json.loads(once) == empty
    assert write(read(once)) == once


def test_substitutes_are_written_one_line_each_before_the_form():
    text = write(read(as_bytes(with_substitutes(SUBSTITUTES)))).decode()
    assert (
        """          "seats": [5, 4, 3, 2, 1],
          "substitutes": [
            {"seat": 1, "name": "Kees “de Dolle” Vos"},
            {"seat": 1, "name": "Ada", "from_deal": 19},
            {"seat": 3, "name": "Piet Kok", "from_deal": 8}
          ],
          "form": {
"""
        in text
    )
    assert json.loads(text) == with_substitutes(SUBSTITUTES)


@cases("whole", [document(), with_substitutes([])])
def test_without_substitutes_no_key_is_written(whole):
    written = write(read(as_bytes(whole)))
    assert written == write(read(as_bytes(document())))
    assert b"substitutes" not in written


def test_a_number_that_json_does_not_know_is_not_written():
    archive = replace(read(as_bytes(document())), options={"wp": float("nan")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        write(archive)
