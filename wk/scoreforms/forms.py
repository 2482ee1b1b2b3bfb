"""What clerks send: the cells of a score form."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.cells import NUMBER
from scoring.game import Document, Game
from scoring.problems import COMMON_MESSAGES, Place, Problem, ProblemList
from scoring.totals import MOST_TOTAL, totals_fields
from wk.scoreforms.seats import carried, columns_told
from wk.tournament.fields import validate_clean
from wk.tournament.models import Round, Seat, Table


class PaperTotalField(forms.IntegerField):
    """A total that stands on the paper: a whole number, its minus written in any way."""

    def __init__(self) -> None:
        super().__init__(required=False, min_value=-MOST_TOTAL, max_value=MOST_TOTAL)

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip().replace("\N{MINUS SIGN}", "-")
        if text and not NUMBER.fullmatch(text):  # Django reads 1_0 and 3.0 as well
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text)


def _cell_field(longest: int) -> forms.CharField:
    """Return what takes the text of a cell: what it means is for the game to say."""
    return forms.CharField(required=False, max_length=longest, validators=[validate_clean])


class ColumnsForm(forms.Form):
    """Whose the columns of a page are: the start numbers that the official sees, and the keys of
    the seats, which go along with what is written in them."""

    players = forms.RegexField(r"^[0-9 ]{1,80}$")
    seat_keys = forms.RegexField(r"^[0-9]{1,15}( [0-9]{1,15}){0,9}$", required=False)

    def clean_players(self) -> tuple[int, ...]:
        return tuple(int(number) for number in self.cleaned_data["players"].split())

    def clean_seat_keys(self) -> tuple[int, ...]:
        return tuple(int(key) for key in self.cleaned_data["seat_keys"].split())

    def told_by(self, seats: Sequence[Seat]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return by what these columns are told, and those of the seats of now, as `columns_told`
        tells."""
        return columns_told(seats, self.cleaned_data["players"], self.cleaned_data["seat_keys"])


class CellsForm(ColumnsForm):
    """Everything that is written on a form, a field for each cell of its layout; or only its
    totals, in the `mode` of that name. Beside the cells: the totals on the paper ("written.0" …).

    Besides: which version and which draft the clerk had before him, which players he saw, and why
    he corrects. What the cells mean is for the game to say; here they are only short and clean.
    `is_carried`: others sat there on the page that was sent; `stands_in`: the keys of the seats in
    whose columns it stands now.
    """

    is_carried = False
    stands_in: tuple[int, ...] = ()

    action = forms.ChoiceField(choices=[("draft", ""), ("drop", ""), ("count", "")], required=False)
    mode = forms.ChoiceField(choices=[("deals", ""), ("totals", "")], required=False)
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
        corrects: int = 0,
    ) -> None:
        """`document` is what the form said; a page that was sent says itself how long it is. Who
        `corrects` the version of that number has to say why."""
        super().__init__(data)
        self.game, self.seats, self.corrects = game, seats, corrects
        self.fields["reason"].required = data is None and corrects > 0
        self.totals_only = data is not None and data.get("mode") == "totals"
        if data is not None:
            sent = {name: text for name, text in data.items() if isinstance(text, str)}
            document = game.from_cells(sent, seats)
        self.cells = (
            totals_fields(seats) if self.totals_only else game.layout(seats, document).fields
        )
        kinds = {longest: _cell_field(longest) for longest in {c.longest for c in self.cells}}
        for cell in self.cells:
            self.fields[cell.path] = kinds[cell.longest]  # one for all: it remembers nothing
        for path in self._paper_paths:
            self.fields[path] = PaperTotalField()

    @classmethod
    def sent(
        cls, data: QueryDict, table: Table, seats: Sequence[Seat], *, corrects: int = 0
    ) -> "CellsForm":
        """Return what was sent of the form of a table with these seats. What stands on a page of
        other columns stands in those of now, to be kept and not to be handed in."""
        page = _carried_page(data, table, seats)
        form = cls(
            page or data,
            game=table.round.rules,
            seats=len(seats),
            document={},
            corrects=corrects,
        )
        form.is_carried, form.stands_in = page is not None, tuple(seat.pk for seat in seats)
        return form

    def document(self) -> Document:
        """Return what is written on the form."""
        written = {cell.path: self.cleaned_data.get(cell.path, "") for cell in self.cells}
        document = self.game.from_cells(written, self.seats)
        return {"totals": []} | document if self.totals_only else document

    def on_paper(self) -> tuple[int | None, ...]:
        """Return the totals that stand on the paper beside the deals, one for each seat; empty
        where none was typed."""
        totals = tuple(self.cleaned_data.get(path) for path in self._paper_paths)
        return totals if any(total is not None for total in totals) else ()

    def unreadable(self) -> tuple[Problem, ...]:
        """Return what is wrong with cells that cannot even be stored, each at its place."""
        problems = ProblemList(COMMON_MESSAGES)
        places = {cell.path: cell.place for cell in self.cells}
        places |= {path: Place(0, seat) for seat, path in enumerate(self._paper_paths, 1)}
        for path, place in places.items():
            for why in self.errors.get(path, []):
                at = {"deal": place.deal, "seat": place.seat}
                problems.add("CELL_UNREADABLE", path, **at, why=str(why))
        return tuple(problems.found)

    def clean(self) -> None:
        asked, reason = self.cleaned_data, self.fields["reason"]
        reason.required = asked.get("expected_version") == self.corrects > 0
        is_handed_in = asked.get("action") not in ("draft", "drop")
        is_missing = not (asked.get("reason") or "reason" in self.errors)
        if reason.required and is_handed_in and is_missing:
            self.add_error("reason", _("A correction needs a reason."))

    def clean_players(self) -> tuple[int, ...]:
        players = super().clean_players()
        if len(players) != self.seats:
            raise ValidationError(_("There is no such table in this round."), code="unknown")
        return players

    @property
    def _paper_paths(self) -> tuple[str, ...]:
        return () if self.totals_only else written_paths(self.seats)


def written_paths(seats: int) -> tuple[str, ...]:
    """Return the names of the cells for the totals on the paper, one for each seat."""
    return tuple(f"written.{index}" for index in range(seats))


def paper_cells(totals: Sequence[int | None]) -> dict[str, str]:
    """Return what stands in the cells for the totals on the paper, by their names."""
    pairs = zip(written_paths(len(totals)), totals, strict=True)
    return {path: str(total) for path, total in pairs if total is not None}


def _carried_page(data: QueryDict, table: Table, seats: Sequence[Seat]) -> QueryDict | None:
    """Return what a page of other columns says as one of those of now says it, that is only to be
    kept; None for a page of those of now."""
    rules, columns = table.round.rules, ColumnsForm(data)
    before, now = columns.told_by(seats) if columns.is_valid() else ((), ())
    if before == now or len(before) not in {*rules.table_sizes, len(now)}:
        return None
    sent = {name: str(data[name]) for name in data}
    own = {name: text for name, text in sent.items() if name in CellsForm.base_fields}
    document = rules.from_cells(sent, len(before))
    if data.get("mode") == "totals":
        document = {"totals": []} | document
    cells = rules.to_cells(carried(rules, document, before=before, now=now))
    goes = dict(zip(now, written_paths(len(now)), strict=True))
    for key, path in zip(before, written_paths(len(before)), strict=True):
        if key in goes and path in sent:
            cells[goes[key]] = sent[path]
    page = QueryDict(mutable=True)
    page.update(own | {"action": "drop" if own.get("action") == "drop" else "draft"} | cells)
    page["players"] = " ".join(str(seat.entry.number) for seat in seats)
    page["seat_keys"] = " ".join(str(seat.pk) for seat in seats)
    return page


class OpenForm(forms.Form):
    """How a form is opened, as the address says: `?deals` or `?totals`, with or without a value;
    `?copy` of what waits to be looked at; or `?draft=` with the number of a draft."""

    draft = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)

    @property
    def mode(self) -> str:
        """What is to be typed, where somebody chose: "deals" or "totals"."""
        return next((mode for mode in ("totals", "deals") if mode in self.data), "")

    @property
    def is_copy(self) -> bool:
        """Whether to begin with what somebody else typed."""
        return "copy" in self.data

    @property
    def of_draft(self) -> int | None:
        """The draft to go on with, if one is asked for."""
        return self.cleaned_data["draft"] if self.is_valid() else None


class PresenceForm(forms.Form):
    """Whether somebody is at a form, or has put it away."""

    gone = forms.BooleanField(required=False)


class FindTableForm(forms.Form):
    """The number of a table, to go to its form."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=99_999)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round

    def clean_table(self) -> Table:
        table = self.round.tables.filter(number=self.cleaned_data["table"]).first()
        if table is None:
            raise ValidationError(_("There is no such table in this round."), code="unknown")
        return table


class ListChoiceForm(forms.Form):
    """Which forms of which round to show; `mark` is what a page stands for that asks for news."""

    round = forms.IntegerField(min_value=1, max_value=99, required=False)
    show = forms.RegexField(r"^[a-z]{1,10}$", required=False)
    mark = forms.RegexField(r"^[0-9a-f]{16}$", required=False)
