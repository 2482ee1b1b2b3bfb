"""What is new in a tournament, as an Atom feed (RFC 4287): announcements and results."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time
from fractions import Fraction
from itertools import groupby
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from wk.core.formatting import halves, signed
from wk.feeds.queries import public_visibility
from wk.scoreforms.models import Result
from wk.tournament.models import Round, Tournament

MOST_ENTRIES = 50


@dataclass(frozen=True, slots=True)
class News:
    """One entry of the feed.

    `key` names it in its tournament for ever, `path` is its page below that of the tournament.
    """

    key: str
    at: datetime
    title: str
    text: str
    path: str


class _Atom(Atom1Feed):
    """A feed that is as old as its newest entry, or as its tournament: never as the request."""

    def __init__(self, *, newest: datetime, **facts: Any) -> None:
        super().__init__(**facts)
        self._newest = newest

    def latest_post_date(self) -> datetime:
        return self._newest


def atom(tournament: Tournament, now: datetime, base: str) -> str:
    """Return the feed of a tournament in the language of the reader.

    `base` is the address of its first page, "" for addresses that are relative to the feed.
    """
    day = timezone.make_aware(datetime.combine(tournament.date, time()))
    found = news(tournament, now)
    feed = _Atom(
        newest=max((each.at for each in found), default=day),
        title=tournament.name,
        link=base or ".",
        description=_("Announcements and results"),
        language=get_language() or "",
        author_name=tournament.name,
        feed_url=f"{base}news.atom",
        feed_guid=lasting_id(tournament, ""),
    )
    for each in found:
        feed.add_item(
            title=each.title,
            link=f"{base}{each.path}" or ".",
            description=escape(each.text),
            unique_id=lasting_id(tournament, each.key),
            pubdate=each.at,
            updateddate=each.at,
        )
    written: str = feed.writeString("utf-8")
    return written


def lasting_id(tournament: Tournament, key: str) -> str:
    """Return an identity that is the same at every address, and in the mirror."""
    return uuid5(NAMESPACE_URL, f"wk/{tournament.slug}/{tournament.date}/{key}").urn


def news(tournament: Tournament, now: datetime) -> list[News]:
    """Return what is new, the newest first; four queries at most.

    Announcements are in it while they are on the screens, results as far as everybody sees them.
    """
    visibility = public_visibility(tournament)
    hidden = {round.number for round in visibility.hidden}
    shown = [round for round in visibility.begun if round.number not in hidden]
    found = [*_announcements(tournament, now), *_results(shown, visibility.last)]
    found.sort(key=lambda each: (each.at, each.key), reverse=True)
    return found[:MOST_ENTRIES]


def _announcements(tournament: Tournament, now: datetime) -> Iterator[News]:
    for each in tournament.announcements.standing(now):
        yield News(f"announcement/{each.pk}", each.at, each.text, "", "")


def _results(rounds: Iterable[Round], last: int) -> Iterator[News]:
    """Yield the tables with a form that counts, and the closed rounds, of these rounds.

    `last` is the last round with public standings: a round after one that is held back has none.
    """
    by_number = {round.number: round for round in rounds}
    rows = (
        Result.objects.filter(seat__round__in=by_number.values())
        .order_by("seat__round__number", "seat__table__number", "seat__number")
        .values_list(
            *("seat__round__number", "seat__table__number", "version__saved_at"),
            *("seat__entry__number", "seat__entry__name", "points", "half_points"),
        )
    )
    latest: dict[int, datetime] = {}
    for (number, table, at), seats in groupby(rows, key=lambda row: row[:3]):
        latest[number] = max(at, latest.get(number, at))
        yield News(
            key=f"round/{number}/table/{table}",
            at=at,
            title=_("Round %(round)d, table %(table)d") % {"round": number, "table": table},
            text=" · ".join(_result_words(*seat[3:]) for seat in seats),
            path=f"rounds/{number}/tables/{table}/",
        )
    for number, at in latest.items():
        if number <= last and not by_number[number].is_open:
            title = _("Round %(round)d is closed") % {"round": number}
            path = f"standings/{number}/"
            yield News(f"round/{number}", at, title, _("The standings after this round."), path)


def _result_words(number: int, name: str, points: int, half_points: int) -> str:
    words = {"points": signed(points), "wp": halves(Fraction(half_points, 2))}
    return f"{number} {name}: " + _("%(points)s points, %(wp)s MP") % words
