"""The form of a table for one official: its content, and the permissions of that official."""

from dataclasses import dataclass
from functools import cached_property

from scoring.game import Document, Game
from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.scoreforms.entry.queries import FormContent, form_content
from wk.scoreforms.models import Draft, Objection, Version
from wk.scoreforms.table_queries import table_with_seats
from wk.tournament.models import Entry, Seat, Table, Tournament


@dataclass(frozen=True)
class EntryContext:
    """The form of a table for one official; the seats are in order and have their entries."""

    table: Table
    user: User
    seats: tuple[Seat, ...]

    @cached_property
    def stored(self) -> FormContent:
        """Return the content of the form in the database, as it is at the first question."""
        return form_content(self.table, self.user)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the entries at the table, in seat order."""
        return tuple(seat.entry for seat in self.seats)

    @property
    def rules(self) -> Game:
        """Return the game as this table plays it."""
        return self.table.round.rules

    @property
    def counted(self) -> Version | None:
        """Return the version that counts, None without one."""
        current = self.stored.current
        return current if current and current.is_counted else None

    @property
    def waiting(self) -> Version | None:
        """Return the version that waits for review, None without one."""
        current = self.stored.current
        return current if current and current.is_waiting else None

    @property
    def is_mine(self) -> bool:
        """Return whether the official is the author of the version that counts or waits."""
        return bool(self.stored.current and self.stored.current.author_id == self.user.pk)

    @property
    def has_totals_only(self) -> bool:
        """Return whether the version that counts has only totals; any clerk may add the deals."""
        return bool(self.counted) and self.is_totals(self.counted.content if self.counted else {})

    @property
    def may_correct(self) -> bool:
        """Return whether the official may correct a form that counts."""
        return may(self.user, Act.CORRECT_COUNTED_FORMS)

    @property
    def seen_version(self) -> int:
        """Return the number of the version that the official saw when he began, 0 for none."""
        current, draft = self.stored.current, self.stored.draft
        if draft and draft.version is not None:
            return draft.version
        return current.number if current else 0

    @property
    def is_overtaken(self) -> bool:
        """Return whether a version came in that the official has not seen, while he was typing."""
        current = self.stored.current
        return current is not None and current.number != self.seen_version

    @property
    def is_closed(self) -> bool:
        """Return whether the form counts, and this official may neither correct nor complete it.

        What he typed before it counted is not lost: he may hand it in as a second typing.
        """
        may_complete = self.has_totals_only or self.is_reviewer
        return bool(self.counted) and not (self.may_correct or may_complete or self.is_overtaken)

    @property
    def corrects(self) -> int:
        """Return the number of the version that this official would correct, 0 if there is none."""
        # Most officials may not, and then what is stored need not be read.
        if not self.may_correct or not self.counted or self.has_totals_only or self.is_overtaken:
            return 0
        return self.counted.number

    @property
    def is_reviewer(self) -> bool:
        """Return whether typing now would be a review of another author's version."""
        current = self.stored.current
        if self.is_mine or not current:
            return False
        # Totals of an archive were never looked at here, though nobody asks for that.
        is_unasked = self.has_totals_only and not current.check_wanted
        return bool(self.waiting) or self.stored.is_unchecked or is_unasked

    @property
    def is_blind(self) -> bool:
        """Return whether the official must not see the version under review."""
        by_sight = self.table.round.tournament.check_method == Tournament.CheckMethod.SIGHT
        return self.is_reviewer and (self.has_totals_only or not by_sight)

    @property
    def content(self) -> Document:
        """Return the content of the page: the official's draft, else the version unless hidden."""
        completes = self.has_totals_only and not self.may_correct
        hidden = self.stored.draft is None and (self.is_blind or completes)
        return {} if hidden else self.stored.content

    @property
    def offered_drafts(self) -> tuple[Draft, ...]:
        """Return the drafts of other authors that the official may take over.

        There are none if the official types blind. There are none in a tournament with blind
        review, as the two typings must be independent. The draft of the table's phone is left out
        if the office has to compare it with the paper. The last two rules have an exception: a
        director may take over a draft if all its problems need a ruling, as its author cannot hand
        it in (A10).
        """
        if self.is_blind:
            return ()
        tournament = self.table.round.tournament
        twice = tournament.second_check != Tournament.SecondCheck.NONE
        if twice and tournament.check_method == Tournament.CheckMethod.BLIND:
            return tuple(d for d in self.stored.drafts if self._awaits_ruling(d.content))
        # In other tournaments the phone's form is as good as one of a clerk.
        compares = tournament.phones == Tournament.Phones.COMPARE
        return tuple(
            d
            for d in self.stored.drafts
            if d.author or not compares or self._awaits_ruling(d.content)
        )

    def _awaits_ruling(self, content: Document) -> bool:
        """Return whether every problem is in a reserved cell that this official may write."""
        seats = len(self.entries)
        wrong = {problem.path for problem in self.rules.progress(content, seats).problems}
        reserved = self.rules.layout(seats, content).reserved
        return may(self.user, Act.WRITE_RULINGS) and bool(wrong) and wrong <= reserved

    def is_totals(self, content: Document) -> bool:
        """Return whether a document has totals in place of deals."""
        return self.rules.progress(content, len(self.entries)).totals_only


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The initial content of the page of a form.

    `on_paper`: the totals on the paper, beside the deals. `totals_only`: the page takes totals and
    no deals. `replaces`: the first save replaces a draft in the other mode. `is_unsaved`: the
    content comes from another author, and is no draft of this official yet.
    """

    content: Document
    on_paper: tuple[int | None, ...]
    totals_only: bool
    replaces: bool
    is_unsaved: bool


def entry_page(
    context: EntryContext,
    *,
    mode: str = "",
    draft: int | None = None,
    is_copy: bool = False,
    objection: Objection | None = None,
) -> EntryPage:
    """Return the initial content of an official's page.

    `mode`: "deals" or "totals" if the official chose one, else "". `draft`: the key of another
    author's draft to take over, None without one. `is_copy`: the page begins with a copy of the
    current version. `objection`: what a player finds not right, which the page writes in the cell;
    it is left out if this official must not see the form.
    """
    content, on_paper = context.content, context.stored.totals if context.content else ()
    if objection and content:
        cells = context.rules.to_cells(content) | {objection.path: objection.wanted}
        written = {path: text for path, text in cells.items() if text}
        content = context.rules.from_cells(written, len(context.seats))
    offered = next((each for each in context.offered_drafts if each.pk == draft), None)
    if offered:
        content, on_paper = offered.content, tuple(offered.paper_totals)
    has_totals = (
        context.is_totals(content) if content else context.is_blind and context.has_totals_only
    )
    totals_only = mode == "totals" if mode else has_totals
    is_other = bool(content) and totals_only != has_totals
    if is_other:
        content, on_paper = {}, ()
    # An empty list of totals marks the document as one of totals, even before the first is typed.
    return EntryPage(
        {"totals": []} | content if totals_only else content,
        on_paper,
        totals_only,
        is_other and context.stored.draft is not None,
        bool(offered) or is_copy,
    )


def entry_context(user: User, slug: str, round: int, table: int) -> EntryContext:
    """Return the form of a table for an official, by slug and numbers in an address.

    Raises Http404 if there is no such table.
    """
    form_table, seats = table_with_seats(slug, round, table)
    return EntryContext(form_table, user, seats)
