"""Results that are held back, on pages: what the public is told, and who may make them public."""

import re
from itertools import product

import pytest

from tests.markup import on_one_line
from tests.standings.reading import NOW, names, rows, text
from tests.standings.secret import ALL, NOTHING, TOP, hold, last_points, total
from tests.standings.tournaments import close_rounds, make_tournament, play_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def test_the_public_is_told_that_a_round_is_announced_later(client, played):
    hold(played, ALL)
    own, place = "/t/hal/players/7/", "/t/hal/rounds/2/tables/1/"
    read = {at: text(client.get(at)) for at in (NOW, f"{NOW}2/", "/t/hal/", own, place)}
    for address, words in read.items():
        assert "Still secret The results of round 2 are announced later." in words, address
        assert "not public yet" not in words
    assert "Standings after round 1" in read[NOW]
    assert "Round 2 Table 1 , seat 1 still secret Seat Name 1 7 Gerrit" in read[own]


def test_the_first_round_held_back(client):
    made = make_tournament("abcd")
    play_round(made, 1, {1: {1: 40, 2: 30, 3: 20, 4: 10}})
    hold(made, ALL, number=1)
    page = client.get(NOW)
    assert rows(page)[0] == ["–", "a", "–", "–"]
    assert "has not started" not in text(page)
    assert "are announced later." in text(client.get("/t/hal/"))


BELOW = "Still secret Places 1 to 10 are announced later, and all points with them."


def test_the_public_sees_who_is_below_the_top(client, played):
    hold(played, TOP)
    page = client.get(NOW)
    assert rows(page) == [
        ["11", "Hiltje", "2 5890", "table 2"],
        ["12", "Fokje", "2 5889", "table 3"],
    ]
    assert f"Standings from place 11 on {BELOW}" in text(page)
    assert "World champion" not in text(page)
    assert "All forms are in" not in text(page)
    assert "Nobody found below the first 10 places." in text(client.get(NOW, {"q": "Gerrit"}))
    top = text(client.get("/t/hal/players/7/"))
    assert f"Rank – MP – Points – {BELOW}" in top
    assert f"Rank 11 MP – Points – {BELOW}" in text(client.get("/t/hal/players/8/"))
    assert f"{BELOW} The whole standings" in text(client.get("/t/hal/"))


def test_by_no_order_the_hidden_results_are_found_out(client, played):
    hold(played, TOP)
    for sort in ("wp", "-wp", "points", "-points", "round2", "-round2"):
        page = client.get(NOW, {"sort": sort})
        assert (sort, [row[1] for row in rows(page)]) == (sort, ["Hiltje", "Fokje"])


def test_while_the_last_round_goes_on_its_top_hides_it_whole(client, played):
    hold(played, TOP)
    played.rounds.filter(number=2).update(state="started")
    told = (
        "Still secret Round 2 does not count here yet. Once it is closed, you see here the"
        " places below the first ten."
    )
    for address in (f"{NOW}2/", "/t/hal/", "/t/hal/players/7/"):
        assert told in text(client.get(address)), address
    page = client.get(NOW)
    assert told in text(page)
    assert rows(page)[0] == ["1", "Gerrit", "5", "5900", "5 5900"]
    assert "Standings after round 1" in text(page)


def test_the_wall_turns_over_those_below_the_top(client):
    made = make_tournament([f"P{n}" for n in range(1, 31)], rounds=1)
    play_round(made, 1, {t: {n: 900 - n for n in range(t, 31, 6)} for t in range(1, 7)})
    close_rounds(made)
    hold(made, TOP, number=1)
    assert "11 to 26 of 30" in text(client.get(NOW, {"wall": 1}))
    assert "27 to 30 of 30" in text(client.get(NOW, {"wall": 1, "page": 2}))


def test_the_page_follows_until_all_is_released(client, played):
    for what, follows in ((ALL, True), (TOP, True), (NOTHING, False)):
        hold(played, what)
        page = client.get(NOW, {"q": "Fokje"}).content.decode()
        assert ('hx-trigger="every 20s"' in page) is follows


def test_officials_see_it_with_a_mark(clerk_client, played):
    pages = (NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/")
    for what, addresses in ((ALL, pages), (TOP, pages), (NOTHING, pages[:1])):
        hold(played, what)
        for address in addresses:
            page = text(clerk_client.get(address))
            assert str(total(7)) in page, (what, address)
            marked = f"not public yet Round 2: {what.label}" in page
            assert (marked, "not public yet" in page) == (what != NOTHING,) * 2, (what, address)


def test_officials_see_a_table_with_a_mark(clerk_client, played):
    hold(played, TOP)
    page = text(clerk_client.get("/t/hal/rounds/2/tables/1/"))
    assert "not public yet" in page
    assert str(last_points(7)) in page


def test_officials_are_warned_before_they_read_who_won(clerk_client, played):
    hold(played, TOP)
    page = text(clerk_client.get(NOW))
    assert 0 < page.find("not public yet") < page.find("World champion")


def test_on_the_wall_hangs_what_is_public_whoever_hung_it(director_client, played):
    for what, address in product((ALL, TOP), (f"{NOW}?wall=1", f"{NOW}2/?wall=1")):
        hold(played, what)
        page = director_client.get(address)
        assert ("Gerrit" in names(page)) is (what == ALL)
        assert str(total(7)) not in text(page)
        assert "Still secret" in text(page)
        assert "Make it public" not in text(page)


def offers(page):
    """Return what the director may press."""
    html = on_one_line(page.content.decode())
    found = re.search(r'<details class="withhold.*?</details>', html)
    return re.findall(r"<button[^>]*> ?(.*?) ?</button>", found.group()) if found else None


def test_the_director_is_offered_what_makes_sense(director_client, played):
    for what, round_state, expected in (
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
    ):
        played.rounds.filter(number=2).update(withheld=what, state=round_state)
        offered = offers(director_client.get(NOW, {"q": "Fokje"}))
        assert (what, round_state, offered) == (what, round_state, expected)


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


def test_the_pages_take_a_few_queries(client, played, django_assert_num_queries):
    for what, more in ((NOTHING, 0), (TOP, 1), (ALL, 0)):
        hold(played, what)
        for address, queries in ((NOW, 7), (f"{NOW}2/", 7), ("/t/hal/players/7/", 10)):
            with django_assert_num_queries(queries + more, info=f"{what} {address}"):
                client.get(address)
