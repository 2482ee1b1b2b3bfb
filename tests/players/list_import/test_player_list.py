"""Reading lists of players: CSV, workbooks and pasted names, and the plan of an import."""

import io
import zipfile

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.cases import cases
from wk.players.list_import.player_list import ListInvalid, ListLine, plan, read_file, read_text


def xlsx(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@cases(
    ("text", "expected"),
    [
        ("Naam\nAnna\n", [ListLine(2, "Anna")]),
        ("name,club\nAnna,De Slag\n", [ListLine(2, "Anna", "De Slag")]),
        (
            "Nr;Speler;Vereniging\n7;Anna de Wit;De Slag",
            [ListLine(2, "Anna de Wit", "De Slag", "7")],
        ),
        ("Voornaam\tTussenvoegsel\tAchternaam\nAnna\tde\tWit\n", [ListLine(2, "Anna de Wit")]),
        ("First name,Last name\nAnna,Wit\n", [ListLine(2, "Anna Wit")]),
        ("Naam\nWit, Anna\n", [ListLine(2, "Wit, Anna")]),
        # The surname is known, and not what the name would be taken for.
        (
            "Voornaam;Tussenvoegsel;Achternaam\nJan;van;Leeuwen Boomkamp\n",
            [ListLine(2, "Jan van Leeuwen Boomkamp", surname="Leeuwen Boomkamp")],
        ),
        (
            'Voornaam;Achternaam\nGabriel;"García Márquez, de"\nEva;van der Wal\nBo;Wal, van\n',
            [
                ListLine(2, "Gabriel de García Márquez", surname="García Márquez"),
                ListLine(3, "Eva van der Wal"),
                ListLine(4, "Bo van Wal"),
            ],
        ),
        (
            "Naam;Achternaam\nLi Wei;Li\nAnna Wit;Bakker\nJan Kok;Kok\n",
            [ListLine(2, "Li Wei", surname="Li"), ListLine(3, "Anna Wit"), ListLine(4, "Jan Kok")],
        ),
        ("\ufeffNaam\n\n  Anna   de  Wit \n", [ListLine(3, "Anna de Wit")]),
        ('Naam,Club\n"Wit, Anna de",X\n', [ListLine(2, "Wit, Anna de", "X")]),
        ("NAAM;Telefoon\nAnna;06\n;\nBram;07\n", [ListLine(2, "Anna"), ListLine(4, "Bram")]),
        ("Naam,Club\nAnna\n", [ListLine(2, "Anna")]),
        # A comma in a club without quotes pushes the rest below no heading.
        ("Naam,Club\nAnna,De Slag,Tiel\n", [ListLine(2, "Anna", "De Slag", lost="Tiel")]),
    ],
)
def test_columns_are_found_by_their_heading(text, expected):
    assert list(read_file("lijst.csv", text.encode()).rows) == expected


def test_unused_columns_are_named():
    assert read_file("l.csv", b"Naam,E-mail,Club\nA,b,c\n").ignored == ("E-mail",)


def test_a_cp1252_file_keeps_its_accents():
    assert read_file("l.csv", "Naam\nRenée\n".encode("cp1252")).rows == (ListLine(2, "Renée"),)


def test_a_workbook_is_read():
    data = xlsx(["Startnummer", "Naam", "Club"], [7, "Anna", None], [], [8.0, "Bram", "De Slag"])
    assert read_file("l.xlsx", data).rows == (
        ListLine(2, "Anna", "", "7"),
        ListLine(4, "Bram", "De Slag", "8"),
    )


@cases(
    ("text", "expected"),
    [
        ("Anna\nBram\n", [ListLine(1, "Anna"), ListLine(2, "Bram")]),
        ("Anna, De Slag", [ListLine(1, "Anna", "De Slag")]),
        ("Club,Naam\nDe Slag,Anna", [ListLine(2, "Anna", "De Slag")]),
        ("\n\n", []),
        # The first of typed names may have no club.
        ("Anna Wit\nBram, De Slag\n", [ListLine(1, "Anna Wit"), ListLine(2, "Bram", "De Slag")]),
        # A number is the start number, wherever it stands; what nobody reads is kept apart.
        ("Jan, De Troef, 4", [ListLine(1, "Jan", "De Troef", "4")]),
        ("4, Jan\n12345", [ListLine(1, "Jan", "", "4"), ListLine(2, "", "", "12345")]),
        ("Jan, De Troef, lid, ja", [ListLine(1, "Jan", "De Troef", lost="lid, ja")]),
    ],
)
def test_pasted_names_are_read(text, expected):
    assert list(read_text(text).rows) == expected


def zip_bomb():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 50_000_000)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("leeg.csv", b""),
        ("kop.csv", b"E-mail\na@b\n"),
        ("lijst.xls", b"\xd0\xcf\x11\xe0"),
        ("foto.png", b"\x89PNG\0\0"),
        ("kapot.xlsx", b"PK\x03\x04 dit is geen werkmap"),
        ("werkmap.xlsx", xlsx(["E-mail"], ["a@b"])),
        ("groot.csv", b"Naam\n" + b"Anna\n" * 500_000),
        ("lang.csv", b"Naam\n" + b"A\n" * 10_001),
        ("cel.csv", b"Naam\n" + b"a" * 200_000),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_unreadable_files_are_refused(name, data):
    with pytest.raises(ListInvalid):
        read_file(name, data)


def test_a_zip_bomb_is_not_unpacked():
    with override("en"), pytest.raises(ListInvalid, match="too large when unpacked"):
        read_file("bom.xlsx", zip_bomb())


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    try:
        rows = read_file("l.csv", b"Naam\n" + data).rows
    except ListInvalid:
        return
    assert all(row.line >= 2 for row in rows)


def test_the_plan_has_an_outcome_for_each_line(tournament):
    rows = [
        ListLine(2, "Joke"),
        ListLine(3, "anna"),
        ListLine(4, ""),
        ListLine(5, "Karin", number="3"),
        ListLine(6, "Karin", number="x"),
        ListLine(7, "Joke", "De Slag"),
        ListLine(8, "L" * 81),
        ListLine(9, "Piep\x07"),
        ListLine(10, "Leo", number="12"),
        ListLine(11, "Marie", number="12"),
        ListLine(12, "Anna", number="77"),
        ListLine(13, "Anna", number="1"),
    ]
    outcomes = [(p.listed.line, p.outcome, bool(p.note)) for p in plan(tournament, rows)]
    assert outcomes == [
        (2, "new", False),
        (3, "skipped", True),
        (4, "problem", True),
        (5, "problem", True),
        (6, "problem", True),
        (7, "new", True),
        (8, "problem", True),
        (9, "problem", True),
        (10, "new", False),
        (11, "problem", True),
        (12, "new", True),
        (13, "skipped", True),
    ]


def test_a_problem_says_what_is_wrong(tournament):
    rows = [
        ListLine(2, "L" * 81),
        ListLine(3, "Leo", "C" * 82),
        ListLine(4, "Piep\x07"),
        ListLine(5, "Leo", "Piep\x07"),
        ListLine(6, "Jаn"),
    ]
    with override("en"):
        notes = [planned.note for planned in plan(tournament, rows)]
    assert notes == [
        "the name has 81 characters, 80 is the most",
        "the club has 82 characters, 80 is the most",
        "the name has characters that cannot be shown",
        "the club has characters that cannot be shown",
        "the “а” in “Jаn” is a Cyrillic letter",
    ]


def test_the_plan_tells_what_is_lost_or_doubtful_in_a_line(tournament):
    rows = [
        ListLine(2, "", "", "12345"),
        ListLine(3, "12-34"),
        ListLine(4, "Kees 2"),
        ListLine(5, "Jan", "8"),
        ListLine(6, "Piet", "De Troef", lost="4"),
    ]
    with override("en"):
        found = [(p.outcome, p.note, p.is_doubtful) for p in plan(tournament, rows)]
    assert found == [
        ("problem", "no name: 12345 is read as the start number", False),
        ("problem", "this is no name: it has no letter", False),
        ("new", "there is a number in the name", True),
        ("new", "“8” becomes the club", True),
        ("new", "“4” is left out", True),
    ]


def test_the_plan_notes_equal_and_similar_names(tournament):
    rows = [
        ListLine(2, "Annna"),
        ListLine(3, "Ánna", "De Slag"),
        ListLine(4, "Joke van der Velde"),
        ListLine(5, "Joke vander Velde"),
        ListLine(6, "joke  van der Velde", "Tiel"),
        ListLine(7, "Jokke van der Velde"),
        ListLine(8, "Piet Kok"),
    ]
    with override("en"):
        notes = [(p.listed.line, p.outcome, p.note) for p in plan(tournament, rows)]
    assert notes == [
        (2, "new", "almost the name of number 1, Anna: two people?"),
        (3, "new", "same name as number 1: two people?"),
        (4, "new", ""),
        (5, "new", "almost the name on line 4, Joke van der Velde: two people?"),
        (6, "new", "same name as line 4: two people?"),
        (7, "new", "almost the name on line 4, Joke van der Velde: two people?"),
        (8, "new", ""),
    ]
