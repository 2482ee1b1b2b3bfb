"""The day of a tournament as a calendar file (RFC 5545): the day, its rounds and its programme."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from wk.feeds.atom import lasting_id
from wk.tournament.models import Round, Tournament
from wk.tournament.programme import ProgrammePoint, programme_of

LONGEST_LINE = 75  # bytes of a line; a longer one goes on in the next one after a space


def calendar(tournament: Tournament, address: str) -> bytes:
    """Return the calendar of a tournament. `address` is that of its first page, "" for none."""
    # Nothing in it depends on the moment of the request, so that it changes with its content only.
    made = _moment(timezone.make_aware(datetime.combine(tournament.date, time())))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//wk//wk//NL"]
    begun = {round.number: _round(round, begin) for round, begin in _begun(tournament)}
    planned = [each for each in programme_of(tournament) if each.round not in begun]
    identities = _identities(planned)
    events = [*begun.values(), *map(partial(_planned, tournament), planned, identities)]
    for event in (_day(tournament), *events):
        lines += ["BEGIN:VEVENT", f"DTSTAMP:{made}", *event]
        lines += [f"LOCATION:{_text(tournament.venue)}"] if tournament.venue else []
        lines += [f"URL:{address}"] if address else []
        lines += ["END:VEVENT"]
    folded = (part for line in [*lines, "END:VCALENDAR"] for part in _folded(line))
    return b"".join(part + b"\r\n" for part in folded)


def _begun(tournament: Tournament) -> Iterator[tuple[Round, datetime]]:
    """Yield the rounds that have begun, and of which the clock knows the length; and when."""
    for round in tournament.rounds.started().order_by("number").select_related("tournament"):
        if round.started_at and round.minutes:
            yield round, round.started_at


def _day(tournament: Tournament) -> Iterator[str]:
    """Yield the lines of the whole day."""
    yield f"UID:{lasting_id(tournament, 'day')}"
    yield f"DTSTART;VALUE=DATE:{tournament.date:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{tournament.date + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(tournament.name)}"


def _identities(planned: Iterable[ProgrammePoint]) -> Iterator[str]:
    """Yield what tells each point of a programme apart, also two breaks of one name.

    A round keeps its identity once it begins, and any point when its time changes.
    """
    times: Counter[str] = Counter()
    for point in planned:
        own = f"{point.kind}/{point.round or point.text}"
        # No text of a point has a line break.
        yield f"{own}\n{times[own]}" if times[own] else own
        times[own] += 1


def _planned(tournament: Tournament, point: ProgrammePoint, own: str) -> Iterator[str]:
    """Yield the lines of a point of the programme; `own` tells it apart from all others."""
    begin = timezone.make_aware(datetime.combine(tournament.date, point.at))
    yield f"UID:{lasting_id(tournament, own)}"
    yield f"DTSTART:{_moment(begin)}"
    if point.until:
        minutes = tournament.round_minutes or 0
        yield f"DTEND:{_moment(begin + timedelta(minutes=minutes))}"
    yield f"SUMMARY:{_text(f'{point.name} - {tournament.name}')}"


def _round(round: Round, begin: datetime) -> Iterator[str]:
    """Yield the lines of a round that has begun."""
    end = begin + timedelta(minutes=round.minutes or 0)
    name = _("Round %(number)d") % {"number": round.number}
    yield f"UID:{lasting_id(round.tournament, f'round/{round.number}')}"
    yield f"DTSTART:{_moment(begin)}"
    yield f"DTEND:{_moment(end)}"
    yield f"SUMMARY:{_text(f'{name} - {round.tournament.name}')}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    r"""Return a text as a value of a calendar.

    >>> _text("Zaal 1, eerste; links")
    'Zaal 1\\, eerste\\; links'
    """
    for special in "\\;,":
        text = text.replace(special, f"\\{special}")
    return text


def _folded(line: str) -> Iterator[bytes]:
    """Yield a line in parts of LONGEST_LINE bytes at most, none of which ends within a letter."""
    part = b""
    for letter in line:
        encoded = letter.encode()
        if len(part) + len(encoded) > LONGEST_LINE:
            yield part
            part = b" "
        part += encoded
    yield part
