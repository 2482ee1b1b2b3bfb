"""Queries of the papers in the office: with whom each lies."""

from wk.accounts.models import User
from wk.scoreforms.models import PaperHolder, Version
from wk.tournament.models import Round


def papers_of(round: Round) -> dict[int, str]:
    """Return the officials with whom the papers of a round lie, by table number; one query."""
    papers = PaperHolder.objects.filter(form__table__round=round)
    return dict(papers.values_list("form__table__number", "official__username"))


def has_paper_of_another(version: Version, official: User) -> bool:
    """Return whether an official who compares a form with its paper takes that from somebody else.

    A form with a photo may have been compared with that.
    """
    papers = PaperHolder.objects.filter(form=version.form_id, form__photos=None)
    return papers.exclude(official=official).exists()
