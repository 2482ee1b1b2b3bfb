"""The result of the draws of a tournament, in words: cost, lower bound, unmet constraints.

Also what everyone may know of the draw of a public round.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from scoring.game import Partners
from scoring.pairs import partners as couples
from wk.draw import partnerships
from wk.draw.by_rank import sitting_again
from wk.draw.constraints import Constraint, FixedSeat, Separation, constraints_on
from wk.draw.seats import Round as Tables
from wk.draw.table_sizes import FIVE, FOUR
from wk.rounds.constraints.messages import ConstraintViolation, constraints_of, violations_in_words
from wk.tournament.models import Entry, Round, Tournament
from wk.tournament.queries import seatings
from wk.tournament.round_states import is_by_standings, last_by_lot

Side: TypeAlias = tuple[int, ...]
"""One player, or the two players of a fixed pair, by start number."""

# What counts against the rounds: said only where there is at least one.
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


# The numbers of constraints, said where all of them are met.
ASKED = {
    "groups": ngettext_lazy("%(count)d group apart", "%(count)d groups apart", "count"),
    "wishes": ngettext_lazy("%(count)d wish", "%(count)d wishes", "count"),
    "places": ngettext_lazy("%(count)d fixed place", "%(count)d fixed places", "count"),
}


@dataclass(frozen=True, slots=True)
class DrawQuality:
    """The cost of all drawn rounds and its lower bound (`bounds`)."""

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

    def since(self, before: "DrawQuality") -> str:
        """Say what a change cost or gained; also say if the repeat meetings stayed the same."""
        text = _("Repeat meetings: %(now)d, before %(before)d.")
        if self.met == before.met:
            text = _("Repeat meetings: %(now)d, as before.")
        changes = [text % {"now": self.met, "before": before.met}]
        if self.sat != before.sat:
            text = _("Sittings at a second small table: %(now)d, before %(before)d.")
            changes.append(text % {"now": self.sat, "before": before.sat})
        return " ".join(changes)


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """The result of the draws so far: cost, constraints, and the constraints that are not met.

    Unmet constraints are those of the rounds not yet confirmed.
    """

    reached: DrawQuality
    asked: tuple[Constraint, ...]
    violations: tuple[ConstraintViolation, ...]

    def kept(self, tables: Tables, number: int) -> str:
        """Say how many constraints a round had, where all are met; else, or without any,
        return "".
        """
        if any(each.round == number for each in self.violations):
            return ""
        here = constraints_on(self.asked, {player for table in tables for player in table})
        groups = [must for must in here if isinstance(must, Separation)]
        places = [m for m in here if isinstance(m, FixedSeat) and m.round in (None, number)]
        counts = {
            "groups": sum(group.is_hard for group in groups),
            "wishes": sum(not group.is_hard for group in groups),
            "places": len(places),
        }
        parts = [ASKED[what] % {"count": count} for what, count in counts.items() if count]
        text = _("All that was asked is so: %(what)s.")
        return text % {"what": ", ".join(parts)} if parts else ""

    def sit_again(self, rounds: Sequence[Tables], number: int) -> frozenset[int]:
        """Return the players with a repeated seat in round `number`, without those in a
        fixed seat.
        """
        asked = {
            must.player
            for must in self.asked
            if isinstance(must, FixedSeat) and must.seat and must.round in (None, number)
        }
        return frozenset(sitting_again(rounds[number - 1], rounds[: number - 1])) - asked


def outcome(tournament: Tournament, rounds: Sequence[Tables], drawn: int) -> DrawOutcome:
    """Return the result of all rounds, the last `drawn` of which were drawn just now."""
    musts = constraints_of(tournament)
    entries = {entry.number: entry for entry in tournament.entries.all()} if musts else {}
    just_drawn = list(enumerate(rounds, 1))[len(rounds) - drawn :]
    found = _unkept_in(dict(just_drawn), musts, entries)
    is_kept = not any(each.is_hard for each in found)
    (met, sat), (least_met, least_sat) = partnerships.reached(
        tournament.rules.partners, rounds, drawn, musts if is_kept else ()
    )
    return DrawOutcome(DrawQuality(met, least_met, sat, least_sat), tuple(musts), tuple(found))


def outcome_so_far(tournament: Tournament, rounds: Sequence[Tables]) -> DrawOutcome:
    """Return the result of all rounds there are; those not confirmed count as just drawn."""
    return outcome(tournament, rounds, len(rounds) - tournament.rounds.public().count())


def violations_in(
    tournament: Tournament, rounds: Mapping[int, Tables]
) -> list[ConstraintViolation]:
    """Return the unmet constraints of these rounds, by number; hard ones first in each round."""
    musts = constraints_of(tournament) if rounds else []
    entries = {entry.number: entry for entry in tournament.entries.all()} if musts else {}
    return _unkept_in(rounds, musts, entries)


def _unkept_in(
    rounds: Mapping[int, Tables], musts: Sequence[Constraint], entries: Mapping[int, Entry]
) -> list[ConstraintViolation]:
    found = (
        violations_in_words(musts, tables, number, entries) for number, tables in rounds.items()
    )
    return [each for here in found for each in here]


def repeat_meetings_in_words(
    tournament: Tournament, rounds: Sequence[Tables], number: int
) -> tuple[str, ...]:
    """Return the repeat meetings of these rounds in words, with the rounds of each.

    Those in round `number` come first.
    """
    met = _met_again(tournament.rules.partners, rounds)
    if not met:
        return ()
    sides = sorted(met, key=lambda pair: (number not in met[pair], pair))
    players = {player for pair in sides for side in pair for player in side}
    entries = {each.number: each for each in tournament.entries.filter(number__in=players)}
    text = _("%(one)s and %(other)s, rounds %(rounds)s")
    if tournament.rules.partners == "fixed":
        text = _("%(one)s against %(other)s, rounds %(rounds)s")
    said = []
    for pair in sides:
        one, other = (in_a_row([entries[player] for player in side]) for side in pair)
        said.append(text % {"one": one, "other": other, "rounds": in_a_row(met[pair])})
    return tuple(said)


def _met_again(
    together: Partners, rounds: Sequence[Tables]
) -> dict[tuple[Side, Side], Sequence[int]]:
    """Return the rounds in which two sides meet, for each two that meet more than once."""
    met: dict[tuple[Side, Side], list[int]] = defaultdict(list)
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            sides = couples([table]) if together == "fixed" else [(player,) for player in table]
            for one, other in combinations(sorted(sides), 2):
                met[one, other].append(number)
    return {pair: numbers for pair, numbers in met.items() if len(numbers) > 1}


def in_a_row(parts: Sequence[object]) -> str:
    """Write parts in a row: "1, 2 and 3"."""
    texts = [str(part) for part in parts]
    return _(" and ").join(text for text in (", ".join(texts[:-1]), *texts[-1:]) if text)


@dataclass(frozen=True, slots=True)
class PublicReport:
    """What everyone may know of the draw of a round.

    `findings` say what the rounds up to it reached, `again` counts repeated partners, and `who`
    lists repeat meetings. `seed` is the lot number, None where it may not be told. Then
    `with_round` is the last round that the lot number would give away before its seats are public.
    """

    findings: tuple[str, ...] = ()
    again: int = 0
    seed: int | None = None
    with_round: int | None = None
    by_standings: bool = False
    who: tuple[str, ...] = ()


def public_report(round: Round, *, by_director: bool = False) -> PublicReport:
    """Return what everyone may know of the draw of a public round, in a few queries.

    A director always gets the lot number. Nothing is told of a round by standings if results were
    held back since: the lot number and the seats together would give away the standings.
    """
    tournament, number = round.tournament, round.number
    rounds = list(tournament.rounds.order_by("number"))
    by_standings = is_by_standings(tournament, number)
    if by_standings and any(each.withheld for each in rounds if each.number < number):
        return PublicReport()
    tables = seatings(tournament, before=number + 1)
    if len(tables) < number:  # a round from an archive may have none
        return PublicReport()
    together = tournament.rules.partners
    found = findings(
        outcome(tournament, tables, _drawn_together(rounds[:number])).reached,
        tables,
        in_pairs=together == "fixed",
        by_lot=round.seed is not None and not by_standings,
    )
    again = partnerships.cost(together, tables[-1], tables[:-1]).partners_again
    who = repeat_meetings_in_words(tournament, tables, number)
    foretold = None if by_director or round.seed is None else _foretold(round, rounds)
    return PublicReport(found, again, None if foretold else round.seed, foretold, by_standings, who)


def _foretold(round: Round, rounds: Sequence[Round]) -> int | None:
    """Return the last round that this lot number would give away before it is public, or None."""
    later = [
        each.number
        for each in rounds[round.number :]
        if not each.is_public and _is_one_lot(round, each)
    ]
    if round.tournament.rules.partners == "none":  # a draw goes on from an earlier number if it can
        later += range(len(rounds) + 1, last_by_lot(round.tournament) + 1)
    return max(later, default=None)


def _is_one_lot(first: Round, later: Round) -> bool:
    """Return whether a later round follows from the lot number of this one.

    It has the same lot number, or with partners one that is a round higher for every round
    (`partners.draw_rounds`).
    """
    if first.seed is None or later.seed is None:
        return False
    is_alone = first.tournament.rules.partners == "none"
    return later.seed - first.seed == (0 if is_alone else later.number - first.number)


def _drawn_together(rounds: Sequence[Round]) -> int:
    """Return how many of the last rounds were drawn with the lot number of the last one."""
    return 1 + len(list(takewhile(lambda each: _is_one_lot(each, rounds[-1]), rounds[-2::-1])))


def findings(
    reached: DrawQuality, rounds: Sequence[Tables], *, in_pairs: bool, by_lot: bool
) -> tuple[str, ...]:
    """Say what the rounds reached, beside the lower bound: repeat meetings, small tables.

    With `in_pairs` partners stay together, and pairs meet pairs. Where a round was not drawn
    `by_lot` the lower bound is left out, as it does not apply. For a single round the result is
    empty.
    """
    if len(rounds) < 2:
        return ()
    found = [_met(reached, in_pairs, by_lot)]
    if not in_pairs:
        found += _sat(reached, {len(table) for tables in rounds for table in tables}, by_lot)
    return tuple(found)


def _met(reached: DrawQuality, in_pairs: bool, by_lot: bool) -> str:
    count = reached.met
    if not count:
        return _("No two pairs meet twice.") if in_pairs else _("Nobody meets anybody twice.")
    again = AGAIN["pairs" if in_pairs else "players"]
    return _counted(again % {"count": count}, count, reached.least_met, by_lot)


def _sat(reached: DrawQuality, sizes: set[int], by_lot: bool) -> list[str]:
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
    """Return a sentence with a count and the least that was possible."""
    end = "."
    if by_lot:
        end = (
            _("; fewer cannot be.")
            if count == least
            else _("; the least there could be is %(least)d.")
        )
    return text + end % {"least": least}
