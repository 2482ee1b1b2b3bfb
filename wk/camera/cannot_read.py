"""Why a page cannot be read."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _


class Why(StrEnum):
    """The reasons, each with its sentence in `WORDS`."""

    NO_CODE = "no-code"
    SEVERAL = "several"
    NO_MARKS = "no-marks"
    NO_GRID = "no-grid"
    BLURRED = "blurred"
    NO_FORM = "no-form"
    OTHER_TOURNAMENT = "other-tournament"
    NO_ROUND = "no-round"
    NO_TABLE = "no-table"
    NOT_STARTED = "not-started"
    ROUND_CLOSED = "round-closed"
    TWICE = "twice"
    OTHER_TABLE = "other-table"
    NO_PICTURE = "no-picture"
    NO_FILE = "no-file"
    TOO_LARGE = "too-large"
    LARGE_FILE = "large-file"
    TOO_MANY = "too-many"
    FAILED = "failed"


WORDS = {
    Why.NO_CODE: _(
        "No code of a score sheet can be read on it:"
        " is all of the sheet on it, sharp and in the light?"
    ),
    Why.SEVERAL: _("There are several sheets on it: take a photo of each."),
    Why.NO_MARKS: _("The corners of the sheet were not found: it is cut off, covered or folded."),
    Why.NO_GRID: _("The lines of the sheet were not found: it is blurred, dark or folded."),
    Why.BLURRED: _("Too little of the writing can be told: it is blurred or dark."),
    Why.NO_FORM: _("Its numbers do not fit together: it is badly bent, covered or blurred."),
    Why.OTHER_TOURNAMENT: _("It is a sheet of another tournament."),
    Why.NO_ROUND: _("The tournament has no such round."),
    Why.NO_TABLE: _("The round has no such table."),
    Why.NOT_STARTED: _("The round has not started yet."),
    Why.ROUND_CLOSED: _("The round is closed."),
    Why.TWICE: _(
        "The same sheet was read before. If this photo is better, put that one aside first."
    ),
    Why.OTHER_TABLE: _("It is the sheet of another table."),
    Why.NO_PICTURE: _("It is no picture that can be opened."),
    Why.NO_FILE: _("There is no such file, or it may not be read."),
    Why.TOO_LARGE: _("It has too many pixels."),
    Why.LARGE_FILE: _("The file is too large: scan fewer sheets at once."),
    Why.TOO_MANY: _("The file has too many pages: those from here on were not read."),
    Why.FAILED: _("The reader failed at it."),
}

# What a table can do is another thing than what an official can do.
WORDS_FOR_TABLES = WORDS | {
    Why.TWICE: _("The same sheet was read before. Bring the paper to the office."),
}


class CannotRead(Exception):
    """A page cannot be read, with the reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why

    @property
    def words(self) -> str:
        """Return the reason in a sentence."""
        return str(WORDS[self.why])
