"""A draw proves itself: the log keeps what was asked of it, so that it can be made again."""

import pytest
from django.core.management import CommandError, call_command

from tests.rounds.prepared_rounds import draw_and_start
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.players.services import edit_entry, withdraw
from wk.rounds.constraints.services import fix_seat, separate
from wk.rounds.draw_proof import draw_proof, in_ranges
from wk.rounds.draws.asked import asked_of, request_of
from wk.rounds.draws.draw_service import draw_round, redraw_round
from wk.rounds.draws.request import draw_request
from wk.rounds.verifying import seats_again, seats_by_key
from wk.tournament.models import Round, Seat
from wk.tournament.seating import seating


def entries_of(tournament):
    return list(tournament.entries.order_by("number"))


@pytest.fixture
def wishes(championship):
    """Two players who must not share a table, and one with a fixed seat."""
    entries = entries_of(championship)
    separate(tournament=championship, entries=entries[:2])
    fix_seat(entry=entries[4], table=2, seat=1)
    return championship


def test_a_request_is_the_same_after_it_was_kept_as_json(wishes):
    request = draw_request(wishes, 1, rounds=2, seeds=[5], ranking=None)
    entries = {entry.number: entry for entry in entries_of(wishes)}
    asked = asked_of(request, entries)
    assert request_of(asked) == request
    assert asked["keys"] == {str(number): entry.pk for number, entry in entries.items()}


def test_a_draw_is_made_again_after_the_players_and_wishes_have_changed(wishes, director):
    round = draw_round(tournament=wishes, seed=5, author=director)
    drawn = seats_by_key(seating(round))
    wishes.separations.all().delete()
    withdraw(entry=entries_of(wishes)[7], author=director)
    first = entries_of(wishes)[0]
    edit_entry(entry=first, name=first.name, club="", number=99, author=director)
    assert seats_again(round) == drawn


def test_the_second_round_is_made_again_too(championship):
    draw_and_start(championship, 3)
    second = draw_and_start(championship, 4)
    assert seats_again(second) == seats_by_key(seating(second))


def test_the_proof_tells_what_was_asked_and_what_was_thrown_away(wishes, director, english):
    round = redraw_round(
        round=draw_round(tournament=wishes, seed=5, author=director), seed=6, author=director
    )
    proof = draw_proof(round)
    assert (proof.players, proof.tables, proof.seeds) == ("1-23", "5, 5, 5, 4, 4", "6")
    assert proof.wishes == (
        "Must not share a table: numbers 1, 2",
        "Number 5 has a fixed seat: table 2, seat 1",
    )
    assert [(each.author, each.words) for each in proof.earlier] == [
        (director.username, "Round 1 has been drawn. Draw number 5.")
    ]
    assert proof.command == f"python manage.py draw {wishes.slug} --round 1 --again"


def test_each_draw_number_is_told_with_its_round(championship, english):
    draw_and_start(championship, 3)
    second = draw_and_start(championship, 4)
    assert draw_proof(second).seeds == "round 1: 3 · round 2: 4"


def test_a_draw_that_was_changed_by_hand_says_so(championship, director_client, english):
    round = draw_round(tournament=championship, seed=5)
    address = f"/t/{championship.slug}/rounds/1/"
    words = "the check gives the seats of before that"
    assert words not in director_client.get(address).content.decode()
    Round.objects.filter(pk=round.pk).update(changed_by_hand=True)
    assert words in director_client.get(address).content.decode()


def test_a_draw_of_before_the_log_kept_it_has_no_proof(championship, director):
    round = draw_round(tournament=championship, seed=5, author=director)
    log_entry = AuditLogEntry.objects.get()
    del log_entry.payload["asked"]
    log_entry.save()
    assert (draw_proof(round), seats_again(round)) == (None, None)


def test_the_command_makes_the_draw_again(championship, capsys, english):
    draw_round(tournament=championship, seed=5)
    call_command("draw", championship.slug, "--round", "1", "--again")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 24
    assert lines[-1] == "These are the seats that were drawn."


def test_the_command_says_that_the_seats_are_others(championship, english):
    draw_round(tournament=championship, seed=5)
    first, second = Seat.objects.order_by("pk")[:2]
    Seat.objects.filter(pk=first.pk).update(number=50)
    Seat.objects.filter(pk=second.pk).update(number=first.number)
    with pytest.raises(CommandError, match="not those of draw number 5"):
        call_command("draw", championship.slug, "--round", "1", "--again")


def test_the_command_says_that_it_knows_no_such_draw(championship, english):
    with pytest.raises(CommandError, match="does not have what was asked"):
        call_command("draw", championship.slug, "--round", "1", "--again")


def test_the_page_of_a_draw_tells_a_director_how_to_make_it_again(
    championship, director_client, clerk_client
):
    draw_round(tournament=championship, seed=5)
    address = f"/t/{championship.slug}/rounds/1/"
    assert "--again" in director_client.get(address).content.decode()
    assert "--again" not in clerk_client.get(address).content.decode()


def test_numbers_in_a_row_are_told_as_ranges():
    assert [in_ranges(each) for each in ([], [3], [2, 1], [1, 2, 4, 5, 9])] == [
        "",
        "3",
        "1-2",
        "1-2, 4-5, 9",
    ]


def test_a_round_is_drawn_by_a_number_that_was_announced(championship, director_client, english):
    page = director_client.post(f"/t/{championship.slug}/rounds/draw/", {"seed": "4711"})
    round = championship.rounds.get()
    assert page.url == round.get_absolute_url()
    assert round.seed == 4711
    assert draw_proof(round).is_announced is True
    assert sentence(AuditLogEntry.objects.get()).endswith("Draw number 4711, typed in.")


def test_a_draw_without_such_a_number_is_not_called_announced(championship, director_client):
    director_client.post(f"/t/{championship.slug}/rounds/draw/", {"seed": ""})
    assert draw_proof(championship.rounds.get()).is_announced is False


@pytest.mark.parametrize("typed", ["-1", "1000000000", "twelve"])
def test_a_number_that_is_none_draws_nothing(championship, director_client, typed):
    director_client.post(f"/t/{championship.slug}/rounds/draw/", {"seed": typed})
    assert not championship.rounds.exists()
