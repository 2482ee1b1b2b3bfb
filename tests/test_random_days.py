"""Random days of one tournament: whatever officials do in whatever order, some invariants hold.

When one breaks, Hypothesis prints the shortest day on which it does.
"""

from collections import defaultdict

import pytest
from django.db import transaction
from hypothesis import HealthCheck, seed
from hypothesis import settings as of_hypothesis
from hypothesis.stateful import invariant, run_state_machine_as_test

from tests.office import match_points
from tests.random_day import RandomDay
from tests.samples import seed_of_run, so_many
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.undo import undo, undo_offers
from wk.core.refusals import ActionRefused
from wk.scoreforms.models import Result, Version
from wk.standings.queries import standings
from wk.tournament.models import Seat


class ProperDay(RandomDay):
    """A random day, with what holds after each act."""

    @invariant()
    def everybody_sits_once_and_tables_have_no_gap(self):
        tables = defaultdict(list)
        for table, number in Seat.objects.order_by("number").values_list("table", "number"):
            tables[table].append(number)
        assert all(seats == list(range(1, len(seats) + 1)) for seats in tables.values())
        assert {len(seats) for seats in tables.values()} <= {4, 5}

    @invariant()
    def results_are_those_of_the_forms_that_count(self):
        expected = {}
        for version in Version.objects.filter(is_counted=True).select_related("form__table__round"):
            table = version.form.table
            seats = list(table.seats.order_by("number"))
            scored = table.round.rules.score(version.content, len(seats))
            for seat, row in zip(seats, scored, strict=True):
                expected[seat.pk] = (row.points, row.place, int(row.match_points * 2))
        stored = {
            row["seat"]: (row["points"], row["place"], row["half_points"])
            for row in Result.objects.values("seat", "points", "place", "half_points")
        }
        assert stored == expected

    @invariant()
    def standings_are_the_sum_of_the_results(self):
        """Counted here once more, without the program."""
        tallies = {number: [0.0, 0] for number in self.numbers()}
        tables = defaultdict(dict)
        for table, number, points in Result.objects.values_list(
            "seat__table", "seat__entry__number", "points"
        ):
            tables[table][number] = points
        for points in tables.values():
            worth = match_points(list(points.values()))
            for (number, own), each in zip(points.items(), worth, strict=True):
                tallies[number][0] += each
                tallies[number][1] += own
        order = sorted(tallies, key=lambda n: (-tallies[n][0], -tallies[n][1], n))
        shown = standings(self.tournament).rows
        assert [(row.number, float(row.match_points), row.points) for row in shown] == [
            (number, *tallies[number]) for number in order
        ]

    def numbers(self):
        return self.tournament.entries.values_list("number", flat=True)

    @invariant()
    def the_log_offers_to_undo_what_can_be_undone(self):
        made = list(AuditLogEntry.objects.filter(undone_at=None).order_by("-pk")[:3])
        for log_entry, offer in zip(
            made, undo_offers(self.tournament, made, self.director), strict=True
        ):
            if log_entry.kind == AuditLogEntry.Kind.SEATED and log_entry.payload.get("how"):
                continue  # undone on the page of its round
            assert offer.is_open == self.can_be_undone(log_entry), log_entry

    def can_be_undone(self, log_entry):
        with transaction.atomic():
            try:
                undo(log_entry=log_entry, author=self.director, now=self.now)
            except ActionRefused:
                return False
            finally:
                transaction.set_rollback(True)
        return True


@pytest.mark.slow
def test_random_days(db):
    few = of_hypothesis(
        max_examples=so_many(5, of=300),
        stateful_step_count=40,
        deadline=None,
        database=None,  # the same days again by the seed of the run alone
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(seed_of_run())(ProperDay), settings=few)
