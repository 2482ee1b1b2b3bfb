"""The rounds of which no form is still to count, and whether the ceremony comes next."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from wk.tournament.models import Round, Seat, Tournament


def finished_rounds(tournament: Tournament) -> set[int]:
    """Return the numbers of the rounds with no form that is still to count; one query."""
    # In a final round a form that is missing does not come any more (A17).
    not_counted = Seat.objects.filter(round=OuterRef("pk"), result=None)
    rounds = tournament.rounds.started().filter(~Exists(not_counted) | Q(state=Round.State.FINAL))
    return set(rounds.values_list("number", flat=True))


def awaits_ceremony(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Return whether all rounds are over and closed while results are held back.

    The next step is to announce these. `rounds` are all rounds that have been drawn. One query, and
    none while a round is to come.
    """
    is_closed = all(round.is_started and not round.is_open for round in rounds)
    is_secret = any(round.withheld for round in rounds)
    if len(rounds) < tournament.round_count or not is_closed or not is_secret:
        return False
    return {round.number for round in rounds} <= finished_rounds(tournament)
