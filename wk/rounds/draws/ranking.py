"""The ranking by which a round by the standings is seated, and the check that it is complete."""

from collections import defaultdict
from collections.abc import Mapping

from django.utils.translation import gettext as _

from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.standings.queries import Standings, standings
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.round_states import is_by_standings

MOST_TABLES = 12  # of a round that are named in a message


def locked_ranking(tournament: Tournament, number: int) -> list[int] | None:
    """Lock the tables of the earlier rounds, and return the ranking as `ranking_for` does.

    Only a service may call this, within a transaction. Handing in or correcting a form locks its
    table too. So a form counts before the ranking is read, or waits until the draw is made.
    """
    if is_by_standings(tournament, number):
        tables = Table.objects.filter(round__tournament=tournament, round__number__lt=number)
        lock_rows(tables)
    return ranking_for(tournament, number)


def ranking_for(tournament: Tournament, number: int) -> list[int] | None:
    """Return the start numbers of all entries in the order of the standings before a round.

    Entries with equal results are in order of start number. Return None if the round is not seated
    by the standings. Raises ActionRefused as long as an earlier round has not been played, or a
    form of it does not count; the message names the tables. Forms that a final round lacks are no
    reason: the director has decided to do without them (A17).
    """
    so_far = standings_for(tournament, number)
    return None if so_far is None else [row.number for row in so_far.rows]


def standings_for(tournament: Tournament, number: int) -> Standings | None:
    """Return the standings by which a round is seated, None if it is not seated by them.

    Raises ActionRefused as `ranking_for`.
    """
    if not is_by_standings(tournament, number):
        return None
    earlier = tournament.rounds.filter(number__lt=number)
    for waiting in earlier.filter(state__in=(Round.State.DRAWN, Round.State.CONFIRMED)):
        raise ActionRefused(
            _("Round %(number)d is seated by the standings: play round %(earlier)d first.")
            % {"number": number, "earlier": waiting.number}
        )
    so_far = standings(tournament, number - 1)
    final = earlier.filter(state=Round.State.FINAL).values_list("number", flat=True)
    if missing := _missing(so_far, set(final)):
        raise ActionRefused(
            _("Round %(number)d is seated by the standings, so every form has to count first. "
              "Not counted yet: %(tables)s.")
            % {"number": number, "tables": _tables(missing)}
        )  # fmt: skip
    return so_far


def _missing(so_far: Standings, final: set[int]) -> dict[int, set[int]]:
    """Return the tables with a form that does not count yet, by round, without final rounds.

    `final` holds the numbers of the final rounds.
    """
    missing: dict[int, set[int]] = defaultdict(set)
    for row in so_far.rows:
        for result in row.rounds:
            if result and not result.counts and result.round not in final:
                missing[result.round].add(result.table)
    return missing


def _tables(missing: Mapping[int, set[int]]) -> str:
    """Return the tables of each round in words: "round 1, table 3, 5; round 2, table 1"."""
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
