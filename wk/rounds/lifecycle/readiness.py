"""The issues before the next step of a round: those that block it, and those to confirm."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from wk.auditlog.models import AuditLogEntry
from wk.auditlog.seat_changes import seat_changes
from wk.core.version_token import version_token
from wk.rounds.by_standings import compared_with_standings
from wk.scoreforms.models import Draft, Photo, Version
from wk.scoreforms.queries import FormStatus, round_forms
from wk.tournament.models import Entry, Round, Substitute, Tournament
from wk.tournament.queries import playing, unseated
from wk.tournament.round_states import is_by_standings


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that is missing before a step, in words (`text`).

    - `players`, `tables` and `round` (numbers): those concerned.
    - `standings`: words that change with the standings concerned, for the version token.
    - `page`: the name of the page that handles the form of such a table.
    - `needs_confirmation`: the director must confirm to have seen this issue.
    - `blocks`: the step is not possible as long as this issue is there.
    """

    kind: str
    text: str
    players: tuple[Entry, ...] = ()
    tables: tuple[int, ...] = ()
    round: int = 0
    standings: str = ""
    page: str = ""
    needs_confirmation: bool = False
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Readiness:
    """All issues before the next step of a round."""

    issues: tuple[Issue, ...]

    @property
    def is_blocked(self) -> bool:
        """Return whether the step cannot be taken yet."""
        return any(issue.blocks for issue in self.issues)

    @property
    def is_stale(self) -> bool:
        """Return whether a draw by the standings has to be made again."""
        return any(issue.kind == "stale" for issue in self.issues)

    @property
    def to_close(self) -> int:
        """Return the number of the round to close first, if that is the only issue; else 0."""
        to_confirm = [issue for issue in self.issues if issue.needs_confirmation]
        return (
            to_confirm[0].round
            if to_confirm and all(issue.kind == "earlier" for issue in to_confirm)
            else 0
        )

    @property
    def before_start(self) -> str:
        """Return what to do with a confirmed round.

        That is unconfirm, redraw, close (an earlier round) or standings (complete them), and start
        if nothing is in the way.
        """
        if self.is_blocked:
            return "unconfirm"
        if self.is_stale:
            return "redraw"
        if self.to_close:
            return "close"
        return "standings" if self.version_token else "start"

    @property
    def waits_for(self) -> int:
        """Return the number of the round that has to be final first, 0 for none."""
        return next((issue.round for issue in self.issues if issue.blocks and issue.round), 0)

    @property
    def forms_to_come(self) -> int:
        """Return the number of forms that have not been handed in."""
        return self._forms("missing")

    @property
    def forms_to_decide(self) -> int:
        """Return the number of forms that an official has to review or adjudicate."""
        return sum(self._forms(issue.kind) for issue in FORM_ISSUES if issue.is_decidable)

    def _forms(self, kind: str) -> int:
        return sum(len(issue.tables) for issue in self.issues if issue.kind == kind)

    @property
    def version_token(self) -> str:
        """Return the version token of the issues to confirm, "" for none.

        The director's confirmation sends it back to the step as `confirmed_token`.
        """
        about = (
            (issue, issue.tables or issue.standings or issue.round)
            for issue in self.issues
            if issue.needs_confirmation
        )
        to_confirm = [(issue.kind, what) for issue, what in about]
        return version_token(to_confirm) if to_confirm else ""


@dataclass(frozen=True, slots=True)
class FormIssue:
    """A way in which a form is not done: its words, the page to handle it, and its condition.

    A form that an official can decide about (`is_decidable`) must be decided before the round is
    final. A table that did not finish stays as it is if the director accepts it (A17, A26).
    """

    kind: str
    text: Promise
    page: str
    holds: Callable[[FormStatus], bool]
    is_decidable: bool = False


FORM_ISSUES = (
    FormIssue(
        "missing",
        ngettext_lazy("%(counter)s form is not in", "%(counter)s forms are not in", "counter"),
        "scoreforms:enter",
        lambda form: not form.is_in,
    ),
    FormIssue(
        "differs",
        ngettext_lazy(
            "%(counter)s form was typed differently by two of you",
            "%(counter)s forms were typed differently by two of you",
            "counter",
        ),
        "scoreforms:adjudicate",
        lambda form: form.state == "differs",
        is_decidable=True,
    ),
    FormIssue(
        "waiting",
        ngettext_lazy(
            "%(counter)s form waits for a second pair of eyes",
            "%(counter)s forms wait for a second pair of eyes",
            "counter",
        ),
        "scoreforms:review",
        lambda form: form.is_in and not form.counts and form.state != "differs",
        is_decidable=True,
    ),
    FormIssue(
        "unchecked",
        ngettext_lazy(
            "%(counter)s form counts, and somebody has still to look at it",
            "%(counter)s forms count, and somebody has still to look at them",
            "counter",
        ),
        "scoreforms:review",
        lambda form: form.is_unchecked and form.state != "differs",
    ),
)
PLAYER_ISSUES = {
    "unseated": ngettext_lazy(
        "%(counter)s player has no seat in this round",
        "%(counter)s players have no seat in this round",
        "counter",
    ),
    "withdrawn": ngettext_lazy(
        "%(counter)s player has a seat and has withdrawn",
        "%(counter)s players have a seat and have withdrawn",
        "counter",
    ),
    "absent": ngettext_lazy(
        "%(counter)s player has a seat and has not come in yet",
        "%(counter)s players have a seat and have not come in yet",
        "counter",
    ),
}


def readiness_of(round: Round) -> Readiness:
    """Return the issues before the next step of a round; a final round has no next step."""
    missing: dict[str, Callable[[Round], Iterator[Issue]]] = {
        Round.State.CONFIRMED: _issues_before_start,
        Round.State.STARTED: _issues_before_closing,
        Round.State.CLOSED: _issues_before_final,
    }
    return Readiness(tuple(missing[round.state](round)) if round.state in missing else ())


def reopening_impact(round: Round) -> Readiness:
    """Return what reopening a round leads to, as issues.

    Later final rounds go back to closed, and a finished tournament has no champion any more.
    """
    text = _("Round %(number)d is final too, and goes back to closed")
    issues = [
        Issue("later", text % {"number": later.number}, round=later.number, needs_confirmation=True)
        for later in later_final(round)
    ]
    states = round.tournament.rounds.values_list("state", flat=True)
    is_over = {*states} <= {Round.State.CLOSED, Round.State.FINAL}
    if is_over and len(states) == round.tournament.round_count:
        issues.append(Issue("champion", _("Until it is closed again there is no champion")))
    return Readiness(tuple(issues))


def later_final(round: Round) -> list[Round]:
    """Return the final rounds after this one, in order."""
    later = round.tournament.rounds.filter(number__gt=round.number, state=Round.State.FINAL)
    return list(later.select_related("tournament").order_by("number"))


def is_untouched(round: Round) -> bool:
    """Return whether nothing has happened in a round since its start, so that it can be undone.

    Then it has no form, draft, photo, substitute or corrected seat. Nobody has withdrawn in it, it
    was not closed meanwhile, and no later round has started.
    """
    written = (Version, Draft, Photo)
    moved = round.log_entries.filter(kind=AuditLogEntry.Kind.STATE, payload__to=Round.State.STARTED)
    last = moved.order_by("pk").last()
    return not (
        (last and last.payload["from"] != Round.State.CONFIRMED)  # it was closed meanwhile
        or any(each.objects.filter(form__table__round=round).exists() for each in written)
        or Substitute.objects.filter(seat__round=round).exists()
        or round.tournament.entries.filter(withdrawn_after=round.number).exists()
        or any(change.how for change in seat_changes(round))
        or round.tournament.rounds.started().filter(number__gt=round.number).exists()
    )


def not_checked_in(tournament: Tournament) -> QuerySet[Entry]:
    """Return the players without a check-in; none if the tournament does not check players in."""
    if not tournament.entries.exclude(checked_in_at=None).exists():
        return Entry.objects.none()
    return playing(tournament).filter(checked_in_at=None)


def _issues_before_start(round: Round) -> Iterator[Issue]:
    """Yield the issues before a start.

    They are players without a seat, withdrawn or absent players with one, standings that are
    incomplete or changed since the draw, and an earlier round that is still open.
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
        needs_confirmation = is_by_standings(tournament, round.number)  # which may change still
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
    """Yield each kind of issue of the forms of a round, with the numbers of its tables."""
    forms = round_forms(round)
    for issue in FORM_ISSUES:
        if tables := tuple(form.table for form in forms if issue.holds(form)):
            yield issue, tables
