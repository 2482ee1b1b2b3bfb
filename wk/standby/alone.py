"""What an overtaken laptop alone holds: all that came in after the last link of both."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.game import Document
from wk.chain.models import Link, moment_of
from wk.chain.rows import Row
from wk.chain.words import change_words
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.sheet import Sheet, sheet
from wk.scoreforms.table_queries import entries_of_version
from wk.standby.kept import OVERTAKEN, kept
from wk.tournament.models import Entry, Table

FORMAT = 1  # of the file with the forms
QUIET = ("scoreforms_version", "scoreforms_result", "scoreforms_scoreform", "chain_event")


@dataclass(frozen=True)
class AloneForm:
    """A form that only this laptop has.

    - `author`: the name of who typed it, "" for the table's phone; `is_draft`: not handed in.
    - `entries` are its players in seat order; `document` is its content.
    """

    table: Table
    entries: tuple[Entry, ...]
    document: Document
    author: str
    at: datetime
    is_draft: bool

    @cached_property
    def sheet(self) -> Sheet:
        """Return the form with all its cells, as it is read on a page."""
        return sheet(self.table.round.rules, self.entries, self.document).for_reading()

    @property
    def as_json(self) -> dict[str, object]:
        """Return the form for the file that the new first reads."""
        return {
            "tournament": self.table.round.tournament.slug,
            "round": self.table.round.number,
            "table": self.table.number,
            "players": [entry.number for entry in self.entries],
            "form": self.document,
            "author": self.author,
            "at": self.at.isoformat(),
            "is_draft": self.is_draft,
        }


@dataclass(frozen=True, slots=True)
class AloneChange:
    """Another change that only this laptop has, in words."""

    at: datetime
    author: str
    words: str


def last_common() -> tuple[int, datetime] | None:
    """Return the number of the last link of both laptops, and its time; None if not overtaken.

    If this laptop's link of that number is another one, a moment was brought back here after the
    copy was made: then all counts that is younger than the copy.
    """
    told = kept(settings.DATA_DIR, OVERTAKEN)
    common = told.get("common")
    if not isinstance(common, dict):
        return None
    number, known = int(common.get("number", 0)), str(common.get("hash", ""))
    own = Link.objects.filter(number=number).first()
    if own and own.hash == known:
        return number, own.moment
    earlier = Link.objects.filter(at__lte=int(float(told.get("at", 0)) * 1e6)).order_by("-number")
    newest = earlier.first()
    if own is None and newest:  # the last links were lost here, as by a power cut
        return newest.number, newest.moment
    return 0, moment_of(0)


def alone_forms() -> list[AloneForm]:
    """Return the versions and the drafts that only this laptop has, the oldest first."""
    common = last_common()
    if common is None:
        return []
    number, at = common
    links = Link.objects.filter(number__gt=number, table_name=Version._meta.db_table)
    keys = set(links.exclude(after="").values_list("row_key", flat=True))
    place = "form__table__round__tournament"
    versions = Version.objects.filter(pk__in=keys).select_related(place, "author")
    found = [
        AloneForm(
            table=each.form.table,
            entries=entries_of_version(each.form.table.round, each),
            document=each.content,
            author=str(each.author or ""),
            at=each.saved_at,
            is_draft=False,
        )
        for each in versions.order_by("saved_at", "pk")
    ]
    drafts = Draft.objects.filter(saved_at__gt=at).select_related(place, "author")
    return [*found, *(_draft(each) for each in drafts.order_by("saved_at", "pk"))]


def _draft(draft: Draft) -> AloneForm:
    seats = draft.form.table.seats.order_by("number").select_related("entry")
    entries = tuple(seat.entry for seat in seats)
    author = str(draft.author or "")
    return AloneForm(draft.form.table, entries, draft.content, author, draft.saved_at, True)


def alone_changes() -> Iterator[AloneChange]:
    """Yield the other changes that only this laptop has, in words, the oldest first."""
    common = last_common()
    if common is None:
        return
    links = Link.objects.filter(number__gt=common[0]).exclude(table_name__in=QUIET)
    for link in links.order_by("number"):
        row = Row(link.table_name, link.row_key)
        words = change_words(row, link.before, link.after, at=link.moment)
        yield AloneChange(link.moment, link.author or _("a phone, or Card champion itself"), words)


def alone_file() -> bytes:
    """Return the forms as a file for the new first."""
    forms = [each.as_json for each in alone_forms()]
    document = {"format": FORMAT, "forms": forms}
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"
