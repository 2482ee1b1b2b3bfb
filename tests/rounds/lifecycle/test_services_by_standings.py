"""A round drawn by the standings cannot be confirmed after the standings have changed."""

import re

import pytest

from tests.rounds.last_round import ENGLISH, tournament_by_standings
from tests.rounds.prepared_rounds import NOON, count_form_of, issues_of, noon_plus, set_state
from tests.standings.tournaments import play_round
from wk.auditlog.undo import undo
from wk.core.refusals import ActionRefused
from wk.hall.ceremony import services as results
from wk.players.replacements import replace
from wk.rounds.by_standings import compared_with_standings
from wk.rounds.constraints import services as constraint_services
from wk.rounds.draws import draw_service
from wk.rounds.draws.ranking import ranking_for
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.seat_swaps import services as seat_swaps
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.services import update_tournament

pytestmark = pytest.mark.usefixtures("english")

STALE = "The standings have changed since this draw"


@pytest.fixture
def tournament(director):
    """Ten players after one of two rounds, the last one drawn by the standings."""
    made = tournament_by_standings(10, rounds=2)
    play_round(made, 1, {1: range(1, 6), 2: range(6, 11)})
    for table in made.rounds.get().tables.all():
        count_form_of(table, director, seed=table.number)
    draw_service.draw_round(tournament=made, seed=5)
    return made


def last_round_of(made):
    return made.rounds.select_related("tournament").get(number=2)


def correct_a_form(made, director):
    """Give the lead at table 2 of round 1 to other players."""
    table = made.rounds.get(number=1).tables.get(number=2)
    table.form.delete()
    count_form_of(Table.objects.get(pk=table.pk), director, seed=3)


def delete_a_form(made, _director):
    made.rounds.get(number=1).tables.get(number=2).form.delete()


def refusal_of_confirm(made, director):
    """Return why the last round cannot be confirmed, after checking that it is still only drawn."""
    with pytest.raises(ActionRefused) as why:
        lifecycle.confirm(round=last_round_of(made), author=director, now=NOON)
    assert last_round_of(made).state == "drawn"
    return str(why.value)


def test_a_draw_cannot_be_confirmed_after_the_standings_changed(director, tournament):
    correct_a_form(tournament, director)
    assert STALE in refusal_of_confirm(tournament, director)
    draw_service.redraw_round(round=last_round_of(tournament), seed=2)
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    assert last_round_of(tournament).state == "confirmed"


def test_a_draw_cannot_be_confirmed_while_a_form_is_missing(director, tournament):
    tournament.rounds.get(number=1).tables.get(number=2).form.delete()
    assert "round 1, table 2" in refusal_of_confirm(tournament, director)


def test_a_stale_confirmed_draw_starts_only_after_accepting_that(
    director_client, director, tournament
):
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    page = last_round_of(tournament).get_absolute_url()
    assert STALE not in director_client.get(page, headers=ENGLISH).content.decode()
    correct_a_form(tournament, director)
    assert STALE in director_client.get(page, headers=ENGLISH).content.decode()
    with pytest.raises(ActionRefused, match="Look at what is missing first"):
        lifecycle.start(round=last_round_of(tournament), author=director, now=noon_plus(1))
    director_client.post(f"{page}start/", {"confirmed_token": "0" * 16})
    assert last_round_of(tournament).state == "confirmed"
    director_client.post(
        f"{page}start/",
        {"confirmed_token": readiness_of(last_round_of(tournament)).version_token},
    )
    assert last_round_of(tournament).state == "started"
    assert STALE not in director_client.get(page, headers=ENGLISH).content.decode()


def replace_all_forms(made, director):
    ScoreForm.objects.filter(table__round__number=1).delete()
    for table in made.rounds.get(number=1).tables.all():
        count_form_of(table, director, seed=table.number + 6)


def fix_a_seat(made, _director):
    first = made.entries.get(number=ranking_for(made, 2)[0])
    constraint_services.fix_seat(entry=first, table=2, seat=None)


def delete_all_forms(made, _director):
    for table in made.rounds.get(number=1).tables.filter(form__isnull=False):
        table.form.delete()


@pytest.mark.parametrize(
    ("before", "then"),
    [
        (correct_a_form, replace_all_forms),
        (correct_a_form, fix_a_seat),
        (delete_a_form, delete_all_forms),
    ],
)
def test_a_round_starts_only_with_the_issues_that_were_accepted(director, tournament, before, then):
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    before(tournament, director)
    seen = readiness_of(last_round_of(tournament)).version_token
    then(tournament, director)
    with pytest.raises(ActionRefused, match="What is missing has changed meanwhile"):
        lifecycle.start(
            round=last_round_of(tournament),
            author=director,
            now=noon_plus(1),
            confirmed_token=seen,
        )
    assert last_round_of(tournament).state == "confirmed"


def test_an_open_earlier_round_needs_confirmation_before_the_start(director, tournament):
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    lifecycle.close(round=tournament.rounds.get(number=1), author=director, now=noon_plus(1))
    assert issues_of(last_round_of(tournament)) == []
    lifecycle.reopen(
        round=tournament.rounds.get(number=1),
        author=director,
        now=noon_plus(2),
        reason="Nog een",
    )
    assert issues_of(last_round_of(tournament)) == [("earlier", 1, "confirm")]
    tournament.rounds.get(number=1).tables.get(number=2).form.delete()
    assert issues_of(last_round_of(tournament)) == [
        ("standings", 0, "confirm"),
        ("earlier", 1, "confirm"),
    ]


def test_the_page_of_a_confirmed_draw_has_one_big_button_to_the_next_step(
    director, director_client, tournament
):
    def step():
        page = director_client.get(last_round_of(tournament).get_absolute_url(), headers=ENGLISH)
        found = re.search(r'<section class="next-step.*?</section>', page.content.decode(), re.S)[0]
        heading = re.search("<h2>(.*?)</h2>", found)[1]
        return heading, re.findall(r'<(?:a|button) class="(?:button )?big"[^>]*>([^<]*)<', found)

    first = tournament.rounds.get(number=1)
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    assert step() == ("Close round 1 first", ["To round 1"])
    set_state(first, "final")
    assert step() == ("Print the sheets, then start the round", ["Start round 2"])
    set_state(first, "started")
    correct_a_form(tournament, director)
    assert step() == ("Draw round 2 again", ["Back to the draw"])
    first.tables.get(number=2).form.delete()
    assert step() == ("Complete the standings first", ["To the forms"])


def test_the_next_step_of_a_confirmed_draw_is_to_draw_again(director, director_client, tournament):
    def next_steps():
        """Return the next step on the overview and on the page of round 1."""
        for path in ("/t/hal/", "/t/hal/rounds/1/"):
            page = director_client.get(path, headers=ENGLISH).content.decode()
            yield re.findall(r"<h2>([^<]*round 2[^<]*)</h2>", page)

    set_state(tournament.rounds.get(number=1), "final")
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    assert [*next_steps()] == [["Print the sheets and start round 2"]] * 2
    set_state(tournament.rounds.get(number=1), "started")
    correct_a_form(tournament, director)
    set_state(tournament.rounds.get(number=1), "final")
    assert [*next_steps()] == [["Draw round 2 again"]] * 2


def test_adding_a_round_is_refused_after_the_last_was_drawn_by_standings(director, tournament):
    results.withhold(
        round=tournament.rounds.get(number=1),
        what=Round.Withheld.ALL,
        author=director,
        now=NOON,
    )
    assert "make the results of round 1 public first" in refusal_of_confirm(tournament, director)
    with pytest.raises(ActionRefused, match="Round 2 has been drawn for other rules"):
        update_tournament(tournament=tournament, round_count=3)
    assert "make the results of round 1 public first" in refusal_of_confirm(tournament, director)
    assert Tournament.objects.get().round_count == 2


def test_removing_a_round_is_refused_after_the_last_was_drawn_by_lot(db):
    made = tournament_by_standings(rounds=4)
    draw_service.draw_all_rounds(tournament=made, seed=3)
    with pytest.raises(ActionRefused, match="Round 3 has been drawn for other rules"):
        update_tournament(tournament=made, round_count=3)
    assert Tournament.objects.get().round_count == 4


def test_results_cannot_be_held_back_once_seats_by_the_standings_are_public(director, tournament):
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    with pytest.raises(ActionRefused, match="Everyone sees the seats of round 2 already"):
        results.withhold(
            round=tournament.rounds.get(number=1),
            what=Round.Withheld.ALL,
            author=director,
            now=NOON,
        )
    assert not tournament.rounds.exclude(withheld="").exists()


def test_an_undone_replacement_does_not_make_it_stale(director, tournament):
    round = last_round_of(tournament)
    first, second = (round.tables.get(number=n).seats.first().entry for n in (1, 2))
    came = replace(entry=first, name="Nieuw", club="", author=director, now=NOON)
    seat_swaps.swap_seats(round=round, first=came, second=second, author=director, now=NOON)
    undo(log_entry=tournament.log_entries.get(kind="replaced"), author=director, now=NOON)
    assert compared_with_standings(last_round_of(tournament)).stale == ""
    lifecycle.confirm(round=last_round_of(tournament), author=director, now=NOON)
    assert last_round_of(tournament).state == "confirmed"
