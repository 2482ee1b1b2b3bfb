"""Somebody sat at another table as one more, in every game that has tables of two sizes: put right,
undone, and put right again and handed in."""

import pytest

from scoring.registry import GAMES
from tests.hall.reseats import LATER, NOW, everything, hall_of, join, table
from tests.played import played
from wk.hall import reseating
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.seats import players_at
from wk.scoreforms.services import Paper, hand_in

pytestmark = pytest.mark.slow

HALLS = [
    pytest.param(key, large, small, id=f"{key}-{large}-{small}")
    for key in sorted(GAMES)
    for large, small in ((5, 4), (8, 7))
    if {large, small} <= {*GAMES[key]({}).table_sizes}
]


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "large", "small"), HALLS)
def test_it_is_put_right_undone_and_handed_in(director, clerk, game, large, small):
    round = hall_of(large, small, game=game)
    said = [played(table(number)) for number in (1, 2)]
    for number, document in enumerate(said, 1):
        hand_in(table=table(number), paper=Paper(document, clerk, NOW))
    assert Version.objects.filter(is_counted=True).count() == 2
    before = everything()
    change = join(round, 2, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 2)
    left = {problem.place.seat for problem in progress(2).problems if problem.place.seat}
    assert left <= {large}  # only the column of who came is to be typed
    reseating.undo(change=change, author=director, now=LATER)
    assert everything() == before
    join(round, 2, 2, director)
    for number, document in enumerate((played(table(1), 3), played(table(2), 4)), 1):
        version = hand_in(table=table(number), paper=Paper(document, clerk, LATER))
        assert (version.is_counted, version.players) == (True, players_at(table(number)))
    assert Result.objects.count() == large + small


def progress(number):
    draft = Draft.objects.get(form__table__number=number)
    return draft.form.table.round.rules.progress(draft.content, players_of(draft))


def players_of(draft):
    return draft.form.table.seats.count()
