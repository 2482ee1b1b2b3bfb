"""What came in as photos and scans, as the list of a tournament shows it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.functional import Promise

from scoring.game import Document
from wk.accounts.models import User
from wk.camera.cannot_read import WORDS, WORDS_FOR_TABLES, Why
from wk.scoreforms.drafts import PRESENT
from wk.scoreforms.models import Presence, ScanPage, ScanPile, Version
from wk.tournament.models import Table, Tournament
from wk.tournament.round_states import why_closed

BYTES = ("picture", "flat", "pieces", "pile__content", "cells", "document")
PHONE_SHOWN = 12  # pages on the phone that sent them
TOGETHER = timedelta(minutes=1)  # between files that somebody sends as one pile
PATIENCE = timedelta(minutes=4)  # for the reader: one page takes two at most (read_scans)
ENDED_SHOWN = 200  # of the pages that are done, the newest


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page in the list.

    `comparison`: "same" or "differs" if the form of its table is in already, else "". `opened_by`:
    who has that form open now, "" for nobody else. `why`: the reason that it was not read, in
    words. `round_closed`: why its form cannot be handed in now, "" if it can.
    """

    page: ScanPage
    comparison: str = ""
    opened_by: str = ""
    why: str = ""
    round_closed: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """Return what is shown of it, to notice a change."""
        page = self.page
        others = self.comparison, self.opened_by, self.round_closed
        return (page.pk, page.state, page.why, page.doubts, *others)


@dataclass(frozen=True, slots=True)
class ScanList:
    """All pages of a tournament by how they ended, and how far the reader is.

    `total` counts the pages of the files that came together with what waits to be read, and `done`
    those that are read among them; a file that was not opened yet counts as one page. `is_stuck`:
    nothing was read for so long that nobody reads.
    """

    to_look_at: tuple[ShownPage, ...]
    refused: tuple[ShownPage, ...]
    ended: tuple[ShownPage, ...]
    done: int
    total: int
    is_stuck: bool

    @property
    def is_reading(self) -> bool:
        """Return whether anything waits to be read."""
        return self.total > 0

    @property
    def ready(self) -> tuple[ShownPage, ...]:
        """Return the pages to look at whose round is open to this official."""
        return tuple(each for each in self.to_look_at if not each.round_closed)

    @property
    def first(self) -> ShownPage | None:
        """Return the page to look at first, None if there is none that nobody else has open."""
        return next((each for each in self.ready if not each.opened_by), None)

    @property
    def key(self) -> tuple[object, ...]:
        """Return what is shown, to notice a change."""
        shown = (*self.to_look_at, *self.refused, *self.ended)
        return (self.done, self.total, self.is_stuck, *(each.key for each in shown))


def scan_list(tournament: Tournament, user: User, now: datetime) -> ScanList:
    """Return the list of a tournament for an official; a fixed number of queries."""
    pages = _pages(tournament)
    by_state: dict[str, list[ScanPage]] = {state: [] for state in ScanPage.State.values}
    for page in pages:
        if page.state == ScanPage.State.READ and page.table is None:
            # Its table is gone: the draw was thrown away.
            page.state, page.why = ScanPage.State.REFUSED, str(Why.NO_TABLE)
        by_state[page.state].append(page)
    looked = sorted(by_state[ScanPage.State.READ], key=_by_table)
    ended = by_state[ScanPage.State.DONE] + by_state[ScanPage.State.DROPPED]
    compared, present = _comparisons(looked), _present(looked, user, now)
    piles = ScanPile.objects.filter(tournament=tournament, page_count=None)
    unopened = list(piles.values_list("sent_at", flat=True))
    return ScanList(
        tuple(
            ShownPage(
                page,
                comparison=compared.get(page.pk, ""),
                opened_by=present.get(page.pk, ""),
                round_closed=_why_closed(page, user),
            )
            for page in looked
        ),
        tuple(map(_ended, by_state[ScanPage.State.REFUSED])),
        tuple(map(_ended, sorted(ended, key=_by_end)[:ENDED_SHOWN])),
        *_progress(pages, unopened),
        _is_stuck(pages, unopened, now),
    )


def next_page(tournament: Tournament, user: User, now: datetime) -> ScanPage | None:
    """Return the page that an official looks at next, None if there is none."""
    looked = sorted(
        _pages(tournament, state=ScanPage.State.READ, table__isnull=False), key=_by_table
    )
    present = _present(looked, user, now)
    ready = (page for page in looked if not _why_closed(page, user))
    return next((page for page in ready if page.pk not in present), None)


def sent_by_phone(tournament: Tournament, author: User) -> tuple[int, tuple[ShownPage, ...]]:
    """Return how many photos of an official's phone wait, and what became of the last ones."""
    mine = {"author": author, "source": ScanPile.Source.PHONE}
    return _sent(ScanPile.objects.filter(tournament=tournament, **mine))


def sent_by_table(table: Table) -> tuple[int, tuple[ShownPage, ...]]:
    """Return how many photos of a table's phone wait, and what became of the last ones."""
    piles = ScanPile.objects.filter(table=table, source=ScanPile.Source.TABLE)
    return _sent(piles, WORDS_FOR_TABLES)


def _sent(
    piles: QuerySet[ScanPile], words: Mapping[Why, Promise] = WORDS
) -> tuple[int, tuple[ShownPage, ...]]:
    waiting = ScanPage.objects.filter(pile__in=piles, state=ScanPage.State.WAITING).count()
    unopened = piles.filter(page_count=None).count()
    ended = ScanPage.objects.filter(pile__in=piles).exclude(state=ScanPage.State.WAITING)
    related = ("pile", "table__round__tournament")
    newest = ended.defer(*BYTES).select_related(*related).order_by("-pk")[:PHONE_SHOWN]
    return waiting + unopened, tuple(_ended(page, words) for page in newest)


def _pages(tournament: Tournament, **only: str | bool) -> list[ScanPage]:
    pages = ScanPage.objects.filter(pile__tournament=tournament, **only).defer(*BYTES)
    related = ("pile__table", "table__round__tournament", "version", "ended_by")
    return list(pages.select_related(*related).order_by("pk"))


def _by_table(page: ScanPage) -> tuple[int, int, int]:
    return page.told_round or 0, page.told_table or 0, page.pk


def _by_end(page: ScanPage) -> float:
    return -page.ended_at.timestamp() if page.ended_at else 0.0


def _is_stuck(pages: Iterable[ScanPage], unopened: Sequence[datetime], now: datetime) -> bool:
    waiting = [page.pile.sent_at for page in pages if page.state == ScanPage.State.WAITING]
    if not (waiting or unopened):
        return False
    read = [page.read_at for page in pages if page.read_at]
    return max([*waiting, *unopened, *read]) < now - PATIENCE


def _progress(pages: Iterable[ScanPage], unopened: Sequence[datetime]) -> tuple[int, int]:
    """Return how many pages are read of how many: of the files that came with what waits."""
    waiting = [page for page in pages if page.state == ScanPage.State.WAITING]
    sent = [page.pile.sent_at for page in waiting] + [*unopened]
    if not sent:
        return 0, 0
    since = min(sent) - TOGETHER
    total = sum(page.pile.sent_at >= since for page in pages)
    return total - len(waiting), total + len(unopened)


def _comparisons(pages: Iterable[ScanPage]) -> Mapping[int, str]:
    """Return for the pages whose table has a form already whether that is the same."""
    documents = dict(
        ScanPage.objects.filter(pk__in=[page.pk for page in pages]).values_list("pk", "document")
    )
    tables = {page.table_id for page in pages if page.table_id}
    current = current_contents(tables)
    return {
        page.pk: comparison(page, documents[page.pk], current[page.table_id])
        for page in pages
        if page.table_id in current
    }


def current_contents(tables: Iterable[int]) -> Mapping[int | None, Document]:
    """Return the content of the forms of tables that are in, by the key of the table."""
    found = Version.objects.filter(form__table__in=tables)
    rows = (found.filter(is_waiting=True) | found.filter(is_counted=True)).order_by("is_counted")
    return dict(rows.values_list("form__table", "content"))


def comparison(page: ScanPage, document: Document, current: Document) -> str:
    """Return "same" if what was read of a page is what is in already, else "differs"."""
    if page.table is None:
        return ""
    rules = page.table.round.rules
    is_same = rules.to_cells(document) == rules.to_cells(current)
    return "same" if is_same else "differs"


def _present(pages: Iterable[ScanPage], user: User, now: datetime) -> Mapping[int, str]:
    """Return for pages whose form somebody else has open who that is."""
    tables = {page.table_id: page.pk for page in pages if page.table_id}
    found = Presence.objects.filter(form__table__in=tables, seen_at__gt=now - PRESENT)
    others = found.exclude(user=user).values_list("form__table", "user__username")
    return {tables[table]: name for table, name in others}


def _why_closed(page: ScanPage, user: User) -> str:
    """Return why an official cannot hand in the form of a page now, "" if he can."""
    return why_closed(page.table.round, user) if page.table else ""


def _ended(page: ScanPage, words: Mapping[Why, Promise] = WORDS) -> ShownPage:
    """Return a page that is not to be looked at, with the reason in these words."""
    return ShownPage(page, why=str(words[Why(page.why)]) if page.why else "")
