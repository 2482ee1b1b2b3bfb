"""What other officials do with a form while one of them types it: who has it open, what came in."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import Document
from wk.accounts.models import User
from wk.core.version_token import version_token
from wk.scoreforms.cells import Cell
from wk.scoreforms.differences import differing_cells
from wk.scoreforms.entry.context import EntryContext
from wk.scoreforms.models import Version

MOST_LISTED = 2  # differing cells that the bar names: it must not cover the form


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A version that somebody handed in while an official was typing the same form.

    `is_own`: the official did so, in another window. `is_comparable`: the two may be compared now.
    They may not if the official types blind, and cannot if one has deals and the other totals.
    `is_whole`: the form on the page is complete. `differing`: the cells in which the two differ,
    each as on the page and as handed in; of a form that is not complete only what is written.
    """

    version: Version
    is_own: bool
    is_comparable: bool
    is_whole: bool
    differing: tuple[tuple[Cell, Cell], ...] = ()

    @property
    def listed(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the first cells that differ, as many as the bar names."""
        return self.differing[:MOST_LISTED]

    @property
    def more(self) -> int:
        """Return the number of cells that differ and are not listed."""
        return len(self.differing) - len(self.listed)


@dataclass(frozen=True, slots=True)
class News:
    """What an open page tells of the other officials: those with the form open, what came in."""

    others: Sequence[User]
    handed_in: HandedIn | None

    @property
    def token(self) -> str:
        """Return a token that changes with what is told, so that no page is told the same again."""
        came, names = self.handed_in, [other.pk for other in self.others]
        if came is None:
            return version_token(names)
        cells = [(mine.id, mine.value, theirs.value) for mine, theirs in came.differing]
        return version_token(names, came.version.pk, came.is_comparable, came.is_whole, cells)


def handed_in(context: EntryContext, seen: int, document: Document) -> HandedIn | None:
    """Return what came in since a page was made from version `seen`, 0 for none; None if nothing.

    `document` is the content of the page.
    """
    current = context.stored.current
    if current is None or current.number == seen:
        return None
    contents = (document, current.content)
    is_comparable = (
        not context.is_blind and len({context.is_totals(each) for each in contents}) == 1
    )
    progress = context.rules.progress(document, len(context.seats))
    is_whole = progress.normal is not None
    found = differing_cells(context.rules, context.entries, contents) if is_comparable else ()
    differing = tuple((mine, theirs) for mine, theirs in found if is_whole or mine.value)
    return HandedIn(current, context.is_mine, is_comparable, is_whole, differing)
