"""The form of a table as it lies before one official: what he may see of it, and may do."""

from dataclasses import dataclass

from scoring.game import Document, Game
from wk.accounts.models import User
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.queries import Written, table_at, written
from wk.scoreforms.seats import seats_at
from wk.tournament.models import Entry, Seat, Table, Tournament


@dataclass(frozen=True, slots=True)
class Desk:
    """The form of a table as it lies before one official."""

    table: Table
    user: User
    known: Written
    seats: tuple[Seat, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Who sits there, in seat order."""
        return tuple(seat.entry for seat in self.seats)

    @property
    def rules(self) -> Game:
        """The game as this table plays it."""
        return self.table.round.rules

    @property
    def counted(self) -> Version | None:
        """The version that counts, if there is one."""
        there = self.known.there
        return there if there and there.is_counted else None

    @property
    def waiting(self) -> Version | None:
        """The version that somebody has still to look at, if there is one."""
        there = self.known.there
        return there if there and there.is_waiting else None

    @property
    def is_mine(self) -> bool:
        """Whether he typed himself what counts or waits."""
        return bool(self.known.there and self.known.there.author_id == self.user.pk)

    @property
    def has_totals_only(self) -> bool:
        """Whether only the totals of it count, so that anybody may still type the deals."""
        return bool(self.counted) and self.is_totals(self.counted.content if self.counted else {})

    @property
    def is_closed(self) -> bool:
        """Whether it counts, and only the director may correct it."""
        may_type = self.user.is_director or self.has_totals_only or self.is_second
        return bool(self.counted) and not may_type

    @property
    def corrects(self) -> int:
        """The number of the version that he would correct, as the director; 0 if there is none."""
        can_correct = self.user.is_director and not self.has_totals_only
        return self.counted.number if self.counted and can_correct else 0

    @property
    def is_second(self) -> bool:
        """Whether he is the second pair of eyes, of what somebody else typed."""
        if self.is_mine or not self.known.there:
            return False
        return bool(self.waiting) or self.has_totals_only or self.known.is_unchecked

    @property
    def is_blind(self) -> bool:
        """Whether he must not see what the first one typed."""
        by_sight = self.table.round.tournament.check_method == Tournament.CheckMethod.SIGHT
        return self.is_second and (self.has_totals_only or not by_sight)

    @property
    def content(self) -> Document:
        """What stands on the page: his own draft, else what is there and he may see."""
        completes = self.has_totals_only and not self.user.is_director
        hidden = self.known.draft is None and (self.is_blind or completes)
        return {} if hidden else self.known.content

    @property
    def offers(self) -> tuple[Draft, ...]:
        """The drafts of others that he may go on with. Never those of a form that he checks, or
        that is typed twice blind: both would be typed once. Nor that of the table's phone, where it
        is to be laid beside what he types; unless the table cannot hand it in before he, the
        director, has written in it."""
        if self.is_blind:
            return ()
        tournament = self.table.round.tournament
        twice = tournament.second_check != Tournament.SecondCheck.NONE
        if twice and tournament.check_method == Tournament.CheckMethod.BLIND:
            return tuple(d for d in self.known.drafts if self._is_his(d.content))
        compares = tournament.phones == Tournament.Phones.COMPARE
        return tuple(
            d for d in self.known.drafts if d.author or not compares or self._is_his(d.content)
        )

    def _is_his(self, content: Document) -> bool:
        """Whether nothing is wrong with a document but what is for him, the director, to write."""
        seats = len(self.entries)
        wrong = {problem.path for problem in self.rules.progress(content, seats).problems}
        reserved = self.rules.layout(seats, content).reserved
        return self.user.is_director and bool(wrong) and wrong <= reserved

    def is_totals(self, content: Document) -> bool:
        """Whether a document has totals in place of deals."""
        return self.rules.progress(content, len(self.entries)).totals_only


@dataclass(frozen=True, slots=True)
class Opened:
    """What stands on the page when a form is opened.

    `on_paper`: the totals beside the deals. `totals_only`: the page takes totals and no deals.
    `replaces`: what is typed here takes the place of what was typed in the other way. `is_unsaved`:
    it was taken over from somewhere else, and is no draft of this official yet.
    """

    content: Document
    on_paper: tuple[int | None, ...]
    totals_only: bool
    replaces: bool
    is_unsaved: bool


def opened(
    desk: Desk, *, mode: str = "", draft: int | None = None, is_copy: bool = False
) -> Opened:
    """Return what stands on the page of an official: `mode` is "deals" or "totals" where he chose,
    `draft` the draft of somebody else that he goes on with."""
    content, on_paper = desk.content, desk.known.totals if desk.content else ()
    offered = next((each for each in desk.offers if each.pk == draft), None)
    if offered:
        content, on_paper = offered.content, tuple(offered.written)
    has_totals = desk.is_totals(content) if content else desk.is_blind and desk.has_totals_only
    totals_only = mode == "totals" if mode else has_totals
    is_other = bool(content) and totals_only != has_totals
    if is_other:
        content, on_paper = {}, ()
    return Opened(
        {"totals": []} | content if totals_only else content,
        on_paper,
        totals_only,
        is_other and desk.known.draft is not None,
        bool(offered) or is_copy,
    )


def desk_of(user: User, slug: str, round: int, table: int) -> Desk:
    """Return the form of a table, by where it stands in addresses, before an official."""
    place = table_at(slug, round, table)
    return Desk(place, user, written(place, user), seats_at(place))
