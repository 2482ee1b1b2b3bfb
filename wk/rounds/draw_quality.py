"""The quality of the draws of a tournament in words: cost, lower bound, unmet constraints."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from scoring.game import Partners
from scoring.pairs import partners as couples
from wk.draw import (
    FIVE,
    FOUR,
    Constraint,
    DrawQuality,
    Evaluation,
    FixedSeat,
    Separation,
    Tables,
    Violation,
    constraints_on,
    evaluate,
    find_violations,
)
from wk.rounds.constraints.messages import ConstraintViolation, constraints_of, violation_in_words
from wk.tournament.models import Tournament

Side: TypeAlias = tuple[int, ...]
"""One player, or the two players of a fixed pair, by start number."""

# The sentences about repeats. Without any repeats other sentences are used.
REPEATS = {
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

# The words for the numbers of constraints, used if all of them are met.
CONSTRAINT_COUNTS = {
    "groups": ngettext_lazy(
        "%(count)d group not together", "%(count)d groups not together", "count"
    ),
    "wishes": ngettext_lazy("%(count)d wish", "%(count)d wishes", "count"),
    "places": ngettext_lazy("%(count)d fixed seat", "%(count)d fixed seats", "count"),
}


def quality_in_words(quality: DrawQuality) -> str:
    """Return the cost of rounds and its lower bound in words, for the command `draw`."""
    text = _(
        "repeat meetings %(met)d of at least %(least_met)d; "
        "sittings at a second small table %(sat)d of at least %(least_sat)d"
    )
    return text % {
        "met": quality.repeat_meetings,
        "least_met": quality.least_repeat_meetings,
        "sat": quality.extra_sittings,
        "least_sat": quality.least_extra_sittings,
    }


def change_in_words(before: DrawQuality, after: DrawQuality) -> str:
    """Return in words how a change of seats changed the quality.

    Repeat meetings are always named, extra sittings only if their number changed.
    """
    text = _("Repeat meetings: %(now)d, before %(before)d.")
    if after.repeat_meetings == before.repeat_meetings:
        text = _("Repeat meetings: %(now)d, as before.")
    changes = [text % {"now": after.repeat_meetings, "before": before.repeat_meetings}]
    if after.extra_sittings != before.extra_sittings:
        text = _("Sittings at a second small table: %(now)d, before %(before)d.")
        changes.append(text % {"now": after.extra_sittings, "before": before.extra_sittings})
    return " ".join(changes)


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """The result of the draws so far.

    - `evaluation`: the quality of all rounds, and the faults of the rounds just drawn.
    - `constraints`: all constraints of the tournament.
    - `violations`: the unmet constraints of the rounds just drawn, in words.
    """

    evaluation: Evaluation
    constraints: tuple[Constraint, ...]
    violations: tuple[ConstraintViolation, ...]

    @property
    def quality(self) -> DrawQuality:
        """Return the cost of all rounds beside its lower bound."""
        return self.evaluation.quality

    def constraints_met_words(self, tables: Tables, number: int) -> str:
        """Return the sentence that all constraints of a round are met, with their numbers.

        `tables` are those of round `number`. Return "" if there are no constraints on these
        players, or if one is not met.
        """
        if any(each.round == number for each in self.violations):
            return ""
        players = {player for table in tables for player in table}
        here = constraints_on(self.constraints, players)
        groups = [each for each in here if isinstance(each, Separation)]
        fixed = [each for each in here if isinstance(each, FixedSeat) and each.holds_in(number)]
        counts = {
            "groups": sum(group.is_hard for group in groups),
            "wishes": sum(not group.is_hard for group in groups),
            "places": len(fixed),
        }
        parts = [
            CONSTRAINT_COUNTS[what] % {"count": count} for what, count in counts.items() if count
        ]
        text = _("All that was asked is so: %(what)s.")
        return text % {"what": ", ".join(parts)} if parts else ""


def outcome(tournament: Tournament, rounds: Sequence[Tables], drawn: int) -> DrawOutcome:
    """Return the result of all rounds; the last `drawn` of them were just drawn.

    `rounds` holds the tables of each round from the first on. The lower bound takes constraints
    into account only if all hard ones are met.
    """
    return _outcome(tournament, rounds, drawn, constraints_of(tournament))


def outcome_so_far(tournament: Tournament, rounds: Sequence[Tables]) -> DrawOutcome:
    """Return the result of all rounds; the rounds that are not confirmed count as just drawn."""
    return outcome(tournament, rounds, len(rounds) - tournament.rounds.public().count())


def outcomes_so_far(
    tournament: Tournament, before: Sequence[Tables], now: Sequence[Tables]
) -> tuple[DrawOutcome, DrawOutcome]:
    """Return the result of all rounds as in `outcome_so_far`, before and after a change of seats.

    The constraints are read once for both.
    """
    constraints, public = constraints_of(tournament), tournament.rounds.public().count()
    return (
        _outcome(tournament, before, len(before) - public, constraints),
        _outcome(tournament, now, len(now) - public, constraints),
    )


def _outcome(
    tournament: Tournament,
    rounds: Sequence[Tables],
    drawn: int,
    constraints: Sequence[Constraint],
) -> DrawOutcome:
    evaluation = evaluate(
        rounds, drawn=drawn, partners=tournament.rules.partners, constraints=constraints
    )
    found = _in_words(tournament, evaluation.violations)
    return DrawOutcome(evaluation, tuple(constraints), tuple(found))


def violations_in(
    tournament: Tournament, rounds: Mapping[int, Tables]
) -> list[ConstraintViolation]:
    """Return the unmet constraints of rounds, those of one round together and hard ones first.

    `rounds` holds the tables of each round, by its number.
    """
    constraints = constraints_of(tournament) if rounds else []
    found = [find_violations(constraints, tables, number) for number, tables in rounds.items()]
    return _in_words(tournament, [each for here in found for each in here])


def _in_words(tournament: Tournament, violations: Sequence[Violation]) -> list[ConstraintViolation]:
    entries = {entry.number: entry for entry in tournament.entries.all()} if violations else {}
    return [violation_in_words(violation, entries) for violation in violations]


def repeat_meetings_in_words(
    tournament: Tournament, rounds: Sequence[Tables], number: int
) -> tuple[str, ...]:
    """Return a sentence for each two players, or pairs, that meet more than once in these rounds.

    It names the rounds. The meetings of round `number` come first.
    """
    meetings = _repeated_meetings(tournament.rules.partners, rounds)
    if not meetings:
        return ()
    sides = sorted(meetings, key=lambda pair: (number not in meetings[pair], pair))
    players = {player for pair in sides for side in pair for player in side}
    entries = {each.number: each for each in tournament.entries.filter(number__in=players)}
    text = _("%(one)s and %(other)s, rounds %(rounds)s")
    if tournament.rules.partners == "fixed":
        text = _("%(one)s against %(other)s, rounds %(rounds)s")
    sentences = []
    for pair in sides:
        one, other = (in_a_row([entries[player] for player in side]) for side in pair)
        sentences.append(text % {"one": one, "other": other, "rounds": in_a_row(meetings[pair])})
    return tuple(sentences)


def _repeated_meetings(
    together: Partners, rounds: Sequence[Tables]
) -> dict[tuple[Side, Side], Sequence[int]]:
    """Return the numbers of the rounds in which two sides meet, for sides that meet more than once.

    The key is the two sides, the lower one first.
    """
    meetings: dict[tuple[Side, Side], list[int]] = defaultdict(list)
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            sides = couples([table]) if together == "fixed" else [(player,) for player in table]
            for one, other in combinations(sorted(sides), 2):
                meetings[one, other].append(number)
    return {pair: numbers for pair, numbers in meetings.items() if len(numbers) > 1}


def in_a_row(parts: Sequence[object]) -> str:
    """Return parts in a row, as a sentence has them: "1, 2 and 3"."""
    texts = [str(part) for part in parts]
    return _(" and ").join(text for text in (", ".join(texts[:-1]), *texts[-1:]) if text)


def findings(
    quality: DrawQuality, rounds: Sequence[Tables], *, in_pairs: bool, by_lot: bool
) -> tuple[str, ...]:
    """Return sentences about repeat meetings and smaller tables, each with its lower bound.

    With `in_pairs` partners stay together, and pairs meet pairs. The lower bound is left out if the
    last round was not drawn `by_lot`: a round by the standings does not avoid repeat meetings. For
    a single round the result is empty, as nobody can meet twice in it.
    """
    if len(rounds) < 2:
        return ()
    found = [_repeat_meeting_sentence(quality, in_pairs, by_lot)]
    if not in_pairs:
        sizes = {len(table) for tables in rounds for table in tables}
        found += _extra_sitting_sentences(quality, sizes, by_lot)
    return tuple(found)


def _repeat_meeting_sentence(quality: DrawQuality, in_pairs: bool, by_lot: bool) -> str:
    count = quality.repeat_meetings
    if not count:
        return _("No two pairs meet twice.") if in_pairs else _("Nobody meets anybody twice.")
    again = REPEATS["pairs" if in_pairs else "players"]
    return _with_least(again % {"count": count}, count, quality.least_repeat_meetings, by_lot)


def _extra_sitting_sentences(quality: DrawQuality, sizes: set[int], by_lot: bool) -> list[str]:
    if len(sizes) < 2:
        return []
    count, is_four = quality.extra_sittings, sizes == {FIVE, FOUR}
    if not count:
        if is_four:
            return [_("The tables of four are shared fairly: nobody sits there twice.")]
        return [_("Nobody sits at a smaller table twice.")]
    again = REPEATS["four" if is_four else "smaller"]
    return [_with_least(again % {"count": count}, count, quality.least_extra_sittings, by_lot)]


def _with_least(text: str, count: int, least: int, by_lot: bool) -> str:
    """Return a sentence with a count, and by lot also the least count that is possible."""
    end = "."
    if by_lot:
        end = (
            _("; fewer cannot be.")
            if count == least
            else _("; the least there could be is %(least)d.")
        )
    return text + end % {"least": least}
