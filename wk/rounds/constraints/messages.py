"""The constraints of a tournament's draws, and those not met, in words.

`constraints` knows players by their start numbers; here they have names.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.draw import constraints
from wk.draw.constraints import Constraint, Infeasible
from wk.draw.seats import Round
from wk.tournament.models import Entry, FixedSeat, Separation, Tournament
from wk.tournament.seating import place_words

MOST_NAMES = 8  # of a group are written in a sentence

WITH_PARTNERS = gettext_lazy(
    "Where people play with partners, the draw keeps nobody apart and gives nobody a fixed place. "
    "Take away first what was asked, at “Who apart, who where”."
)
WHY_NOT = {
    "NO_SUCH_PLACE": gettext_lazy("There is no such place in round %(round)d: %(musts)s."),
    "TOO_FEW_TABLES": gettext_lazy(
        "There are too few tables in round %(round)d to keep them all apart: %(musts)s."
    ),
    "CLASH": gettext_lazy("This does not go together in round %(round)d: %(musts)s."),
    "NOT_FOUND": gettext_lazy(
        "No draw of round %(round)d was found in which all of this is so: %(musts)s."
    ),
}


def constraints_of(tournament: Tournament) -> list[Constraint]:
    """Return all constraints of the draws of a tournament, hard and soft, by start number.

    They are sorted, so that the same seed gives the same draw from every database.
    """
    groups = Separation.objects.filter(tournament=tournament).prefetch_related("entries")
    places = FixedSeat.objects.filter(entry__tournament=tournament).select_related("entry")
    apart = [
        constraints.Separation(
            frozenset(entry.number for entry in group.entries.all()), group.is_hard, group.name
        )
        for group in groups
    ]
    fixed = [
        constraints.FixedSeat(each.entry.number, each.table, each.seat, each.round)
        for each in places
    ]
    return [
        *sorted(apart, key=lambda must: (not must.is_hard, sorted(must.players), must.name)),
        *sorted(
            fixed, key=lambda must: (must.player, must.round or 0, must.table or 0, must.seat or 0)
        ),
    ]


def named(entries: Collection[Entry]) -> str:
    """Write players with their start numbers, at most `MOST_NAMES` of them."""
    shown = [str(entry) for entry in islice(entries, MOST_NAMES)]
    if more := len(entries) - len(shown):
        shown.append(_("and %(count)d more") % {"count": more})
    return ", ".join(shown)


def constraint_words(must: Constraint, entries: Mapping[int, Entry]) -> str:
    """Write one constraint, with names."""
    if isinstance(must, constraints.FixedSeat):
        place = place_words(table=must.table, seat=must.seat, round=must.round)
        return f"{entries[must.player]}: {place}"
    who = {"who": named([entries[player] for player in sorted(must.players)]), "name": must.name}
    return (_("“%(name)s” apart: %(who)s") if must.name else _("apart: %(who)s")) % who


def conflict_message(refused: Infeasible, entries: Mapping[int, Entry]) -> str:
    """Say why the constraints cannot be met: a sentence for each problem."""
    return " ".join(
        WHY_NOT[problem.code]
        % {
            "round": problem.round,
            "musts": "; ".join(constraint_words(must, entries) for must in problem.musts),
        }
        for problem in refused.problems
    )


@dataclass(frozen=True, slots=True)
class ConstraintViolation:
    """A constraint that a round does not meet, in words with names."""

    round: int
    is_hard: bool
    text: str


def violations_in_words(
    musts: Sequence[Constraint], tables: Round, number: int, entries: Mapping[int, Entry]
) -> list[ConstraintViolation]:
    """Return the constraints that a round of these tables does not meet; hard ones come first."""
    at = {
        player: (table, seat)
        for table, here in enumerate(tables, 1)
        for seat, player in enumerate(here, 1)
    }
    found = []
    for must in musts:
        if isinstance(must, constraints.FixedSeat):
            if text := _out_of_place(must, at, number, entries):
                found.append(ConstraintViolation(number, True, text))
        else:
            texts = _together(must, at, entries)
            found += [ConstraintViolation(number, must.is_hard, text) for text in texts]
    return sorted(found, key=lambda each: not each.is_hard)


def _out_of_place(
    place: constraints.FixedSeat,
    at: Mapping[int, tuple[int, int]],
    number: int,
    entries: Mapping[int, Entry],
) -> str:
    if place.player not in at or place.round not in (None, number):
        return ""
    table, seat = at[place.player]
    if place.table in (None, table) and place.seat in (None, seat):
        return ""
    return _("%(who)s should sit at %(place)s, and sits at %(seat)s.") % {
        "who": entries[place.player],
        "place": place_words(table=place.table, seat=place.seat),
        "seat": place_words(table=table, seat=seat),
    }


def _together(
    group: constraints.Separation, at: Mapping[int, tuple[int, int]], entries: Mapping[int, Entry]
) -> Iterator[str]:
    by_table: dict[int, list[int]] = defaultdict(list)
    for player in group.players & at.keys():
        by_table[at[player][0]].append(player)
    text = _("%(who)s sit together at table %(table)d.")
    if group.name:
        text = _("“%(name)s”: %(who)s sit together at table %(table)d.")
    for table, players in sorted(by_table.items()):
        if len(players) > 1:
            who = named([entries[player] for player in sorted(players)])
            yield text % {"name": group.name, "who": who, "table": table}
