"""Settings of rounds: the minutes of a round, and how the last round is seated."""

import pytest

from wk.core.refusals import ActionRefused
from wk.tournament.models import Round, Tournament
from wk.tournament.services import update_tournament

EDIT = "/t/wk-test/edit/"
FACTS = {
    "name": "WK Test",
    "date": "2026-11-21",
    "venue": "",
    "game": "wk-boerenbridge",
    "round_count": "3",
    "slug": "wk-test",
}


def save_settings(client, **facts):
    """Save the settings; return the status, and the stored minutes and last round."""
    response = client.post(EDIT, FACTS | facts)
    stored = Tournament.objects.get()
    return response.status_code, stored.round_minutes, stored.last_round


def test_minutes_are_set_and_cleared(director_client, tournament):
    tournament.rounds.update(seed=5)
    assert save_settings(director_client, round_minutes="75") == (302, 75, "lot")
    assert save_settings(director_client, round_minutes="") == (302, None, "lot")


@pytest.mark.parametrize("minutes", ["0", "-1", "601", "1.5", "een uur", "\0"])
def test_invalid_minutes_are_refused(director_client, tournament, minutes):
    tournament.rounds.update(seed=5)
    assert save_settings(director_client, round_minutes=minutes) == (200, None, "lot")


def test_the_last_round_is_chosen_before_the_first_draw(director_client, tournament):
    Round.objects.all().delete()
    assert save_settings(director_client, last_round="standings") == (302, None, "standings")
    assert save_settings(director_client) == (200, None, "standings")  # a page that does not say
    assert save_settings(director_client, last_round="lot") == (302, None, "lot")
    assert save_settings(director_client, last_round="los") == (200, None, "lot")


def test_rounds_without_a_draw_number_leave_the_choice_open(director_client, tournament):
    assert not tournament.rounds.exclude(seed=None).exists()
    assert save_settings(director_client, last_round="standings") == (302, None, "standings")


def test_the_last_round_cannot_be_changed_after_the_first_draw(director_client, tournament):
    tournament.rounds.update(seed=5)
    assert save_settings(director_client, last_round="standings") == (302, None, "lot")
    field = director_client.get(EDIT).context["form"]["last_round"].field
    assert field.disabled
    with pytest.raises(ActionRefused):  # also for who had the page open before the draw
        update_tournament(tournament=tournament, last_round="standings")
    assert update_tournament(tournament=tournament, last_round="lot").last_round == "lot"
