"""What an organiser asks of the draws of a tournament, what became of it, and the words for both.

`constraints` knows players by their start numbers; here they have names.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from wk.tournament import constraints, partners
from wk.tournament.constraints import Impossible, Must, Place
from wk.tournament.models import Apart, Entry, FixedPlace, Tournament
from wk.tournament.seats import Round
from wk.tournament.sizes import FIVE, FOUR

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

# What was reached by all rounds, where it is not the best that can be thought of.
AGAIN = {
    "players": ngettext_lazy(
        "%(count)d time two players meet again", "%(count)d times two players meet again", "count"
    ),
    "pairs": ngettext_lazy(
        "%(count)d time two pairs meet again", "%(count)d times two pairs meet again", "count"
    ),
    "four": ngettext_lazy(
        "%(count)d time somebody sits at a table of four again",
        "%(count)d times somebody sits at a table of four again",
        "count",
    ),
    "smaller": ngettext_lazy(
        "%(count)d time somebody sits at a smaller table again",
        "%(count)d times somebody sits at a smaller table again",
        "count",
    ),
}


# How much was asked of a draw, where all of it is so.
ASKED = {
    "groups": ngettext_lazy("%(count)d group apart", "%(count)d groups apart", "count"),
    "wishes": ngettext_lazy("%(count)d wish", "%(count)d wishes", "count"),
    "places": ngettext_lazy("%(count)d fixed place", "%(count)d fixed places", "count"),
}


def musts_of(tournament: Tournament) -> list[Must]:
    """Return all that is asked of the draws of a tournament, wishes too, by start number.

    In an order of its own, so that the same seed gives the same draw from every database.
    """
    groups = Apart.objects.filter(tournament=tournament).prefetch_related("entries")
    places = FixedPlace.objects.filter(entry__tournament=tournament).select_related("entry")
    apart = [
        constraints.Apart(
            frozenset(entry.number for entry in group.entries.all()), group.is_must, group.name
        )
        for group in groups
    ]
    fixed = [Place(each.entry.number, each.table, each.seat, each.round) for each in places]
    return [
        *sorted(apart, key=lambda must: (not must.is_must, sorted(must.players), must.name)),
        *sorted(
            fixed, key=lambda must: (must.player, must.round or 0, must.table or 0, must.seat or 0)
        ),
    ]


def place_words(*, table: int | None, seat: int | None, round: int | None = None) -> str:
    """Write a place: "table 4, NORTH, round 2"; without a round it is every round."""
    parts = []
    if table is not None:
        parts.append(_("table %(number)d") % {"number": table})
    if seat is not None:
        parts.append(_("NORTH") if seat == 1 else _("seat %(number)d") % {"number": seat})
    if round is not None:
        parts.append(_("round %(number)d") % {"number": round})
    return ", ".join(parts)


def named(entries: Collection[Entry]) -> str:
    """Write players with their start numbers, of many only the first."""
    shown = [str(entry) for entry in islice(entries, MOST_NAMES)]
    if more := len(entries) - len(shown):
        shown.append(_("and %(count)d more") % {"count": more})
    return ", ".join(shown)


def must_words(must: Must, entries: Mapping[int, Entry]) -> str:
    """Write one thing that is asked, with names."""
    if isinstance(must, Place):
        place = place_words(table=must.table, seat=must.seat, round=must.round)
        return f"{entries[must.player]}: {place}"
    who = {"who": named([entries[player] for player in sorted(must.players)]), "name": must.name}
    return (_("“%(name)s” apart: %(who)s") if must.name else _("apart: %(who)s")) % who


def why_not(refused: Impossible, entries: Mapping[int, Entry]) -> str:
    """Say what cannot be and why: a sentence for each clash."""
    return " ".join(
        WHY_NOT[problem.code]
        % {
            "round": problem.round,
            "musts": "; ".join(must_words(must, entries) for must in problem.musts),
        }
        for problem in refused.problems
    )


@dataclass(frozen=True, slots=True)
class Unkept:
    """Something asked that is not so in a round, in words with names."""

    round: int
    is_must: bool
    text: str


def unkept(
    musts: Sequence[Must], tables: Round, number: int, entries: Mapping[int, Entry]
) -> list[Unkept]:
    """Return what is asked and is not so in a round of these tables; musts come first."""
    at = {
        player: (table, seat)
        for table, here in enumerate(tables, 1)
        for seat, player in enumerate(here, 1)
    }
    found = []
    for must in musts:
        if isinstance(must, Place):
            if text := _out_of_place(must, at, number, entries):
                found.append(Unkept(number, True, text))
        else:
            texts = _together(must, at, entries)
            found += [Unkept(number, must.is_must, text) for text in texts]
    return sorted(found, key=lambda each: not each.is_must)


def _out_of_place(
    place: Place, at: Mapping[int, tuple[int, int]], number: int, entries: Mapping[int, Entry]
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
    group: constraints.Apart, at: Mapping[int, tuple[int, int]], entries: Mapping[int, Entry]
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


@dataclass(frozen=True, slots=True)
class Reached:
    """What all rounds that are drawn cost, beside the least they could (`bounds`)."""

    met: int
    least_met: int
    sat: int
    least_sat: int

    def __str__(self) -> str:
        text = _(
            "repeat meetings %(met)d of at least %(least_met)d; "
            "sittings at a second small table %(sat)d of at least %(least_sat)d"
        )
        return text % {
            "met": self.met,
            "least_met": self.least_met,
            "sat": self.sat,
            "least_sat": self.least_sat,
        }

    def since(self, before: "Reached") -> str:
        """Say what a change cost or gained; "" where it made no difference."""
        changes = []
        if self.met != before.met:
            text = _("Repeat meetings: %(now)d, before %(before)d.")
            changes.append(text % {"now": self.met, "before": before.met})
        if self.sat != before.sat:
            text = _("Sittings at a second small table: %(now)d, before %(before)d.")
            changes.append(text % {"now": self.sat, "before": before.sat})
        return " ".join(changes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the draws so far: what they cost, what is asked, and what of that is not so in
    those that are not confirmed yet."""

    reached: Reached
    asked: tuple[Must, ...]
    unkept: tuple[Unkept, ...]

    def kept(self, tables: Round, number: int) -> str:
        """Say how much was asked of a round, where all of it is so; "" where not, or nothing was
        asked of these tables."""
        if any(each.round == number for each in self.unkept):
            return ""
        here = constraints.concerning(self.asked, {player for table in tables for player in table})
        groups = [must for must in here if isinstance(must, constraints.Apart)]
        places = [m for m in here if isinstance(m, Place) and m.round in (None, number)]
        counts = {
            "groups": sum(group.is_must for group in groups),
            "wishes": sum(not group.is_must for group in groups),
            "places": len(places),
        }
        parts = [ASKED[what] % {"count": count} for what, count in counts.items() if count]
        text = _("All that was asked is so: %(what)s.")
        return text % {"what": ", ".join(parts)} if parts else ""


def outcome(tournament: Tournament, rounds: Sequence[Round], drawn: int) -> Outcome:
    """Return what came of all rounds, the last so many of which were drawn just now."""
    musts = musts_of(tournament)
    entries = {entry.number: entry for entry in tournament.entries.all()} if musts else {}
    found: list[Unkept] = []
    for number, tables in list(enumerate(rounds, 1))[len(rounds) - drawn :]:
        found += unkept(musts, tables, number, entries)
    is_kept = not any(each.is_must for each in found)
    (met, sat), (least_met, least_sat) = partners.reached(
        tournament.rules.partners, rounds, drawn, musts if is_kept else ()
    )
    return Outcome(Reached(met, least_met, sat, least_sat), tuple(musts), tuple(found))


def outcome_so_far(tournament: Tournament, rounds: Sequence[Round]) -> Outcome:
    """Return what came of all rounds there are, of which those not confirmed were just drawn."""
    return outcome(tournament, rounds, len(rounds) - tournament.rounds.public().count())


def findings(
    reached: Reached, rounds: Sequence[Round], *, in_pairs: bool, by_lot: bool
) -> tuple[str, ...]:
    """Say what rounds have reached beside what is possible, each thing once: who meets again, and
    who sits at a small table again.

    `in_pairs`: partners stay together, and it is pairs who meet. Where a round was not drawn
    `by_lot`, the least there could be is beside the point. One round alone has reached nothing.
    """
    if len(rounds) < 2:
        return ()
    found = [_met(reached, in_pairs, by_lot)]
    if not in_pairs:
        found += _sat(reached, {len(table) for tables in rounds for table in tables}, by_lot)
    return tuple(found)


def _met(reached: Reached, in_pairs: bool, by_lot: bool) -> str:
    count = reached.met
    if not count:
        return _("No two pairs meet twice.") if in_pairs else _("Nobody meets anybody twice.")
    again = AGAIN["pairs" if in_pairs else "players"]
    return _counted(again % {"count": count}, count, reached.least_met, by_lot)


def _sat(reached: Reached, sizes: set[int], by_lot: bool) -> list[str]:
    if len(sizes) < 2:
        return []
    count, is_four = reached.sat, sizes == {FIVE, FOUR}
    if not count:
        if is_four:
            return [_("The tables of four are shared fairly: nobody sits there twice.")]
        return [_("Nobody sits at a smaller table twice.")]
    again = AGAIN["four" if is_four else "smaller"]
    return [_counted(again % {"count": count}, count, reached.least_sat, by_lot)]


def _counted(text: str, count: int, least: int, by_lot: bool) -> str:
    """A sentence that counts, with the least there could be."""
    end = "."
    if by_lot:
        end = (
            _("; fewer cannot be.")
            if count == least
            else _("; the least there could be is %(least)d.")
        )
    return text + end % {"least": least}
