"""The archive of a stored tournament."""

import json
from random import Random

import pytest
from django.utils import timezone

from tests.archive.samples import (
    NOW,
    PIET,
    SUBSTITUTES,
    as_bytes,
    bring_in,
    document,
    sample_archive,
    with_substitutes,
)
from wk.archive.queries import archive_of
from wk.archive.reader import read
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.players.services import enter, withdraw
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle.transitions import confirm_round, start_round
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Seat, Substitute, Table

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_played_tournament_is_exported_and_imported_again(tournament, director, clerk):
    now = timezone.now()
    tables = {table.number: table for table in Table.objects.filter(round__number=1)}
    played = tournament.rules.practice(5, Random(1))
    corrected = played | {"first_dealer": played["first_dealer"] % 5 + 1}
    hand_in(table=tables[1], submission=Submission(played, clerk, now))
    hand_in(
        table=tables[1],
        submission=Submission(corrected, director, now),
        expected_version=1,
        reason="gever",
    )
    save_draft(table=tables[2], document={"first_dealer": 9}, author=clerk, now=now)
    start_round(round=confirm_round(round=draw_round(tournament=tournament, seed=5)))
    withdraw(entry=tournament.entries.get(number=9))
    enter(tournament=tournament, name="Laat", number=40)
    draw_round(tournament=tournament, seed=6)
    archive = archive_of(tournament)
    # The draft does not count, the third round is nobody's business yet.
    assert [[t.form is not None for t in r.tables] for r in archive.rounds] == [
        [True, False],
        [False, False],
    ]
    assert archive.rounds[0].tables[0].form == corrected
    assert [p.number for p in archive.players] == [*range(1, 10), 40]
    data = write(archive)
    assert write(read(data)) == data
    tournament.delete()
    assert write(archive_of(bring_in(read(data)))) == data


def test_a_player_withdrawn_while_seated_is_read_back(tournament):
    confirm_round(round=draw_round(tournament=tournament, seed=5))
    withdraw(entry=tournament.entries.get(number=9))
    archive = archive_of(tournament)
    assert [p.withdrawn_after for p in archive.players if p.number == 9] == [2]
    assert read(write(archive)) == archive


def test_an_export_takes_four_queries(django_assert_num_queries):
    tournament = bring_in(sample_archive())
    with django_assert_num_queries(4):
        archive_of(tournament)


@pytest.mark.django_db
@pytest.mark.parametrize("round_", [0, 1, 2])
def test_substitutes_are_exported_byte_for_byte(round_):
    came = SUBSTITUTES if round_ == 0 else [PIET, {"seat": 4, "name": "Ada"}]
    archive = read(as_bytes(with_substitutes(came, round_)))
    once = write(archive)
    stored = import_archive(archive=archive, now=NOW)
    assert write(archive_of(stored)) == once
    assert json.loads(once)["rounds"][round_]["tables"][0]["substitutes"] == came
    assert Substitute.objects.count() == len(came)
    assert write(read(once)) == once


@pytest.mark.django_db
def test_substitutes_are_exported_in_order_of_seat_and_deal():
    stored = import_archive(archive=read(as_bytes(document())), now=NOW)
    seats = Seat.objects.filter(round__tournament=stored, round__number=1, table__number=1)
    shuffled = [*SUBSTITUTES]
    Random(3).shuffle(shuffled)
    assert shuffled != SUBSTITUTES
    for each in shuffled:
        seat = seats.get(number=each["seat"])
        Substitute.objects.create(seat=seat, name=each["name"], from_deal=each.get("from_deal"))
    assert write(archive_of(stored)) == write(read(as_bytes(with_substitutes(SUBSTITUTES))))
