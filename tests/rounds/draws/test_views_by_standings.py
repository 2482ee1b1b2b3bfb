"""The page that draws the last round by the standings."""

import re

import pytest
from django.urls import reverse

from scoring.pairs import partners
from tests.markup import messages_of
from tests.rounds.last_round import (
    ENGLISH,
    page_after,
    play_written_round,
    players_by_table,
    press,
    rounds_url,
    tables_by_rank,
    tournament_by_standings,
    two_rounds_played,
)
from tests.rounds.prepared_rounds import noon_plus
from tests.standings.tournaments import count_form, play_round
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service as draws
from wk.rounds.draws.ranking import ranking_for
from wk.rounds.lifecycle import transitions
from wk.standings.queries import standings
from wk.tournament import services
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings


def test_the_last_round_seats_the_best_together(director_client, after_two_rounds):
    response = press(director_client, "draw")
    assert messages_of(response) == ["Round 3 has been drawn."]
    assert players_by_table(after_two_rounds, 3) == tables_by_rank(after_two_rounds, (5, 5, 4))
    page = page_after(director_client, response).content.decode()
    assert "By the standings: the best sit together." in page
    assert "Round 3 has been drawn." in page
    assert 0 < after_two_rounds.rounds.get(number=3).seed <= draws.MOST_SEED


def test_the_same_draw_number_gives_the_same_seats(after_two_rounds):
    round = draws.draw_round(tournament=after_two_rounds, seed=8)
    first = seatings(after_two_rounds)[2]
    draws.redraw_round(round=round, seed=9)
    assert players_by_table(after_two_rounds, 3) == [sorted(table) for table in first]
    assert seatings(after_two_rounds)[2] != first
    draws.redraw_round(round=round, seed=8)
    assert seatings(after_two_rounds)[2] == first


def test_a_draw_and_a_draw_again_are_in_the_log_with_their_time(director, after_two_rounds):
    round = draws.draw_round(tournament=after_two_rounds, seed=8, author=director, now=noon_plus(0))
    draws.redraw_round(round=round, seed=9, author=director, now=noon_plus(5))
    noted = after_two_rounds.log_entries.filter(kind=AuditLogEntry.Kind.DRAWN).order_by("pk")
    assert [(c.author, c.at) for c in noted] == [(director, noon_plus(0)), (director, noon_plus(5))]


def test_a_withdrawn_leader_gets_no_seat_and_a_newcomer_sits_at_the_last_table(
    director_client, after_two_rounds
):
    leader = standings(after_two_rounds).rows[0].number
    roster.withdraw(entry=after_two_rounds.entries.get(number=leader))
    roster.enter(tournament=after_two_rounds, name="Laat")
    press(director_client, "draw")
    tables = players_by_table(after_two_rounds, 3)
    assert tables == tables_by_rank(after_two_rounds, (5, 5, 4))
    assert 15 in tables[2]
    assert not any(leader in table for table in tables)


def test_equal_players_are_ranked_by_start_number(db):
    made = tournament_by_standings(10, rounds=2)
    play_round(
        made, 1, {1: dict.fromkeys((9, 7, 5, 3, 1), 40), 2: dict.fromkeys((10, 8, 6, 4, 2), 40)}
    )
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
def test_the_draw_waits_for_every_form_of_earlier_rounds(director_client, db, state, missing):
    made = two_rounds_played()
    second = made.rounds.get(number=2)
    for table in second.tables.filter(number__in=[2, 3]):
        table.form.delete()
    second.state = state
    second.save()
    response = press(director_client, "draw")
    if missing:
        assert messages_of(response) == [
            "Round 3 is seated by the standings, so every form has to count first."
            " Not counted yet: round 2, table 2, 3."
        ]
    else:
        assert messages_of(response) == ["Round 3 has been drawn."]
    assert made.rounds.count() == (2 if missing else 3)


def test_of_many_missing_tables_the_rest_is_counted(db):
    made = tournament_by_standings(75, rounds=2)
    play_round(made, 1, {n: range(5 * n - 4, 5 * n + 1) for n in range(1, 16)})
    with pytest.raises(ActionRefused, match=r"11, 12, (en nog|and) 3"):
        ranking_for(made, 2)


def test_the_draw_waits_until_the_round_before_is_played(director_client, db):
    made = tournament_by_standings()
    play_written_round(made, 1)
    transitions.confirm_round(round=draws.draw_round(tournament=made, seed=2))
    assert messages_of(press(director_client, "draw")) == [
        "Round 3 is seated by the standings: play round 2 first."
    ]


def test_drawing_all_rounds_leaves_out_the_last(director_client, db):
    made = tournament_by_standings()
    response = press(director_client, "draw_all")
    assert messages_of(response) == [
        "Rounds 1 and 2 have been drawn.",
        "Round 3 is seated by the standings: draw it when round 2 is complete.",
    ]
    assert made.rounds.count() == 2


def test_drawing_all_rounds_is_not_offered_when_one_is_left(director_client, db):
    made = tournament_by_standings()
    rounds = reverse("rounds:list", args=["hal"])
    page = director_client.get(rounds, headers=ENGLISH).content.decode()
    assert rounds_url("draw_all") in page
    assert "Round 3 is seated by the standings; it is drawn when" in page
    play_written_round(made, 1)
    page = director_client.get(rounds).content.decode()
    assert rounds_url("draw_all") not in page
    assert rounds_url("draw") in page
    play_written_round(made, 2)
    page = director_client.get(rounds, headers=ENGLISH).content.decode()
    assert "It is seated by the standings: the best at table 1" in page


@pytest.mark.parametrize(
    ("last_round", "rounds", "drawn", "words"),
    [
        ("lot", 3, 0, "Draw all rounds at once"),
        ("lot", 3, 1, "Draw all rounds at once"),
        ("standings", 3, 0, "Draw rounds 1 and 2 at once"),
        ("standings", 4, 0, "Draw rounds 1 to 3 at once"),
        ("standings", 4, 1, "Draw rounds 2 and 3 at once"),
        ("standings", 2, 0, ""),
    ],
)
def test_the_button_names_the_rounds_it_draws(
    director_client, db, last_round, rounds, drawn, words
):
    made = tournament_by_standings(rounds=rounds, last_round=last_round)
    for number in range(1, drawn + 1):
        play_written_round(made, number)
    page = director_client.get(reverse("rounds:list", args=["hal"]), headers=ENGLISH)
    assert re.findall(r"Draw (?:all )?rounds[^<]*", page.content.decode()) == [words] * bool(words)


def test_all_rounds_are_by_lot_unless_chosen_otherwise(director_client, db):
    made = tournament_by_standings(last_round=Tournament.LastRound.LOT)
    assert messages_of(press(director_client, "draw_all")) == ["Rounds 1 to 3 have been drawn."]
    assert [ranking_for(made, number) for number in (1, 2, 3)] == [None, None, None]


def test_the_only_round_is_drawn_by_lot(director_client, db):
    made = tournament_by_standings(rounds=1)
    assert messages_of(press(director_client, "draw_all")) == ["Round 1 has been drawn."]
    assert made.rounds.get().seats.count() == 14


def test_a_redraw_follows_a_changed_form(director_client, after_two_rounds):
    press(director_client, "draw")
    last = after_two_rounds.rounds.get(number=2).tables.get(number=3)
    last.form.delete()
    assert messages_of(press(director_client, "redraw", 3))[0].startswith("Round 3 is seated")
    count_form(last, [400, 300, 200, 100])
    before = players_by_table(after_two_rounds, 3)
    assert messages_of(press(director_client, "redraw", 3)) == ["Round 3 has been drawn again."]
    assert (
        players_by_table(after_two_rounds, 3)
        == tables_by_rank(after_two_rounds, (5, 5, 4))
        != before
    )


def test_a_must_is_kept_and_players_outside_their_rank_are_named(director_client, after_two_rounds):
    order = ranking_for(after_two_rounds, 3)
    three, five, six = (after_two_rounds.entries.get(number=order[n - 1]) for n in (3, 5, 6))
    constraint_services.separate(tournament=after_two_rounds, entries=[three, five])
    response = press(director_client, "draw")
    assert messages_of(response) == ["Round 3 has been drawn."]
    page = page_after(director_client, response)
    assert page.context["drawn_step"].notes == (
        f"Not with those of their rank, by what was asked or by hand: {five}, {six}.",
    )
    assert players_by_table(after_two_rounds, 3)[0] == sorted([*order[:4], order[5]])


def test_an_impossible_fixed_seat_is_refused_and_nothing_is_drawn(
    director_client, after_two_rounds
):
    constraint_services.fix_seat(entry=after_two_rounds.entries.get(number=4), table=3, seat=5)
    assert messages_of(press(director_client, "draw")) == [
        "There is no such seat in round 3: 4 Speler 4: table 3, seat 5. Nothing has been drawn."
    ]
    assert after_two_rounds.rounds.count() == 2


def test_nothing_is_said_where_nobody_has_a_seat_again(director_client, db):
    made = tournament_by_standings(8, rounds=2)
    play_round(made, 1, {1: {1: 90, 2: 40, 3: 30, 4: 20}, 2: {5: 90, 6: 40, 7: 30, 8: 20}})
    response = page_after(director_client, press(director_client, "draw"))
    assert players_by_table(made, 2) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert response.context["in_repeated_seats"] == []
    assert "that they had before" not in response.content.decode()


def test_players_who_must_have_a_seat_again_are_counted(director_client, db):
    made = tournament_by_standings(8, rounds=2)
    play_round(made, 1, {1: {1: 90, 5: 1}, 2: {2: 80, 6: 1}, 3: {3: 70, 7: 1}, 4: {4: 60, 8: 1}})
    response = page_after(director_client, press(director_client, "draw"))
    assert players_by_table(made, 2) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    first, second = seatings(made)[1]
    again = [entry.number for entry in response.context["in_repeated_seats"]]
    assert again == [first[0], second[1]]
    assert "2 players have a seat that they had before;" in response.content.decode()


def test_a_fixed_seat_does_not_count_as_had_again(director_client, db):
    made = tournament_by_standings(8, rounds=2)
    play_round(made, 1, {1: {1: 90, 5: 1}, 2: {2: 80, 6: 1}, 3: {3: 70, 7: 1}, 4: {4: 60, 8: 1}})
    constraint_services.fix_seat(entry=made.entries.get(number=1), table=None, seat=1)
    response = page_after(director_client, press(director_client, "draw"))
    first, second = seatings(made)[1]
    assert (first[0], sorted(second)) == (1, [5, 6, 7, 8])
    assert [entry.number for entry in response.context["in_repeated_seats"]] == [second[1]]


@pytest.mark.parametrize("together", ["fixed", "rotating"])
def test_pairs_are_seated_by_the_standings(director_client, db, together):
    made = tournament_by_standings(8, rounds=2)
    services.update_tournament(
        tournament=made, game="rubber-bridge", options={"partners": together}
    )
    play_round(made, 1, {1: {1: 5, 3: 9, 2: 5, 4: 9}, 2: {5: 7, 7: 3, 6: 7, 8: 3}})
    assert messages_of(press(director_client, "draw")) == ["Round 2 has been drawn."]
    assert players_by_table(made, 2) == [[3, 4, 5, 6], [1, 2, 7, 8]]
    pairs = {(1, 2), (3, 4), (5, 6), (7, 8)}
    now = {*partners(seatings(made)[1])}
    assert now == pairs if together == "fixed" else not now & pairs
