"""From the photo of a page to the draft of its form."""

from dataclasses import dataclass, field, replace
from math import atan2, pi

from scoring.layout import Layout
from scoring.scan import ScannedForm
from wk.camera.cannot_read import CannotRead, Why
from wk.camera.grid import Flat
from wk.camera.locating import located
from wk.camera.sampling import Grey
from wk.camera.sheet_codes import SeenCode, seen_codes
from wk.camera.weighing import form_on
from wk.printing.placed_cells import PlacedCells, placed_cells
from wk.printing.sheets import sheets
from wk.tournament.models import Round, Table
from wk.tournament.queries import tables_with_seats
from wk.tournament.sheet_codes import SheetCode

SURE = 0.997  # a cell that is less certain is in doubt


@dataclass(frozen=True, slots=True)
class ReadPage:
    """What became of a page: the form that is on it, or why it cannot be read.

    `code` tells which sheet it is, None if no code of a sheet was found. `turn` is the number of
    quarter turns, to the left, after which the photo stands upright, as far as a code tells.
    `layout` is that of its form. `form` is a draft for a person to look at. `flat` is the sheet as
    if it lay flat, and `placed` tells where its cells are.
    """

    code: SheetCode | None = None
    form: ScannedForm | None = None
    layout: Layout | None = None
    why: CannotRead | None = None
    flat: Flat | None = None
    placed: PlacedCells | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class _Printed:
    """A sheet as it was printed."""

    round: Round
    seats: int
    layout: Layout
    placed: PlacedCells


@dataclass
class SheetReader:
    """Reads pages one after the other, and knows which sheets came before.

    With a `tournament`, its slug, sheets of others are refused.
    """

    tournament: str = ""
    _read: set[tuple[str, int, int]] = field(default_factory=set)

    def read(self, photo: Grey | None) -> ReadPage:
        """Return what is on a page; None is a page that cannot be opened."""
        page = ReadPage()
        try:
            if photo is None:
                raise CannotRead(Why.NO_PICTURE)
            codes = seen_codes(photo)
            code = _sheet_of(codes)
            # The code of a phone may be on a card that lies any way beside the sheet.
            first = next(each for each in codes if each.sheet)
            page = replace(page, code=code, turn=_turn(first))
            if self.tournament not in ("", code.tournament):
                raise CannotRead(Why.OTHER_TOURNAMENT)
            key = (code.tournament, code.round, code.table)
            if key in self._read:
                raise CannotRead(Why.TWICE)
            page = _form(page, photo, codes, _printed(code))
            self._read.add(key)
        except CannotRead as why:
            return replace(page, why=why)
        return page


def _sheet_of(codes: list[SeenCode]) -> SheetCode:
    """Return which sheet codes tell of. Raises CannotRead."""
    told = [code.sheet for code in codes if code.sheet]
    if not told:
        raise CannotRead(Why.NO_CODE)
    if len({(each.tournament, each.round, each.table) for each in told}) > 1:
        raise CannotRead(Why.SEVERAL)
    return told[0]


def _printed(code: SheetCode) -> _Printed:
    """Return the sheet of a code as it was printed. Raises CannotRead."""
    rounds = Round.objects.select_related("tournament").filter(tournament__slug=code.tournament)
    if not rounds:
        raise CannotRead(Why.OTHER_TOURNAMENT)
    round = next((each for each in rounds if each.number == code.round), None)
    if round is None:
        raise CannotRead(Why.NO_ROUND)
    if not round.is_started:
        raise CannotRead(Why.NOT_STARTED)
    if not round.is_open:
        raise CannotRead(Why.ROUND_CLOSED)
    tables: list[Table] = [*tables_with_seats(round).filter(number=code.table)]
    if not tables:
        raise CannotRead(Why.NO_TABLE)
    (sheet,) = sheets(tables, round)
    return _Printed(round, len(sheet.seats), sheet.layout, placed_cells(sheet))


def _form(page: ReadPage, photo: Grey, codes: list[SeenCode], printed: _Printed) -> ReadPage:
    """Return a page with its form. Raises CannotRead."""
    flats = located(photo, codes, printed.placed)
    flat, _seen, form = form_on(
        flats, printed.placed, printed.layout, printed.round.rules, printed.seats
    )
    return replace(page, form=form, layout=printed.layout, flat=flat, placed=printed.placed)


def _turn(code: SeenCode) -> int:
    """Return the quarter turns to the left that a photo needs, by how a code lies in it."""
    x, y = code.corners[1] - code.corners[0]
    return round(atan2(y, x) / (pi / 2)) % 4
