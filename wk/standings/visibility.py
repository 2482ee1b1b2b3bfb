"""Queries of the results that a reader may see, and of rounds with and without missing forms."""

from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, QuerySet

from wk.tournament.finished_rounds import finished_rounds
from wk.tournament.models import Round, Seat, Tournament


@dataclass(frozen=True, slots=True)
class ResultVisibility:
    """The results of a tournament that a reader may see. This is the only place that decides it.

    `rounds` are all rounds, in order. A reader without `sees_all` sees no result of a withheld
    round, and no standings that include one. `shows_below_top`: such a reader sees the places below
    a withheld top, since every round is closed and every form is in.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    sees_all: bool
    shows_below_top: bool = False

    @property
    def begun(self) -> tuple[Round, ...]:
        """Return the rounds that may have results."""
        return tuple(round for round in self.rounds if round.is_started)

    @property
    def withheld(self) -> tuple[Round, ...]:
        """Return the rounds with withheld results, including rounds that have not begun."""
        return tuple(round for round in self.rounds if round.withheld)

    @property
    def hidden(self) -> tuple[Round, ...]:
        """Return the rounds with results hidden from this reader."""
        return () if self.sees_all else tuple(r for r in self.withheld if r.is_started)

    @property
    def last(self) -> int:
        """Return the number of the last round with standings for this reader, 0 for none."""
        # Standings end before the first hidden round, unless only the top of that one is hidden.
        below = (Round.Withheld.TOP,) if self.shows_below_top else ()
        hidden_numbers = [round.number for round in self.hidden if round.withheld not in below]
        return (
            hidden_numbers[0] - 1
            if hidden_numbers
            else max((round.number for round in self.begun), default=0)
        )

    @property
    def newest(self) -> Round | None:
        """Return the last round while its results may still be withheld, None once it is final."""
        newest = self.rounds[-1] if self.rounds else None
        return newest if newest and newest.state != Round.State.FINAL else None


def result_visibility(tournament: Tournament, *, sees_all: bool) -> ResultVisibility:
    """Return the results that a reader may see; `sees_all` for officials, not for the public.

    One query; one more for the public once every round is closed and a top is withheld.
    """
    rounds = tuple(tournament.rounds.order_by("number"))
    public = ResultVisibility(tournament, rounds, sees_all)
    has_top = any(round.withheld == Round.Withheld.TOP for round in public.hidden)
    # While forms come in, a withheld top hides the whole round: each form that counts would move
    # the players of one table among others with known totals, which would give their results away.
    if not has_top or any(round.is_open for round in public.begun):
        return public
    settled = {round.number for round in public.begun} <= finished_rounds(tournament)
    return replace(public, shows_below_top=settled)


def running_rounds() -> QuerySet[Round]:
    """Return the started rounds, of all tournaments, with forms still to come."""
    to_come = Seat.objects.filter(round=OuterRef("pk"), result=None)
    started = Round.objects.started().exclude(state=Round.State.FINAL)
    return started.filter(Exists(to_come)).select_related("tournament")
