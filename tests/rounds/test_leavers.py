"""A player who has stopped and still has a seat in a draw is settled before it is confirmed."""

import pytest
from django.urls import reverse

from tests.markup import messages_of, messages_with_level, on_one_line
from tests.rounds.constraints.tournaments import make_tournament, rounds_url
from tests.rounds.prepared_rounds import NOON, places_of
from tests.rounds.seat_swaps.changes import undo_change
from tests.writers import at_once, two_writers
from wk.core.refusals import ActionRefused
from wk.players import services as roster
from wk.rounds.draws import draw_service as draws
from wk.rounds.leavers import Leaver, leavers
from wk.rounds.lifecycle import services as lifecycle
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Entry, Round

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def draw(tournament_of_24):
    """Round 1 of 24 players, drawn: four tables of five and one of four, table 5."""
    return draws.draw_round(tournament=tournament_of_24, seed=1)


def player_at(round, table):
    """Return the entry in seat 2 of a table."""
    return round.seats.get(table__number=table, number=2).entry


def html_of(client, address):
    return on_one_line(client.get(address).content.decode())


def test_leavers_are_told_with_their_tables(draw):
    assert leavers(draw) == ()
    of_five, of_four = player_at(draw, 1), player_at(draw, 5)
    for entry in (of_five, of_four):
        roster.withdraw(entry=entry)
    assert leavers(draw) == (Leaver(of_five, 1, True), Leaver(of_four, 5, False))


def test_the_panel_of_a_draw_settles_a_leaver_and_does_not_confirm(director_client, draw):
    gone = player_at(draw, 1)
    roster.withdraw(entry=gone)
    answer = director_client.get(draw.get_absolute_url())
    page = on_one_line(answer.content.decode())
    panel = page[page.index('<section class="next-step') : page.index("</section>")]
    assert answer.context["drawn_step"].step == "leavers"
    assert "1 player in this draw has stopped: settle that first" in panel
    assert f"<b>{gone}</b> · table 1" in panel
    assert "Draw again without this player" in panel
    assert "Take out of this draw" in panel
    assert f"{reverse('players:at_checkin', args=['wk', gone.number])}#takes-over" in panel
    assert "Sits there now" not in panel  # nobody is without a seat
    assert (rounds_url("confirm", 1) in page, "Nobody has met anybody" in page) == (False, False)
    listed = html_of(director_client, rounds_url("list"))
    assert "1 player in this draw has stopped: settle that first" in listed
    first_page = html_of(director_client, "/t/wk/")
    assert f"{gone} has stopped and still has a seat in the draw of round 1." in first_page


def test_drawing_again_leaves_him_out(director_client, draw):
    gone = player_at(draw, 1)
    roster.withdraw(entry=gone)
    director_client.post(rounds_url("redraw", 1), {"reason": "Gestopt"})
    assert gone.number not in places_of(draw)
    answer = director_client.get(draw.get_absolute_url())
    assert (answer.context["drawn_step"].step, answer.context["leavers"]) == ("confirm", [])


def test_a_player_without_a_seat_takes_his(director_client, draw):
    gone = player_at(draw, 2)
    roster.withdraw(entry=gone)
    late = roster.enter(tournament=draw.tournament, name="Laat")
    before = places_of(draw)
    assert "Sits there now" in html_of(director_client, draw.get_absolute_url())
    answer = director_client.post(
        rounds_url("change_seats", 1), {"player": gone.number, "instead": late.number}
    )
    ((level, text),) = messages_with_level(answer)
    assert level == "success"
    assert text.startswith(f"{gone}: without a seat; {late}: table 2, seat 2.")
    assert places_of(draw) == {n: at for n, at in before.items() if n != gone.number} | {
        late.number: (2, 2)
    }


def test_giving_his_seat_away_can_be_undone(draw):
    gone = player_at(draw, 2)
    roster.withdraw(entry=gone)
    late = roster.enter(tournament=draw.tournament, name="Laat")
    before = places_of(draw)
    facts = {"author": None, "now": NOON}
    done = seat_swaps.seat_instead(round=draw, leaver=gone, entry=late, **facts)
    undo_change(done)
    assert places_of(draw) == before


def test_only_the_seat_of_a_leaver_is_given_and_only_to_one_without(draw):
    gone, stays = player_at(draw, 1), player_at(draw, 2)
    roster.withdraw(entry=gone)
    late = roster.enter(tournament=draw.tournament, name="Laat")
    before = places_of(draw)
    for leaver, entry in ((stays, late), (gone, stays), (late, late)):
        with pytest.raises(ActionRefused):
            seat_swaps.seat_instead(round=draw, leaver=leaver, entry=entry, author=None, now=NOON)
    assert places_of(draw) == before


def test_who_comes_back_or_stops_meanwhile_is_judged_as_he_is_now(draw):
    gone = player_at(draw, 1)
    roster.withdraw(entry=gone)
    late = roster.enter(tournament=draw.tournament, name="Laat")
    before, facts = places_of(draw), {"round": draw, "author": None, "now": NOON}
    as_read = {number: Entry.objects.get(number=number) for number in (gone.number, late.number)}
    roster.readmit(entry=gone)
    with pytest.raises(ActionRefused):
        seat_swaps.seat_instead(leaver=as_read[gone.number], entry=as_read[late.number], **facts)
    with pytest.raises(ActionRefused):
        seat_swaps.take_out(entry=as_read[gone.number], **facts)
    roster.withdraw(entry=late)
    with pytest.raises(ActionRefused):
        seat_swaps.take_free_place(entry=as_read[late.number], table=5, **facts)
    assert places_of(draw) == before


def test_where_the_others_cannot_be_divided_somebody_must_come(director_client, db):
    draw = draws.draw_round(tournament=make_tournament(12), seed=1)
    gone = player_at(draw, 1)
    roster.withdraw(entry=gone)
    page = html_of(director_client, draw.get_absolute_url())
    assert "11 players cannot be divided over tables of 5 or 4." in page
    assert "So put another player in." in page
    assert (rounds_url("redraw", 1) in page, "Take out of this draw" in page) == (False, False)


def test_confirming_meanwhile_is_refused_with_the_names(director_client, draw):
    gone = [player_at(draw, 1), player_at(draw, 2)]
    roster.withdraw_entries(entries=gone)
    (text,) = messages_of(director_client.post(rounds_url("confirm", 1)))
    assert text == (
        f"{gone[0]} and {gone[1]} have stopped and still have seats: draw again, or put other "
        "players in."
    )
    assert Round.objects.get().state == "drawn"


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_confirming_while_somebody_stops_is_judged_by_who_was_first(director, draw, attempt):
    gone = player_at(draw, 1)

    def confirm():
        lifecycle.confirm(round=draw, author=director, now=NOON)

    confirmed, stopped = at_once(confirm, lambda: roster.withdraw(entry=gone))
    state = Round.objects.get().state
    # Whoever is first is done; the second finds what the first did.
    assert (confirmed, stopped, state) in [("", "", "confirmed"), ("ActionRefused", "", "drawn")]


def test_a_confirmed_round_leads_to_the_desk_for_a_newcomer(director_client, draw):
    transitions.confirm_round(round=draw)
    gone = player_at(draw, 1)
    roster.withdraw(entry=gone)
    page = html_of(director_client, draw.get_absolute_url())
    desk = reverse("players:at_checkin", args=["wk", gone.number])
    assert f'href="{desk}#takes-over">Put a newcomer in for {gone}</a>' in page
    shown = html_of(director_client, desk)
    assert '<details id="takes-over" open>' in shown


def test_the_form_for_a_newcomer_is_closed_for_a_player_who_stays(director_client, draw):
    shown = html_of(director_client, reverse("players:at_checkin", args=["wk", 1]))
    assert '<details id="takes-over">' in shown


def test_the_number_of_queries_does_not_grow_with_the_leavers(draw, django_assert_num_queries):
    for count in (1, 2):
        roster.withdraw(entry=player_at(draw, count))
        with django_assert_num_queries(2):
            assert len(leavers(draw)) == count
