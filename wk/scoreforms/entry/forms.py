"""Forms for the cells of a score form, as clerks send them."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.cells import NUMBER
from scoring.game import Document, Game
from scoring.problems import COMMON_MESSAGES, Place, Problem, ProblemList
from scoring.totals import MOST_TOTAL, totals_fields
from wk.core.fields import validate_clean
from wk.scoreforms.column_mapping import column_keys, move_columns
from wk.tournament.models import Seat, Table


class PaperTotalField(forms.IntegerField):
    """A total on the paper: a whole number, with a hyphen or a minus sign."""

    def __init__(self) -> None:
        super().__init__(required=False, min_value=-MOST_TOTAL, max_value=MOST_TOTAL)

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip().replace("\N{MINUS SIGN}", "-")
        if text and not NUMBER.fullmatch(text):  # Django reads 1_0 and 3.0 as well
            raise ValidationError(self.error_messages["invalid"])
        return super().to_python(text)


def _cell_field(longest: int) -> forms.CharField:
    """Return the field for the text of a cell; only the game knows its meaning."""
    return forms.CharField(required=False, max_length=longest, validators=[validate_clean])


class ColumnsForm(forms.Form):
    """The columns of a page: the start numbers in its headings, and the keys of their seats."""

    players = forms.RegexField(r"^[0-9 ]{1,80}$")
    seat_keys = forms.RegexField(r"^[0-9]{1,15}( [0-9]{1,15}){0,9}$", required=False)

    def clean_players(self) -> tuple[int, ...]:
        return tuple(int(number) for number in self.cleaned_data["players"].split())

    def clean_seat_keys(self) -> tuple[int, ...]:
        return tuple(int(key) for key in self.cleaned_data["seat_keys"].split())

    def column_keys(self, seats: Sequence[Seat]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the keys of the columns that were sent, and of those of a table with these seats.

        The rules are those of `column_mapping.column_keys`.
        """
        return column_keys(seats, self.cleaned_data["players"], self.cleaned_data["seat_keys"])


class CellsForm(ColumnsForm):
    """Everything on a form: a field for each cell of its layout and for each total on the paper.

    In the `mode` "totals" the cells are totals only. The totals on the paper are "written.0" and so
    on. The other fields are the version and the draft on the clerk's page, its players, and the
    reason of a correction. This form only checks that cells are short and clean; the game checks
    their meaning.

    `corrects`: the number of the version that a page with a version would correct, 0 for none; it
    is known once the form is checked.

    `is_carried`: the page was sent with other players, and its content was moved to the columns of
    the players now. `seat_keys_now`: the keys of the seats in those columns.
    """

    is_carried = False
    seat_keys_now: tuple[int, ...] = ()

    action = forms.ChoiceField(choices=[("draft", ""), ("drop", ""), ("count", "")], required=False)
    mode = forms.ChoiceField(choices=[("deals", ""), ("totals", "")], required=False)
    # The limits are those of the database fields, which refuse larger numbers with an error.
    expected_version = forms.IntegerField(min_value=0, max_value=32_767)
    expected_draft = forms.IntegerField(min_value=0, max_value=2_000_000_000, required=False)
    reason = forms.CharField(
        label=_("Why is this corrected?"),
        max_length=300,
        required=False,
        validators=[validate_clean],
        widget=forms.TextInput,
    )
    sure = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
    typing_error = forms.BooleanField(
        label=_("The paper always said so: it was a typing error."), required=False
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        game: Game,
        seats: int,
        document: Document,
        corrects: Callable[[], int] = lambda: 0,
    ) -> None:
        """Make the fields of the layout of `document`, or of `data` if a page was sent.

        `corrects` returns the number of the version that would be corrected, which needs a reason;
        0 for none. A page without a version corrects none, so then it is not called.
        """
        super().__init__(data)
        self.game, self.seats, self.corrects, self._corrects = game, seats, 0, corrects
        # For a page that is shown the field is marked as required; for one that is sent `clean`
        # decides, as it knows the version on that page.
        self.fields["reason"].required = data is None and corrects() > 0
        self.totals_only = data is not None and data.get("mode") == "totals"
        if data is not None:
            sent = {name: text for name, text in data.items() if isinstance(text, str)}
            document = game.from_cells(sent, seats)
        self.cells = (
            totals_fields(seats) if self.totals_only else game.layout(seats, document).fields
        )
        kinds = {longest: _cell_field(longest) for longest in {c.longest for c in self.cells}}
        for cell in self.cells:
            self.fields[cell.path] = kinds[cell.longest]  # shared: a field has no state
        for path in self._paper_paths:
            self.fields[path] = PaperTotalField()

    @classmethod
    def sent(
        cls,
        data: QueryDict,
        table: Table,
        seats: Sequence[Seat],
        *,
        corrects: Callable[[], int] = lambda: 0,
    ) -> "CellsForm":
        """Return the form that a page sent, for a table with these seats now.

        If the page had other columns, the content is moved to the present ones. It can then be
        stored as a draft but not handed in.
        """
        page = _carried_page(data, table, seats)
        form = cls(
            page or data,
            game=table.round.rules,
            seats=len(seats),
            document={},
            corrects=corrects,
        )
        form.is_carried, form.seat_keys_now = page is not None, tuple(seat.pk for seat in seats)
        return form

    def document(self) -> Document:
        """Return the document that is written on the form."""
        written = {cell.path: self.cleaned_data.get(cell.path, "") for cell in self.cells}
        document = self.game.from_cells(written, self.seats)
        return {"totals": []} | document if self.totals_only else document

    def on_paper(self) -> tuple[int | None, ...]:
        """Return the totals on the paper beside the deals, one a seat; empty if none was typed."""
        totals = tuple(self.cleaned_data.get(path) for path in self._paper_paths)
        return totals if any(total is not None for total in totals) else ()

    def unreadable(self) -> tuple[Problem, ...]:
        """Return the problems of cells with text that cannot be stored, each with its place."""
        problems = ProblemList(COMMON_MESSAGES)
        places = {cell.path: cell.place for cell in self.cells}
        places |= {path: Place(0, seat) for seat, path in enumerate(self._paper_paths, 1)}
        for path, place in places.items():
            for why in self.errors.get(path, []):
                at = {"deal": place.deal, "seat": place.seat}
                problems.add("CELL_UNREADABLE", path, **at, why=str(why))
        return tuple(problems.found)

    def clean(self) -> None:
        data, reason = self.cleaned_data, self.fields["reason"]
        # Only a page with the version that counts corrects it; any other is a second typing.
        expected = data.get("expected_version")
        self.corrects = self._corrects() if expected else 0
        reason.required = expected == self.corrects > 0
        is_handed_in = data.get("action") not in ("draft", "drop")
        is_missing = not (data.get("reason") or "reason" in self.errors)
        if reason.required and is_handed_in and is_missing:
            self.add_error("reason", _("A correction needs a reason."))

    def clean_players(self) -> tuple[int, ...]:
        players = super().clean_players()
        if len(players) != self.seats:
            raise ValidationError(_("There is no such table in this round."))
        return players

    @property
    def _paper_paths(self) -> tuple[str, ...]:
        return () if self.totals_only else written_paths(self.seats)


def written_paths(seats: int) -> tuple[str, ...]:
    """Return the names of the cells for the totals on the paper, one for each seat."""
    return tuple(f"written.{index}" for index in range(seats))


def paper_cells(totals: Sequence[int | None]) -> dict[str, str]:
    """Return the texts of the cells for the totals on the paper, by their names."""
    pairs = zip(written_paths(len(totals)), totals, strict=True)
    return {path: str(total) for path, total in pairs if total is not None}


def _carried_page(data: QueryDict, table: Table, seats: Sequence[Seat]) -> QueryDict | None:
    """Return a page of other players, changed into a draft with the columns of the players now.

    None if the columns are the same, or if the game has no tables of that size.
    """
    rules, columns = table.round.rules, ColumnsForm(data)
    before, now = columns.column_keys(seats) if columns.is_valid() else ((), ())
    # The number of columns must be that of a possible table: cells cannot be read otherwise.
    if before == now or len(before) not in {*rules.table_sizes, len(now)}:
        return None
    sent = {name: str(data[name]) for name in data}
    own = {name: text for name, text in sent.items() if name in CellsForm.base_fields}
    document = rules.from_cells(sent, len(before))
    cells = rules.to_cells(move_columns(rules, document, before=before, now=now))
    paths_now = dict(zip(now, written_paths(len(now)), strict=True))
    for key, path in zip(before, written_paths(len(before)), strict=True):
        if key in paths_now and path in sent:
            cells[paths_now[key]] = sent[path]
    page = QueryDict(mutable=True)
    # Moved content becomes a draft: it is not handed in at once, even if the page asked for that.
    page.update(own | {"action": "drop" if own.get("action") == "drop" else "draft"} | cells)
    page["players"] = " ".join(str(seat.entry.number) for seat in seats)
    page["seat_keys"] = " ".join(str(seat.pk) for seat in seats)
    return page


class EntryChoiceForm(forms.Form):
    """The parameters of the address with which a form is opened.

    `?deals` or `?totals`, with or without a value, choose the content to type. `?copy` begins with
    the version to be reviewed, `?draft=` with the draft of that key. `?objection=` writes what the
    player of that key asks for.
    """

    # A larger number would be an error of the database, as keys have 64 bits.
    draft = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    objection = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)

    @property
    def mode(self) -> str:
        """Return "deals" or "totals" if the address has one, else ""."""
        return next((mode for mode in ("totals", "deals") if mode in self.data), "")

    @property
    def is_copy(self) -> bool:
        """Return whether to begin with the version of another author."""
        return "copy" in self.data or self.objection_key is not None

    @property
    def draft_key(self) -> int | None:
        """Return the key of the draft to take over, None without one."""
        return self.cleaned_data["draft"] if self.is_valid() else None

    @property
    def objection_key(self) -> int | None:
        """Return the key of the objection to write in, None without one."""
        return self.cleaned_data["objection"] if self.is_valid() else None


class ShownForm(forms.Form):
    """What a page shows already of what the server computed: the token of each row, in order."""

    shown = forms.RegexField(r"^[0-9a-f]{8}( [0-9a-f]{8})*$", max_length=2000, required=False)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the tokens, none if they are not as a page sends them."""
        return tuple(self.cleaned_data["shown"].split()) if self.is_valid() else ()


class PresenceForm(forms.Form):
    """The report of a page that an official has a form open, or has closed it (`gone`).

    `expected_version` is the version on the page, None if it did not say. `told` is the token of
    what the page tells of the other officials.
    """

    gone = forms.BooleanField(required=False)
    expected_version = forms.IntegerField(min_value=0, max_value=32_767, required=False)
    told = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
