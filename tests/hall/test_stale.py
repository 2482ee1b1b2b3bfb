"""A draw by standings that changed between looking at it and confirming it."""

import pytest

from tests.hall.rounds import NOON, form_in
from tests.standings.halls import hall
from wk.hall import draws, steps
from wk.scoreforms.models import ScoreForm
from wk.tournament.draws import fix_round, start_round
from wk.tournament.models import Round
from wk.tournament.refusal import Refusal


def test_standings_that_changed_meanwhile_are_not_confirmed(director, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made = hall([f"P{number}" for number in range(1, 11)], rounds=2)
    made.last_round = "standings"
    made.save()
    first = draws.draw_round(tournament=made, seed=1)
    start_round(round=fix_round(round=first))
    for table in (1, 2):
        form_in(table, director, seed=table)
    last = draws.draw_round(tournament=made, seed=2)
    ScoreForm.objects.filter(table__number=2).delete()
    form_in(2, director, seed=3)
    with pytest.raises(Refusal):
        steps.fix(round=last, author=director, now=NOON)
    assert Round.objects.get(number=2).state == "drawn"
    draws.redraw_round(round=last, seed=2)
    steps.fix(round=last, author=director, now=NOON)
    assert Round.objects.get(number=2).state == "fixed"
