"""What is missing before the next step of a round."""

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
    """Something not done yet before a step, said in `text`.

    `players`, `tables` and `round` (by number) are those concerned; `standings` stands for these in
    a version token. `page` names the page to handle the form of such a table. With `asks` the step
    needs a confirmation that the gap was seen; with `bars` it is not possible.
    """

    kind: str
    text: str
    players: tuple[Entry, ...] = ()
    tables: tuple[int, ...] = ()
    round: int = 0
    standings: str = ""
    page: str = ""
    asks: bool = False
    bars: bool = False


@dataclass(frozen=True, slots=True)
class Readiness:
    """What is missing before the next step of a round."""

    gaps: tuple[Issue, ...]

    @property
    def is_barred(self) -> bool:
        """Return whether the step cannot be taken yet."""
        return any(gap.bars for gap in self.gaps)

    @property
    def is_stale(self) -> bool:
        """Return whether a draw by the standings has to be made again."""
        return any(gap.kind == "stale" for gap in self.gaps)

    @property
    def to_close(self) -> int:
        """Return the number of the round to close first, if nothing else is missing; 0
        otherwise.
        """
        asking = [gap for gap in self.gaps if gap.asks]
        return asking[0].round if asking and all(gap.kind == "earlier" for gap in asking) else 0

    @property
    def before_start(self) -> str:
        """Return what to do with a confirmed round.

        That is unconfirm, redraw, close (an earlier round) or standings (complete them), and start
        if nothing is in the way.
        """
        if self.is_barred:
            return "unconfirm"
        if self.is_stale:
            return "redraw"
        if self.to_close:
            return "close"
        return "standings" if self.version_token else "start"

    @property
    def waits_for(self) -> int:
        """Return the number of the round that has to be final first, 0 for none."""
        return next((gap.round for gap in self.gaps if gap.bars and gap.round), 0)

    @property
    def forms_to_come(self) -> int:
        """Return how many forms have still to be handed in."""
        return self._forms("missing")

    @property
    def forms_to_decide(self) -> int:
        """Return the number of forms that somebody has to decide about before they are done."""
        return sum(self._forms(gap.kind) for gap in FORM_ISSUES if gap.is_decidable)

    def _forms(self, kind: str) -> int:
        return sum(len(gap.tables) for gap in self.gaps if gap.kind == kind)

    @property
    def version_token(self) -> str:
        """Return the version token of the gaps with `asks`, "" for none: `accepted` by a step."""
        about = ((gap, gap.tables or gap.standings or gap.round) for gap in self.gaps if gap.asks)
        asking = [(gap.kind, what) for gap, what in about]
        return version_token(asking) if asking else ""


@dataclass(frozen=True, slots=True)
class FormIssue:
    """A way in which a form is not done: its words, the page to handle it, and its condition.

    What can be decided (`is_decidable`) must be decided before the round is final. A table that did
    not finish stays as it is if the director accepts it (A17, A26).
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
    """Return what is missing before the next step of a round; a final round has no next step."""
    missing: dict[str, Callable[[Round], Iterator[Issue]]] = {
        Round.State.CONFIRMED: _before_start,
        Round.State.STARTED: _before_closing,
        Round.State.CLOSED: _before_final,
    }
    return Readiness(tuple(missing[round.state](round)) if round.state in missing else ())


def reopening_impact(round: Round) -> Readiness:
    """Return the effect of reopening a round: later rounds go back to closed, maybe no champion."""
    text = _("Round %(number)d is final too, and goes back to closed")
    gaps = [
        Issue("later", text % {"number": later.number}, round=later.number, asks=True)
        for later in later_final(round)
    ]
    states = round.tournament.rounds.values_list("state", flat=True)
    is_over = {*states} <= {Round.State.CLOSED, Round.State.FINAL}
    if is_over and len(states) == round.tournament.round_count:
        gaps.append(Issue("champion", _("Until it is closed again there is no champion")))
    return Readiness(tuple(gaps))


def later_final(round: Round) -> list[Round]:
    """Return the final rounds after this one, in order."""
    later = round.tournament.rounds.filter(number__gt=round.number, state=Round.State.FINAL)
    return list(later.select_related("tournament").order_by("number"))


def is_untouched(round: Round) -> bool:
    """Return whether a round was started and nothing has come of it.

    Then no form, draft or photo of it exists, nobody substitutes or has withdrawn, no seat was
    corrected, it was not closed meanwhile, and no later round has started.
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
    """Return the players without a check-in; none where nobody was checked in at all."""
    if not tournament.entries.exclude(checked_in_at=None).exists():
        return Entry.objects.none()
    return playing(tournament).filter(checked_in_at=None)


def _before_start(round: Round) -> Iterator[Issue]:
    """Yield the gaps before a start.

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
            yield Issue(kind, text, players=players, bars=kind == "withdrawn")
    beside = compared_with_standings(round)
    if beside.waits:
        yield Issue("standings", beside.waits, standings=beside.waits, asks=True)
    if beside.stale:
        yield Issue("stale", beside.stale, standings=f"{beside.stale} {beside.ranking}", asks=True)
    for earlier in tournament.rounds.open().filter(number__lt=round.number):
        text = _("Round %(number)d is not closed yet") % {"number": earlier.number}
        asks = is_by_standings(tournament, round.number)  # which may change still
        yield Issue("earlier", text, round=earlier.number, asks=asks)


def _before_closing(round: Round) -> Iterator[Issue]:
    """Yield the gaps of forms before a round is closed; each asks for a confirmation."""
    for gap, tables in _form_gaps(round):
        text = gap.text % {"counter": len(tables)}
        yield Issue(gap.kind, text, tables=tables, page=gap.page, asks=True)


def _before_final(round: Round) -> Iterator[Issue]:
    """Yield the gaps before a round is final.

    An earlier round that is not final bars the step, as does a form to decide. Other gaps of forms
    ask for a confirmation.
    """
    earlier = round.tournament.rounds.filter(number__lt=round.number)
    for each in earlier.exclude(state=Round.State.FINAL):
        text = _("Round %(number)d is not final yet") % {"number": each.number}
        yield Issue("earlier", text, round=each.number, bars=True)
    for gap, tables in _form_gaps(round):
        text, bars = gap.text % {"counter": len(tables)}, gap.is_decidable
        yield Issue(gap.kind, text, tables=tables, page=gap.page, asks=not bars, bars=bars)


def _form_gaps(round: Round) -> Iterator[tuple[FormIssue, tuple[int, ...]]]:
    """Yield each gap of the forms of a round, with the numbers of its tables."""
    forms = round_forms(round)
    for gap in FORM_ISSUES:
        if tables := tuple(form.table for form in forms if gap.holds(form)):
            yield gap, tables
