"""Models of a tournament: constraints of the database, and the rules of a round."""

import pytest

from tests.tournament.rule_tournaments import create_with_players, seat
from wk.tournament.models import Round


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


@pytest.mark.parametrize(
    ("sizes", "deals"),
    [((5, 4), 19), ((4, 4), 23), ((3, 5), 19), ((8,), 11), ((3,), 33)],
)
def test_w_14_all_tables_of_a_round_play_the_deals_of_the_largest_table(db, sizes, deals):
    round = seat(create_with_players(9, "chinees-poepen"), *sizes)
    assert round.table_sizes == set(sizes)
    assert {len(round.rules.layout(size).rows) for size in sizes} == {deals}


def test_the_rules_of_a_round_are_looked_up_once(bollen, django_assert_num_queries):
    round = Round.objects.select_related("tournament").get(pk=seat(bollen, 4, 4).pk)
    with django_assert_num_queries(1):
        assert round.rules.key == round.rules.key == "bollen"
