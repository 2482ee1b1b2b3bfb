"""What needs the director now, each with the button that settles it.

One function finds each kind: it yields nothing as long as there is nothing of that kind. A further
kind, such as a printer without paper, is a function here and its name in `KINDS`.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.backups.queries import changed_past_program, faults
from wk.phones.calls import open_calls
from wk.scoreforms.form_status import round_forms
from wk.scoreforms.review.queries import open_checks
from wk.standby.queries import faults as standby_faults
from wk.tournament.models import Round, Seat, Tournament

LITTLE_ROOM = 500_000_000  # bytes: a hall photographs its forms with as much
MEGABYTE = 1_000_000
MOST_NAMED = 6  # players or tables in one sentence


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that needs the director.

    - `kind`: its code, such as "call". `sentence` and `button` are words.
    - `address`: where the button leads. With `does` the button itself settles it, by a POST there.
    """

    kind: str
    sentence: str
    button: str
    address: str
    does: bool = False


def items_of(tournament: Tournament) -> tuple[Item, ...]:
    """Return what needs the director, the most urgent first."""
    return tuple(item for kind in KINDS for item in kind(tournament))


def calls(tournament: Tournament) -> Iterator[Item]:
    """Yield an item for each table that asks for the director; one query."""
    for call in open_calls(tournament):
        since = f"{timezone.localtime(call.at):%H:%M}"
        sentence = _("Table %(table)d asks for the director, since %(time)s.")
        address = reverse("hall:answer_call", args=[tournament.slug, call.pk])
        words = {"table": call.table.number, "time": since}
        yield Item("call", sentence % words, _("I go there"), address, does=True)


def full_disk(tournament: Tournament) -> Iterator[Item]:
    """Yield an item if the disk with the data of wk is nearly full."""
    folder = settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR
    free = shutil.disk_usage(folder).free
    if free < LITTLE_ROOM:
        sentence = _("The disk of this computer is nearly full: %(number)d MB are left.")
        address = f"{reverse('guide')}#trouble"
        words = {"number": free // MEGABYTE}
        yield Item("disk", sentence % words, _("How to make room"), address)


def failed_backups(tournament: Tournament) -> Iterator[Item]:
    """Yield an item for each thing that is wrong with the backups; no query."""
    for sentence in faults(timezone.localtime()):
        yield Item("backup", sentence, _("To the backups"), reverse("backups:list"))


def past_program(tournament: Tournament) -> Iterator[Item]:
    """Yield an item if something was changed past wk; no query."""
    if sentence := changed_past_program():
        yield Item("past", sentence, _("To all changes"), reverse("auditlog:changes"))


def silent_follower(tournament: Tournament) -> Iterator[Item]:
    """Yield an item if the second laptop has not asked for a while; no query."""
    for sentence in standby_faults(timezone.localtime()):
        yield Item("standby", sentence, _("To the second laptop"), reverse("standby:first"))


def conflicts(tournament: Tournament) -> Iterator[Item]:
    """Yield an item if forms were typed differently by two; one query."""
    checks = open_checks().exclude(version__form__table__round__state=Round.State.FINAL)
    found = checks.filter(version__form__table__round__tournament=tournament)
    place = ("version__form__table__round__number", "version__form__table__number")
    places = list(found.order_by(*place).values_list(*place).distinct())
    if not places:
        return
    (round, table), *others = places
    if others:
        sentence = _("%(count)d forms were typed differently by two of you: %(tables)s.")
        named = [
            _("round %(round)d table %(table)d") % {"round": each[0], "table": each[1]}
            for each in places
        ]
        words = {"count": len(places), "tables": _listed(named)}
        address = reverse("scoreforms:review_queue", args=[tournament.slug])
        yield Item("conflict", sentence % words, _("Decide which is right"), address)
    else:
        sentence = _("The form of table %(table)d in round %(round)d was typed differently by two.")
        address = reverse("scoreforms:adjudicate", args=[tournament.slug, round, table])
        words = {"table": table, "round": round}
        yield Item("conflict", sentence % words, _("Decide which is right"), address)


def stopped_players(tournament: Tournament) -> Iterator[Item]:
    """Yield an item for each round to come in which players who stopped have a seat; one query."""
    to_come = (Round.State.DRAWN, Round.State.CONFIRMED)
    seats = Seat.objects.filter(round__tournament=tournament, round__state__in=to_come)
    gone = seats.exclude(entry__withdrawn_after=None).select_related("entry", "round")
    names: dict[int, list[str]] = {}
    for seat in gone.order_by("round__number", "entry__number"):
        names.setdefault(seat.round.number, []).append(str(seat.entry))
    for number, players in names.items():
        sentence = ngettext(
            "%(names)s has stopped and still has a seat in the draw of round %(number)d.",
            "%(names)s have stopped and still have a seat in the draw of round %(number)d.",
            len(players),
        )
        words = {"names": _listed(players), "number": number}
        address = reverse("rounds:round", args=[tournament.slug, number])
        yield Item("stopped", sentence % words, _("To round %(number)d") % words, address)


def lagging_tables(tournament: Tournament) -> Iterator[Item]:
    """Yield an item for each round being played in which tables are far behind the others."""
    for round in tournament.rounds.open():
        behind = [str(form.table) for form in round_forms(round) if form.is_behind]
        if behind:
            sentence = ngettext(
                "Table %(tables)s is far behind the other tables of round %(number)d.",
                "Tables %(tables)s are far behind the other tables of round %(number)d.",
                len(behind),
            )
            words = {"tables": _listed(behind), "number": round.number}
            forms = reverse("scoreforms:list", args=[tournament.slug])
            address = f"{forms}?round={round.number}&show=behind"
            yield Item("behind", sentence % words, _("How far they are"), address)


def _listed(words: Iterable[str]) -> str:
    """Return words as a sentence has them, the first ones only if there are many."""
    all_words = [*words]
    if len(all_words) > MOST_NAMED:
        return ", ".join(all_words[:MOST_NAMED]) + " …"
    return get_text_list(all_words, _("and"))


# The most urgent first.
KINDS: tuple[Callable[[Tournament], Iterator[Item]], ...] = (
    calls,
    full_disk,
    failed_backups,
    silent_follower,
    conflicts,
    stopped_players,
    lagging_tables,
    past_program,
)
