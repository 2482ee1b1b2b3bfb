"""Initials of a name, as a Dutch list would write them."""

from tests.cases import cases
from wk.tournament.initials import initials, stored_name


@cases(
    ("name", "surname", "short"),
    [
        ("Jan van der Waal", "", "J. v. d. W."),
        ("Wal, Sjoerd van der", "", "S. v. d. W."),
        ("Anna", "", "A."),
        ("IJsbrand 't Hart", "", "IJ. t. H."),
        ("Éva Kiss", "", "É. K."),
        ("Jan-Willem Jansen-de Vries", "", "J. J. V."),
        ("Gabriel García Márquez", "García Márquez", "G. G. M."),
        ("Jan Wal jr.", "", "J. W."),
        ("J. Wal", "", "J. W."),
        ("李", "", "李."),
        ("-", "", "?"),
    ],
)
def test_initials(name, surname, short):
    assert initials(name, surname) == short


def test_a_name_is_stored_as_everybody_reads_it_and_as_officials_do():
    assert stored_name("Jan Wal", "", by_initials=False) == {
        "name": "Jan Wal",
        "surname": "",
        "full_name": "",
        "full_surname": "",
    }
    assert stored_name("Jan Wal", "Wal", by_initials=True) == {
        "name": "J. W.",
        "surname": "",
        "full_name": "Jan Wal",
        "full_surname": "Wal",
    }
