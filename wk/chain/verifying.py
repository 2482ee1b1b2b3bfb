"""Verifies the chain, and all rows against it. Other rooms register what else they can check.

A check reads and computes; it changes nothing. The first thing that does not fit is told with since
when: the moment of the last link that was still right.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wk.chain.models import Head, Link, Wiping, moment_of
from wk.chain.rows import Row, fits, present_rows
from wk.chain.triggers import missing_triggers
from wk.chain.wiping import WipedDigest
from wk.chain.words import change_words, row_words
from wk.core.acting import NONE
from wk.core.consistent_reads import consistent_reads
from wk.core.hashing import BEGIN, link_hash

FIELDS = (
    *("number", "at", "occasion", "author", "address", "task", "slug"),
    *("table_name", "row_key", "before", "after", "previous", "salt", "hash", "is_wiped"),
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """One thing that does not fit: its words, and the last link that was still right, 0 for none.

    `at` is the moment of that link, None without one. `past` counts the changes past wk, if those
    are what does not fit.
    """

    words: str
    link: int = 0
    at: datetime | None = None
    past: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """What the chain has of a row: its text, and the link that wrote it."""

    text: str
    link: int
    at: int

    def misfit(self, words: str) -> Misfit:
        """Return the misfit of a row that was right when its last link was written."""
        return Misfit(words, self.link, moment_of(self.at))


@dataclass
class Chain:
    """The chain as it was read: the newest link, the last text of each row, and what is wrong.

    `wiped` is the state of the links of which something was taken out.
    """

    number: int
    hash: str
    at: int
    rows: dict[Row, Known]
    misfits: dict[str, Misfit]
    wiped: WipedDigest

    def of_row(self, row: Row) -> Known:
        """Return what the chain has of a row; an empty text for one that it does not know."""
        return self.rows.get(row, Known("", self.number, self.at))


@dataclass(frozen=True, slots=True)
class Result:
    """What one check found: how many things it looked at, and the first that does not fit.

    `aside`: a sentence about what it could not look at, "" for nothing.
    """

    count: int
    misfit: Misfit | None = None
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A check: what it looks at, in words with `%(count)d`, and the function that does it.

    `none`: the words if it found nothing to look at, "" if they are the same. They are told beside
    “right” and “not right”, so they deny nothing.
    """

    words: "str | Promise"
    run: Callable[[Chain], Result]
    none: "str | Promise" = ""

    def told(self, count: int) -> str:
        """Return the words for so many things that were looked at."""
        return str(self.words if count or not self.none else self.none) % {"count": count}


@dataclass(frozen=True, slots=True)
class Line:
    """A check that was made: its words, and its result."""

    words: str
    result: Result


@dataclass(frozen=True, slots=True)
class Report:
    """The result of all checks, and the newest link at that moment."""

    lines: tuple[Line, ...]
    number: int
    hash: str

    @property
    def misfit(self) -> Misfit | None:
        """Return the first thing that does not fit, None if all does."""
        return next((line.result.misfit for line in self.lines if line.result.misfit), None)


# The checks of other rooms, in the order of the rooms: each registers its own in its `apps.py`.
CHECKS: list[Check] = []


def verify() -> Report:
    """Check everything as it is at one moment; it writes nothing.

    What somebody wrote past the program may be anything. A check that fails by it tells so, and
    keeps no other check from being made.
    """
    with consistent_reads():
        try:
            chain = read_chain()
        except Exception as error:
            line = Line(_("The log of all changes can be read."), _unreadable(error))
            return Report((line,), 0, BEGIN)
        lines = []
        for check in (*OWN, *CHECKS):
            try:
                result = check.run(chain)
            except Exception as error:
                result = _unreadable(error)
            lines.append(Line(check.told(result.count), result))
    return Report(tuple(lines), chain.number, chain.hash)


def _unreadable(error: Exception) -> Result:
    """Return the result of a check that could not be made."""
    why = f"{type(error).__name__} {error}".strip()
    return Result(0, Misfit(_("This could not be checked: %(why)s.") % {"why": why}))


def read_chain() -> Chain:
    """Read all links once, each against the one before it."""
    chain = Chain(0, BEGIN, 0, {}, {}, WipedDigest())
    for values in Link.objects.order_by("number").values_list(*FIELDS).iterator():
        *fields, salt, own, is_wiped = values
        number, at, occasion, *_names, table, key, before, after, previous = fields
        if is_wiped:  # the links after it hold on to its hash, the digest to what it says now
            chain.wiped.add(fields, own)
        computed = own if is_wiped else link_hash(*fields, *([salt] if salt else []))
        if misfit := _broken(chain, number, previous, own, computed):
            chain.misfits.setdefault("links", misfit)
        row = Row(table, key)
        if occasion == NONE.key:
            words = change_words(row, before, after)
            first = Misfit(words, chain.number, _moment(chain))
            known = chain.misfits.setdefault("occasions", first)
            chain.misfits["occasions"] = replace(known, past=known.past + 1)
        chain.rows[row] = Known(after, number, at)
        chain.number, chain.hash, chain.at = number, own, at
    return chain


def _broken(chain: Chain, number: int, previous: str, own: str, computed: str) -> Misfit | None:
    """Return what is wrong with a link that follows on the present end of the chain."""
    if number != chain.number + 1:
        text = _("Entry %(number)d is missing from the log.")
        words = text % {"number": chain.number + 1}
    elif previous != chain.hash or own != computed:
        words = _("Entry %(number)d of the log is not as it was written.") % {"number": number}
    else:
        return None
    return Misfit(words, chain.number, _moment(chain))


def _moment(chain: Chain) -> datetime | None:
    """Return the moment of the newest link that was read, None before the first one."""
    return moment_of(chain.at) if chain.number else None


def _links(chain: Chain) -> Result:
    if "links" in chain.misfits:
        return Result(chain.number, chain.misfits["links"])
    head = Head.objects.filter(pk=Head.ONLY).first()
    if head is None or (head.number, head.hash) != (chain.number, chain.hash):
        text = _("The log ends at entry %(number)d, and that is not the one that was written last.")
        words = text % {"number": chain.number}
        return Result(chain.number, Misfit(words, chain.number, _moment(chain)))
    return Result(chain.number)


def _wiped(chain: Chain) -> Result:
    newest = Wiping.objects.order_by("-pk").first()
    if chain.wiped.fits(newest):
        return Result(chain.wiped.count)
    words = _("What was taken out of the log is not all that is missing there.")
    known = chain.of_row(Row(Wiping._meta.db_table, newest.pk if newest else 0))
    return Result(chain.wiped.count, known.misfit(words) if newest else Misfit(words))


def _occasions(chain: Chain) -> Result:
    first = chain.misfits.get("occasions")
    if first is None:
        return Result(chain.number)
    text = ngettext(
        "This was changed directly on the computer, not on a page: %(change)s.",
        "This was changed directly on the computer, not on a page: %(change)s, and %(more)d more.",
        first.past,
    )
    words = text % {"change": first.words, "more": first.past - 1}
    return Result(chain.number, replace(first, words=words))


def _triggers(chain: Chain) -> Result:
    missing = missing_triggers(connection)
    if not missing:
        return Result(0)
    text = _("The database does not note all changes any more: %(name)s is gone.")
    return Result(0, Misfit(text % {"name": missing[0]}, chain.number, _moment(chain)))


def _rows(chain: Chain) -> Result:
    present = present_rows(connection)
    misfits = sorted(_row_misfits(chain, present), key=lambda misfit: misfit.link)
    return Result(len(present), misfits[0] if misfits else None)


def _row_misfits(chain: Chain, present: Mapping[Row, str]) -> Iterator[Misfit]:
    for row, text in present.items():
        known = chain.of_row(row)
        if not fits(known.text, text):
            words = change_words(row, known.text, text)
            yield known.misfit(_("This is not as the log has it: %(change)s.") % {"change": words})
    for row, known in chain.rows.items():
        if known.text and row not in present:
            words = _("This is gone, and no entry of the log says so: %(row)s.")
            yield known.misfit(words % {"row": row_words(row, known.text)})


OWN = (
    Check(gettext_lazy("The log is complete (%(count)d entries)."), _links),
    Check(gettext_lazy("Everything was changed by Card champion itself."), _occasions),
    Check(gettext_lazy("Every change is written into the log."), _triggers),
    Check(gettext_lazy("Everything stands as the log has it (%(count)d things)."), _rows),
    Check(
        gettext_lazy("Only persons were taken out of the log (from %(count)d entries)."),
        _wiped,
        none=gettext_lazy("No name was taken out of the log."),
    ),
)
