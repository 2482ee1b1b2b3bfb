"""The check before the next step of a round: the issues that block it, and those to confirm."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from wk.players.queries import not_checked_in
from wk.rounds.by_standings import compared_with_standings
from wk.rounds.lifecycle.issues import FORM_ISSUES, PLAYER_ISSUES, FormIssue, Issue, Readiness
from wk.scoreforms.form_status import round_forms
from wk.tournament.models import Round
from wk.tournament.queries import unseated
from wk.tournament.round_states import is_by_standings


def readiness_of(round: Round) -> Readiness:
    """Return the issues before the next step of a round; none for a drawn and for a final round."""
    missing: dict[str, Callable[[Round], Iterator[Issue]]] = {
        Round.State.CONFIRMED: _issues_before_start,
        Round.State.STARTED: _issues_before_closing,
        Round.State.CLOSED: _issues_before_final,
    }
    return Readiness(tuple(missing[round.state](round)) if round.state in missing else ())


def _issues_before_start(round: Round) -> Iterator[Issue]:
    """Yield the issues before a start.

    They are players without a seat, withdrawn or absent players with a seat, standings that are
    incomplete or have changed since the draw, and earlier rounds that are still open. Only a
    withdrawn player with a seat blocks the start (A18).
    """
    tournament = round.tournament
    seated = tournament.entries.filter(seats__round=round)
    found = {
        "unseated": tuple(unseated(round)),
        "withdrawn": tuple(seated.exclude(withdrawn_after=None)),
        "absent": tuple(not_checked_in(tournament).filter(seats__round=round)),
    }
    for kind, players in found.items():
        if players:
            text = PLAYER_ISSUES[kind] % {"counter": len(players)}
            yield Issue(kind, text, players=players, blocks=kind == "withdrawn")
    comparison = compared_with_standings(round)
    if comparison.incomplete:
        yield Issue(
            "standings",
            comparison.incomplete,
            standings=comparison.incomplete,
            needs_confirmation=True,
        )
    if comparison.stale:
        yield Issue(
            "stale",
            comparison.stale,
            standings=f"{comparison.stale} {comparison.ranking}",
            needs_confirmation=True,
        )
    for earlier in tournament.rounds.open().filter(number__lt=round.number):
        text = _("Round %(number)d is not closed yet") % {"number": earlier.number}
        # An open round can still change the standings by which this round is seated.
        needs_confirmation = is_by_standings(tournament, round.number)
        yield Issue("earlier", text, round=earlier.number, needs_confirmation=needs_confirmation)


def _issues_before_closing(round: Round) -> Iterator[Issue]:
    """Yield the issues of forms before a round is closed; each needs a confirmation."""
    for issue, tables in _form_issues(round):
        text = issue.text % {"counter": len(tables)}
        yield Issue(issue.kind, text, tables=tables, page=issue.page, needs_confirmation=True)


def _issues_before_final(round: Round) -> Iterator[Issue]:
    """Yield the issues before a round is final.

    An earlier round that is not final blocks the step, as does a form to decide about. Other issues
    of forms need a confirmation.
    """
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    for each in earlier.exclude(state=Round.State.FINAL):
        text = _("Round %(number)d is not final yet") % {"number": each.number}
        yield Issue("earlier", text, round=each.number, blocks=True)
    for issue, tables in _form_issues(round):
        text, blocks = issue.text % {"counter": len(tables)}, issue.is_decidable
        yield Issue(
            issue.kind,
            text,
            tables=tables,
            page=issue.page,
            needs_confirmation=not blocks,
            blocks=blocks,
        )


def _form_issues(round: Round) -> Iterator[tuple[FormIssue, tuple[int, ...]]]:
    """Yield each kind of issue that a form of the round has, with the numbers of its tables."""
    forms = round_forms(round)
    for issue in FORM_ISSUES:
        if tables := tuple(form.table for form in forms if issue.holds(form)):
            yield issue, tables
