"""All changes of rows, as the chain has them, told by the occasion at which they were made."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, Value, When, Window
from django.db.models.functions import RowNumber

from wk.accounts.address import device_words
from wk.auditlog.changes.groups import Group
from wk.auditlog.changes.names import names_of
from wk.auditlog.changes.pages import task_words
from wk.auditlog.changes.tries import TRIES, try_words
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.sentences import sentence
from wk.chain.models import Event, Link
from wk.chain.rows import Row, values_of
from wk.chain.words import change_words, event_words, references
from wk.core.hashing import SHORT, short
from wk.tournament.models import Player, Tournament

SHOWN = 8  # changes of one occasion in the list; its own page has the others
SAID = 20  # sentences of one occasion there
LOG, EVENT = AuditLogEntry._meta.db_table, Event._meta.db_table
IS_SAID = ExpressionWrapper(Q(table_name__in=(LOG, EVENT), before=""), BooleanField())
IS_PERSON = ExpressionWrapper(Q(table_name=Player._meta.db_table), BooleanField())
UNKNOWN = "?"  # the task of what was refused before its page was known


@dataclass(frozen=True, slots=True)
class Occasion:
    """What was changed at one occasion, for the page.

    `tournament`: the name of the one that it is about, "" for none. `device`, `task`: from where,
    and on which page, in words. `said`: the sentences of the log and of events. `changed`: the rows
    that changed, in words. `more` counts what is left out of both. `first` and `number`: its oldest
    and its newest link; `hash` is that of the newest, short.
    """

    at: datetime
    tournament: str
    author: str
    device: str
    task: str
    first: int
    number: int
    hash: str
    said: tuple[str, ...]
    changed: tuple[str, ...]
    more: int
    is_past_wk: bool

    @property
    def all(self) -> int:
        """Return how many sentences and changed rows there are, with those left out."""
        return len(self.said) + len(self.changed) + self.more


def link_of_hash(typed: str) -> Link | None:
    """Return the link of a hash as it stands on paper, None if there is none."""
    digits = "".join(typed.split()).replace("-", "").lower()
    if len(digits) < SHORT:
        return None
    return Link.objects.filter(hash__startswith=digits).order_by("number").first()


def occasions(shown: Sequence[Group]) -> list[Occasion]:
    """Return the occasions of some groups; a query for each model to which they refer."""
    if not shown:
        return []
    links: dict[Group, list[Any]] = defaultdict(list)
    for link in _told_links(shown):
        links[shown[link.group]].append(link)
    words = link_words([link for told in links.values() for link in told])
    names = _tournaments(link.slug for told in links.values() for link in told)
    return [_occasion(group, links[group], words, names) for group in shown]


def link_words(links: Sequence[Link]) -> dict[int, str]:
    """Return what each link says, by its number: a sentence, or a changed row in words."""
    logged = _sentences([link.row_key for link in links if link.table_name == LOG])
    changes = [link for link in links if not _is_said(link)]
    names = names_of({row for link in changes for row in _references(link)})
    found = {}
    for link in links:
        row = Row(link.table_name, link.row_key)
        if not _is_said(link):
            words = change_words(row, link.before, link.after, names, link.moment)
        elif link.table_name == LOG:
            words = logged.get(link.row_key, "")
        else:
            words = _event_sentence(link)
        found[link.number] = words
    return found


def _told_links(shown: Sequence[Group]) -> list[Any]:
    """Return the links that the list tells, and the newest of each group; the oldest first.

    Persons come last: the players who they are say more. `group` is the index of the group, and
    `place` counts the links of it that are said, and those that are not. One query.
    """
    which = (When(group.links, then=Value(index)) for index, group in enumerate(shown))
    together = [F("group"), F("is_said")]
    in_order = [F("is_person").asc(), F("number").asc()]
    place = Window(RowNumber(), partition_by=together, order_by=in_order)
    theirs = Link.objects.filter(reduce(or_, (group.links for group in shown)))
    named = theirs.annotate(group=Case(*which), is_said=IS_SAID, is_person=IS_PERSON)
    counted = named.annotate(place=place)
    is_told = Q(is_said=True, place__lte=SAID) | Q(is_said=False, place__lte=SHOWN)
    is_newest = Q(number__in=[group.newest for group in shown])
    return list(counted.filter(is_told | is_newest).order_by("is_person", "number"))


def _occasion(
    group: Group, links: Sequence[Any], words: Mapping[int, str], names: Mapping[str, str]
) -> Occasion:
    newest = max(links, key=lambda link: link.number)
    said = [link for link in links if _is_said(link)][:SAID]
    changed = [link for link in links if not _is_said(link)][:SHOWN]
    return Occasion(
        at=newest.moment,
        tournament=names.get(newest.slug, newest.slug),
        author=newest.author,
        device=device_words(newest.address),
        task="" if newest.task == UNKNOWN else task_words(newest.task),
        first=group.oldest,
        number=group.newest,
        hash=short(newest.hash),
        said=tuple(filter(None, (words[link.number] for link in said))),
        changed=tuple(words[link.number] for link in changed),
        more=group.count - len(said) - len(changed),
        is_past_wk=group.is_past_wk,
    )


def _tournaments(slugs: Iterable[str]) -> dict[str, str]:
    """Return the names of the tournaments that are still there."""
    known = Tournament.objects.filter(slug__in={*slugs} - {""})
    return dict(known.values_list("slug", "name"))


def _is_said(link: Link) -> bool:
    """Return whether a link has a sentence of its own: a new line of the log, or an event."""
    return link.table_name in (LOG, EVENT) and not link.before


def _event_sentence(link: Link) -> str:
    values = values_of(link.after)
    kind, about = str(values.get("kind")), str(values.get("about"))
    return try_words(kind, about, link.author) if kind in TRIES else event_words(link.after)


def _sentences(keys: Sequence[int]) -> dict[int, str]:
    found = AuditLogEntry.objects.select_related("round", "entry").in_bulk(keys)
    return {key: sentence(log_entry) for key, log_entry in found.items()}


def _references(link: Link) -> list[Row]:
    row = Row(link.table_name, link.row_key)
    return [other for text in (link.before, link.after) for other in references(row, text)]
