"""In which order a round is seated that goes by the standings, once these are complete."""

from collections import defaultdict
from collections.abc import Mapping

from django.utils.translation import gettext as _

from wk.standings.queries import Standings, standings
from wk.tournament.drawing import is_by_standings
from wk.tournament.models import Round, Tournament
from wk.tournament.refusal import Refusal

MOST_TABLES = 12  # of a round are named


def ranking_for(tournament: Tournament, number: int) -> list[int] | None:
    """Return the start numbers of all entries in the order of the standings before a round.

    Who is equal in everything stands in order of start number. None where the round is not seated
    by the standings. Refusal while a round before it is not played or a form is missing, with the
    tables; what is missing of a final round, the director has decided to do without (A17).
    """
    if not is_by_standings(tournament, number):
        return None
    earlier = tournament.rounds.filter(number__lt=number)
    for waiting in earlier.filter(state__in=(Round.State.DRAWN, Round.State.FIXED)):
        raise Refusal(
            _("Round %(number)d is seated by the standings: play round %(earlier)d first.")
            % {"number": number, "earlier": waiting.number}
        )
    so_far = standings(tournament, number - 1)
    final = earlier.filter(state=Round.State.FINAL).values_list("number", flat=True)
    if missing := _missing(so_far, set(final)):
        raise Refusal(
            _("Round %(number)d is seated by the standings, so every form has to count first. "
              "Still missing: %(tables)s.")
            % {"number": number, "tables": _tables(missing)}
        )  # fmt: skip
    return [row.number for row in so_far.rows]


def _missing(so_far: Standings, final: set[int]) -> dict[int, set[int]]:
    """The tables of each round whose form does not count yet, but for final rounds."""
    missing: dict[int, set[int]] = defaultdict(set)
    for row in so_far.rows:
        for result in row.rounds:
            if result and not result.is_in and result.round not in final:
                missing[result.round].add(result.table)
    return missing


def _tables(missing: Mapping[int, set[int]]) -> str:
    texts = []
    for number, tables in sorted(missing.items()):
        named = [str(table) for table in sorted(tables)]
        if len(named) > MOST_TABLES:
            more = _("and %(count)d more") % {"count": len(named) - MOST_TABLES}
            named = [*named[:MOST_TABLES], more]
        text = _("round %(number)d, table %(tables)s") % {
            "number": number,
            "tables": ", ".join(named),
        }
        texts.append(text)
    return "; ".join(texts)
