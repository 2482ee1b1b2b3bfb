"""What the state of a round allows, and whether it goes by the standings."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.models import Round, Tournament

# The refusals for a round in another state than a step needs.
WRONG_STATE = {
    Round.State.DRAWN: gettext_lazy("Round %(number)d has been confirmed already."),
    Round.State.CONFIRMED: gettext_lazy(
        "Round %(number)d is not confirmed, or has started already."
    ),
    Round.State.STARTED: gettext_lazy("Round %(number)d has not started, or is closed already."),
    Round.State.CLOSED: gettext_lazy("Round %(number)d is not closed, or is final already."),
    Round.State.FINAL: gettext_lazy("Round %(number)d is not closed: it need not be reopened."),
}


def lock_round(round: Round, *states: Round.State) -> Round:
    """Return the round, locked until the transaction ends.

    Raises ActionRefused if it is in none of these states. It is for services that change a round or
    its seats, within a transaction.
    """
    lock_row(
        Tournament.objects.filter(pk=round.tournament_id)
    )  # this and a draw wait for each other
    locked = lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state not in states:
        raise ActionRefused(WRONG_STATE[states[0]] % {"number": locked.number})
    return locked


def is_by_standings(tournament: Tournament, number: int) -> bool:
    """Return whether a round is seated by the standings: the last one, if the organiser chose so.

    A first round never is: there are no standings yet.
    """
    is_last = number == tournament.round_count and number > 1
    return is_last and tournament.last_round == Tournament.LastRound.STANDINGS


def last_by_lot(tournament: Tournament) -> int:
    """Return the number of the last round that is not seated by the standings."""
    return tournament.round_count - is_by_standings(tournament, tournament.round_count)


CLOSED_WORDS: Mapping[Round.State, Promise] = {
    Round.State.CLOSED: gettext_lazy(
        "Round %(number)d is closed. Only the director can still change something."
    ),
    Round.State.FINAL: gettext_lazy(
        "Round %(number)d is final. Only when the director reopens it, it can change."
    ),
}


def why_closed(round: Round, author: User | None) -> str:
    """Return why a round takes nothing from an author (None: a phone), "" if it does.

    A closed round takes changes only from who may change closed rounds, a final one from nobody.
    """
    listens = round.state == Round.State.CLOSED and may(author, Act.CHANGE_CLOSED_ROUNDS)
    return "" if listens else closed_words(round)


def closed_words(round: Round) -> str:
    """Return the sentence for officials about a closed or final round, "" for any other."""
    said = CLOSED_WORDS.get(Round.State(round.state))
    return str(said) % {"number": round.number} if said else ""
