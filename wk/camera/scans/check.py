"""The check of a page: its form as an official has it now, and what is left to look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from scoring.problems import Place, Problem
from scoring.text import Text
from wk.camera.scans.looks import Look, TotalLook, looks_of, read_texts, totals_of
from wk.scoreforms.entry.context import EntryContext
from wk.scoreforms.entry.forms import CellsForm, written_paths
from wk.scoreforms.models import ScanPage
from wk.scoreforms.sheet import Sheet
from wk.tournament.name_search import distinct_names

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Said:
    """A problem as a page says it: `place` has the name of the player, who is known by no seat.

    `target` is the id of the cell to look at, "" if the page has none for it.
    """

    problem: Problem
    place: Text
    target: str


@dataclass(frozen=True, slots=True)
class PageCheck:
    """A page as it stands: `sheet` is its form, `looks` and `totals` are to be compared."""

    sheet: Sheet
    looks: tuple[Look, ...]
    totals: tuple[TotalLook, ...]

    @property
    def unseen(self) -> tuple[Look, ...]:
        """Return the cells that nobody has looked at."""
        return tuple(look for look in self.looks if not look.is_seen)

    @property
    def doubtful_totals(self) -> int:
        """Return the number of totals that are in doubt: the list of pages counts them too."""
        return sum(total.is_doubtful for total in self.totals)

    @property
    def wrong(self) -> tuple[Said, ...]:
        """Return what cannot be right."""
        return tuple(map(self._said, self.sheet.wrong))

    @property
    def notices(self) -> tuple[Said, ...]:
        """Return what is unlikely."""
        return tuple(map(self._said, self.sheet.notices))

    def _said(self, problem: Problem) -> Said:
        cells = [look.cell for look in self.looks]
        cells += [total.heading.on_paper for total in self.totals]
        exact = [cell for cell in cells if cell.field.path == problem.path]
        in_row = [cell for cell in cells if cell.field.path.startswith(f"{problem.path}.")]
        if exact:
            return Said(problem, exact[0].accessible_name, exact[0].id)
        place = _place(problem, distinct_names(self.sheet.entries))
        return Said(problem, place, in_row[0].id if in_row else "")


def _place(problem: Problem, names: Sequence[str]) -> Text:
    """Return the place of a problem: "Anna, spelletje 7"; `names` are in seat order."""
    seat, deal = problem.place.seat, Place(problem.place.deal).text
    name = names[seat - 1] if seat else ""
    return Text(*(", ".join(part for part in (name, text) if part) for text in (deal.nl, deal.en)))


def page_check(
    page: ScanPage,
    shown: Sheet,
    seen: frozenset[str] = frozenset(),
    sent: Mapping[str, str] = NOTHING,
) -> PageCheck:
    """Return what is to be looked at on a page; `seen` are the paths that were, `sent` all."""
    return PageCheck(shown, looks_of(page, shown, seen, sent), totals_of(page, shown))


def cells_form(
    page: ScanPage, context: EntryContext, sent: Mapping[str, str] = NOTHING
) -> CellsForm:
    """Return the form of a page: what was read of it, changed by the texts that were sent."""
    rules, seats = context.rules, len(context.seats)
    read = read_texts(page)
    totals = {path: read.get(path, "") for path in written_paths(seats)}
    data = QueryDict(mutable=True)
    data.update({**rules.to_cells(page.document), **totals, **sent})
    data["players"] = players_of(context)
    # Who looks at a page has not seen the version that is in already.
    data["expected_version"] = "0"
    form = CellsForm(data, game=rules, seats=seats, document={})
    form.is_valid()  # cells that cannot be stored are told as problems of the form
    return form


def players_of(context: EntryContext) -> str:
    """Return the start numbers of the players at a table, as a page sends them."""
    return " ".join(str(seat.entry.number) for seat in context.seats)
