"""Who is meant by what comes into the field."""

import pytest

from wk.desk.queries import arrivals, known_persons, may_be_meant
from wk.desk.search import Asked, found, read, the_one
from wk.tournament.models import Player
from wk.tournament.roster import NewEntry, enter_many


def names(tournament, typed):
    return [e.name for e in found(read(typed, tournament), arrivals(tournament).entries)]


@pytest.mark.parametrize(
    ("typed", "number", "is_foreign"),
    [
        ("12", 12, False),
        (" #12 ", 12, False),
        ("http://localhost:8000/t/wk-zaal/card/12/", 12, False),
        ("https://wk.example.org/t/wk-zaal/card/12", 12, False),
        ("HTTPS://WK.EXAMPLE.ORG/T/WK-ZAAL/CARD/12/", 12, False),
        ("http;==localhost;8000=t=wk'zaal=card=12=", 12, False),
        ("http://localhost:8000/t/wk-ander/card/12/", 12, True),
        ("http;==localhost;8000=t=wk'ander=card=12=", 12, True),
        ("Anna", None, False),
        ("http://localhost:8000/t/wk-zaal/players/12/", None, False),
        ("123456", None, False),
        ("١٢", None, False),
        ("-1", None, False),
        ("", None, False),
        ("/card/", None, False),
        ("card/" * 60, None, False),
    ],
)
def test_what_is_read(morning, typed, number, is_foreign):
    assert read(typed, morning) == Asked(typed.strip(), number, is_foreign)


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("jose", ["José de Wit"]),
        ("JOSÉ WIT", ["José de Wit"]),
        ("wit jo", ["José de Wit"]),
        ("jan kok", ["Jan Kok", "Jan Kokkelink"]),
        ("elan", ["Jan Kokkelink"]),
        ("slag", ["Anna Bakker", "José de Wit"]),
        ("bo", ["Els de Boer"]),
        ("4", ["Anna Bakker"]),
        ("99", []),
        ("zzz", []),
        ("", []),
        ("http://x/t/wk-ander/card/4/", []),
        ("*", []),
    ],
)
def test_who_is_found(morning, typed, who):
    assert names(morning, typed) == who


@pytest.mark.parametrize(
    ("typed", "who"),
    [("jan kok", "Jan Kok"), ("kokk", "Jan Kokkelink"), ("jan", None), ("niemand", None)],
)
def test_one_who_must_be_meant(morning, typed, who):
    asked = read(typed, morning)
    one = the_one(asked, found(asked, arrivals(morning).entries))
    assert (one.name if one else None) == who


def test_of_two_of_one_name_nobody_must_be_meant(morning):
    morning.entries.filter(number=3).update(name="Jan Kok")
    asked = read("jan kok", morning)
    assert the_one(asked, found(asked, arrivals(morning).entries)) is None


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("piet dam", [("Piet van Dam", ("WK 2025",))]),
        ("PIE", [("Piet van Dam", ("WK 2025",))]),
        ("dam schoppen", [("Piet van Dam", ("WK 2025",))]),
        ("jose élan", [("José Kok", ("WK 2025",))]),
        ("elan", [("José Kok", ("WK 2025",))]),
        ("josé", [("José Kok", ("WK 2025",))]),
        ("JOSE KÖK", [("José Kok", ("WK 2025",))]),
        ("%", []),
        ("pi", []),
        ("anna", []),
    ],
)
def test_who_is_known_from_earlier_editions_and_not_here(morning, earlier, words, known):
    enter_many(tournament=earlier, rows=[NewEntry("José Kok", "Élan"), NewEntry("Ans Bakker")])
    assert [(k.player.name, k.editions) for k in known_persons(morning, words)] == known


def test_of_many_persons_only_those_are_read_who_may_be_meant(morning, earlier):
    rows = [NewEntry(f"Iemand {n}") for n in range(50)] + [NewEntry("Élise Kok")]
    enter_many(tournament=earlier, rows=rows)
    looked_at = Player.objects.filter(may_be_meant("piet dam"), entries__tournament=earlier)
    assert {player.name for player in looked_at} == {"Piet van Dam", "Élise Kok"}
