"""Which links of the chain belong together: those of one occasion, by one author."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Value, When

from wk.auditlog.changes.filters import PAST, models_of
from wk.chain.models import Link
from wk.core.acting import NONE


@dataclass(frozen=True, slots=True)
class Group:
    """The links of one occasion by one author: the oldest, the newest, and how many there are."""

    occasion: str
    author: str
    oldest: int
    newest: int
    count: int

    @property
    def is_past_wk(self) -> bool:
        """Return whether no part of wk made these changes."""
        return self.occasion == NONE.key

    @property
    def links(self) -> Q:
        """Return which links these are."""
        numbers = Q(number__gte=self.oldest, number__lte=self.newest)
        return numbers & Q(occasion=self.occasion, author=self.author)


def groups(slug: str = "", kind: str = "") -> QuerySet[Any, Any]:
    """Return the groups about a tournament ("" for all) with a link of a kind of FILTERS.

    The latest come first. Each is whole, also if only some of its links are of the kind. What was
    changed past wk has no occasion: of such links in a row the last one is a group, and `merged`
    makes one of the whole row.
    """
    found, past = Link.objects.order_by(), Link.objects.filter(occasion=NONE.key)
    if slug:
        found = found.filter(slug=slug)
    if kind == PAST:
        found = found.filter(occasion=NONE.key)
    elif kind:
        is_of_kind = Q(table_name__in=[model._meta.db_table for model in models_of(kind)])
        past = past.filter(is_of_kind)
        theirs = Link.objects.filter(is_of_kind).exclude(occasion=NONE.key).values("occasion")
        found = found.filter(Q(occasion__in=theirs) | is_of_kind & Q(occasion=NONE.key))
    goes_on = Exists(past.filter(number=OuterRef("number") + 1))
    found = found.exclude(Q(occasion=NONE.key) & goes_on)
    alone = Case(When(occasion=NONE.key, then=F("number")), default=Value(0))
    named = found.annotate(alone=alone).values("occasion", "author", "alone")
    counted = named.annotate(oldest=Min("number"), newest=Max("number"), count=Count("number"))
    return counted.order_by("-newest")


def merged(rows: Iterable[Mapping[str, Any]]) -> list[Group]:
    """Return some of `groups`. What was changed past wk in a row is one group, and told once."""
    found: list[Group] = []
    for row in rows:
        names = ("occasion", "author", "oldest", "newest", "count")
        group = Group(**{name: row[name] for name in names})
        if not group.is_past_wk:
            found.append(group)
        elif not any(each.is_past_wk and each.oldest <= group.newest for each in found):
            found.append(_run_around(group.newest))
    return found


def group_of(link: Link) -> Group:
    """Return the group of a link; at most three queries."""
    if link.occasion == NONE.key:
        return _run_around(link.number)
    same = Link.objects.filter(occasion=link.occasion, author=link.author)
    counts = same.aggregate(oldest=Min("number"), newest=Max("number"), count=Count("number"))
    return Group(link.occasion, link.author, **counts)


def _run_around(number: int) -> Group:
    """Return the links past wk that follow on each other, around one of them."""
    by_wk = Link.objects.exclude(occasion=NONE.key)
    before = by_wk.filter(number__lt=number).aggregate(at=Max("number"))["at"] or 0
    after = by_wk.filter(number__gt=number).aggregate(at=Min("number"))["at"]
    theirs = Link.objects.filter(number__gt=before, occasion=NONE.key)
    if after is not None:
        theirs = theirs.filter(number__lt=after)
    ends = theirs.aggregate(oldest=Min("number"), newest=Max("number"), count=Count("number"))
    return Group(NONE.key, "", **ends)
