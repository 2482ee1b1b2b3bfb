"""Which backups are kept: all of the last hour, and ever fewer of longer ago."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Backups younger than the first value are kept at one for each span of the second.
STEPS = (
    (HOUR, timedelta(0)),
    (6 * HOUR, timedelta(minutes=15)),
    (2 * DAY, HOUR),
)
LATER = DAY  # the span for those that are older than all of these
# Backups that hold the name of somebody who was taken out since.
NAMES_KEPT = 30 * DAY
ACT_KEPT = 2 * DAY  # backups before an act are all kept for as long


@dataclass(frozen=True, slots=True)
class Moment:
    """When a backup was made.

    - `is_before_act`: whether that was before an act.
    - `is_before_return`: whether a moment was brought back then. The log goes back with it, so that
      this backup alone has what the log told until then.
    """

    name: str
    at: datetime
    is_before_act: bool = False
    is_before_return: bool = False


def thinned_out(moments: Iterable[Moment], now: datetime) -> Collection[str]:
    """Return the names of the backups that are not kept any longer.

    The oldest of each span is kept, so that what was kept once stays kept within its step. The
    newest of all is always kept, and so is each one of before a return to a moment.
    """
    kept_spans: set[tuple[timedelta, int]] = set()
    gone = []
    in_order = sorted(moments, key=lambda each: (each.at, each.name))
    for moment in in_order:
        age = now - moment.at
        span = next((span for limit, span in STEPS if age < limit), LATER)
        if not span or (moment.is_before_act and age < ACT_KEPT) or moment is in_order[-1]:
            continue
        if moment.is_before_return:
            continue
        number = int(moment.at.timestamp() // span.total_seconds())
        if (span, number) in kept_spans:
            gone.append(moment.name)
        kept_spans.add((span, number))
    return gone
