"""The constraints of a tournament for `wk.draw`, and their conflicts and violations in words.

`wk.draw` knows players by their start numbers; the words here have their names.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk import draw
from wk.draw import Constraint, Infeasible, Violation
from wk.tournament.models import Entry, FixedSeat, Separation, Tournament
from wk.tournament.name_search import told_apart
from wk.tournament.seating import seat_words

MOST_NAMES = 8  # of a group are written in a sentence

WITH_PARTNERS = gettext_lazy(
    "Where people play with partners, the draw cannot keep players apart or give anybody a fixed"
    " seat. Take away first what was asked, at “Wishes for the draw”."
)
CONFLICT_SENTENCES = {
    "NO_SUCH_PLACE": gettext_lazy("There is no such seat in round %(round)d: %(musts)s."),
    "TOO_FEW_TABLES": gettext_lazy(
        "There are too few tables in round %(round)d to keep them all apart: %(musts)s."
    ),
    "CLASH": gettext_lazy("This does not go together in round %(round)d: %(musts)s."),
    "NOT_FOUND": gettext_lazy(
        "No draw of round %(round)d was found in which all of this is so: %(musts)s."
    ),
}


def constraints_of(tournament: Tournament) -> list[Constraint]:
    """Return all constraints of the draws of a tournament, hard and soft, for `wk.draw`.

    They are sorted, so that the same seed gives the same draw from every database.
    """
    groups = Separation.objects.filter(tournament=tournament).prefetch_related("entries")
    places = FixedSeat.objects.filter(entry__tournament=tournament).select_related("entry")
    apart = [
        draw.Separation(
            frozenset(entry.number for entry in group.entries.all()), group.is_hard, group.name
        )
        for group in groups
    ]
    fixed = [
        draw.FixedSeat(each.entry.number, each.table, each.seat, each.round) for each in places
    ]
    return [
        *sorted(apart, key=lambda each: (not each.is_hard, sorted(each.players), each.name)),
        *sorted(
            fixed, key=lambda each: (each.player, each.round or 0, each.table or 0, each.seat or 0)
        ),
    ]


def named(entries: Collection[Entry], alike: Collection[str] = ()) -> str:
    """Return players in words with their start numbers, at most `MOST_NAMES` of them.

    Those whose name is in `alike` have their club too.
    """
    shown = [told_apart(entry, alike) for entry in islice(entries, MOST_NAMES)]
    if more := len(entries) - len(shown):
        shown.append(_("and %(count)d more") % {"count": more})
    return ", ".join(shown)


def constraint_words(constraint: Constraint, entries: Mapping[int, Entry]) -> str:
    """Return one constraint in words; `entries` holds the entries by start number."""
    if isinstance(constraint, draw.FixedSeat):
        place = seat_words(table=constraint.table, seat=constraint.seat, round=constraint.round)
        return f"{entries[constraint.player]}: {place}"
    players = named([entries[player] for player in sorted(constraint.players)])
    text = _("“%(name)s” apart: %(who)s") if constraint.name else _("apart: %(who)s")
    return text % {"who": players, "name": constraint.name}


def conflict_message(refused: Infeasible, entries: Mapping[int, Entry]) -> str:
    """Return the reason why the constraints cannot be met: a sentence for each conflict."""
    return " ".join(
        CONFLICT_SENTENCES[conflict.code]
        % {
            "round": conflict.round,
            "musts": "; ".join(constraint_words(each, entries) for each in conflict.constraints),
        }
        for conflict in refused.conflicts
    )


@dataclass(frozen=True, slots=True)
class ConstraintViolation:
    """A constraint that a round does not meet, in words with names."""

    round: int
    is_hard: bool
    text: str


def violation_in_words(violation: Violation, entries: Mapping[int, Entry]) -> ConstraintViolation:
    """Return a violation in words; `entries` holds the entries by start number."""
    constraint = violation.constraint
    if isinstance(constraint, draw.FixedSeat):
        text = _("%(who)s should sit at %(place)s, but sits at %(seat)s.") % {
            "who": entries[constraint.player],
            "place": seat_words(table=constraint.table, seat=constraint.seat),
            "seat": seat_words(table=violation.table, seat=violation.seat),
        }
    else:
        text = _("%(who)s sit together at table %(table)d.")
        if constraint.name:
            text = _("“%(name)s”: %(who)s sit together at table %(table)d.")
        text %= {
            "name": constraint.name,
            "who": named([entries[player] for player in violation.players]),
            "table": violation.table,
        }
    return ConstraintViolation(violation.round, violation.is_hard, text)
