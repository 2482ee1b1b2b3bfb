"""The addresses in codes on paper: noted when it is printed, and of use until a round is closed."""

import pytest

from wk.tournament.models import PrintedAddress, Round, Tournament
from wk.tournament.printed_addresses import PrintedCodes, note_printed, outdated, printed_codes

HOME, HALL = "http://192.168.178.20:8000", "http://192.168.1.10:8000"


def noted(tournament, round, *printed):
    for origin, is_all in printed:
        note_printed(tournament=tournament, round=round, origin=origin, is_all=is_all)
    return [codes.origins for codes in printed_codes() if codes.round == round]


@pytest.mark.parametrize(
    ("printed", "origins"),
    [
        ([], []),
        ([(HOME, True)], [(HOME,)]),
        ([(HOME, True), (HOME, True)], [(HOME,)]),
        ([(HOME, True), (HALL, False)], [(HALL, HOME)]),  # the others still hold the old one
        ([(HOME, True), (HALL, False), (HALL, True)], [(HALL,)]),
    ],
)
@pytest.mark.parametrize("of_round", [True, False])
def test_all_printed_again_replaces_what_was_noted(tournament, printed, origins, of_round):
    round = tournament.rounds.get() if of_round else None
    assert noted(tournament, round, *printed) == origins


def test_cards_and_sheets_are_noted_apart(tournament):
    round = tournament.rounds.get()
    noted(tournament, None, (HOME, True))
    noted(tournament, round, (HALL, True))
    assert outdated(printed_codes(), HALL) == [PrintedCodes(tournament, None, (HOME,))]
    assert outdated(printed_codes(), HOME) == [PrintedCodes(tournament, round, (HALL,))]


@pytest.mark.parametrize(
    ("state", "round_count", "phones", "sheets", "cards"),
    [
        (Round.State.CONFIRMED, 3, "compare", True, True),
        (Round.State.STARTED, 3, "form", True, True),
        (Round.State.STARTED, 3, "off", False, True),
        (Round.State.CLOSED, 3, "compare", False, True),
        (Round.State.CLOSED, 1, "compare", False, False),
        (Round.State.FINAL, 1, "compare", False, False),
    ],
)
def test_paper_is_of_use_until_its_round_or_the_last_one_is_closed(
    tournament, state, round_count, phones, sheets, cards
):
    round = tournament.rounds.get()
    Round.objects.update(state=state)
    Tournament.objects.update(round_count=round_count, phones=phones)
    assert bool(noted(tournament, round, (HOME, True))) == sheets
    assert bool(noted(tournament, None, (HOME, True))) == cards


def test_sheets_of_a_discarded_draw_are_forgotten(tournament):
    noted(tournament, tournament.rounds.get(), (HOME, True))
    tournament.rounds.all().delete()
    assert not PrintedAddress.objects.exists()


def test_number_of_queries(tournament, django_assert_num_queries):
    noted(tournament, tournament.rounds.get(), (HOME, True), (HALL, False))
    noted(tournament, None, (HOME, True), (HALL, False))
    with django_assert_num_queries(2):
        printed_codes()
