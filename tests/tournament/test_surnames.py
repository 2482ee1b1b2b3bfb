"""The order of people in Dutch lists, and the parts of their names."""

import random

import pytest
from django.db import IntegrityError, transaction

from wk.tournament.models import Entry, Player
from wk.tournament.name_search import by_surname, is_found
from wk.tournament.surnames import corrected_surname, main_part, name_parts, surname_in

# In the order of a list: a name as people write it, and as a list has it.
LISTED = [
    ("-", "-"),
    ("Wim Aalbers", "Aalbers, Wim"),
    ("Hedy d'Ancona", "Ancona, Hedy d'"),
    ("Jan D. Bakker", "Bakker, Jan D."),
    ("Karel Bakker", "Bakker, Karel"),
    ("Karel Bakker II", "Bakker II, Karel"),
    ("Piet op de Beeck", "Beeck, Piet op de"),
    ("Ludwig van Beethoven", "Beethoven, Ludwig van"),
    ("Ans Berg", "Berg, Ans"),
    ("Jan v.d.Berg", "Berg, Jan v.d."),
    ("Jan v. d. Berg", "Berg, Jan v. d."),
    ("Jan v/d Berg", "Berg, Jan v/d"),
    ("Jan van den Berg", "Berg, Jan van den"),
    ("Otto von und zu Berg", "Berg, Otto von und zu"),
    ("Anna van den Berg-van der Wal", "Berg-van der Wal, Anna van den"),
    ("Eva Bergsma", "Bergsma, Eva"),
    ("Jan-Willem de Boer", "Boer, Jan-Willem de"),
    ("R. van den Broek", "Broek, R. van den"),
    ("Jan  van   Dam", "Dam, Jan van"),
    ("Jan van Dam sr", "Dam sr, Jan van"),
    ("Guy D'Hondt", "D'Hondt, Guy"),
    ("Olga Đurić", "Đurić, Olga"),
    ("Jean de La Fontaine", "Fontaine, Jean de La"),
    ("Vasco da Gama", "Gama, Vasco da"),
    ("Willem 's-Gravesande", "Gravesande, Willem 's-"),
    ("Þóra Guðrún", "Guðrún, Þóra"),
    ("Hugo ’t Hart", "Hart, Hugo ’t"),
    ("Piet van ’t Hof", "Hof, Piet van ’t"),
    ("Piet van't Hof", "Hof, Piet van't"),
    ("Farid El Idrissi", "Idrissi, Farid El"),
    ("IJsbrand IJff", "IJff, IJsbrand"),
    ("Ĳsbrand Ijssel", "Ijssel, Ĳsbrand"),
    ("Ans Ikkink", "Ikkink, Ans"),
    ("Ed Jager", "Jager, Ed"),
    ("Jan -", "Jan"),
    ("Jan-Willem", "Jan-Willem"),
    ("Anna Jansen", "Jansen, Anna"),
    ("Di Jansen", "Jansen, Di"),
    ("Jan Jansen", "Jansen, Jan"),
    ("Jan Jansen 2", "Jansen, Jan 2"),
    ("Jan Jansen jr.", "Jansen jr., Jan"),
    ("Jan Jansen, sr.", "Jansen sr., Jan"),
    ("Jan Jansen (Utrecht)", "Jansen, Jan (Utrecht)"),
    ("Anna Jansen-de Vries", "Jansen-de Vries, Anna"),
    ("Anna Jansen - de Wit", "Jansen - de Wit, Anna"),
    ("Anna Jansen – van 't Hof", "Jansen – van 't Hof, Anna"),
    ("Els Lodder", "Lodder, Els"),
    ("Łukasz Łoś", "Łoś, Łukasz"),
    ("Ad Losser", "Losser, Ad"),
    ("Madonna", "Madonna"),
    ("Gabriel García Márquez", "Márquez, Gabriel García"),
    ("Al-Masri", "Masri, Al-"),
    ("Ahmed al-Masri", "Masri, Ahmed al-"),
    ("Sean O'Brien", "O'Brien, Sean"),
    ("Søren Ørsted", "Ørsted, Søren"),
    ("Eva Ort", "Ort, Eva"),
    ("José Ortega y Gasset", "Ortega y Gasset, José"),
    ("Al Pacino", "Pacino, Al"),
    ("Anne van de la Parra", "Parra, Anne van de la"),
    ("Maria dos Santos", "Santos, Maria dos"),
    ("Jan Senior", "Senior, Jan"),
    ("Speler 12", "Speler 12"),
    ("Ans Strater", "Strater, Ans"),
    ("Jörg Strauß", "Strauß, Jörg"),
    ("Ina Straussen", "Straussen, Ina"),
    ("van", "van"),
    ("Piet in 't Veld", "Veld, Piet in 't"),
    ("Jan Vos Junior", "Vos Junior, Jan"),
    ("de Vries", "Vries, de"),
    ("De Vries", "Vries, De"),
    ("Aart de Vries", "Vries, Aart de"),
    ("Anna de Vries", "Vries, Anna de"),
    ("de Vries, Bea", "Vries, Bea de"),
    ("Jan De Vries", "Vries, Jan De"),
    ("Jan de Vries", "Vries, Jan de"),
    ("Jan Aart Vries", "Vries, Jan Aart"),
    ("Jan Willem Vries", "Vries, Jan Willem"),
    ("Anna de Vries-Jansen", "Vries-Jansen, Anna de"),
    ("Anna de Vries - Jansen", "Vries - Jansen, Anna de"),
    ("Sjoerd Wal", "Wal, Sjoerd"),
    ("Van der Wal, Sjoerd", "Wal, Sjoerd van der"),
    ("SJOERD VAN DER WAL", "WAL, SJOERD VAN DER"),
    ("Wal jr., Sjoerd van der", "Wal jr., Sjoerd van der"),
    ("Sjouke Wal,", "Wal, Sjouke"),
    ("Eva Walsma", "Walsma, Eva"),
    ("Li Wei", "Wei, Li"),
    ("Anna de Wit", "Wit, Anna de"),
    ("Zoë Yücel", "Yücel, Zoë"),
    ("李小龙", "李小龙"),
]

# A name, the surname that officials gave, and the name as a list has it then.
CORRECTED = [
    ("Jan De Vries", "De Vries", "De Vries, Jan"),
    ("Gabriel García Márquez", "garcia marquez", "García Márquez, Gabriel"),
    ("Gabriel  García  Márquez", "García Márquez", "García Márquez, Gabriel"),
    ("Li Wei", "Li", "Li, Wei"),
    ("Nguyen Van Anh", "Nguyen", "Nguyen, Van Anh"),
    ("Jan van Leeuwen Boomkamp", "Leeuwen Boomkamp", "Leeuwen Boomkamp, Jan van"),
    ("Jan Jansen jr.", "Jansen jr.", "Jansen jr., Jan"),
    ("Jan de Haan (Tiel)", "Haan", "Haan, Jan de (Tiel)"),
    ("Van der Wal, Sjoerd", "Van der Wal", "Van der Wal, Sjoerd"),
    ("Ahmed al-Masri", "al-Masri", "al-Masri, Ahmed"),
    ("Wal Walsma", "Wal", "Wal, Walsma"),
    ("Jan Jan", "Jan", "Jan, Jan"),
    ("Eva Walsma", "Wal", "Walsma, Eva"),  # no word of the name
    ("Anna de Wit", "Bakker", "Wit, Anna de"),
    ("Anna de Wit", "", "Wit, Anna de"),
]


def test_dutch_lists_sort_by_surname_given_name_prefix_and_number():
    """The ij is sorted as i and j, as the Dutch dictionaries do; Ł stands with L, Ø with O."""
    entries = [Entry(name=name, number=number) for number, (name, _listed) in enumerate(LISTED)]
    random.Random(1).shuffle(entries)  # the same each time
    in_order = by_surname(entries)
    assert [entry.name for entry in in_order] == [name for name, _listed in LISTED]
    assert [(e.name, e.name_parts.listed) for e in in_order] == LISTED
    letters = {entry.name: entry.name_parts.letter for entry in entries}
    some = ["-", "Łukasz Łoś", "Þóra Guðrún", "IJsbrand IJff", "Hugo ’t Hart", "Speler 12"]
    assert [letters[name] for name in some] == ["#", "L", "G", "I", "H", "S"]


def test_a_name_is_found_as_lists_have_it():
    for name, listed in LISTED:
        if name_parts(name).given:
            assert is_found(listed.partition("(")[0], name=name, club="", number=0), name


@pytest.mark.parametrize(("name", "surname", "listed"), CORRECTED)
def test_a_surname_that_officials_gave_comes_before_the_guess(name, surname, listed):
    assert name_parts(name, surname).listed == listed
    kept = corrected_surname(name, surname)
    assert name_parts(name, kept).listed == listed
    # What is stored is a part of the name, and only where the guess is another one.
    assert kept in name
    assert bool(kept) == (listed != name_parts(name).listed)


def test_the_parts_of_a_name_lose_no_letter():
    for name, _listed in LISTED:
        for surname in ("", *name.split()):
            parts = name_parts(name, surname)
            found = f"{parts.surname}{parts.prefix}{parts.given}{parts.suffix}".casefold()
            assert sorted(c for c in found if c.isalnum()) == sorted(
                c for c in name.casefold() if c.isalnum()
            )
            assert surname_in(name, parts.surname) or parts.surname in name


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("van der Wal", "Wal"),
        ("Van Der Wal", "Wal"),
        ("’t Hart", "Hart"),
        ("Berg-van der Wal", "Berg-van der Wal"),
        ("García Márquez", "García Márquez"),
        ("de", "de"),
        ("", ""),
    ],
)
def test_a_surname_column_may_have_the_prefix(typed, expected):
    assert main_part(typed) == expected


def test_a_text_of_prefixes_only_is_read_in_one_go():
    """One that tried each subset of the prefixes would not come to an end."""
    for words in ("v/d ", "v.d. ", "d'a-", "d'a - ", "van d'a-", "de ", "' "):
        for end in ("a b", "", ",", ", Jan"):
            text = words * 60 + end
            assert name_parts(text).listed
            assert main_part(text)


def test_the_database_refuses_a_surname_that_is_not_in_the_name(tournament):
    entry = tournament.entries.get(number=1)
    for rows in (Entry.objects.filter(pk=entry.pk), Player.objects.filter(pk=entry.player_id)):
        rows.update(name="Jan De Vries", surname="De Vries")
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(name="Jan Devries")
