"""What a draw reached, as the director reads it beside the button to confirm it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.draw import Tables
from wk.rounds.draw_quality import DrawOutcome, findings, in_a_row
from wk.tournament.models import Round
from wk.tournament.round_states import is_by_standings


@dataclass(frozen=True, slots=True)
class DrawFact:
    """One line of what a draw reached.

    `sign` is "good" if it is as good as it can be, "bad" if a must is not met, else "".
    """

    label: str
    text: str
    sign: str = ""


def draw_facts(round: Round, outcome: DrawOutcome, drawn: Sequence[Tables]) -> tuple[DrawFact, ...]:
    """Return the facts about a drawn round: meetings, partners, tables and wishes.

    `drawn` holds the tables of all rounds from the first on.
    """
    return (
        _meetings(round, outcome, drawn),
        *_partners(round, outcome),
        _tables(round, outcome, drawn),
        *_wishes(round, outcome, drawn[round.number - 1]),
    )


def _sentences(round: Round, outcome: DrawOutcome, drawn: Sequence[Tables]) -> tuple[str, ...]:
    by_lot = not is_by_standings(round.tournament, round.number)
    in_pairs = round.tournament.rules.partners == "fixed"
    return findings(outcome.quality, drawn, in_pairs=in_pairs, by_lot=by_lot)


def _meetings(round: Round, outcome: DrawOutcome, drawn: Sequence[Tables]) -> DrawFact:
    label, quality = _("Meetings"), outcome.quality
    if len(drawn) == 1:
        return DrawFact(label, _("Nobody has met anybody before."), "good")
    text = _sentences(round, outcome, drawn)[0]
    here = outcome.evaluation.round(round.number).repeat_meetings
    if here and here != quality.repeat_meetings:
        text += " " + _("In this round: %(count)s.") % {"count": here}
    is_least = quality.repeat_meetings == quality.least_repeat_meetings
    return DrawFact(label, text, "good" if is_least else "")


def _partners(round: Round, outcome: DrawOutcome) -> Iterator[DrawFact]:
    if round.tournament.rules.partners != "rotating" or round.number == 1:
        return
    count = outcome.evaluation.round(round.number).partners_again
    text = ngettext(
        "%(counter)s pair of players plays together again.",
        "%(counter)s pairs of players play together again.",
        count,
    )
    yield DrawFact(_("Partners"), text % {"counter": count}, "" if count else "good")


def _tables(round: Round, outcome: DrawOutcome, drawn: Sequence[Tables]) -> DrawFact:
    sizes = Counter(len(table) for table in drawn[round.number - 1])
    texts = [
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
        % {"count": count, "size": size}
        for size, count in sorted(sizes.items(), reverse=True)
    ]
    text = f"{in_a_row(texts)}."
    shared = _sentences(round, outcome, drawn)[1:]
    quality = outcome.quality
    is_least = quality.extra_sittings == quality.least_extra_sittings
    return DrawFact(_("Tables"), " ".join([text, *shared]), "good" if is_least else "")


def _wishes(round: Round, outcome: DrawOutcome, tables: Tables) -> Iterator[DrawFact]:
    if round.tournament.rules.partners != "none":
        return  # such a draw takes no wishes
    label = _("Wishes")
    missed = [each for each in outcome.violations if each.round == round.number]
    if missed:
        text = ngettext("%(count)d is not met.", "%(count)d are not met.", len(missed))
        is_bad = any(each.is_hard for each in missed)
        yield DrawFact(label, text % {"count": len(missed)}, "bad" if is_bad else "")
    elif met := outcome.constraints_met_words(tables, round.number):
        yield DrawFact(label, met, "good")
    else:
        yield DrawFact(label, _("Nothing was asked."))
