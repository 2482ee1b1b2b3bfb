"""The state of a round: the lock for its steps, refusals by state, and how it is seated."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.tournament.models import Round, Tournament

# The refusals by the state that a step needs, for a round in any other state.
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
    """Return the round as it is now, locked until the transaction ends.

    Services call this before they change a round or its seats. Raises ActionRefused if the round is
    in none of `states`; the message is that of the first state.
    """
    # The tournament comes first, as in every service: a draw locks it too, so the two wait for each
    # other, and no two requests lock the same rows in different orders.
    lock_row(Tournament.objects.filter(pk=round.tournament_id))
    locked = lock_row(Round.objects.filter(pk=round.pk).select_related("tournament"))
    if locked.state not in states:
        raise ActionRefused(WRONG_STATE[states[0]] % {"number": locked.number})
    return locked


def is_by_standings(tournament: Tournament, number: int) -> bool:
    """Return whether the round of this number is seated by the standings.

    It is the last round, if the tournament is set so. A first round has no standings before it.
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
    """Return why an author may not change forms of a closed or final round, "" if allowed.

    `author` is None for the phone of a table. An official with the right CHANGE_CLOSED_ROUNDS may
    change a closed round. Nobody may change a final one.
    """
    if not may(author, Act.CHANGE_CLOSED_ROUNDS):
        return closed_words(round)
    if round.state != Round.State.FINAL:
        return ""
    text = _("Round %(number)d is final. Reopen it first, then you can change something.")
    return text % {"number": round.number}


def closed_words(round: Round) -> str:
    """Return the sentence that a round is closed or final, "" in any other state."""
    text = CLOSED_WORDS.get(Round.State(round.state))
    return str(text) % {"number": round.number} if text else ""
