"""What the database refuses."""

import pytest


def test_the_database_refuses_a_second_seat_in_a_round(tournament):
    from django.db import IntegrityError, transaction

    from wk.tournament.models import Seat, Table

    round = tournament.rounds.get()
    third = Table.objects.create(round=round, number=3)
    anna = tournament.entries.get(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=third, round=round, number=1, entry=anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(round=round, number=1)
