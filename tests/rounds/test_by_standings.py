"""A draw by the standings beside the standings as they are now: before it is confirmed, its page
says where it does not go by rank, and whether it has to be made again."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.rounds.last_round import (
    ENGLISH,
    messages_of,
    players_by_table,
    press,
    tournament_by_standings,
    two_rounds_played,
)
from tests.rounds.prepared_rounds import NOON
from tests.standings.tournaments import count_form, play_round
from wk.auditlog.models import AuditLogEntry
from wk.players import services as roster
from wk.players.replacements import replace
from wk.rounds.by_standings import StandingsComparison, compared_with_standings
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service
from wk.rounds.draws.ranking import ranking_for
from wk.rounds.lifecycle.transitions import confirm_round
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.models import Result
from wk.tournament import services
from wk.tournament.models import FixedSeat, Round

pytestmark = pytest.mark.usefixtures("english")

STALE = "The standings have changed since this draw."
ASKED = "Since this draw something else has been asked: who sits apart, or who sits where."
EITHER = "The standings have changed since this draw, or what was asked of it."


@pytest.fixture
def ready(db):
    """Fourteen players after two of three rounds, the last one by the standings."""
    return two_rounds_played()


def drawn(made):
    return draw_service.draw_round(tournament=made, seed=5)


def change_a_form(made):
    """Who had nothing at the last table of round 2 leads it now, by far."""
    table = made.rounds.get(number=2).tables.get(number=3)
    table.form.delete()
    count_form(table, [1, 2, 3, 900])


def swap(round, one, other):
    first, second = (round.tournament.entries.get(number=number) for number in (one, other))
    return seat_swaps.swap_seats(round=round, first=first, second=second, author=None, now=NOON)


def test_a_fixed_table_takes_its_ranks_along_and_the_page_says_so(director_client, ready):
    order = ranking_for(ready, 3)
    constraint_services.fix_seat(entry=ready.entries.get(number=order[2]), table=2, seat=None)
    round = drawn(ready)
    assert players_by_table(ready, 3)[1] == sorted(order[:5])
    said_so = (
        f"Because of the fixed seat of {ready.entries.get(number=order[2])}, "
        "ranks 1, 2, 3, 4 (shared) and 4 (shared) of the standings sit at table 2.",
        "The best begin at table 2.",
    )
    assert compared_with_standings(round) == StandingsComparison(notes=said_so, best_table=2)
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert page.count(" ".join(said_so)) == 1


@pytest.mark.parametrize(
    ("table", "round", "is_told"), [(2, None, True), (2, 3, True), (1, None, False), (2, 2, False)]
)
def test_everyone_reads_where_the_best_begin(client, ready, table, round, is_told):
    best_table = ready.entries.get(number=ranking_for(ready, 3)[2])
    FixedSeat.objects.create(entry=best_table, table=table, round=round)
    public = confirm_round(round=drawn(ready))
    page = client.get(public.get_absolute_url(), headers=ENGLISH).content.decode()
    words = "at the draw: the best sit together. The best begin at table 2."
    assert (words in " ".join(page.split())) == is_told
    assert "Because of the fixed seat" not in page


@pytest.mark.parametrize("change", ["hand", "form"])
def test_a_leader_who_moved_since_is_not_where_the_best_begin(client, ready, change):
    """A swap by hand moves one player; a correction of a form makes the draw out of date."""
    order = ranking_for(ready, 3)
    constraint_services.fix_seat(entry=ready.entries.get(number=order[-1]), table=3, seat=None)
    round = drawn(ready)
    other = round.seats.filter(table__number=2).values_list("entry__number", flat=True)[0]
    if change == "hand":
        swap(round, order[0], other)
    else:
        Result.objects.filter(seat__entry__number=other).update(half_points=100)
        assert ranking_for(ready, 3)[0] == other
    page = client.get(
        confirm_round(round=round).get_absolute_url(), headers=ENGLISH
    ).content.decode()
    assert ("the best sit together" in page, "The best begin" in page) == (True, False)


def test_where_a_form_is_open_again_nobody_reads_where_the_best_begin(client, ready):
    best_table = ready.entries.get(number=ranking_for(ready, 3)[2])
    constraint_services.fix_seat(entry=best_table, table=2, seat=None)
    public = confirm_round(round=drawn(ready))
    ready.rounds.get(number=2).tables.get(number=3).form.delete()
    page = client.get(public.get_absolute_url(), headers=ENGLISH).content.decode()
    assert ("the best sit together" in page, "The best begin" in page) == (True, False)


def test_ranks_are_told_as_the_standings_have_them(db):
    """Ranks that are shared are so there, and who left keeps his own."""
    made = tournament_by_standings(12, rounds=2)
    tables = {1: {1: 90, 2: 60, 3: 30, 4: 10}, 2: {5: 90, 6: 60, 7: 30, 8: 10}}
    play_round(made, 1, {**tables, 3: {9: 80, 10: 50, 11: 20, 12: 0}})
    replace(entry=made.entries.get(number=10), name="Nieuw", club="", author=None, now=NOON)
    constraint_services.fix_seat(entry=made.entries.get(number=8), table=1, seat=None)
    round = drawn(made)
    assert players_by_table(made, 2) == [[4, 8, 12, 13], [1, 2, 5, 9], [3, 6, 7, 11]]
    assert compared_with_standings(round).notes == (
        "Because of the fixed seat of 8 Speler 8, ranks 10 (shared), 10 (shared), 12 and 13 "
        "of the standings sit at table 1.",
        "The best begin at table 2.",
    )


def test_a_fixed_table_where_his_ranks_sit_anyway_is_nothing_to_tell(ready):
    constraint_services.fix_seat(
        entry=ready.entries.get(number=ranking_for(ready, 3)[2]), table=1, seat=None
    )
    constraint_services.fix_seat(
        entry=ready.entries.get(number=ranking_for(ready, 3)[7]), table=None, seat=1
    )
    assert compared_with_standings(drawn(ready)) == StandingsComparison()


def test_before_the_draw_it_is_told_what_a_fixed_table_does(director_client, ready):
    words = (
        "A player with a fixed table takes the players next to him in the standings along to it."
    )
    rounds = "/t/hal/rounds/"
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()
    entry = ready.entries.get(number=3)
    constraint_services.fix_seat(entry=entry, table=None, seat=1)
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()
    constraint_services.fix_seat(entry=entry, table=2, seat=None, round=3)
    assert words in director_client.get(rounds, headers=ENGLISH).content.decode()
    roster.withdraw(entry=entry)
    assert words not in director_client.get(rounds, headers=ENGLISH).content.decode()


def test_when_the_standings_change_after_the_draw_it_has_to_be_made_again(director_client, ready):
    round = drawn(ready)
    assert compared_with_standings(round) == StandingsComparison()
    change_a_form(ready)
    assert compared_with_standings(round).stale == STALE
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert STALE in page
    assert buttons(page) == ["Draw again", "Discard the draw"]
    assert messages_of(press(director_client, "redraw", 3)) == ["Round 3 has been drawn again."]
    assert compared_with_standings(Round.objects.get(pk=round.pk)) == StandingsComparison()
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert buttons(page) == ["Confirm this draw", "Draw again", "Discard the draw"]


@pytest.mark.parametrize("path", ["/t/hal/rounds/", "/t/hal/"])
def test_the_next_step_is_to_draw_again_where_that_is_so(director_client, ready, path):
    def next_step():
        page = director_client.get(path, headers=ENGLISH).content.decode()
        step = re.search(r'<section class="next-step.*?</section>', page, re.DOTALL)[0]
        return re.search("<h2>(.*?)</h2>", step)[1], re.findall("<p>(.*?)</p>", step)

    drawn(ready)
    assert next_step() == ("Look at the draw of round 3 and confirm it", [])
    change_a_form(ready)
    assert next_step() == ("Draw round 3 again", [STALE])
    ready.rounds.get(number=2).tables.get(number=3).form.delete()
    waits = (
        "Round 3 is seated by the standings, so every form has to count first."
        " Still missing: round 2, table 3."
    )
    assert next_step() == ("Complete the standings for round 3 first", [waits])


def buttons(page):
    """What the next step offers."""
    step = re.search(r'<section class="next-step.*?</section>', page, re.DOTALL)[0]
    return re.findall(r"<button[^>]*>([^<]*)</button>", step)


def test_points_that_change_no_place_leave_the_draw_as_it_is(ready):
    round = drawn(ready)
    before = ranking_for(ready, 3)
    best_table = Result.objects.get(seat__round__number=2, seat__entry__number=before[0])
    Result.objects.filter(pk=best_table.pk).update(points=best_table.points + 1)
    assert ranking_for(ready, 3) == before
    assert compared_with_standings(round) == StandingsComparison()


def test_a_form_that_is_gone_is_told_by_its_table(director_client, ready):
    round = drawn(ready)
    ready.rounds.get(number=2).tables.get(number=3).form.delete()
    assert compared_with_standings(round) == StandingsComparison(
        incomplete="Round 3 is seated by the standings, so every form has to count first."
        " Still missing: round 2, table 3."
    )
    page = director_client.get(round.get_absolute_url(), headers=ENGLISH).content.decode()
    assert buttons(page) == ["Draw again", "Discard the draw"]
    assert "Still missing: round 2, table 3." in page


def test_a_change_by_hand_is_no_change_of_the_standings(ready):
    order = ranking_for(ready, 3)
    round = drawn(ready)
    one, other = order[0], order[5]
    swap(round, one, other)
    who = ", ".join(str(ready.entries.get(number=number)) for number in (one, other))
    assert compared_with_standings(round) == StandingsComparison(
        notes=(f"Not with those of their rank, by what was asked or by hand: {who}.",)
    )
    change_a_form(ready)
    assert compared_with_standings(round).stale == STALE


def test_what_is_asked_after_the_draw_has_to_be_drawn(ready):
    round = drawn(ready)
    first, second = ranking_for(ready, 3)[:2]
    constraint_services.separate(
        tournament=ready, entries=ready.entries.filter(number__in=(first, second))
    )
    assert compared_with_standings(round).stale == ASKED
    constraint_services.fix_seat(entry=ready.entries.get(number=first), table=9, seat=None)
    assert compared_with_standings(round).stale == ASKED
    change_a_form(ready)
    assert compared_with_standings(round).stale == EITHER


def test_a_draw_that_did_not_note_the_standings_does_not_say_which_changed(ready):
    round = drawn(ready)
    AuditLogEntry.objects.filter(kind="drawn").delete()
    change_a_form(ready)
    assert compared_with_standings(round).stale == EITHER


def test_numbers_that_were_mended_since_are_no_other_standings(ready):
    round = drawn(ready)
    first = ready.entries.get(number=ranking_for(ready, 3)[0])
    roster.edit_entry(entry=first, number=900, name=first.name, club=first.club)
    assert compared_with_standings(round) == StandingsComparison()
    change_a_form(ready)
    assert compared_with_standings(round).stale == STALE


def test_who_leaves_after_the_draw_changes_no_rank(ready):
    round = drawn(ready)
    roster.withdraw(entry=ready.entries.get(number=ranking_for(ready, 3)[0]))
    assert compared_with_standings(round) == StandingsComparison()


def test_who_takes_somebodys_place_sits_there_whatever_his_rank(ready):
    round = drawn(ready)
    order = ranking_for(ready, 3)
    leader = ready.entries.get(number=order[0])
    came = replace(entry=leader, name="Nieuw", club="", author=None, now=NOON)
    # All others move up a rank: the first of each following table belongs at the one before.
    up = [str(ready.entries.get(number=number)) for number in (order[5], order[10])]
    assert compared_with_standings(round) == StandingsComparison(
        notes=(
            f"Not with those of their rank, by what was asked or by hand: {', '.join(up)}, {came}.",
        )
    )


def test_who_is_far_below_his_partner_is_nothing_to_tell(db):
    """Pairs stand where the better of the two stands."""
    made = tournament_by_standings(8, rounds=2)
    services.update_tournament(tournament=made, game="rubber-bridge", options={"partners": "fixed"})
    play_round(made, 1, {1: {1: 9, 3: 5, 2: 1, 4: 4}, 2: {5: 8, 7: 3, 6: 7, 8: 2}})
    made.refresh_from_db()
    assert (ranking_for(made, 2)[0], ranking_for(made, 2)[-1]) == (1, 2)
    round = drawn(made)
    assert players_by_table(made, 2) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert compared_with_standings(round) == StandingsComparison()


def test_a_round_by_lot_has_no_ranks(ready):
    ready.last_round = "lot"
    ready.save()
    assert compared_with_standings(drawn(ready)) == StandingsComparison()


@pytest.mark.parametrize("verb", ["draw_round", "draw_all_rounds", "redraw_round"])
def test_the_standings_are_read_while_no_form_can_change(ready, verb):
    """Who hands in or corrects a form holds its table: that is waited for before they are read."""
    given = {"tournament": ready} if verb != "redraw_round" else {"round": drawn(ready)}
    with CaptureQueriesContext(connection) as queries:
        getattr(draw_service, verb)(**given, seed=6)
    asked = [query["sql"] for query in queries]
    held = [n for n, sql in enumerate(asked) if _holds(sql)]
    read = [n for n, sql in enumerate(asked) if "scoreforms_result" in sql]
    assert len(held) == 1
    assert held[0] < read[0]


def _holds(sql):
    """Whether this holds the tables of the rounds before the third."""
    is_held = "FOR UPDATE" in sql or not connection.features.has_select_for_update
    return (
        is_held
        and sql.startswith("SELECT")
        and re.search(r'FROM "tournament_table" .*"number" < 3', sql) is not None
    )
