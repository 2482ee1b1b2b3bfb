"""Signs for the tables, to fold and to stand up."""

from django.db.models import Max

from scoring.tables import CannotSplit
from wk.tournament.models import Table, Tournament
from wk.tournament.queries import table_sizes


def last_table(tournament: Tournament) -> int:
    """Return the highest number of a table that a tournament has or will have, 0 for none."""
    tables = Table.objects.filter(round__tournament=tournament)
    drawn: int = tables.aggregate(last=Max("number"))["last"] or 0
    try:
        coming = len(table_sizes(tournament, tournament.rules))
    except CannotSplit:
        coming = 0
    return max(drawn, coming)
