"""Queries of the papers in the office: with whom each lies."""

from wk.scoreforms.models import PaperHolder
from wk.tournament.models import Round


def papers_of(round: Round) -> dict[int, str]:
    """Return the officials with whom the papers of a round lie, by table number; one query."""
    papers = PaperHolder.objects.filter(form__table__round=round)
    return dict(papers.values_list("form__table__number", "official__username"))
