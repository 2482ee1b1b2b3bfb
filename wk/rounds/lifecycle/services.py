"""The steps of a round, from drawn to final.

Each step, forward or back, keeps an archive of the tournament and an audit log entry. If the
archive cannot be written, the step is not taken. That of a step back holds the state before the
step, because the step may lose something; that of a step forward holds the state after it.

Each step locks the tournament, then the round. A step that depends on forms then locks the tables.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.archive.services import StepArchive, step_archive_of
from wk.auditlog import services as auditlog
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.phones.call_services import end_calls
from wk.rounds.by_standings import compared_with_standings
from wk.rounds.lifecycle import transitions
from wk.rounds.lifecycle.issues import Readiness
from wk.rounds.lifecycle.readiness import readiness_of
from wk.rounds.lifecycle.steps_back import is_untouched, later_final, reopening_impact
from wk.tournament import round_states
from wk.tournament.models import Round, Table
from wk.tournament.round_states import is_by_standings


@transaction.atomic
def confirm(*, round: Round, author: User, now: datetime) -> Round:
    """Confirm a draw: from now on it is public.

    Raises ActionRefused as `transitions.confirm_round`, if the seats would reveal results held
    back, and if the round goes by standings that are incomplete or have changed since the draw.
    """
    # The checks come after the transition, under its locks. A refusal takes the transition back.
    confirmed = transitions.confirm_round(round=round)
    _refuse_revealing_results(confirmed)
    _refuse_stale(confirmed)
    return _logged_step(confirmed, Round.State.DRAWN, author, now)


@transaction.atomic
def unconfirm(*, round: Round, author: User, now: datetime) -> Round:
    """Take a confirmed round back to drawn.

    Raises ActionRefused if it has started, or a later round is confirmed.
    """
    locked = round_states.lock_round(round, Round.State.CONFIRMED)
    kept = step_archive_of(locked.tournament)
    drawn = transitions.unconfirm_round(round=locked)
    return _logged_step(drawn, Round.State.CONFIRMED, author, now, archive=kept)


@transaction.atomic
def start(*, round: Round, author: User, now: datetime, confirmed_token: str = "") -> Round:
    """Start a confirmed round: its forms may be handed in, and its clock runs.

    `confirmed_token` is as for `close`. Raises ActionRefused if an issue blocks the start or is not
    confirmed, or if an earlier round has not started.
    """
    # Read before the transition: a started round has other issues.
    missing = readiness_of(_locked(round, Round.State.CONFIRMED))
    started = transitions.start_round(round=round, now=now)
    _check(missing, confirmed_token)
    return _logged_step(started, Round.State.CONFIRMED, author, now)


@transaction.atomic
def unstart(*, round: Round, author: User, now: datetime) -> Round:
    """Undo a start by mistake: the round is confirmed again, and its clock does not run.

    Raises ActionRefused if something has happened in the round since, or a later round has started.
    """
    locked = _locked(round, Round.State.STARTED)
    if not is_untouched(locked):
        text = _("The start of round %(number)d stands: something has happened in it since, or a "
                 "later round has started.")  # fmt: skip
        raise ActionRefused(text % {"number": locked.number})
    kept = step_archive_of(locked.tournament)
    confirmed = transitions.unstart_round(round=locked)
    return _logged_step(confirmed, Round.State.STARTED, author, now, archive=kept)


@transaction.atomic
def close(*, round: Round, author: User, now: datetime, confirmed_token: str = "") -> Round:
    """Close a round: from now on only the director can change something.

    `confirmed_token` is the version token of the issues that the director has confirmed, "" for
    none. Raises ActionRefused if there are issues to confirm and the token is missing or out of
    date.
    """
    locked = _locked(round, Round.State.STARTED)
    _check(readiness_of(locked), confirmed_token)
    end_calls(round=locked, now=now)
    return _logged_step(_set_state(locked, Round.State.CLOSED), Round.State.STARTED, author, now)


@transaction.atomic
def make_final(*, round: Round, author: User, now: datetime, confirmed_token: str = "") -> Round:
    """Make a closed round final: nothing of it changes any more, unless it is reopened.

    `confirmed_token` is as for `close`. Raises ActionRefused if a form waits for a review or a
    decision, if an earlier round is not final, and as `close` does.
    """
    locked = _locked(round, Round.State.CLOSED)
    _check(readiness_of(locked), confirmed_token)
    return _logged_step(_set_state(locked, Round.State.FINAL), Round.State.CLOSED, author, now)


@transaction.atomic
def reopen(
    *, round: Round, author: User, now: datetime, reason: str, confirmed_token: str | None = None
) -> Round:
    """Open a closed or final round for forms again; later final rounds go back to closed.

    Later rounds go back because no round may be final before an earlier one is. `confirmed_token`
    is the version token of the later rounds that the director was shown, "" if there were none; it
    is None if nothing was shown. `reason` is stored in the log. Raises ActionRefused for a clerk,
    without a reason, or if the later final rounds have changed since they were shown.
    """
    refuse_unless_may(author, Act.TAKE_ROUND_STEPS, _("Only the director can reopen a round."))
    if not reason.strip():
        raise ActionRefused(_("Reopening a round needs a reason."))
    locked = _locked(round, Round.State.FINAL, Round.State.CLOSED)
    if confirmed_token is not None and confirmed_token != reopening_impact(locked).version_token:
        raise ActionRefused(
            _("Later rounds have been made final or reopened meanwhile. Look once more.")
        )
    before, why = Round.State(locked.state), reason.strip()
    # The archive is made before the step, as the step loses the states of the later rounds.
    kept = step_archive_of(locked.tournament)
    for later in later_final(locked):
        closed = _set_state(later, Round.State.CLOSED)
        _log_step(closed, Round.State.FINAL, author, now, reason=why)
    opened = _set_state(locked, Round.State.STARTED)
    return _logged_step(opened, before, author, now, reason=why, archive=kept)


def _refuse_revealing_results(round: Round) -> None:
    """Raise ActionRefused if public seats by the standings would reveal results held back."""
    if not is_by_standings(round.tournament, round.number):
        return
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    if secret := earlier.exclude(withheld=Round.Withheld.NOTHING).first():
        raise ActionRefused(
            _("The seats of round %(number)d tell the standings: make the results of round "
              "%(secret)d public first.")
            % {"number": round.number, "secret": secret.number}
        )  # fmt: skip


def _refuse_stale(round: Round) -> None:
    """Raise ActionRefused if the standings have changed since the draw, or are incomplete."""
    comparison = compared_with_standings(round)
    if why := comparison.incomplete or comparison.stale:
        raise ActionRefused(why)


def _locked(round: Round, *states: Round.State) -> Round:
    """Return the round in one of these states, locked with its tables until the transaction ends.

    Handing in a form locks its table too. So a form is in before the step, or it waits, and is
    judged by the state after the step.
    """
    locked = round_states.lock_round(round, *states)
    lock_rows(Table.objects.filter(round=locked))
    return locked


def _check(step: Readiness, confirmed_token: str) -> None:
    """Raise ActionRefused if an issue blocks the step, or the issues have not been confirmed."""
    if blocking := next((issue for issue in step.issues if issue.blocks), None):
        raise ActionRefused(_("This cannot be done yet: %(why)s.") % {"why": blocking.text})
    if step.version_token and not confirmed_token:
        raise ActionRefused(_("Look at what is missing first, and tick that you have seen it."))
    if step.version_token and step.version_token != confirmed_token:
        raise ActionRefused(_("What is missing has changed meanwhile. Look at it once more."))


def _set_state(round: Round, state: Round.State) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    return round


def _logged_step(
    round: Round,
    before: Round.State,
    author: User,
    now: datetime,
    *,
    reason: str = "",
    archive: StepArchive | None = None,
) -> Round:
    """Store a step in the audit log, with `archive` or else that of the state after the step.

    Return the round. Raises ActionRefused if no archive can be written: the step is not taken then.
    """
    kept = (archive or step_archive_of(round.tournament)).keep(now)
    _log_step(round, before, author, now, reason=reason, **kept)
    return round


def _log_step(
    round: Round,
    before: Round.State,
    author: User,
    now: datetime,
    *,
    reason: str = "",
    **payload: Any,
) -> None:
    """Store a step from the state `before` in the audit log."""
    states = {"from": str(before), "to": str(round.state)}
    auditlog.record_state(round, states | payload, author, now, reason=reason)
