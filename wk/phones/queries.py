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
from wk.tournament.models import Round, Seat, Table


@dataclass(frozen=True, slots=True)
class PhoneFormState:
    """The state of the form of a table, as its phone may see it.

    `state`: open (not handed in), typed (by the office), handed-in (by the phone, to be reviewed),
    differs (two typings differ) or counted. `draft` is the draft of the phone, `version` the
    version that counts or waits; both are None without one.
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
        """Return the document that the table may see: the version that counts, or its own.

        A version of the office that waits is hidden, as the phone's form will be compared with it.
        """
        if self.version and (self.is_own or self.version.is_counted):
            content: Document = self.version.content
        else:
            content = self.draft.content if self.draft else {}
        return content


@dataclass(frozen=True, slots=True)
class FirstDealerDraw:
    """The cards for the first dealer, and the seat of that dealer.

    `deals` are the draws in order, each with one card for each seat. Only the last one has a single
    highest card (WK-9, WK-10).
    """

    deals: tuple[tuple[Card, ...], ...]
    seat: int


def table_of(key: str) -> Table | None:
    """Return the table that a key opens, None for an unknown or revoked key."""
    keys = TableKey.objects.filter(key=key, revoked_at=None)
    valid = keys.select_related("table__round__tournament").first()
    return valid.table if valid else None


def form_state(table: Table) -> PhoneFormState:
    """Return the state of the form of a table."""
    draft = Draft.objects.filter(form__table=table, author=None).first()
    version = Version.objects.filter(form__table=table).current()
    # The order matters: a difference is shown even if one of the two typings counts.
    if version is None:
        return PhoneFormState("open", draft, None)
    if open_checks().filter(version=version).exists():
        return PhoneFormState("differs", draft, version)
    if version.is_counted:
        return PhoneFormState("counted", draft, version)
    is_own = version.source == Version.Source.PHONE
    return PhoneFormState("handed-in" if is_own else "typed", draft, version)


def counted_version(table: Table) -> int:
    """Return the number of the version that counts for a table, 0 for none; one query."""
    counted = Version.objects.filter(form__table=table, is_counted=True)
    return counted.values_list("number", flat=True).first() or 0


def table_news(table: Table, now: datetime) -> tuple[tuple[str, ...], Clock | None]:
    """Return the director's announcements, newest first, and the clock of a table; one query."""
    announcements = table.round.tournament.announcements.standing(now)
    clock = clock_of(table.round, now, extra_minutes=table.extra_minutes)
    return tuple(announcements.values_list("text", flat=True)), clock


def next_seats(table: Table) -> tuple[Seat, ...]:
    """Return where the players of a table sit in the next round, in the order of this table.

    It is empty as long as the seats of that round are not public; one query. A player who has left
    has no seat.
    """
    there = Seat.objects.filter(
        round__tournament=table.round.tournament_id, round__number=table.round.number + 1
    )
    public = there.exclude(round__state=Round.State.DRAWN)
    of_table = public.filter(entry__seats__table=table).order_by("entry__seats__number")
    return tuple(of_table.select_related("entry", "table"))


def first_dealer_draw(table: Table, seats: int) -> FirstDealerDraw:
    """Return the draw of the first dealer at a table of `seats` seats (WK-7 to WK-10).

    The draw is computed from the table and the secret key of this installation, so nobody can
    predict it. A second request gives the same draw, also after the table got a new key.
    """
    seed = salted_hmac("wk.phones.draw", str(table.pk), algorithm="sha256").hexdigest()
    deals = deal_cards(seats, Random(seed))
    return FirstDealerDraw(deals, first_dealer(deals).seat)
