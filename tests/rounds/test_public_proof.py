"""Everybody reads what was asked of a draw once no seat that is not public follows from it."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.last_round import draw_and_play_round, tournament_by_standings
from tests.rounds.prepared_rounds import NOON
from tests.standings.test_visibility_leaks import everything_public
from wk.auditlog.models import AuditLogEntry
from wk.rounds.constraints.services import fix_seat, separate
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.public_proof import public_proof
from wk.rounds.public_report import public_report
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings

SEED, ANEW = 918273645, 192837465
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def tournament(db):
    return make_tournament(25, slug="hal")


def round_of(tournament, number):
    return tournament.rounds.select_related("tournament").get(number=number)


def confirm(tournament, *numbers):
    for number in numbers:
        transitions.confirm_round(round=round_of(tournament, number))


def open_proofs(tournament):
    """Return the numbers of the public rounds of which everybody reads the proof."""
    public = tournament.rounds.public().select_related("tournament")
    return [each.number for each in public if public_report(each).can_be_proved]


def page_of(client, number, slug="hal"):
    return client.get(f"/t/{slug}/rounds/{number}/", headers=ENGLISH).content.decode()


def told_request(page):
    """Return what a page tells of which the draw is made again, "" if it does not."""
    _before, _class, after = page.partition('aria-label="draw.json">')
    return after.partition("</pre>")[0].replace("&quot;", '"')


def drawn_again(request, tmp_path, capsys):
    """Return the tables that the command prints, by the number of the round."""
    file = tmp_path / "draw.json"
    file.write_text(request, "utf-8")
    capsys.readouterr()
    with translation.override("en"):
        call_command("draw_again", str(file))
    found: dict[int, list[list[int]]] = {}
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("Round"):
            found[int(line.split()[1])] = []
        else:
            found[max(found)].append([int(each) for each in line.split(maxsplit=1)[1].split(", ")])
    return found


def test_the_proof_opens_once_all_rounds_are_public_and_closes_when_one_is_not(tournament):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    opened = []
    for number in (1, 2, 3):
        confirm(tournament, number)
        opened.append(open_proofs(tournament))
    assert opened == [[], [], [1, 2, 3]]
    transitions.unconfirm_round(round=round_of(tournament, 3))
    assert open_proofs(tournament) == []
    draws.redraw_round(round=round_of(tournament, 3), seed=ANEW)
    assert open_proofs(tournament) == []  # the number of round 1 gives no other round, and yet
    draws.discard_round(round=round_of(tournament, 3))
    assert open_proofs(tournament) == []
    draws.draw_round(tournament=tournament, seed=ANEW)
    confirm(tournament, 3)
    assert open_proofs(tournament) == [1, 2, 3]


def test_more_rounds_than_before_close_the_proof(tournament):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2, 3)
    Tournament.objects.update(round_count=4)
    tournament.refresh_from_db()
    assert open_proofs(tournament) == []


def test_a_round_by_the_standings_is_not_waited_for_unless_it_follows(tournament):
    Tournament.objects.update(last_round=Tournament.LastRound.STANDINGS)
    tournament.refresh_from_db()
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1)
    assert open_proofs(tournament) == []
    confirm(tournament, 2)
    assert open_proofs(tournament) == [1, 2]


def test_a_round_that_was_drawn_by_lot_first_and_then_goes_by_standings_is_waited_for(tournament):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2)
    Tournament.objects.update(last_round=Tournament.LastRound.STANDINGS)
    tournament.refresh_from_db()
    assert open_proofs(tournament) == []


@pytest.mark.slow
def test_a_round_by_the_standings_closes_while_results_are_held_back(db, client, tmp_path, capsys):
    made = tournament_by_standings()
    for seed in (1, 2):
        draw_and_play_round(made, seed)
    draws.draw_round(tournament=made, seed=SEED)
    assert open_proofs(made) == [1, 2]
    confirm(made, 3)
    assert open_proofs(made) == [1, 2, 3]
    again = drawn_again(told_request(page_of(client, 3)), tmp_path, capsys)
    assert again == {3: seatings(made)[2]}
    made.rounds.filter(number=1).update(withheld=Round.Withheld.ALL)
    assert open_proofs(made) == [1, 2]
    assert told_request(page_of(client, 3)) == ""


def test_anybody_makes_the_draw_again(client, tournament, tmp_path, capsys):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2, 3)
    seats = seatings(tournament)
    for number in (1, 2, 3):
        again = drawn_again(told_request(page_of(client, number)), tmp_path, capsys)
        assert again == {1: seats[0], 2: seats[1], 3: seats[2]}


@pytest.mark.parametrize("game", ["wk-boerenbridge", "rubber-bridge"])
def test_anybody_makes_rounds_again_that_were_drawn_one_by_one(db, client, tmp_path, capsys, game):
    made = make_tournament(24, slug="hal", game=game)
    for number in (1, 2, 3):
        draws.draw_round(tournament=made, seed=number * 1000)
        confirm(made, number)
        transitions.start_round(round=round_of(made, number))
    for number, tables in enumerate(seatings(made), 1):
        again = drawn_again(told_request(page_of(client, number)), tmp_path, capsys)
        assert again == {number: tables}


def test_the_page_tells_everybody_what_was_asked(client, tournament, director):
    round = draws.draw_round(tournament=tournament, seed=ANEW)
    draws.discard_round(round=round, reason="Wens van Speler 3")
    draws.draw_all_rounds(tournament=tournament, seed=ANEW)
    draws.redraw_round(round=round_of(tournament, 1), seed=SEED, author=director, reason="Nog eens")
    confirm(tournament, 1, 2, 3)
    proof = public_proof(round_of(tournament, 1))
    assert (proof.players, proof.tables, proof.wishes) == ("1-25", "5, 5, 5, 5, 5", 0)
    assert (proof.is_announced, proof.thrown_away) == (False, 2)
    second = " ".join(page_of(client, 2).split())
    assert f"<dd>round 1: {SEED} · round 2: {SEED} </dd>" in second
    assert "<dd>1 draw</dd>" in second  # the first of the two was of round 1 alone
    page = page_of(client, 1)
    assert "<dd>2 draws</dd>" in " ".join(page.split())
    assert "python manage.py draw_again draw.json" in page
    told = [word for word in ("Nog eens", "Wens van", director.username) if word in page]
    assert told == []


def test_of_wishes_only_the_number_is_told(client, clerk_client, tournament):
    entries = list(tournament.entries.order_by("number"))
    separate(tournament=tournament, entries=entries[:2], name="Ruzie")
    fix_seat(entry=entries[4], table=2, seat=1)
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2, 3)
    for reader in (client, clerk_client):
        page = " ".join(page_of(reader, 1).split())
        assert "2 wishes of players, which only the directors read" in page
        assert "The wishes are needed to make this draw again, so directors do that." in page
        told = ("Ruzie", "fixed seat", "Must not share", "draw_again", "constraints", "--again")
        assert [word for word in told if word in page] == []


def test_a_change_by_hand_is_told(client, tournament, director):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    words = "the check gives the seats of before that"
    round = round_of(tournament, 1)
    here, there = (round.seats.get(table__number=n, number=1).entry for n in (1, 2))
    seat_swaps.swap_seats(round=round, first=here, second=there, author=director, now=NOON)
    confirm(tournament, 1, 2, 3)
    assert [number for number in (1, 2, 3) if words in page_of(client, number)] == [1]


def test_an_announced_number_is_called_so(client, director_client):
    made = make_tournament(25, slug="hal", round_count=1)
    director_client.post("/t/hal/rounds/draw/", {"seed": "4711"})
    confirm(made, 1)
    assert "the last one was announced beforehand and typed in" in page_of(client, 1)


def test_a_director_reads_his_own_proof_alone(director_client, tournament):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2, 3)
    page = page_of(director_client, 1)
    assert ("--again" in page, "draw_again" in page) == (True, False)


def test_a_round_of_which_the_log_does_not_know_the_draw_has_no_proof(client, tournament):
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2, 3)
    Round.objects.filter(number=2).update(seed=None)  # as after an archive with other seats
    assert public_proof(round_of(tournament, 2)) is None
    log_entry = AuditLogEntry.objects.get(kind=AuditLogEntry.Kind.DRAWN)
    del log_entry.payload["asked"]
    log_entry.save()
    assert public_proof(round_of(tournament, 1)) is None
    assert f"Draw number {SEED}" in page_of(client, 1)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"players": 5}', "\N{SNOWMAN}", pytest.param("[" * 100_000, id="deep")],
)
def test_a_text_that_was_cut_off_is_refused(tmp_path, english, text):
    file = tmp_path / "draw.json"
    file.write_text(text, "utf-8")
    with pytest.raises(CommandError, match="not what the page of a round tells"):
        call_command("draw_again", str(file))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"none\.json"):
        call_command("draw_again", str(tmp_path / "none.json"))


def addresses_telling(read, *told):
    """Return the addresses that tell one of these."""
    return {address for address, body in read.items() if any(word in body for word in told)}


@pytest.mark.slow
@pytest.mark.usefixtures("kept_pages")
def test_nothing_public_tells_a_draw_number_before_its_time_or_after(client, tournament):
    """Each page is kept when it is read first: what was told once must not stay."""
    told = (str(SEED), "draw_again", "first_seed")
    draws.draw_all_rounds(tournament=tournament, seed=SEED)
    confirm(tournament, 1, 2)
    assert addresses_telling(everything_public(client), *told) == set()
    confirm(tournament, 3)
    telling = addresses_telling(everything_public(client), *told)
    assert {f"/t/hal/rounds/{number}/" for number in (1, 2, 3)} <= telling
    transitions.unconfirm_round(round=round_of(tournament, 3))
    assert addresses_telling(everything_public(client), *told) == set()
