"""The issues before a step of a round: their kinds, their words, and what they do to the step."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from wk.core.version_token import version_token
from wk.scoreforms.form_status import FormStatus
from wk.tournament.models import Entry


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue before a step, such as forms that are not in.

    - `kind`: its code, such as "missing" or "absent".
    - `text`: its words, without the players and tables.
    - `players`: the entries it is about; `tables`: the numbers of the tables; `round`: the number
      of another round, 0 for none.
    - `standings`: for an issue of the standings, words that change whenever the standings do. They
      make the version token change too.
    - `page`: the name of the address where a form of these tables is handled, "" for none.
    - `needs_confirmation`: whether the director must confirm to have seen this issue.
    - `blocks`: whether the step is impossible as long as this issue is there.
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
class FormIssue:
    """A kind of issue of a form, such as a form that waits for review.

    - `kind`, `page`: as for `Issue`; `text` counts the forms as `counter`.
    - `holds`: the condition, a function of the state of a form.
    - `is_decidable`: whether an official can decide about such a form. It must then be decided
      before the round is final. A table that did not finish cannot be decided: it stays as it is if
      the director confirms that (A17, A26).
    """

    kind: str
    text: Promise
    page: str
    holds: Callable[[FormStatus], bool]
    is_decidable: bool = False


# The most urgent one first.
FORM_ISSUES = (
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
        "missing",
        ngettext_lazy("%(counter)s form is not in", "%(counter)s forms are not in", "counter"),
        "scoreforms:enter",
        lambda form: not form.is_in,
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
    FormIssue(
        "objected",
        ngettext_lazy(
            "%(counter)s form is not right, a player says, and nobody has answered",
            "%(counter)s forms are not right, players say, and nobody has answered",
            "counter",
        ),
        "scoreforms:review",
        lambda form: form.is_objected and form.state == "counted" and not form.is_unchecked,
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


@dataclass(frozen=True, slots=True)
class Readiness:
    """All issues before one step of a round."""

    issues: tuple[Issue, ...]

    @property
    def is_blocked(self) -> bool:
        """Return whether the step cannot be taken yet."""
        return any(issue.blocks for issue in self.issues)

    @property
    def is_stale(self) -> bool:
        """Return whether a draw by the standings no longer fits, so that it must be made again."""
        return any(issue.kind == "stale" for issue in self.issues)

    @property
    def leavers(self) -> tuple[Entry, ...]:
        """Return the players who have stopped and still have a seat."""
        return next((issue.players for issue in self.issues if issue.kind == "withdrawn"), ())

    @property
    def to_close(self) -> int:
        """Return the number of the earlier round to close first, 0 for none.

        It is 0 too if anything else has to be confirmed.
        """
        to_confirm = [issue for issue in self.issues if issue.needs_confirmation]
        return (
            to_confirm[0].round
            if to_confirm and all(issue.kind == "earlier" for issue in to_confirm)
            else 0
        )

    @property
    def before_start(self) -> str:
        """Return what a director does next with a confirmed round.

        It is unconfirm (back to the draw), redraw, close (an earlier round), standings (complete
        them), or start if nothing is in the way.
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
        """Return the number of forms that an official still has to review or adjudicate."""
        return sum(self._forms(issue.kind) for issue in FORM_ISSUES if issue.is_decidable)

    def _forms(self, kind: str) -> int:
        return sum(len(issue.tables) for issue in self.issues if issue.kind == kind)

    @property
    def version_token(self) -> str:
        """Return the version token of the issues to confirm, "" for none.

        The page of the round sends it back with the director's confirmation. The step is refused
        if the issues have changed meanwhile: nobody confirms what he has not seen.
        """
        about = (
            (issue, issue.tables or issue.standings or issue.round)
            for issue in self.issues
            if issue.needs_confirmation
        )
        to_confirm = [(issue.kind, what) for issue, what in about]
        return version_token(to_confirm) if to_confirm else ""
