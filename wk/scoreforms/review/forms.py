"""Forms of the review: review by sight, adjudication, and decisions of the director."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.game import Document, Game
from wk.core.fields import validate_clean
from wk.scoreforms.cells import Cell
from wk.scoreforms.differences import differing_cells
from wk.tournament.models import Entry

OTHER = "other"  # the choice of a value that is in no typing
MOST_VERSION = 32_767  # the largest number of the database field


class LookForm(forms.Form):
    """The number of the version to which a request refers."""

    version = forms.IntegerField(min_value=1, max_value=MOST_VERSION, widget=forms.HiddenInput)


class ReasonForm(LookForm):
    """A decision of the director, with a reason."""

    reason = forms.CharField(
        label=_("Why?"), max_length=300, validators=[validate_clean], widget=forms.TextInput
    )


class RestoreForm(ReasonForm):
    """The version to restore, the version that it replaces, and the reason."""

    expected_version = forms.IntegerField(
        min_value=1, max_value=MOST_VERSION, widget=forms.HiddenInput
    )
    typing_error = forms.BooleanField(
        label=_("The paper always said so: it was a typing error."), required=False
    )


class VersionsForm(forms.Form):
    """The version of a form to show, and the one to compare with it."""

    version = forms.IntegerField(min_value=1, max_value=MOST_VERSION, required=False)
    compared = forms.IntegerField(min_value=1, max_value=MOST_VERSION, required=False)

    def add_prefix(self, field_name: str) -> str:
        """Call the field `compared` "with" in addresses: Python reserves that word."""
        return super().add_prefix("with" if field_name == "compared" else field_name)


@dataclass(frozen=True, slots=True)
class CellChoice:
    """A cell with different values in the typings, and the value chosen so far.

    `cells` has the cell of each typing. `name` is the name of the field for the choice,
    `other_name` that of the field for a value that is in no typing. `chosen` is the index of the
    right typing, OTHER, or "".
    """

    cells: tuple[Cell, ...]
    name: str
    other_name: str
    chosen: str
    other: str
    errors: Sequence[str]

    @property
    def field_id(self) -> str:
        """Return the id of the cell's row on the page."""
        return f"settle-{self.cells[0].id}"

    @property
    def is_unchosen(self) -> bool:
        """Return whether the form was refused because nothing has been chosen here."""
        return bool(self.errors) and not self.chosen and not self.other


class AdjudicationForm(forms.Form):
    """The choice between typings of one form, cell by cell where they differ.

    `typings` are documents of one table, the current version first. The field `whole` takes one of
    them as it is. That is the only possibility if one has deals and another only totals. `counts`:
    the current version counts already, so another document needs a reason (A9).
    """

    action = forms.ChoiceField(choices=[("settle", ""), ("preview", "")], required=False)
    reason = forms.CharField(
        label=_("Why is this corrected?"),
        help_text=_("Only needed if what you choose differs from what counts now."),
        max_length=300,
        required=False,
        validators=[validate_clean],
        widget=forms.TextInput,
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        game: Game,
        entries: tuple[Entry, ...],
        typings: Sequence[Document],
        counts: bool,
    ) -> None:
        super().__init__(data)
        self.game, self.seats, self.typings = game, len(entries), typings
        self.counts = counts
        self.differing = differing_cells(game, entries, typings)
        kinds = {game.progress(typing, self.seats).totals_only for typing in typings}
        self.is_mixed = len(kinds) > 1
        indexes = [(str(index), "") for index in range(len(typings))]
        self.fields["whole"] = forms.ChoiceField(choices=indexes, required=False)
        # Deals and totals have no common cells to choose from.
        if self.is_mixed:
            return
        for cells in self.differing:
            field = cells[0].field
            self.fields[f"choice.{field.path}"] = forms.ChoiceField(
                choices=[*indexes, (OTHER, "")], required=False
            )
            self.fields[f"other.{field.path}"] = forms.CharField(
                required=False, max_length=field.longest, validators=[validate_clean]
            )

    def clean(self) -> None:
        self._check_choice()
        if self.errors or self.cleaned_data.get("action") == "preview":
            return
        if self.needs_reason and not self.cleaned_data["reason"].strip():
            self.add_error("reason", _("Say why this is corrected: what counts now changes."))

    @property
    def needs_reason(self) -> bool:
        """Return whether the chosen document differs from the version that counts already.

        Only a form of which everything has been chosen is asked this.
        """
        return self.counts and self._normal(self.document()) != self._normal(self.typings[0])

    def _normal(self, document: Document) -> Document:
        return self.game.normal(document, self.seats)

    def _check_choice(self) -> None:
        """Add an error for each cell of which nothing has been chosen."""
        if self.cleaned_data.get("whole"):
            return
        if self.is_mixed:
            self.add_error(None, _("Choose which of them is right."))
            return
        for cells in self.differing:
            name = f"choice.{cells[0].field.path}"
            if name not in self.errors and not self._index(cells):
                self.add_error(name, _("Choose what is on the paper."))

    def cell_choices(self) -> Iterator[CellChoice]:
        """Yield the cells in which the typings differ, with the values chosen so far."""
        if self.is_mixed:
            return
        for cells in self.differing:
            path = cells[0].field.path
            choice, other = self[f"choice.{path}"], self[f"other.{path}"]
            yield CellChoice(
                cells,
                choice.html_name,
                other.html_name,
                choice.value() or "",
                other.value() or "",
                [str(why) for why in (*choice.errors, *other.errors)] if self.is_bound else [],
            )

    def unchosen(self) -> list[CellChoice]:
        """Return the cells for which the form was refused because nothing has been chosen."""
        return [line for line in self.cell_choices() if line.is_unchosen]

    def document(self) -> Document:
        """Return the chosen document, once everything has been chosen."""
        if whole := self.cleaned_data["whole"]:
            return self.typings[int(whole)]
        values = self.game.to_cells(self.typings[0])
        for cells in self.differing:
            path, index = cells[0].field.path, self._index(cells)
            is_other = index == OTHER
            other: str = self.cleaned_data[f"other.{path}"]
            values[path] = other if is_other else cells[int(index)].value
        return self.game.from_cells({p: text for p, text in values.items() if text}, self.seats)

    def _index(self, cells: tuple[Cell, ...]) -> str:
        """Return the index of the right cell, "" for none; a typed value alone counts as OTHER."""
        path = cells[0].field.path
        index: str = self.cleaned_data.get(f"choice.{path}", "")
        return index or (OTHER if self.cleaned_data.get(f"other.{path}") else "")


class ReviewSettingsForm(forms.Form):
    """Settings of the review: the forms to review, the method, and the status of phones' forms."""

    second_check = forms.ChoiceField(
        label=_("Which forms does a second person look at?"),
        widget=forms.RadioSelect,
        choices={
            "none": _("None. Whatever is handed in counts at once."),
            "important": _(
                "Only the forms that matter: the tables of the leaders, tables with an"
                " infraction, and one in ten of the others by lot. They count after that."
            ),
            "every": _("Every form. Nothing counts before two people have seen it."),
        },
    )
    check_method = forms.ChoiceField(
        label=_("How does the second person look?"),
        widget=forms.RadioSelect,
        choices={
            "sight": _("By sight: beside the paper, one form after another. Quick."),
            "blind": _(
                "Blind: types the form again without seeing the first. Slow, and nothing slips"
                " through."
            ),
        },
    )
    one_look = forms.BooleanField(
        label=_("One look is enough for a form that was read in without any doubt"),
        help_text=_(
            "That is: no cell in doubt, nothing changed, and totals on the paper as the deals give"
            " them. Without this two people see it, as any other form: what reads photos is none"
            " of them."
        ),
        required=False,
    )
    keeps_examples = forms.BooleanField(
        label=_("Keep pieces of photos, so that the next edition is read in better"),
        help_text=_(
            "Of each number that somebody compared with the photo: a small piece with that number"
            " on it, and what it is. No name, no table, no player and no time. From them the"
            " camera can learn how people write here."
        ),
        required=False,
    )
    phones = forms.ChoiceField(
        label=_("What is a form worth that a table typed on its own phone?"),
        widget=forms.RadioSelect,
        choices={
            "off": _("Nothing: tables write on paper only."),
            "compare": _("The office compares it with the paper, then it counts."),
            "form": _("It is the form, and counts like one that a clerk typed."),
        },
    )
    calls_on_wall = forms.BooleanField(
        label=_("Show on the wall which tables ask for the director"),
        help_text=_(
            "A table asks with a button on its phone. On the tournament’s own page you see it"
            " anyway."
        ),
        required=False,
    )
