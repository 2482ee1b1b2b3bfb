"""What an organiser asks of the draws: stored, kept to, and told by name where it is not."""

import datetime as dt
from itertools import combinations
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import override

from wk.tournament import draws, services, wishes
from wk.tournament.asking import musts_of, outcome
from wk.tournament.constraints import Apart as ApartMust
from wk.tournament.constraints import Place
from wk.tournament.models import Apart, FixedPlace, Tournament
from wk.tournament.queries import seatings
from wk.tournament.refusal import Refusal
from wk.tournament.services import NewEntry


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


def make(players, *, clubs=0, slug="wk", **facts):
    """A tournament of so many players, the first of them spread over so many clubs."""
    made = services.create_tournament(name="WK", slug=slug, date=dt.date(2026, 11, 21), **facts)
    rows = [
        NewEntry(f"Speler {n}", f"Club {n % clubs}" if clubs else "") for n in range(1, players + 1)
    ]
    services.enter_many(tournament=made, rows=rows)
    return made


@pytest.fixture
def hall(db) -> Tournament:
    """24 players: four tables of five and one of four."""
    return make(24)


def entries(tournament, *numbers):
    return list(tournament.entries.filter(number__in=numbers))


def apart(tournament, *numbers, name="", is_must=True):
    return wishes.keep_apart(
        tournament=tournament, entries=entries(tournament, *numbers), name=name, is_must=is_must
    )


def place(tournament, number, **where):
    entry = tournament.entries.get(number=number)
    return wishes.fix_place(entry=entry, **({"table": None, "seat": None} | where))


def seat(tournament, round, player):
    """At which table and in which seat a player is, from 1."""
    return next(
        (number, table.index(player) + 1)
        for number, table in enumerate(seatings(tournament)[round - 1], 1)
        if player in table
    )


def meetings(tournament, *numbers):
    """How often two of these players sit at one table."""
    return sum(
        {one, other} <= {*table}
        for tables in seatings(tournament)
        for table in tables
        for one, other in combinations(numbers, 2)
    )


# What is stored


def test_what_is_asked_reaches_the_draw(hall):
    apart(hall, 3, 1, name="Familie De Wit")
    apart(hall, 4, 5, is_must=False)
    place(hall, 2, table=1)
    place(hall, 2, seat=1, round=3)
    assert musts_of(hall) == [
        ApartMust(frozenset((1, 3)), True, "Familie De Wit"),
        ApartMust(frozenset((4, 5)), False),
        Place(2, table=1),
        Place(2, seat=1, round=3),
    ]


def test_members_of_a_club_apart_by_one_press_and_again_when_somebody_came(db):
    made = make(12, clubs=4)
    assert [group.name for group in wishes.keep_clubs_apart(tournament=made)] == [
        "Club 0",
        "Club 1",
        "Club 2",
        "Club 3",
    ]
    services.enter(tournament=made, name="Laat", club="club  1")
    services.withdraw(entry=made.entries.get(number=5))
    wishes.keep_clubs_apart(tournament=made)
    groups = {must.name: must for must in musts_of(made)}
    assert len(groups) == Apart.objects.count() == 4
    assert groups["Club 1"] == ApartMust(frozenset((1, 9, 13)), False, "Club 1")


def test_a_must_of_a_clubs_name_stays_as_it_is(db):
    made = make(8, clubs=4)
    apart(made, 1, 2, name="Club 1")
    wishes.keep_clubs_apart(tournament=made)
    assert [g.entries.count() for g in made.kept_apart.filter(is_must=True)] == [2]
    assert made.kept_apart.count() == 5


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda hall: apart(hall, 1), "two players"),
        (lambda hall: apart(hall, 1, 2), "already"),
        (lambda hall: wishes.keep_clubs_apart(tournament=hall), "No club"),
        (lambda hall: place(hall, 1), "Choose a table"),
        (lambda hall: place(hall, 1, seat=6), "seat 6"),
        (lambda hall: place(hall, 1, seat=1, round=4), "round 4"),
        (lambda hall: place(hall, 1, seat=1, round=1), "Round 1"),
        (lambda hall: place(hall, 3, table=2), "already"),
        (lambda hall: wishes.choose_fours(tournament=hall, fours=6), "Round 1"),
    ],
)
def test_what_makes_no_sense_is_refused(hall, ask, said):
    apart(hall, 1, 2)
    place(hall, 3, table=2)
    draws.fix_round(round=draws.draw_round(tournament=hall, seed=1))
    before = musts_of(hall)
    with pytest.raises(Refusal, match=said):
        ask(hall)
    assert musts_of(hall) == before


def test_more_players_than_anybody_keeps_apart_are_refused(db):
    made = make(201)
    with pytest.raises(Refusal, match="200"):
        apart(made, *range(1, 202))
    made.entries.update(club="De Slag")
    with pytest.raises(Refusal, match="No club"):
        wishes.keep_clubs_apart(tournament=made)


def test_what_is_taken_away_twice_is_told(hall):
    group = apart(hall, 1, 2)
    wishes.take_away(asked=Apart.objects.get(pk=group.pk))
    with pytest.raises(Refusal):
        wishes.take_away(asked=group)
    assert musts_of(hall) == []


def test_who_is_taken_off_the_list_has_no_place_any_more(hall):
    apart(hall, 1, 2, 3)
    place(hall, 1, table=1)
    services.remove_entry(entry=hall.entries.get(number=1))
    assert musts_of(hall) == [ApartMust(frozenset((2, 3)))]


def test_a_place_is_a_table_or_a_seat(hall):
    with pytest.raises(IntegrityError), transaction.atomic():
        FixedPlace.objects.create(entry=hall.entries.first())


# The draw


def test_a_must_and_a_place_are_kept_in_every_round(hall):
    apart(hall, 1, 2, 3, name="Familie De Wit")
    place(hall, 4, table=1)
    place(hall, 5, seat=1)
    place(hall, 6, table=2, seat=3, round=2)
    draws.draw_all_rounds(tournament=hall, seed=1)
    assert meetings(hall, 1, 2, 3) == 0
    assert [seat(hall, n, 4)[0] for n in (1, 2, 3)] == [1, 1, 1]
    assert [seat(hall, n, 5)[1] for n in (1, 2, 3)] == [1, 1, 1]
    assert seat(hall, 2, 6) == (2, 3)
    made = outcome(hall, seatings(hall), 3)
    assert (made.reached.met, made.reached.least_met, made.unkept) == (0, 0, ())


def test_round_by_round_is_as_good_as_all_at_once(hall):
    apart(hall, 1, 2, 3)
    place(hall, 4, table=1)
    draws.draw_all_rounds(tournament=hall, seed=7)
    at_once = seatings(hall)
    draws.discard_round(round=hall.rounds.get(number=1))
    seeds = []
    for seed in (7, 8, 9):
        round = draws.draw_round(tournament=hall, seed=seed)
        draws.start_round(round=draws.fix_round(round=round))
        seeds.append(round.seed)
    assert seatings(hall) == at_once
    assert seeds == [7, 7, 7]


def test_what_is_asked_later_counts_from_then_on(hall):
    apart(hall, 1, 2)
    draws.fix_round(round=draws.draw_round(tournament=hall, seed=1))
    company = next(table for table in seatings(hall)[0] if 5 in table)
    apart(hall, *company[:2], 9 if 9 not in company else 10)
    round = draws.draw_round(tournament=hall, seed=2)
    assert round.seed == 2
    assert outcome(hall, seatings(hall), 1).unkept == ()
    assert outcome(hall, seatings(hall), 1).reached.met == 0


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (
            lambda hall: apart(hall, *range(1, 7), name="De Slag"),
            "There are too few tables in round 1 to keep them all apart: “De Slag” apart: "
            "1 Speler 1, 2 Speler 2, 3 Speler 3, 4 Speler 4, 5 Speler 5, 6 Speler 6.",
        ),
        (
            lambda hall: place(hall, 3, table=9, round=2),
            "There is no such place in round 2: 3 Speler 3: table 9, round 2.",
        ),
        (
            lambda hall: [apart(hall, 1, 2), place(hall, 1, table=4), place(hall, 2, table=4)],
            "This does not go together in round 1: apart: 1 Speler 1, 2 Speler 2; "
            "1 Speler 1: table 4; 2 Speler 2: table 4.",
        ),
        (
            lambda hall: [place(hall, 7, table=1, seat=1), place(hall, 8, table=1, seat=1)],
            "This does not go together in round 1: 7 Speler 7: table 1, NORTH; "
            "8 Speler 8: table 1, NORTH.",
        ),
    ],
)
@pytest.mark.parametrize("draw", [draws.draw_round, draws.draw_all_rounds])
def test_what_cannot_be_is_named_and_nothing_is_drawn(hall, draw, ask, said):
    ask(hall)
    with pytest.raises(Refusal) as refused:
        draw(tournament=hall, seed=1)
    assert str(refused.value) == f"{said} Nothing has been drawn."
    assert hall.rounds.count() == 0


def test_a_refusal_leaves_the_draw_that_was_there(hall):
    round = draws.draw_round(tournament=hall, seed=1)
    before = seatings(hall)
    place(hall, 3, table=9)
    with pytest.raises(Refusal, match="table 9"):
        draws.redraw_round(round=round, seed=2)
    assert seatings(hall) == before


def test_a_wish_that_is_not_met_is_told_by_name(hall):
    """Seven at five tables: some of them sit together in each round, at no cost of meetings."""
    apart(hall, *range(1, 8), name="De Slag", is_must=False)
    draws.draw_all_rounds(tournament=hall, seed=1)
    made = outcome(hall, seatings(hall), 3)
    assert (made.reached.met, {each.is_must for each in made.unkept}) == (0, {False})
    expected = [
        (number, f"“De Slag”: {who} sit together at table {table}.")
        for number, tables in enumerate(seatings(hall), 1)
        for table, here in enumerate(tables, 1)
        if len(there := sorted(p for p in here if p < 8)) > 1
        for who in [", ".join(f"{p} Speler {p}" for p in there)]
    ]
    assert [(each.round, each.text) for each in made.unkept] == expected


def test_who_left_asks_nothing_any_more(hall):
    apart(hall, *range(1, 7))
    services.withdraw(entry=hall.entries.get(number=6))
    draws.draw_all_rounds(tournament=hall, seed=1)
    assert meetings(hall, 1, 2, 3, 4, 5) == 0


@pytest.mark.parametrize("partners", ["fixed", "rotating"])
def test_with_partners_nothing_can_be_asked(db, partners):
    made = make(16, game="rubber-bridge", options={"partners": partners})
    for ask in (
        lambda: apart(made, 1, 3),
        lambda: place(made, 1, table=1),
        lambda: wishes.keep_clubs_apart(tournament=made),
    ):
        with pytest.raises(Refusal, match="partners"):
            ask()
    with pytest.raises(Refusal, match="no choice"):
        wishes.choose_fours(tournament=made, fours=4)


def test_what_was_asked_before_partners_came_is_taken_away_first(db):
    made = make(16)
    group = apart(made, 1, 3)
    services.update_tournament(tournament=made, game="rubber-bridge")
    with pytest.raises(Refusal, match="partners"):
        draws.draw_round(tournament=made, seed=1)
    assert made.rounds.count() == 0
    wishes.take_away(asked=group)
    draws.draw_round(tournament=made, seed=1)


def disturbed(seed):
    """A day: some must not meet, some have a place; after a round some leave, one comes."""
    random = Random(seed)
    made = make(random.randint(24, 60), slug=f"dag-{seed}")
    numbers = list(range(1, made.entries.count() + 1))
    for _ in range(4):
        apart(made, *random.sample(numbers[2:], 2))
    wish = sorted(random.sample(numbers[2:], 3))
    apart(made, *wish, name="club", is_must=False)
    place(made, 1, table=1)
    place(made, 2, seat=1)
    return made, random


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_day_on_which_some_leave_and_come(db, seed):
    made, random = disturbed(seed)
    first = draws.draw_round(tournament=made, seed=seed)
    draws.start_round(round=draws.fix_round(round=first))
    for entry in random.sample(list(made.entries.filter(number__gt=2)), 2):
        services.withdraw(entry=entry)
    services.enter(tournament=made, name="Laat")
    draws.draw_all_rounds(tournament=made, seed=seed + 100)
    made_of_it = outcome(made, seatings(made), 2)
    assert made_of_it.unkept == ()
    assert made_of_it.reached.met == made_of_it.reached.least_met == 0


# Tables of four


def sizes(tournament):
    return [len(table) for table in seatings(tournament)[-1]]


@pytest.mark.parametrize(
    ("players", "fours", "expected"),
    [
        (44, None, [5] * 8 + [4]),
        (44, 1, [5] * 8 + [4]),
        (44, 11, [4] * 11),
        (40, 5, [5] * 4 + [4] * 5),
    ],
)
def test_the_tables_of_four_are_chosen(db, players, fours, expected):
    made = make(players)
    wishes.choose_fours(tournament=made, fours=fours)
    draws.draw_all_rounds(tournament=made, seed=1)
    assert sizes(made) == expected


@pytest.mark.parametrize("fours", [0, 2, 12, 16])
def test_fours_that_cannot_be_are_refused(db, fours):
    made = make(44)
    with pytest.raises(Refusal, match=str(fours)):
        wishes.choose_fours(tournament=made, fours=fours)
    assert Tournament.objects.get().fours is None


def test_after_somebody_left_the_nearest_number_of_fours_is_taken(db):
    made = make(44)
    wishes.choose_fours(tournament=made, fours=6)
    draws.fix_round(round=draws.draw_round(tournament=made, seed=1))
    assert sizes(made) == [5] * 4 + [4] * 6
    services.withdraw(entry=made.entries.get(number=9))
    draws.draw_round(tournament=made, seed=2)
    assert sizes(made) == [5] * 3 + [4] * 7


# The page


def url(name="wishes", *args, slug="wk"):
    return reverse(f"tournament:{name}", args=[slug, *args])


def asked_apart(**changes):
    return {f"apart-{k}": v for k, v in {"players": "1, 2", "is_must": "must", **changes}.items()}


def asked_place(tournament, **changes):
    player = tournament.entries.get(number=3).pk
    return {f"place-{k}": v for k, v in {"entry": player, "table": "1", **changes}.items()}


def said(response):
    return [str(message) for message in response.context["messages"]]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("1, 2", {1, 2}),
        ("2\n1\n\n2;", {1, 2}),
        ("Speler 3, 12 Speler 12", {3, 12}),
        ("speler  10\r\n5", {5, 10}),
        ("Zoë, 1", {1, 25}),
        ("zoe, 1", {1, 25}),
    ],
)
def test_a_group_is_named_by_names_or_numbers(director_client, hall, typed, numbers):
    services.enter(tournament=hall, name="Zoë van Dam")
    response = director_client.post(
        url("keep_apart"), asked_apart(players=typed, name="Familie De Wit", is_must="wish")
    )
    assert response.url == url()
    assert musts_of(hall) == [ApartMust(frozenset(numbers), False, "Familie De Wit")]


@pytest.mark.parametrize(
    ("changes", "field", "error"),
    [
        ({"players": ""}, "players", "required"),
        ({"players": "1"}, "players", "two players"),
        ({"players": "1, 1"}, "players", "two players"),
        ({"players": "1, Nemo"}, "players", "“Nemo”"),
        ({"players": "1, 99"}, "players", "“99”"),
        ({"players": "1, 2 Nemo"}, "players", "“2 Nemo”"),
        ({"players": "1, ²"}, "players", "“²”"),
        ({"players": "1, Speler"}, "players", "“Speler” may be several players: 1 Speler 1,"),
        ({"players": "x" * 20_001}, "players", "20000"),
        ({"name": "x" * 81}, "name", "80"),
        ({"is_must": "maybe"}, "is_must", "maybe"),
    ],
)
def test_what_is_wrong_with_a_group_is_told(director_client, hall, changes, field, error):
    page = director_client.post(
        url("keep_apart"), asked_apart(**changes), headers={"accept-language": "en"}
    )
    assert page.status_code == 200
    assert error in page.context["apart"].errors[field][0]
    assert musts_of(hall) == []


def test_two_of_one_name_are_told_apart_by_their_numbers(director_client, hall):
    services.enter_many(
        tournament=hall, rows=[NewEntry("Jan"), NewEntry("Jan"), NewEntry("Jantje")]
    )
    page = director_client.post(url("keep_apart"), asked_apart(players="Jan, 1"))
    assert "25 Jan, 26 Jan" in page.context["apart"].errors["players"][0]
    director_client.post(url("keep_apart"), asked_apart(players="26 Jan, 1"))
    assert musts_of(hall) == [ApartMust(frozenset((1, 26)))]


def test_a_place_is_fixed(director_client, hall):
    typed = asked_place(hall, seat="1", round="2")
    assert director_client.post(url("fix_place"), typed).url == url()
    assert musts_of(hall) == [Place(3, table=1, seat=1, round=2)]
    director_client.post(url("fix_place"), asked_place(hall, table="", seat="2"))
    assert Place(3, seat=2) in musts_of(hall)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"entry": ""}, "entry"),
        ({"entry": "0"}, "entry"),
        ({"table": ""}, "table"),
        ({"table": "0"}, "table"),
        ({"table": "9" * 30}, "table"),
        ({"seat": "6"}, "seat"),
        ({"seat": "x"}, "seat"),
        ({"round": "4"}, "round"),
    ],
)
def test_what_is_wrong_with_a_place_is_told(director_client, hall, changes, field):
    page = director_client.post(url("fix_place"), asked_place(hall, **changes))
    assert (page.status_code, list(page.context["place_form"].errors)) == (200, [field])
    assert musts_of(hall) == []


def test_a_place_given_twice_is_told(director_client, hall):
    place(hall, 3, table=1)
    page = director_client.post(url("fix_place"), asked_place(hall))
    assert page.context["place_form"].non_field_errors() == ["Deze plaats is al gegeven."]


def test_what_is_asked_is_taken_away(director_client, hall):
    group, fixed = apart(hall, 1, 2), place(hall, 3, table=1)
    assert director_client.post(url("remove_apart", group.pk)).url == url()
    assert director_client.post(url("remove_place", fixed.pk)).url == url()
    assert musts_of(hall) == []
    assert director_client.post(url("remove_apart", group.pk)).status_code == 404
    assert director_client.post(url("remove_place", fixed.pk)).status_code == 404


def test_what_another_tournament_asks_is_left_alone(director_client, hall):
    other = make(8, slug="ander")
    group, fixed = apart(other, 1, 2), place(other, 3, table=1)
    assert director_client.post(url("remove_apart", group.pk)).status_code == 404
    assert director_client.post(url("remove_place", fixed.pk)).status_code == 404
    stranger = asked_place(hall, entry=other.entries.first().pk)
    page = director_client.post(url("fix_place"), stranger)
    assert list(page.context["place_form"].errors) == ["entry"]
    assert len(musts_of(other)) == 2


def test_clubs_are_kept_apart_by_one_press(director_client, db):
    made = make(12, clubs=4)
    response = director_client.post(url("keep_clubs_apart"), follow=True)
    assert made.kept_apart.filter(is_must=False).count() == 4
    assert len(said(response)) == 1


def test_tables_of_four_are_chosen_on_the_page(director_client, db):
    made = make(44)
    page = director_client.get(url())
    choices = [value for value, _text in page.context["fours"].fields["fours"].choices]
    assert choices == ["", 1, 6, 11]
    for typed, stored in (("6", 6), ("", None)):
        director_client.post(url("choose_fours"), {"tables-fours": typed})
        assert Tournament.objects.get(pk=made.pk).fours == stored
    page = director_client.post(url("choose_fours"), {"tables-fours": "7"})
    assert list(page.context["fours"].errors) == ["fours"]
    draws.fix_round(round=draws.draw_round(tournament=made, seed=1))
    page = director_client.post(url("choose_fours"), {"tables-fours": "6"}, follow=True)
    assert len(said(page)) == 1
    assert Tournament.objects.get(pk=made.pk).fours is None


def test_with_partners_the_page_has_no_forms(director_client, db):
    make(16, game="rubber-bridge")
    page = director_client.get(url(), headers={"accept-language": "en"})
    assert "Where people play with partners" in page.content.decode()
    assert url("keep_apart") not in page.content.decode()


def test_the_page_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make(30, clubs=10)
    wishes.keep_clubs_apart(tournament=made)
    for number in range(1, 9):
        place(made, number, table=1 + number % 5)
    draws.draw_round(tournament=made, seed=1)
    with django_assert_num_queries(13):
        director_client.get(url())


def test_the_page_is_for_directors_to_look_at(client, clerk_client, director_client, hall):
    assert director_client.get(url()).status_code == director_client.head(url()).status_code == 200
    assert clerk_client.get(url()).status_code == 403
    assert client.get(url()).url == f"{reverse('accounts:login')}?next={url()}"
    assert director_client.post(url()).status_code == 405
    assert director_client.get(url(slug="nergens")).status_code == 404


def test_the_page_is_found_from_the_rounds_and_the_players(director_client, clerk_client, hall):
    for name in ("rounds", "players"):
        assert url() in director_client.get(url(name)).content.decode()
        assert url() not in clerk_client.get(url(name)).content.decode()


# The page of a draw


def test_the_page_of_a_draw_says_what_was_reached_and_what_is_not_so(director_client, hall):
    apart(hall, *range(1, 8), name="De Slag", is_must=False)
    response = director_client.post(url("draw_all"), follow=True, headers={"accept-language": "en"})
    assert len(said(response)) == 2
    made = outcome(hall, seatings(hall), 3)
    assert response.context["reached"] == made.reached
    assert response.context["unkept"] == [each for each in made.unkept if each.round == 1]
    assert "repeat meetings 0 of at least 0" in response.content.decode()
    place(hall, 20, table=9)
    page = director_client.get(url("round", 1), headers={"accept-language": "en"})
    first = page.context["unkept"][0]
    table, chair = seat(hall, 1, 20)
    chair = "NORTH" if chair == 1 else f"seat {chair}"
    assert (first.is_must, first.text) == (
        True,
        f"20 Speler 20 should sit at table 9, and sits at table {table}, {chair}.",
    )


def test_a_change_by_hand_says_what_it_costs(director_client, hall):
    draws.draw_all_rounds(tournament=hall, seed=1)
    first, second = seatings(hall)[1][0][:1], seatings(hall)[1][1][:1]
    typed = {
        "first": hall.entries.get(number=first[0]).pk,
        "second": hall.entries.get(number=second[0]).pk,
    }
    there = director_client.post(
        url("swap", 2), typed, follow=True, headers={"accept-language": "en"}
    )
    now = outcome(hall, seatings(hall), 3).reached
    assert now.met > 0
    assert f"Repeat meetings: {now.met}, before 0." in said(there)[0]
    back = director_client.post(
        url("swap", 2), typed, follow=True, headers={"accept-language": "en"}
    )
    assert f"Repeat meetings: 0, before {now.met}." in said(back)[0]


def test_a_draw_that_cannot_be_is_explained_on_the_page(director_client, hall):
    place(hall, 3, table=9)
    for name in ("draw", "draw_all"):
        page = director_client.post(url(name), follow=True, headers={"accept-language": "en"})
        assert said(page) == [
            "There is no such place in round 1: 3 Speler 3: table 9. Nothing has been drawn."
        ]
    assert hall.rounds.count() == 0


def test_the_page_of_a_draw_takes_as_many_queries_for_many_as_for_few(
    director_client, db, django_assert_num_queries
):
    made = make(30, clubs=10)
    wishes.keep_clubs_apart(tournament=made)
    place(made, 1, table=1)
    draws.draw_all_rounds(tournament=made, seed=1)
    with django_assert_num_queries(18):
        director_client.get(url("round", 1))
