"""Queries of the phones at the tables: the table of a key, and the state of its form."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.utils.crypto import salted_hmac

from scoring.cards import Card
from scoring.firstdealer import deal_cards, first_dealer
from scoring.game import Document
from wk.phones.models import TableKey
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.review.queries import open_checks
from wk.tournament.clock import Clock, clock_of
from wk.tournament.models import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the form of a table, as its phone may see it.

    `state`: open (not handed in), typed (the office has typed it), handed-in (by the phone, to be
    reviewed), differs (the office typed something else) or counted. `draft` is what the phone has
    written so far, `version` the one that counts or waits.
    """

    state: str
    draft: Draft | None
    version: Version | None

    @property
    def is_own(self) -> bool:
        """Return whether the version came from the phone."""
        return self.version is not None and self.version.source == Version.Source.PHONE

    @property
    def content(self) -> Document:
        """Return what the table may see: the form that counts, or its own.

        A version of the office that waits is not shown: a table must not learn what it is checked
        against.
        """
        if self.version and (self.is_own or self.version.is_counted):
            content: Document = self.version.content
        else:
            content = self.draft.content if self.draft else {}
        return content


@dataclass(frozen=True, slots=True)
class Drawn:
    """The cards for the first dealer, and the seat of that dealer.

    `deals`: one card a seat, and again until one player is decided on.
    """

    deals: tuple[tuple[Card, ...], ...]
    seat: int


def table_of(key: str) -> Table | None:
    """Return the table that a key opens, None for an unknown or revoked key."""
    keys = TableKey.objects.filter(key=key, revoked_at=None)
    held = keys.select_related("table__round__tournament").first()
    return held.table if held else None


def standing(table: Table) -> Standing:
    """Return the state of the form of a table."""
    draft = Draft.objects.filter(form__table=table, author=None).first()
    versions = Version.objects.filter(form__table=table)
    version = versions.filter(is_counted=True).first() or versions.filter(is_waiting=True).first()
    if version is None:
        return Standing("open", draft, None)
    if open_checks().filter(version=version).exists():
        return Standing("differs", draft, version)
    if version.is_counted:
        return Standing("counted", draft, version)
    is_own = version.source == Version.Source.PHONE
    return Standing("handed-in" if is_own else "typed", draft, version)


def told(table: Table, now: datetime) -> tuple[tuple[str, ...], Clock | None]:
    """Return the director's announcements, newest first, and the clock of a table; one query."""
    said = table.round.tournament.announcements.standing(now)
    clock = clock_of(table.round, now, extra_minutes=table.extra_minutes)
    return tuple(said.values_list("text", flat=True)), clock


def drawn(table: Table, seats: int) -> Drawn:
    """Return the draw of the first dealer at a table of `seats` seats (WK-7 to WK-10).

    It follows from the table and the secret of this installation: nobody can predict it, nor repeat
    it until it suits, not even with another key.
    """
    seed = salted_hmac("wk.phones.draw", str(table.pk), algorithm="sha256").hexdigest()
    deals = deal_cards(seats, Random(seed))
    return Drawn(deals, first_dealer(deals).seat)
