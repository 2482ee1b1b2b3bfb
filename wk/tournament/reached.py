"""What the draws of a tournament have reached: beside the least there could be, and what was asked
of them, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from wk.tournament import partners
from wk.tournament.asking import Unkept, musts_of, unkept
from wk.tournament.constraints import Apart, Must, Place, concerning
from wk.tournament.models import Tournament
from wk.tournament.seats import Round
from wk.tournament.sizes import FIVE, FOUR

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
        here = concerning(self.asked, {player for table in tables for player in table})
        groups = [must for must in here if isinstance(must, Apart)]
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
