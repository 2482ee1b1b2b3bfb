"""A round that was started by mistake is taken back, as long as nobody has written about it."""

import pytest

from tests.hall.rounds import NOON, at, form_in, in_state, log
from wk.desk.services import substitute
from wk.hall import steps
from wk.hall.missing import step_of
from wk.hall.reseat_effect import How
from wk.hall.reseating import reseat
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Draft, Photo, ScoreForm
from wk.tournament.draws import seat_round
from wk.tournament.models import Change, Round
from wk.tournament.refusal import Refusal
from wk.tournament.roster import withdraw

pytestmark = pytest.mark.usefixtures("english")


def test_a_start_by_mistake_is_taken_back(tournament, round, director):
    in_state(round, "fixed")
    tournament.round_minutes = 75
    tournament.save()
    steps.start(round=round, author=director, now=NOON)
    round.tables.update(extra_minutes=5)
    taken = steps.unstart(round=round, author=director, now=at(1))
    assert (taken.state, taken.started_at, taken.minutes, taken.paused_at) == (
        "fixed",
        None,
        None,
        None,
    )
    assert set(round.tables.values_list("extra_minutes", flat=True)) == {0}
    assert log()[-1] == ("1", "started", "fixed", "dora", "")
    assert Change.objects.latest("pk").facts["states"] == {"1": "started"}


def draft(round, director):
    save_draft(table=round.tables.first(), document={}, author=director, now=NOON)


def somebody_plays_on(round, director):
    seat = round.seats.first()
    substitute(seat=seat, name="Piet", from_deal=3, author=director, now=NOON)


def photo(round, director):
    form = ScoreForm.objects.create(table=round.tables.first())
    Photo.objects.create(form=form, picture=b"", width=1, height=1, author=director, taken_at=NOON)


def form(round, director):
    form_in(1, director)
    Draft.objects.all().delete()


def next_round(round, director):
    seats = list(round.tournament.entries.all())
    seat_round(tournament=round.tournament, number=2, tables={1: seats[:4]}, state="started")


def somebody_leaves(round, director):
    withdraw(entry=round.seats.first().entry, author=director, now=NOON)


def reseated(round, director):
    first, second = (table.seats.first().entry for table in round.tables.all())
    reseat(round=round, first=first, second=second, how=How.OWN, author=director, now=NOON)


WRITTEN = [draft, somebody_plays_on, photo, form, next_round, somebody_leaves, reseated]


@pytest.mark.parametrize("what", WRITTEN)
def test_what_was_written_about_is_no_mistake(round, director, what):
    what(round, director)
    with pytest.raises(Refusal, match="The start of round 1 stands: something has happened"):
        steps.unstart(round=round, author=director, now=NOON)
    assert (Round.objects.get(number=1).state, log()) == ("started", [])


def test_a_round_that_was_closed_meanwhile_was_no_mistake(round, director):
    in_state(round, "fixed")
    steps.start(round=round, author=director, now=NOON)
    steps.close(
        round=round, author=director, now=at(1), accepted=step_of(in_state(round, "started")).mark
    )
    steps.reopen(round=round, author=director, now=at(2), reason="Toch nog")
    with pytest.raises(Refusal, match="The start of round 1 stands"):
        steps.unstart(round=round, author=director, now=at(3))
