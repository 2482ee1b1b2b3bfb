"""All changes of rows, as the chain has them, told by the occasion at which they were made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.apps import apps
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from wk.auditlog.changes.names import names_of
from wk.auditlog.changes.pages import task_words
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.chain.models import Event, Link
from wk.chain.rows import Row
from wk.chain.words import change_words, event_words, references
from wk.core.acting import NONE
from wk.core.hashing import SHORT, short

SHOWN = 8  # changes of one occasion; the others are counted
LOG, EVENT = AuditLogEntry._meta.db_table, Event._meta.db_table

# The filters of the page: their names, and the models that they show.
FILTERS: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "logins": (gettext_lazy("Logins and files"), ("chain.Event",)),
    "accounts": (gettext_lazy("Accounts"), ("accounts.User",)),
    "players": (
        gettext_lazy("Players"),
        ("tournament.Entry", "tournament.Payment", "tournament.Substitute"),
    ),
    "seats": (
        gettext_lazy("Rounds and seats"),
        ("tournament.Round", "tournament.Table", "tournament.Seat", "tournament.FixedSeat"),
    ),
    "forms": (
        gettext_lazy("Forms"),
        ("scoreforms.Version", "scoreforms.Result", "scoreforms.Check", "scoreforms.Objection"),
    ),
    "settings": (gettext_lazy("Settings"), ("tournament.Tournament", "printing.Logo")),
    "hall": (
        gettext_lazy("Hall and prizes"),
        (
            *("hall.Announcement", "hall.WallHold", "hall.CeremonyStep"),
            *("tournament.PrizeCategory", "tournament.PrizeMark", "tournament.HandedPrize"),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Occasion:
    """What was changed at one occasion, for the page.

    `said`: the sentences of the log and of events. `task`: where it was changed, in
    words. `changed`: the rows that changed, in words, the
    first SHOWN of them; `more` counts the others. `hash` is that of its last link, short.
    """

    at: datetime
    author: str
    address: str
    task: str
    number: int
    hash: str
    said: tuple[str, ...]
    changed: tuple[str, ...]
    more: int
    is_past_wk: bool


def links(slug: str = "", kind: str = "") -> QuerySet[Link]:
    """Return the links about a tournament ("" for all), of a kind of FILTERS, latest first."""
    found = Link.objects.order_by("-number")
    if slug:
        found = found.filter(slug=slug)
    if kind:
        models = [apps.get_model(label) for label in FILTERS[kind][1]]
        found = found.filter(table_name__in=[model._meta.db_table for model in models])
    return found


def link_of_hash(typed: str) -> Link | None:
    """Return the link of a hash as it stands on paper, None if there is none."""
    digits = "".join(typed.split()).replace("-", "").lower()
    if len(digits) < SHORT:
        return None
    return Link.objects.filter(hash__startswith=digits).order_by("number").first()


def occasions(shown: Sequence[Link]) -> list[Occasion]:
    """Return the occasions of some links in a row; a query for each model that they refer to."""
    grouped = [
        list(group) for _key, group in groupby(shown, lambda each: (each.occasion, each.author))
    ]
    logged = _sentences([link.row_key for link in shown if link.table_name == LOG])
    told = [link for group in grouped for link in _changes(group)[:SHOWN]]
    names = names_of({row for link in told for row in _references(link)})
    return [_occasion(group, logged, names) for group in grouped]


def _occasion(
    group: Sequence[Link], logged: Mapping[int, str], names: Mapping[Row, str]
) -> Occasion:
    newest, rows = group[0], _changes(group)
    said = [
        event_words(link.after) if link.table_name == EVENT else logged.get(link.row_key, "")
        for link in reversed(group)
        if _is_said(link)
    ]
    changed = [
        change_words(
            Row(link.table_name, link.row_key), link.before, link.after, names, link.moment
        )
        for link in rows[:SHOWN]
    ]
    return Occasion(
        at=newest.moment,
        author=newest.author,
        address=newest.address,
        task=task_words(newest.task),
        number=newest.number,
        hash=short(newest.hash),
        said=tuple(filter(None, said)),
        changed=tuple(changed),
        more=len(rows) - len(changed),
        is_past_wk=newest.occasion == NONE.key,
    )


def _is_said(link: Link) -> bool:
    """Return whether a link has a sentence of its own: a new line of the log, or an event."""
    return link.table_name in (LOG, EVENT) and not link.before


def _changes(group: Sequence[Link]) -> list[Link]:
    """Return the links of an occasion that are told as changes of rows, the first one first."""
    return [link for link in reversed(group) if not _is_said(link)]


def _sentences(keys: Sequence[int]) -> dict[int, str]:
    found = AuditLogEntry.objects.select_related("round", "entry").in_bulk(keys)
    return {key: sentence(log_entry) for key, log_entry in found.items()}


def _references(link: Link) -> list[Row]:
    row = Row(link.table_name, link.row_key)
    return [other for text in (link.before, link.after) for other in references(row, text)]
