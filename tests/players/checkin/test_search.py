"""Which players and known persons a search text finds."""

from wk.players.checkin.queries import arrivals, known_persons, may_be_meant
from wk.players.checkin.search import (
    SearchQuery,
    matching_entries,
    only_match,
    parse_search,
    similar_entries,
)
from wk.players.services import NewEntry, enter_many
from wk.tournament.models import Player
from wk.tournament.services import create_tournament


def names_found(tournament, typed):
    return [
        e.name
        for e in matching_entries(parse_search(typed, tournament), arrivals(tournament).entries)
    ]


def test_numbers_and_card_addresses_are_read_from_a_search(ten_players):
    for typed, number, is_foreign in [
        ("12", 12, False),
        (" #12 ", 12, False),
        ("http://localhost:8000/t/wk-zaal/card/12/", 12, False),
        ("https://wk.example.org/t/wk-zaal/card/12", 12, False),
        ("http://localhost:8000/t/wk-zaal/card/12/#Ab3_d-9fGh1JkLmN0pQrStUv", 12, False),
        ("http;==localhost;8000=t=wk'zaal=card=12=3Ab3?d/9fGh1JkLmN0pQrStUv", 12, False),
        ("HTTPS://WK.EXAMPLE.ORG/T/WK-ZAAL/CARD/12/", 12, False),
        ("http;==localhost;8000=t=wk'zaal=card=12=", 12, False),
        ("http://localhost:8000/t/wk-ander/card/12/", 12, True),
        ("http;==localhost;8000=t=wk'ander=card=12=", 12, True),
        ("Anna", None, False),
        ("12.", 12, False),
        ("(12)", 12, False),
        ("12 (", 12, False),
        ("²", None, False),
        ("１２", None, False),
        ("(²)", None, False),
        ("http://localhost:8000/t/wk-zaal/players/12/", None, False),
        ("123456", None, False),
        ("١٢", None, False),
        ("-1", None, False),
        ("", None, False),
        ("/card/", None, False),
        ("card/" * 60, None, False),
    ]:
        assert parse_search(typed, ten_players) == SearchQuery(typed.strip(), number, is_foreign)


def test_who_has_the_surname_comes_before_who_has_it_elsewhere(ten_players):
    people = [
        NewEntry("Boer Pot"),
        NewEntry("Jan van den Boer"),
        NewEntry("Karel Zeeboer"),
        NewEntry("Leo Zon", "De Boer"),
    ]
    enter_many(tournament=ten_players, rows=people)
    surnames = ["Els de Boer", "Jan van den Boer"]
    assert names_found(ten_players, "boer") == [
        *surnames,
        "Boer Pot",
        "Karel Zeeboer",
        "Leo Zon",
    ]
    for typed in ("de boer", "van den boer", "boer, jan", "jan v"):
        assert names_found(ten_players, typed)[0] == surnames["jan" in typed or "van" in typed]


def test_a_number_with_a_name_is_read_as_a_label(ten_players):
    for typed, label in [
        ("2 jan kok", (2, "jan kok")),
        (" #2. Jan Kok ", (2, "Jan Kok")),
        ("2 · Jan", (2, "Jan")),
        ("12 Apostel", (12, "Apostel")),
        ("3. Jan", (3, "Jan")),
        ("(3) Jan", (3, "Jan")),
        ("4 Anna Bakker (De Slag)", (4, "Anna Bakker (De Slag)")),
        ("2e jan", None),
        ("123456 jan", None),
        ("2 ·", None),
        ("jan 2", None),
    ]:
        assert parse_search(typed, ten_players) == SearchQuery(typed.strip(), label=label)


def test_a_name_that_begins_with_a_number_is_found(ten_players):
    enter_many(
        tournament=ten_players, rows=[NewEntry("12 Apostel"), NewEntry("Apostel", number=12)]
    )
    assert names_found(ten_players, "12 apostel") == ["12 Apostel", "Apostel"]
    ten_players.entries.filter(number=12).update(number=40)
    assert names_found(ten_players, "12 apostel") == ["12 Apostel"]


def test_parentheses_and_digits_match_only_names_and_clubs(ten_players):
    ten_players.entries.filter(number=5).update(name="Jan Jansen", club="SV 3")
    ten_players.entries.filter(number=6).update(name="Bea (Johnny) Vos")
    ten_players.entries.filter(number=7).update(name="Team 12", club="M²")
    for typed, who in [
        ("Jan Jansen (SV 3)", ["Jan Jansen"]),
        ("5 Jan Jansen (SV 3)", ["Jan Jansen"]),
        ("(sv 3)", ["Jan Jansen"]),
        ("jan jansen, sv 3", ["Jan Jansen"]),
        ("Jansen, Jan", ["Jan Jansen"]),
        ("jan sv 3", ["Jan Jansen"]),
        ("bea (johnny) vos", ["Bea (Johnny) Vos"]),
        ("bea johnny", ["Bea (Johnny) Vos"]),
        ("3 jan jansen", []),  # who has number 3 is called otherwise: that of a club is none
        ("3. jan jansen (SV 3)", []),
        ("()", []),
        (",", []),
        ("(0)", []),
        ("²", ["Team 12"]),  # of M², not of 12
        ("³", []),
        ("jan ³", []),
        ("１２", []),
        ("²²", []),
        ("m²", ["Team 12"]),
        ("team ²", ["Team 12"]),
    ]:
        assert names_found(ten_players, typed) == who


def test_a_typed_club_decides_between_namesakes(ten_players):
    ten_players.entries.filter(number=5).update(name="Jan Jansen", club="SV 3")
    ten_players.entries.filter(number=6).update(name="Jan Jansen", club="SV 31")
    for typed, number in [
        ("jan jansen", None),
        ("Jan Jansen (SV 3)", 5),
        ("5 Jan Jansen (SV 3)", 5),
        ("6 Jan Jansen (SV 31)", 6),
        ("6 Jan Jansen (SV 3)", 6),  # as far as it was typed
        ("5 jan", 5),
        ("7 jan jansen", None),
    ]:
        asked = parse_search(typed, ten_players)
        one = only_match(asked, matching_entries(asked, arrivals(ten_players).entries))
        assert (one.number if one else None) == number


def test_a_text_that_is_a_name_and_a_label_has_no_single_match(ten_players):
    enter_many(
        tournament=ten_players, rows=[NewEntry("12 Apostel"), NewEntry("Apostel", number=12)]
    )
    asked = parse_search("12 Apostel", ten_players)
    assert only_match(asked, matching_entries(asked, arrivals(ten_players).entries)) is None


def test_accents_and_apostrophes_do_not_matter_in_a_search(ten_players):
    ten_players.entries.filter(number=5).update(name="Bea O'Brien", club="Łódź")
    for typed in ("obrien", "o’brien", "bea lodz", "O'BRIEN"):
        assert names_found(ten_players, typed) == ["Bea O'Brien"]


def test_similar_names_are_found_for_a_mistyped_name(ten_players):
    for typed, who in [
        ("jose de wti", ["José de Wit"]),
        ("kokkelnk", ["Jan Kokkelink"]),
        ("3 jan kokelink", ["Jan Kokkelink"]),
        ("4 jan kokelink", []),
        ("bakr", ["Anna Bakker"]),
        ("zzz", []),
        ("99", []),
        ("http://x/t/wk-ander/card/4/", []),
        ("'", []),
    ]:
        asked, there = parse_search(typed, ten_players), arrivals(ten_players).entries
        assert matching_entries(asked, there) == []
        assert [entry.name for entry in similar_entries(asked, there)] == who


def test_a_search_finds_words_of_names_and_clubs_and_numbers(ten_players):
    for typed, who in [
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
        ("'", []),
        ("2 jan kok", ["Jan Kok"]),
        ("#3. jan", ["Jan Kokkelink"]),
        ("4 jan kok", []),
    ]:
        assert names_found(ten_players, typed) == who


def test_a_single_or_exact_match_is_certain(ten_players):
    for typed, who in [
        ("jan kok", "Jan Kok"),
        ("kokk", "Jan Kokkelink"),
        ("jan", None),
        ("niemand", None),
    ]:
        asked = parse_search(typed, ten_players)
        one = only_match(asked, matching_entries(asked, arrivals(ten_players).entries))
        assert (one.name if one else None) == who


def test_two_equal_names_have_no_single_match(ten_players):
    ten_players.entries.filter(number=3).update(name="Jan Kok")
    asked = parse_search("jan kok", ten_players)
    assert only_match(asked, matching_entries(asked, arrivals(ten_players).entries)) is None


def test_practice_players_are_known_only_in_practice_tournaments(ten_players, earlier_edition):
    practice = create_tournament(name="Oefentoernooi", slug="oefen", date=ten_players.date)
    other = create_tournament(name="Oefentoernooi", slug="oefen-bollen", date=ten_players.date)
    for made in (practice, earlier_edition):
        enter_many(tournament=made, rows=[NewEntry("Pim Oefening", "Nergens")])
    enter_many(tournament=practice, rows=[NewEntry("Pien Oefening", "Nergens")])

    def known(tournament):
        return [known.player.entries.get().tournament.name
                for known in known_persons(tournament, "oefening")]  # fmt: skip

    assert known(ten_players) == ["WK 2025"]
    assert known(other) == ["Oefentoernooi", "Oefentoernooi"]
    (entry,) = enter_many(tournament=ten_players, rows=[NewEntry("Pim Oefening", "Nergens")])
    assert entry.player == earlier_edition.entries.get(player__name="Pim Oefening").player
    (entry,) = enter_many(tournament=other, rows=[NewEntry("Pim Oefening", "Nergens")])
    assert entry.player == practice.entries.get(player__name="Pim Oefening").player


def test_known_persons_come_from_earlier_editions_only(ten_players, earlier_edition):
    enter_many(
        tournament=earlier_edition, rows=[NewEntry("José Kok", "Élan"), NewEntry("Ans Bakker")]
    )
    for words, known in [
        ("piet dam", [("Piet van Dam", ("WK 2025",))]),
        ("PIE", [("Piet van Dam", ("WK 2025",))]),
        ("dam schoppen", [("Piet van Dam", ("WK 2025",))]),
        ("jose élan", [("José Kok", ("WK 2025",))]),
        ("elan", [("José Kok", ("WK 2025",))]),
        ("josé", [("José Kok", ("WK 2025",))]),
        ("JOSE KÖK", [("José Kok", ("WK 2025",))]),
        ("Piet van Dam (Schoppenaas)", [("Piet van Dam", ("WK 2025",))]),
        ("Dam, Piet van", [("Piet van Dam", ("WK 2025",))]),
        ("%", []),
        ("(((", []),
        ("pi", []),
        ("anna", []),
    ]:
        assert [(k.player.name, k.editions) for k in known_persons(ten_players, words)] == known


def test_a_mistyped_known_person_is_marked_as_a_guess(ten_players, earlier_edition):
    enter_many(tournament=earlier_edition, rows=[NewEntry("Pat O'Brien")])
    for words, known in [
        ("piet van dm", [("Piet van Dam", True)]),
        ("pat obrien", [("Pat O'Brien", False)]),
        ("pat obrein", [("Pat O'Brien", True)]),
        ("piet", [("Piet van Dam", False)]),
        ("anna baker", []),
        ("willem", []),
        ("pt", []),
    ]:
        persons = known_persons(ten_players, words, is_mistyped=True)
        assert [(k.player.name, k.is_guess) for k in persons] == known
        exact = [name for name, is_guess in known if not is_guess]
        assert [k.player.name for k in known_persons(ten_players, words)] == exact


def test_only_persons_with_a_possible_name_are_read(ten_players, earlier_edition):
    rows = [NewEntry(f"Iemand {n}") for n in range(50)] + [NewEntry("Élise Kok")]
    enter_many(tournament=earlier_edition, rows=rows)
    looked_at = Player.objects.filter(may_be_meant("piet dam"), entries__tournament=earlier_edition)
    assert {player.name for player in looked_at} == {"Piet van Dam", "Élise Kok"}
