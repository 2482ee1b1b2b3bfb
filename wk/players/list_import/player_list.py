"""Read a list of players from a file or pasted text, and plan its import."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from wk.core.fields import is_clean
from wk.players.list_import.name_index import NameIndex
from wk.players.queries import PlayerIndex
from wk.tournament.alphabets import mixed_alphabets
from wk.tournament.letters import folded
from wk.tournament.models import MOST_NUMBER, Entry, Tournament
from wk.tournament.surnames import corrected_surname, main_part

START_NUMBER = re.compile("[0-9]{1,6}", re.ASCII)
MOST_BYTES = 2 * 1024 * 1024
# Bytes. A small XLSX file, which is a ZIP archive, may unpack to gigabytes.
MOST_UNPACKED = 8 * 1024 * 1024
MOST_ROWS = 10_000
LONGEST = 80  # characters of a name or club, as in the models

# Known headings of each column, in folded form.
HEADINGS = {
    "number": {"nummer", "nr", "nr.", "startnummer", "start", "number", "no", "start number"},
    "name": {"naam", "speler", "deelnemer", "name", "player", "entry"},
    "first": {"voornaam", "roepnaam", "first name", "firstname", "given name"},
    "infix": {"tussenvoegsel", "voorvoegsel", "tussenv.", "prefix", "infix"},
    "last": {"achternaam", "familienaam", "last name", "lastname", "surname", "family name"},
    "club": {"club", "vereniging", "kaartclub", "team"},
}


class ListInvalid(ValueError):
    """Raised if a list cannot be read at all. The message is for officials."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of a list: its line number in the file, and its content.

    `surname` is the part of the name under which lists have it, "" if the list does not tell it.
    `lost` is what else the line has and nobody reads.
    """

    line: int
    name: str
    club: str = ""
    number: str = ""
    surname: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as read. `ignored`: the headings of columns that are not used."""

    rows: tuple[ListLine, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """The effect of importing one line.

    `outcome` is "new", "known" (a person of an earlier edition), "skipped" or "problem". `note` is
    the reason of a skip or problem, or else a warning, or "".
    """

    listed: ListLine
    outcome: str
    note: str = ""

    @property
    def is_doubtful(self) -> bool:
        """Return whether the line is imported with a warning: about its name, or what is lost."""
        return bool(self.note) and self.outcome in ("new", "known")


def read_file(name: str, data: bytes) -> PlayerList:
    """Return the players in a CSV or XLSX file. Raises ListInvalid if it cannot be read."""
    if len(data) > MOST_BYTES:
        raise ListInvalid(_("The file is larger than 2 MB."))
    if data[:2] == b"PK":  # a ZIP archive, as XLSX is
        return _with_headings(_xlsx_rows(data))
    if name.lower().endswith((".xls", ".ods", ".pdf", ".docx", ".numbers")) or b"\0" in data:
        raise ListInvalid(
            _("This is no Excel file (XLSX) and no CSV. Save the list as one of these.")
        )
    return _with_headings(_csv_rows(_decoded(data)))


def read_text(text: str) -> PlayerList:
    """Return the players in pasted text, with or without headings.

    Without headings each line is a name, or a name and a club; a number is the start number.
    """
    rows = list(_csv_rows(text))
    if rows and _columns(rows[0][1]):
        return _with_headings(iter(rows))
    return PlayerList(tuple(_typed_line(line, cells) for line, cells in rows))


def plan(tournament: Tournament, rows: Sequence[ListLine]) -> tuple[PlannedLine, ...]:
    """Return the effect of importing each line into a tournament. Nothing is stored.

    A line is skipped if the tournament has a player of that name and club already.
    """
    entered = [each.known() for each in Entry.objects.filter(tournament=tournament)]
    numbers = {str(entry.number) for entry in entered}
    people = {(folded(entry.name), folded(entry.club)): entry.number for entry in entered}
    names = NameIndex()
    for entry in entered:
        names.add(entry.name, entry.number, is_line=False)
    index = PlayerIndex(tournament)
    planned = []
    for row in rows:
        here = people.get((folded(row.name), folded(row.club)))
        if here and row.number in ("", str(here)):
            planned.append(PlannedLine(row, "skipped", _("is in this tournament already")))
            continue
        problem = _problem(row, numbers)
        if problem:
            planned.append(PlannedLine(row, "problem", problem))
            continue
        numbers.add(row.number)
        note = "; ".join(filter(None, (*_doubts(row), names.note(row.name))))
        names.add(row.name, row.line, is_line=True)
        # `take`, as the import itself does: two lines of one name are two persons.
        known = index.take(row.name, row.club)
        planned.append(PlannedLine(row, "known" if known else "new", note))
    return tuple(planned)


def _doubts(row: ListLine) -> Iterator[str]:
    """Yield what may be wrong with a line that can be imported, apart from names like it."""
    yield mixed_alphabets(row.name)
    if row.lost:
        yield _("“%(lost)s” is left out") % {"lost": row.lost[:40]}
    if any(character.isdigit() for character in row.name):
        yield _("there is a number in the name")
    if row.club and not _has_letter(row.club):
        yield _("“%(club)s” becomes the club") % {"club": row.club[:40]}


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _problem(row: ListLine, taken: set[str]) -> str:
    """Return why a line cannot be imported, "" if it can; `taken` are the used start numbers."""
    if not row.name and row.number:
        return _("no name: %(number)s is read as the start number") % {"number": row.number[:20]}
    if not row.name:
        return _("no name")
    if len(row.name) > LONGEST:
        text = _("the name has %(length)d characters, %(longest)d is the most")
        return text % {"length": len(row.name), "longest": LONGEST}
    if len(row.club) > LONGEST:
        text = _("the club has %(length)d characters, %(longest)d is the most")
        return text % {"length": len(row.club), "longest": LONGEST}
    if not _has_letter(row.name):
        return _("this is no name: it has no letter")
    if not is_clean(row.name):
        return _("the name has characters that cannot be shown")
    if not is_clean(row.club):
        return _("the club has characters that cannot be shown")
    if not row.number:
        return ""
    if not (START_NUMBER.fullmatch(row.number) and 1 <= int(row.number) <= MOST_NUMBER):
        return _("“%(number)s” is not a start number") % {"number": row.number[:20]}
    if row.number in taken:
        return _("start number %(number)s is taken") % {"number": row.number}
    return ""


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in the older encoding of Excel (cp1252)."""
    # Excel writes UTF-8 with a byte order mark; -sig removes it.
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ListInvalid(_("The letters of this file cannot be read. Save it as CSV in UTF-8."))


def _tidy(cell: str) -> str:
    """Return the content of a cell with single spaces, and without lone surrogates."""
    return " ".join(cell.encode("utf-8", "replace").decode().split())


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield line number and cells of each line that is not empty."""
    reader = csv.reader(io.StringIO(text.replace("\0", "\ufffd")), delimiter=_delimiter(text))
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        message = _("Line %(line)d cannot be read.") % {"line": reader.line_num}
        raise ListInvalid(message) from error


def _delimiter(text: str) -> str:
    """Return what parts the cells of a line. Excel writes ";" in Dutch.

    It is the most frequent one in the first line. Of typed names that may be the first with a club:

    >>> _delimiter("Anna Wit\\nBram Vos, De Slag"), _delimiter("Naam\\nVos, Bram")
    (',', ';')
    """
    lines = text.lstrip("\ufeff\r\n").splitlines()
    if not lines or _columns([lines[0]]):  # a heading of one column: its names may have a comma
        return ";"
    first = next((line for line in lines if any(each in line for each in ";,\t")), "")
    return max(";,\t", key=first.count)


def _xlsx_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield row number and cells of each row of the first sheet that is not empty."""
    from openpyxl import load_workbook  # here, as a server starts without it

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(item.file_size for item in packed.infolist())
        if unpacked > MOST_UNPACKED:
            raise ListInvalid(_("The file is too large when unpacked."))
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
        rows = [
            (line, [_cell_text(value) for value in cells])
            for line, cells in enumerate(
                # One row for the heading, and one more to notice that there are too many.
                sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=50, values_only=True),
                1,
            )
        ]
    except ListInvalid:
        raise
    except Exception as error:  # openpyxl raises many kinds of errors for a broken file
        raise ListInvalid(_("This XLSX file cannot be read. Is it damaged?")) from error
    return iter((line, cells) for line, cells in rows if any(cells))


def _cell_text(value: object) -> str:
    # A start number may be stored as 12.0.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _typed_line(line: int, cells: Sequence[str]) -> ListLine:
    """Return a line of a list without headings: a name, a club, and a start number anywhere.

    >>> _typed_line(1, ["Jan", "De Troef", "4", "lid"])
    ListLine(line=1, name='Jan', club='De Troef', number='4', surname='', lost='lid')
    """
    typed = [_tidy(cell) for cell in cells]
    at = next((i for i, cell in enumerate(typed) if START_NUMBER.fullmatch(cell)), None)
    number = "" if at is None else typed.pop(at)
    name, club, *others = (*typed, "", "")
    return ListLine(line, name, club, number, lost=", ".join(filter(None, others)))


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Return the index of each known column; {} if no column is for a name."""
    columns: dict[str, int] = {}
    for index, cell in enumerate(cells):
        for what, headings in HEADINGS.items():
            if folded(cell) in headings:
                columns.setdefault(what, index)
    return columns if {"name", "first", "last"} & columns.keys() else {}


def _line(line: int, by_column: Mapping[str, str]) -> ListLine:
    """Return a line of a list from the content of its columns.

    A surname may have its prefix in a column of its own, before it, or behind it after a comma.
    """
    infix, last = by_column.get("infix", ""), by_column.get("last", "")
    surname, comma, behind = map(str.strip, last.partition(","))
    if comma and not infix:  # Wal, van der
        infix, last = behind, surname
    name = by_column.get("name") or " ".join(filter(None, (by_column.get("first"), infix, last)))
    club, number = by_column.get("club", ""), by_column.get("number", "")
    # A name that is too long is refused later; nobody looks for its surname.
    known = corrected_surname(name, main_part(last)) if len(name) <= LONGEST else ""
    return ListLine(line, name, club, number, known)


def _with_headings(rows: Iterator[tuple[int, list[str]]]) -> PlayerList:
    """Return the list of rows that start with a heading. Raises ListInvalid without one."""
    line, heading = next(rows, (1, []))
    columns = _columns(heading)
    if not columns:
        raise ListInvalid(
            _("Line %(line)d has no heading “Naam” or “Name”: which column has the names?")
            % {"line": line}
        )
    listed = []
    for line, cells in rows:
        by_column = {what: _tidy(cells[i]) if i < len(cells) else "" for what, i in columns.items()}
        # What is below no heading: a comma in a name or a club without quotes pushes cells there.
        beyond = ", ".join(filter(None, map(_tidy, cells[len(heading) :])))
        listed.append(replace(_line(line, by_column), lost=beyond))
        if len(listed) > MOST_ROWS:
            raise ListInvalid(_("The list has more than %(most)d lines.") % {"most": MOST_ROWS})
    ignored = [cell.strip() for i, cell in enumerate(heading) if i not in columns.values()]
    return PlayerList(tuple(listed), tuple(cell for cell in ignored if cell))
