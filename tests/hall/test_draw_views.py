"""The last round by the standings, from the page and the command; other rounds as before."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.pairs import partners
from tests.standings.halls import count_form, hall, play
from wk.hall.ranked import ranking_for
from wk.standings.queries import standings
from wk.tournament import draws, services, wishes
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings
from wk.tournament.refusal import Refusal

ENGLISH = {"accept-language": "en"}
FORM = {5: [90, 70, 50, 30, 10], 4: [80, 60, 40, 20]}


def make(players=14, rounds=3, last_round=Tournament.LastRound.STANDINGS):
    made = hall([f"Speler {n}" for n in range(1, players + 1)], rounds=rounds)
    made.last_round = last_round
    made.save()
    return made


def played(made, seed):
    """The next round, drawn and played: seat 1 wins everywhere, by more at a higher table."""
    round = draws.draw_round(tournament=made, seed=seed)
    draws.start_round(round=draws.fix_round(round=round))
    for table in round.tables.all():
        size = table.seats.count()
        count_form(table, [points - table.number for points in FORM[size]])
    return round


@pytest.fixture
def ready(db):
    """Fourteen players after two of three rounds, the last one by the standings."""
    made = make()
    played(made, 1)
    played(made, 2)
    return made


def url(name, *args):
    return reverse(f"hall:{name}", args=["hal", *args])


def said(response):
    return [str(message) for message in response.context["messages"]]


def press(client, name, *args):
    return client.post(url(name, *args), follow=True, headers=ENGLISH)


def by_rank(made, sizes, after=2):
    """Who belong together by the standings, cut by hand from those who play."""
    left = set(made.entries.exclude(withdrawn_after=None).values_list("number", flat=True))
    order = [row.number for row in standings(made, after).rows if row.number not in left]
    tables = []
    for size in sizes:
        tables.append(sorted(order[:size]))
        order = order[size:]
    return tables


def company(made, number):
    return [sorted(table) for table in seatings(made)[number - 1]]


def test_the_last_round_seats_the_best_together(director_client, ready):
    response = press(director_client, "draw")
    assert said(response) == ["Round 3 has been drawn."]
    assert company(ready, 3) == by_rank(ready, (5, 5, 4))
    page = response.content.decode()
    assert "By the standings: the best sit together." in page
    assert 0 < ready.rounds.get(number=3).seed <= draws.MOST_SEED


def test_the_same_lot_number_gives_the_same_seats(ready):
    ranking = ranking_for(ready, 3)
    round = draws.draw_round(tournament=ready, seed=8, ranking=ranking)
    first = seatings(ready)[2]
    draws.redraw_round(round=round, seed=9, ranking=ranking)
    assert company(ready, 3) == [sorted(table) for table in first]
    assert seatings(ready)[2] != first
    draws.redraw_round(round=round, seed=8, ranking=ranking)
    assert seatings(ready)[2] == first


def test_who_left_is_not_seated_and_who_came_sits_at_the_last_table(director_client, ready):
    leader = standings(ready).rows[0].number
    services.withdraw(entry=ready.entries.get(number=leader))
    services.enter(tournament=ready, name="Laat")
    press(director_client, "draw")
    tables = company(ready, 3)
    assert tables == by_rank(ready, (5, 5, 4))
    assert 15 in tables[2]
    assert not any(leader in table for table in tables)


def test_who_is_equal_in_everything_stands_in_order_of_number(db):
    made = make(10, rounds=2)
    play(made, 1, {1: dict.fromkeys((9, 7, 5, 3, 1), 40), 2: dict.fromkeys((10, 8, 6, 4, 2), 40)})
    assert ranking_for(made, 2) == list(range(1, 11))
    assert ranking_for(made, 1) is None


@pytest.mark.parametrize(
    ("state", "missing"),
    [
        (Round.State.STARTED, [2, 3]),
        (Round.State.CLOSED, [2, 3]),
        (Round.State.FINAL, []),  # the director has decided to do without (A17)
    ],
)
def test_it_waits_for_every_form_of_the_rounds_before_it(director_client, db, state, missing):
    made = make()
    played(made, 1)
    second = played(made, 2)
    for table in second.tables.filter(number__in=[2, 3]):
        table.form.delete()
    second.state = state
    second.save()
    response = press(director_client, "draw")
    if missing:
        assert said(response) == [
            "Round 3 is seated by the standings, so every form has to count first."
            " Still missing: round 2, table 2, 3."
        ]
    else:
        assert said(response) == ["Round 3 has been drawn."]
    assert made.rounds.count() == (2 if missing else 3)


def test_many_missing_tables_are_counted(db):
    made = make(75, rounds=2)
    round = draws.draw_round(tournament=made, seed=1)
    draws.start_round(round=draws.fix_round(round=round))
    with pytest.raises(Refusal, match=r"11, 12, (en nog|and) 3"):
        ranking_for(made, 2)


def test_it_waits_until_the_round_before_it_is_played(director_client, db):
    made = make()
    played(made, 1)
    draws.fix_round(round=draws.draw_round(tournament=made, seed=2))
    assert said(press(director_client, "draw")) == [
        "Round 3 is seated by the standings: play round 2 first."
    ]


def test_all_rounds_at_once_are_all_but_the_last(director_client, db):
    made = make()
    response = press(director_client, "draw_all")
    assert said(response) == [
        "Rounds 1 to 2 have been drawn.",
        "Round 3 is seated by the standings: draw it when round 2 is complete.",
    ]
    assert made.rounds.count() == 2


def test_all_rounds_at_once_is_not_offered_for_one(director_client, db):
    made = make()
    rounds = reverse("tournament:rounds", args=["hal"])
    page = director_client.get(rounds, headers=ENGLISH).content.decode()
    assert url("draw_all") in page
    assert "Round 3 is seated by the standings; it is drawn when" in page
    played(made, 1)
    page = director_client.get(rounds).content.decode()
    assert url("draw_all") not in page
    assert url("draw") in page
    played(made, 2)
    page = director_client.get(rounds, headers=ENGLISH).content.decode()
    assert "It is seated by the standings: the best at table 1" in page


def test_drawn_by_lot_where_nobody_chose_otherwise(director_client, db):
    made = make(last_round=Tournament.LastRound.LOT)
    assert said(press(director_client, "draw_all")) == ["Rounds 1 to 3 have been drawn."]
    assert [ranking_for(made, number) for number in (1, 2, 3)] == [None, None, None]


def test_one_round_of_one_is_drawn_by_lot(director_client, db):
    made = make(rounds=1)
    assert said(press(director_client, "draw_all")) == ["Round 1 has been drawn."]
    assert made.rounds.get().seats.count() == 14


def test_drawn_again_when_a_form_has_changed(director_client, ready):
    press(director_client, "draw")
    last = ready.rounds.get(number=2).tables.get(number=3)
    last.form.delete()
    assert said(press(director_client, "redraw", 3))[0].startswith("Round 3 is seated")
    count_form(last, [400, 300, 200, 100])
    before = company(ready, 3)
    assert said(press(director_client, "redraw", 3)) == ["Round 3 has been drawn again."]
    assert company(ready, 3) == by_rank(ready, (5, 5, 4)) != before


def test_what_must_be_is_kept_and_who_sits_elsewhere_is_named(director_client, ready):
    order = ranking_for(ready, 3)
    three, five, six = (ready.entries.get(number=order[n - 1]) for n in (3, 5, 6))
    wishes.keep_apart(tournament=ready, entries=[three, five])
    response = press(director_client, "draw")
    assert said(response) == [
        "Round 3 has been drawn.",
        f"To keep to what was asked, these sit at another table than by rank: {five}, {six}.",
    ]
    assert company(ready, 3)[0] == sorted([*order[:4], order[5]])


def test_what_cannot_be_is_refused_and_nothing_is_drawn(director_client, ready):
    wishes.fix_place(entry=ready.entries.get(number=4), table=3, seat=5)
    assert said(press(director_client, "draw")) == [
        "There is no such place in round 3: 4 Speler 4: table 3, seat 5. Nothing has been drawn."
    ]
    assert ready.rounds.count() == 2


def test_who_has_a_seat_again_is_told(director_client, db):
    made = make(8, rounds=2)
    play(made, 1, {1: {1: 90, 2: 40, 3: 30, 4: 20}, 2: {5: 90, 6: 40, 7: 30, 8: 20}})
    response = press(director_client, "draw")
    assert company(made, 2) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert response.context["sit_again"] == []
    assert "that they had before" not in response.content.decode()


def test_where_all_had_the_same_seat_one_has_it_again(director_client, db):
    made = make(8, rounds=2)
    play(made, 1, {1: {1: 90, 5: 1}, 2: {2: 80, 6: 1}, 3: {3: 70, 7: 1}, 4: {4: 60, 8: 1}})
    response = press(director_client, "draw")
    assert company(made, 2) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    first, second = seatings(made)[1]
    again = [entry.number for entry in response.context["sit_again"]]
    assert again == [first[0], second[1]]
    assert "2 players have a seat that they had before;" in response.content.decode()


@pytest.mark.parametrize("together", ["fixed", "rotating"])
def test_partners_too_are_seated_by_the_standings(director_client, db, together):
    made = make(8, rounds=2)
    services.update_tournament(
        tournament=made, game="rubber-bridge", options={"partners": together}
    )
    play(made, 1, {1: {1: 5, 3: 9, 2: 5, 4: 9}, 2: {5: 7, 7: 3, 6: 7, 8: 3}})
    assert said(press(director_client, "draw")) == ["Round 2 has been drawn."]
    assert company(made, 2) == [[3, 4, 5, 6], [1, 2, 7, 8]]
    pairs = {(1, 2), (3, 4), (5, 6), (7, 8)}
    now = {*partners(seatings(made)[1])}
    assert now == pairs if together == "fixed" else not now & pairs


# The command


@pytest.fixture
def command(capsys):
    def run(*args):
        call_command("draw", *args)
        return capsys.readouterr().out

    return run


def test_the_command_draws_the_same_last_round(ready, command, settings):
    settings.LANGUAGE_CODE = "en"
    dry = json.loads(command("hal", "--seed", "4", "--dry-run", "--format", "json"))
    assert (dry["stored"], ready.rounds.count()) == (False, 2)
    really = json.loads(command("hal", "--all", "--seed", "4", "--format", "json"))
    assert really == dry | {"stored": True}
    assert [table["seats"] for table in really["rounds"][0]["tables"]] == seatings(ready)[2]
    assert company(ready, 3) == by_rank(ready, (5, 5, 4))
    again = json.loads(command("hal", "--round", "3", "--seed", "4", "--format", "json"))
    assert again == really


def test_the_command_says_what_it_leaves_for_later(db, command, settings):
    settings.LANGUAGE_CODE = "en"
    made = make()
    *_lines, last = command("hal", "--all", "--seed", "4").splitlines()
    assert last == "Round 3 is seated by the standings: draw it when round 2 is complete."
    assert made.rounds.count() == 2
    for round in made.rounds.all():
        draws.start_round(round=draws.fix_round(round=round))
    with pytest.raises(CommandError, match="round 1, table 1, 2, 3; round 2, table 1, 2, 3"):
        command("hal", "--round", "3")


def test_a_draw_without_the_standings_that_it_turns_out_to_need_is_refused(ready):
    with pytest.raises(Refusal):
        draws.draw_round(tournament=ready, seed=7)
    assert ready.rounds.count() == 2
