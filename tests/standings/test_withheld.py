"""Results that are held back: what the public may know, and that nothing else leaks anywhere."""

import re
from itertools import product

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.standings.halls import close, hall, play
from tests.standings.test_queries import ranks, state
from tests.standings.test_views import names, rows, text
from wk.scoreforms.models import Version
from wk.standings.players import player_rounds
from wk.standings.queries import RoundResult, finished_rounds, running_rounds, sight, standings_seen
from wk.tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NOTHING, TOP, ALL = Round.Withheld.NOTHING, Round.Withheld.TOP, Round.Withheld.ALL
NOW = "/t/hal/standings/"
# Places 1 to 12 after the last round are these start numbers.
ORDER = (7, 2, 12, 5, 9, 1, 11, 4, 10, 3, 8, 6)
NAMES = [
    *("Aaltje", "Berend", "Corrie", "Douwe", "Evert", "Fokje"),
    *("Gerrit", "Hiltje", "Ietje", "Jelle", "Klaske", "Lolke"),
]


def first_points(number):
    return 5900 - ORDER.index(number)


def last_points(number):
    """What a player made in the last round: a number that is found nowhere else."""
    place, table = divmod(ORDER.index(number), 3)
    return (286, 178, -138, -238)[place] - 2 * table


def total(number):
    return first_points(number) + last_points(number)


@pytest.fixture
def played():
    """Two rounds, both in: the first three of ORDER win their tables, the next come second."""
    made = hall(NAMES, rounds=2)
    for round, points in ((1, first_points), (2, last_points)):
        play(made, round, {t: {n: points(n) for n in ORDER[t - 1 :: 3]} for t in (1, 2, 3)})
    for version in Version.objects.filter(form__table__round__number=2):
        seated = version.form.table.seats.order_by("number")
        version.content = {"totals": [seat.result.points for seat in seated]}
        version.save(update_fields=["content"])
    Round.objects.filter(number=1).update(state=Round.State.FINAL)
    close(made)
    return made


def hold(tournament, what, number=2):
    tournament.rounds.filter(number=number).update(withheld=what)


def seen(tournament, *, sees_all=False, after_round=None):
    return standings_seen(sight(tournament, sees_all=sees_all), after_round)


# What may be known ------------------------------------------------------------------------------


def test_all_of_a_round_held_back_the_standings_end_with_the_round_before(played):
    hold(played, ALL)
    assert state(seen(played)) == (1, True, 0, False)
    assert ranks(seen(played)) == ranks(seen(played, sees_all=True, after_round=1))
    assert ranks(seen(played, after_round=2)) == ranks(seen(played))


def test_a_later_round_does_not_tell_what_an_earlier_one_hides(played):
    hold(played, ALL, number=1)
    assert state(seen(played)) == (0, True, 0, False)
    assert {row[3:] for row in ranks(seen(played))} == {(0, 0)}


def test_a_round_that_has_not_begun_hides_nothing_yet(played):
    played.rounds.filter(number=2).update(state=Round.State.FIXED, withheld=ALL)
    assert sight(played, sees_all=False).last == 1
    assert sight(played, sees_all=False).hidden == ()
    played.rounds.filter(number=1).update(state=Round.State.FIXED)
    assert sight(played, sees_all=False).last == 0


def test_the_top_held_back_leaves_the_places_after_it(played):
    hold(played, TOP)
    whole, public = seen(played, sees_all=True), seen(played)
    assert [row.number for row in whole.rows] == list(ORDER)
    assert ranks(public) == ranks(whole)[10:]
    assert (public.hidden, whole.hidden) == (10, 0)
    assert (public.is_over, public.is_final, public.champions) == (True, False, ())
    assert (whole.is_final, whole.champions[0].number) == (True, 7)
    assert [row.rounds[1] for row in public.rows] == [RoundResult(2, 2), RoundResult(2, 3)]


def test_the_top_of_the_last_round_says_nothing_of_those_before(played):
    hold(played, TOP)
    assert ranks(seen(played, after_round=1)) == ranks(seen(played, sees_all=True, after_round=1))


def test_a_shared_tenth_place_is_held_back_whole():
    made = hall([f"P{n}" for n in range(1, 17)], rounds=1)
    tables = {t: {4 * t - 3: 90 - t, 4 * t - 2: 80, 4 * t - 1: 70, 4 * t: 60} for t in range(1, 5)}
    play(made, 1, tables)
    hold(made, TOP, number=1)
    # 1 2 3 4, 5 shared by four, 9 shared by four, 13 shared by four.
    assert [row.rank for row in seen(made).rows] == [13] * 4
    assert seen(made).hidden == 12


def test_before_any_form_is_in_there_is_no_top():
    made = hall("abcd", rounds=1)
    play(made, 1, {1: [1, 2, 3, 4]})
    hold(made, TOP, number=1)
    assert (len(seen(made).rows), seen(made).hidden) == (4, 0)


def test_namesakes_are_known_from_those_who_are_hidden_too():
    made = hall(["Jan", *(f"P{n}" for n in range(2, 12)), "Jan"], rounds=1)
    play(made, 1, {t: {n: 100 - n for n in range(4 * t - 3, 4 * t + 1)} for t in (1, 2, 3)})
    hold(made, TOP, number=1)
    assert seen(made).namesakes == {"Jan"}


def test_officials_see_everything(played):
    hold(played, ALL)
    official = sight(played, sees_all=True)
    assert (official.last, official.hidden) == (2, ())
    assert [round.number for round in official.withheld] == [2]


def test_a_players_rounds_say_what_is_hidden(played):
    hold(played, TOP)
    entry = played.entries.get(number=7)
    for sees_all, told in ((False, [True, False]), (True, [True, True])):
        rounds = player_rounds(sight(played, sees_all=sees_all), entry)
        assert [each.is_told for each in rounds] == told
        assert [each.is_in for each in rounds] == [True, True]


def test_a_final_round_waits_for_no_form():
    """A17: a table that did not finish is for the director to live with."""
    made = hall("abcdefgh", rounds=1)
    round = play(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}, 2: [5, 6, 7, 8]})
    assert state(seen(made)) == (1, False, 1, False)
    assert (finished_rounds(made), list(running_rounds())) == (set(), [round])
    Round.objects.update(state=Round.State.FINAL)
    assert state(seen(made)) == (1, True, 0, True)
    assert (finished_rounds(made), list(running_rounds())) == ({1}, [])
    entry = made.entries.get(number=5)
    assert [each.is_on for each in player_rounds(sight(made, sees_all=False), entry)] == [False]


# Every door -------------------------------------------------------------------------------------


def addresses():
    """Yield the address of everything there is in wk, with every number that it may have."""
    for route in routes(get_resolver(), ""):
        parameters = re.findall(r"<(?:\w+:)?(\w+)>", route)
        choices = dict.fromkeys(parameters, (1, 2, 3)) | {"slug": ("hal",)}
        if len(parameters) == 2:
            choices[parameters[1]] = range(1, 13)
        blanks = "/" + re.sub(r"<[^>]*>", "{}", route)
        for chosen in product(*(choices[name] for name in parameters)):
            yield blanks.format(*chosen)


def routes(resolver, before):
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


def everything_public(client):
    """Return what the public gets to read anywhere, by address."""
    read = {}
    asked = [f"{NOW}?{wish}" for wish in ("wall=1", "wall=1&page=2", "q=7", "sort=-round2")]
    asked += [f"{NOW}2/?wall=1", f"{NOW}2/?sort=name", "/t/hal/players/?q=e"]
    for address in [*addresses(), *asked]:
        page = client.get(address)
        read[address] = page.content.decode() if not page.streaming else ""
        if page.status_code == 200:
            read[f"{address} (part)"] = client.get(address, headers={"HX-Request": "true"})
            read[f"{address} (part)"] = read[f"{address} (part)"].content.decode()
    return read


def where_found(read, numbers):
    """Return the numbers that can be read somewhere, each with the first address of it."""
    return {
        number: address
        for number in numbers
        for address, body in reversed(read.items())
        if re.search(rf"\b{number}\b", body)
    }


@pytest.mark.slow
def test_nothing_that_is_held_back_leaks_anywhere(client, played):
    """The same walk finds every number as long as nothing is held back."""
    numbers = range(1, 13)
    won, totals = [abs(last_points(n)) for n in numbers], [total(n) for n in numbers]
    read = everything_public(client)
    tables = {f"/t/hal/rounds/2/tables/{n}/" for n in (1, 2, 3)}
    assert tables | {NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/"} <= set(read)
    assert set(where_found(read, won + totals)) == set(won + totals)
    assert all(where_found({t: read[t]}, won) for t in tables)

    hold(played, ALL)
    assert where_found(everything_public(client), won + totals) == {}

    hold(played, TOP)
    read = everything_public(client)
    told = {total(n) for n in ORDER[10:]}
    assert set(where_found(read, won + totals)) == told
    for address, body in read.items():
        if address.startswith(NOW) or address == "/t/hal/":
            named = [NAMES[n - 1] for n in ORDER[:10] if NAMES[n - 1] in body]
            assert named == [] or address.startswith(f"{NOW}1/"), address


def test_the_command_is_for_officials_and_tells_all(played, capsys):
    hold(played, ALL)
    call_command("standings", "hal", "--format", "csv")
    assert str(total(7)) in capsys.readouterr().out


# What is read -----------------------------------------------------------------------------------


def test_the_public_is_told_that_a_round_is_announced_later(client, played):
    hold(played, ALL)
    for address in (NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/", "/t/hal/rounds/2/tables/1/"):
        read = text(client.get(address))
        assert "Still secret The results of round 2 are announced later." in read, address
        assert "not public yet" not in read
    assert "Standings after round 1" in text(client.get(NOW))
    assert "Round 2 Table 1 , seat 1 still secret Seat Name 1 7 Gerrit" in text(
        client.get("/t/hal/players/7/")
    )


def test_the_first_round_held_back(client):
    made = hall("abcd")
    play(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    hold(made, ALL, number=1)
    page = client.get(NOW)
    assert rows(page)[0] == ["–", "a", "–", "–"]
    assert "has not started" not in text(page)
    assert "are announced later." in text(client.get("/t/hal/"))


def test_the_public_sees_the_places_after_the_top(client, played):
    hold(played, TOP)
    page = client.get(NOW)
    assert names(page) == ["Hiltje", "Fokje"]
    assert rows(page)[0] == ["11", "Hiltje", "4", "5650", "2 5890", "table 2"]
    assert "Standings from place 11 on Still secret Places 1 to 10 are announced later." in text(
        page
    )
    assert "World champion" not in text(page)
    assert "All forms are in" not in text(page)
    assert "Nobody found below the first 10 places." in text(client.get(NOW, {"q": "Gerrit"}))
    top = text(client.get("/t/hal/players/7/"))
    assert "Rank – MP – Points – Still secret Places 1 to 10 are announced later." in top
    after = text(client.get("/t/hal/players/8/"))
    assert "Rank 11 MP 4 Points 5650" in after
    overview = text(client.get("/t/hal/"))
    assert "Still secret Places 1 to 10 are announced later. The whole standings" in overview


def test_the_wall_counts_from_the_place_after_the_top(client):
    made = hall([f"P{n}" for n in range(1, 31)], rounds=1)
    play(made, 1, {t: {n: 900 - n for n in range(t, 31, 6)} for t in range(1, 7)})
    hold(made, TOP, number=1)
    assert "11 to 26 of 30" in text(client.get(NOW, {"wall": 1}))
    assert "27 to 30 of 30" in text(client.get(NOW, {"wall": 1, "page": 2}))
    found = text(client.get(NOW, {"wall": 1, "q": "P"}))
    assert "1 to 16 of 20" in found


def test_the_page_follows_until_all_is_released(client, played):
    for what, follows in ((ALL, True), (TOP, True), (NOTHING, False)):
        hold(played, what)
        assert ('hx-trigger="every 20s"' in client.get(NOW).content.decode()) is follows


@pytest.mark.slow
@pytest.mark.parametrize("address", [NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/"])
@pytest.mark.parametrize("what", [ALL, TOP])
def test_officials_see_it_with_a_mark(clerk_client, played, what, address):
    hold(played, what)
    page = text(clerk_client.get(address))
    assert str(total(7)) in page
    assert f"not public yet Round 2: {what.label}" in page
    hold(played, NOTHING)
    assert "not public yet" not in text(clerk_client.get(address))


def test_officials_see_a_table_with_a_mark(clerk_client, played):
    hold(played, TOP)
    page = text(clerk_client.get("/t/hal/rounds/2/tables/1/"))
    assert "not public yet" in page
    assert str(last_points(7)) in page


def test_officials_are_warned_before_they_read_who_won(clerk_client, played):
    hold(played, TOP)
    page = text(clerk_client.get(NOW))
    assert 0 < page.find("not public yet") < page.find("World champion")


@pytest.mark.parametrize("address", [f"{NOW}?wall=1", f"{NOW}2/?wall=1"])
@pytest.mark.parametrize("what", [ALL, TOP])
def test_on_the_wall_hangs_what_is_public_whoever_hung_it(director_client, played, what, address):
    hold(played, what)
    page = director_client.get(address)
    assert "Gerrit" not in names(page) or what == ALL
    assert str(total(7)) not in text(page)
    assert "Still secret" in text(page)
    assert "Make it public" not in text(page)


def offers(page):
    """Return what the director may press."""
    found = re.search(r'<details class="withhold.*?</details>', page.content.decode(), re.DOTALL)
    return re.findall(r"<button[^>]*>(.*?)</button>", found.group()) if found else None


@pytest.mark.parametrize(
    ("what", "round_state", "expected"),
    [
        (
            NOTHING,
            "started",
            ["Hold back the top ten of the last round", "Hold back the results of round 2"],
        ),
        (TOP, "started", ["Make it public", "Hold back the results of round 2"]),
        (ALL, "closed", ["Make it public", "Hold back the top ten of the last round"]),
        (ALL, "drawn", ["Hold nothing back after all", "Hold back the top ten of the last round"]),
        (TOP, "final", ["Make it public"]),
        (NOTHING, "final", None),
    ],
)
def test_the_director_is_offered_what_makes_sense(
    director_client, played, what, round_state, expected
):
    played.rounds.filter(number=2).update(withheld=what, state=round_state)
    assert offers(director_client.get(NOW)) == expected


def test_of_several_rounds_each_is_made_public_alone(director_client, played):
    played.rounds.filter(number=1).update(withheld=ALL)
    hold(played, TOP)
    page = director_client.get(NOW)
    assert offers(page) == [
        "Make the results of round 1 public",
        "Make the results of round 2 public",
        "Hold back the results of round 2",
    ]
    assert re.findall(r'name="round" value="(\d)"', page.content.decode()) == ["1", "2"]


def test_of_a_round_in_the_middle_only_all_is_held_back(director_client, played):
    played.round_count = 3
    played.save()
    assert offers(director_client.get(NOW)) == ["Hold back the results of round 2"]


def test_nobody_else_is_offered_anything(client, clerk_client, played):
    hold(played, TOP)
    assert (offers(client.get(NOW)), offers(clerk_client.get(NOW))) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize("what", [NOTHING, TOP, ALL])
@pytest.mark.parametrize(
    ("address", "queries"), [(NOW, 6), (f"{NOW}2/", 6), ("/t/hal/players/7/", 10)]
)
def test_number_of_queries(client, played, django_assert_num_queries, what, address, queries):
    hold(played, what)
    with django_assert_num_queries(queries):
        client.get(address)
