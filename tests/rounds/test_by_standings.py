"""A draw by the standings is compared with the standings as they are now.

Before it is confirmed, its page says who sits outside his rank, and whether the draw is stale.
"""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.markup import messages_of
from tests.rounds.last_round import (
    ENGLISH,
    players_by_table,
    press,
    tournament_by_standings,
)
from tests.rounds.prepared_rounds import NOON
from tests.rounds.seat_swaps.changes import swap
from tests.standings.tournaments import count_form, play_round
from wk.auditlog.models import AuditLogEntry
from wk.players import services as roster
from wk.players.replacements import replace
from wk.rounds.by_standings import StandingsComparison, compared_with_standings
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service
from wk.rounds.draws.ranking import ranking_for
from wk.rounds.lifecycle.transitions import confirm_round
from wk.scoreforms.models import Result
from wk.tournament import services
from wk.tournament.models import FixedSeat, Round

pytestmark = pytest.mark.usefixtures("english")

STALE = "The standings have changed since this draw."
ASKED = "Since this draw something else has been asked: who sits apart, or who sits where."
EITHER = "The standings have changed since this draw, or what was asked of it."


def draw_round_3(made):
    """Draw round 3 of a tournament, or its last round."""
    return draw_service.draw_round(tournament=made, seed=5)


def correct_a_form(made):
    """Give the last player at table 3 of round 2 so many points that he leads."""
    table = made.rounds.get(number=2).tables.get(number=3)
    table.form.delete()
    count_form(table, [1, 2, 3, 900])


def test_a_fixed_table_moves_a_rank_group_and_the_page_says_so(director_client, after_two_rounds):
    order = ranking_for(after_two_rounds, 3)
    constraint_services.fix_seat(
        entry=after_two_rounds.entries.get(number=order[2]), table=2, seat=None
    )
    round = draw_round_3(after_two_rounds)
    assert players_by_table(after_two_rounds, 3)[1] == sorted(order[:5])
    said_so = (
        f"Because of the fixed seat of {after_two_rounds.entries.get(number=order[2])}, "
        "ranks 1, 2, 3, 4 (shared) and 4 (shared) of the standings sit at table 2.",
        "The best begin at table 2.",
    )
    assert compared_with_standings(round) == StandingsComparison(notes=said_so, best_table=2)
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert page.count(" ".join(said_so)) == 1


@pytest.mark.parametrize(
    ("table", "round", "is_told"), [(2, None, True), (2, 3, True), (1, None, False), (2, 2, False)]
)
def test_the_public_page_says_at_which_table_the_best_begin(
    client, after_two_rounds, table, round, is_told
):
    best_table = after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[2])
    FixedSeat.objects.create(entry=best_table, table=table, round=round)
    public = confirm_round(round=draw_round_3(after_two_rounds))
    page = client.get(public.get_absolute_url(), headers=ENGLISH).content.decode()
    words = "at the draw: the best sit together. The best begin at table 2."
    assert (words in " ".join(page.split())) == is_told
    assert "Because of the fixed seat" not in page


@pytest.mark.parametrize("change", ["hand", "form"])
def test_the_table_of_the_best_is_not_named_after_the_leader_moved(
    client, after_two_rounds, change
):
    """A swap by hand moves one player. A corrected form makes the draw stale."""
    order = ranking_for(after_two_rounds, 3)
    constraint_services.fix_seat(
        entry=after_two_rounds.entries.get(number=order[-1]), table=3, seat=None
    )
    round = draw_round_3(after_two_rounds)
    other = round.seats.filter(table__number=2).values_list("entry__number", flat=True)[0]
    if change == "hand":
        swap(round, order[0], other)
    else:
        Result.objects.filter(seat__entry__number=other).update(half_points=100)
        assert ranking_for(after_two_rounds, 3)[0] == other
    page = client.get(
        confirm_round(round=round).get_absolute_url(), headers=ENGLISH
    ).content.decode()
    assert ("the best sit together" in page, "The best begin" in page) == (True, False)


def test_the_table_of_the_best_is_not_named_while_a_form_is_missing(client, after_two_rounds):
    best_table = after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[2])
    constraint_services.fix_seat(entry=best_table, table=2, seat=None)
    public = confirm_round(round=draw_round_3(after_two_rounds))
    after_two_rounds.rounds.get(number=2).tables.get(number=3).form.delete()
    page = client.get(public.get_absolute_url(), headers=ENGLISH).content.decode()
    assert ("the best sit together" in page, "The best begin" in page) == (True, False)


def test_notes_name_the_ranks_of_the_standings(db):
    """Shared ranks are shared there too, and a withdrawn player keeps his rank."""
    made = tournament_by_standings(12, rounds=2)
    tables = {1: {1: 90, 2: 60, 3: 30, 4: 10}, 2: {5: 90, 6: 60, 7: 30, 8: 10}}
    play_round(made, 1, {**tables, 3: {9: 80, 10: 50, 11: 20, 12: 0}})
    replace(entry=made.entries.get(number=10), name="Nieuw", club="", author=None, now=NOON)
    constraint_services.fix_seat(entry=made.entries.get(number=8), table=1, seat=None)
    round = draw_round_3(made)
    assert players_by_table(made, 2) == [[4, 8, 12, 13], [1, 2, 5, 9], [3, 6, 7, 11]]
    assert compared_with_standings(round).notes == (
        "Because of the fixed seat of 8 Speler 8, ranks 10 (shared), 10 (shared), 12 and 13 "
        "of the standings sit at table 1.",
        "The best begin at table 2.",
    )


def test_no_note_for_a_fixed_table_where_the_rank_sits_anyway(after_two_rounds):
    constraint_services.fix_seat(
        entry=after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[2]),
        table=1,
        seat=None,
    )
    constraint_services.fix_seat(
        entry=after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[7]),
        table=None,
        seat=1,
    )
    assert compared_with_standings(draw_round_3(after_two_rounds)) == StandingsComparison()


def test_before_the_draw_the_page_explains_what_a_fixed_table_does(
    director_client, after_two_rounds
):
    words = (
        "A player with a fixed table takes the players next to him in the standings along to it."
    )
    rounds = "/t/hal/rounds/"
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()
    entry = after_two_rounds.entries.get(number=3)
    constraint_services.fix_seat(entry=entry, table=None, seat=1)
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()
    constraint_services.fix_seat(entry=entry, table=2, seat=None, round=3)
    assert words in director_client.get(rounds, headers=ENGLISH).content.decode()
    roster.withdraw(entry=entry)
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()


def test_a_draw_is_stale_after_the_standings_changed(director_client, after_two_rounds):
    round = draw_round_3(after_two_rounds)
    assert compared_with_standings(round) == StandingsComparison()
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == STALE
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert STALE in page
    assert buttons(page) == ["Draw again", "Discard the draw"]
    assert messages_of(press(director_client, "redraw", 3)) == ["Round 3 has been drawn again."]
    assert compared_with_standings(Round.objects.get(pk=round.pk)) == StandingsComparison()
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert buttons(page) == ["Confirm this draw", "Draw again", "Discard the draw"]


def test_the_next_step_of_a_stale_draw_is_to_draw_again(director_client, after_two_rounds):
    def next_steps():
        """Return the heading and the sentences of the next step on either page."""
        for path in ("/t/hal/rounds/", "/t/hal/"):
            page = director_client.get(path, headers=ENGLISH).content.decode()
            step = re.search(r'<section class="next-step.*?</section>', page, re.DOTALL)[0]
            yield re.search("<h2>(.*?)</h2>", step)[1], re.findall("<p>(.*?)</p>", step)

    draw_round_3(after_two_rounds)
    assert [*next_steps()] == [("Look at the draw of round 3 and confirm it", [])] * 2
    correct_a_form(after_two_rounds)
    assert [*next_steps()] == [("Draw round 3 again", [STALE])] * 2
    after_two_rounds.rounds.get(number=2).tables.get(number=3).form.delete()
    waits = (
        "Round 3 is seated by the standings, so every form has to count first."
        " Not counted yet: round 2, table 3."
    )
    assert [*next_steps()] == [("Complete the standings for round 3 first", [waits])] * 2


def buttons(page):
    """Return the buttons of the next step."""
    step = re.search(r'<section class="next-step.*?</section>', page, re.DOTALL)[0]
    return re.findall(r"<button[^>]*>([^<]*)</button>", step)


def test_points_that_change_no_rank_do_not_make_a_draw_stale(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    before = ranking_for(after_two_rounds, 3)
    best_table = Result.objects.get(seat__round__number=2, seat__entry__number=before[0])
    Result.objects.filter(pk=best_table.pk).update(points=best_table.points + 1)
    assert ranking_for(after_two_rounds, 3) == before
    assert compared_with_standings(round) == StandingsComparison()


def test_a_missing_form_is_named_by_its_table(director_client, after_two_rounds):
    round = draw_round_3(after_two_rounds)
    after_two_rounds.rounds.get(number=2).tables.get(number=3).form.delete()
    assert compared_with_standings(round) == StandingsComparison(
        incomplete="Round 3 is seated by the standings, so every form has to count first."
        " Not counted yet: round 2, table 3."
    )
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert buttons(page) == ["Draw again", "Discard the draw"]
    assert "Not counted yet: round 2, table 3." in page


def test_a_swap_by_hand_does_not_make_a_draw_stale(after_two_rounds):
    order = ranking_for(after_two_rounds, 3)
    round = draw_round_3(after_two_rounds)
    one, other = order[0], order[5]
    swap(round, one, other)
    who = ", ".join(str(after_two_rounds.entries.get(number=number)) for number in (one, other))
    assert compared_with_standings(round) == StandingsComparison(
        notes=(f"Not with those of their rank, by what was asked or by hand: {who}.",)
    )
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == STALE


def test_constraints_asked_after_the_draw_make_it_stale(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    first, second = ranking_for(after_two_rounds, 3)[:2]
    constraint_services.separate(
        tournament=after_two_rounds,
        entries=after_two_rounds.entries.filter(number__in=(first, second)),
    )
    assert compared_with_standings(round).stale == ASKED
    constraint_services.fix_seat(
        entry=after_two_rounds.entries.get(number=first), table=9, seat=None
    )
    assert compared_with_standings(round).stale == ASKED
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == EITHER


def test_a_draw_without_a_log_entry_names_both_causes(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    AuditLogEntry.objects.filter(kind="drawn").delete()
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == EITHER


def test_a_corrected_start_number_does_not_make_a_draw_stale(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    first = after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[0])
    roster.edit_entry(entry=first, number=900, name=first.name, club=first.club)
    assert compared_with_standings(round) == StandingsComparison()
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == STALE


def test_a_withdrawal_does_not_make_a_draw_stale(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    roster.withdraw(entry=after_two_rounds.entries.get(number=ranking_for(after_two_rounds, 3)[0]))
    assert compared_with_standings(round) == StandingsComparison()


def test_a_replacement_keeps_the_seat_and_is_named_as_out_of_rank(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    order = ranking_for(after_two_rounds, 3)
    leader = after_two_rounds.entries.get(number=order[0])
    came = replace(entry=leader, name="Nieuw", club="", author=None, now=NOON)
    # All others move up a rank: the first of each following table belongs at the one before.
    up = [str(after_two_rounds.entries.get(number=number)) for number in (order[5], order[10])]
    assert compared_with_standings(round) == StandingsComparison(
        notes=(
            f"Not with those of their rank, by what was asked or by hand: {', '.join(up)}, {came}.",
        )
    )


def test_a_pair_counts_by_its_better_player(db):
    made = tournament_by_standings(8, rounds=2)
    services.update_tournament(tournament=made, game="rubber-bridge", options={"partners": "fixed"})
    play_round(made, 1, {1: {1: 9, 3: 5, 2: 1, 4: 4}, 2: {5: 8, 7: 3, 6: 7, 8: 2}})
    made.refresh_from_db()
    assert (ranking_for(made, 2)[0], ranking_for(made, 2)[-1]) == (1, 2)
    round = draw_round_3(made)
    assert players_by_table(made, 2) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert compared_with_standings(round) == StandingsComparison()


def test_a_round_by_lot_is_not_compared_with_the_standings(after_two_rounds):
    round = draw_round_3(after_two_rounds)
    correct_a_form(after_two_rounds)
    assert compared_with_standings(round).stale == STALE
    after_two_rounds.last_round = "lot"
    after_two_rounds.save()
    round = Round.objects.get(pk=round.pk)
    assert compared_with_standings(round) == StandingsComparison()


@pytest.mark.parametrize("verb", ["draw_round", "draw_all_rounds", "redraw_round"])
def test_tables_are_locked_before_the_standings_are_read(after_two_rounds, verb):
    """Whoever hands in or corrects a form holds its table, so the draw waits for him."""
    given = (
        {"tournament": after_two_rounds}
        if verb != "redraw_round"
        else {"round": draw_round_3(after_two_rounds)}
    )
    with CaptureQueriesContext(connection) as queries:
        getattr(draw_service, verb)(**given, seed=6)
    asked = [query["sql"] for query in queries]
    held = [n for n, sql in enumerate(asked) if _locks_earlier_tables(sql)]
    read = [n for n, sql in enumerate(asked) if "scoreforms_result" in sql]
    assert len(held) == 1
    assert held[0] < read[0]


def _locks_earlier_tables(sql):
    """Return whether a query locks the tables of rounds 1 and 2."""
    is_held = "UPDATE OF" in sql or not connection.features.has_select_for_update
    return (
        is_held
        and sql.startswith("SELECT")
        and re.search(r'FROM "tournament_table" .*"number" < 3', sql) is not None
    )
