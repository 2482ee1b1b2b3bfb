"""The papers of forms in the office: with whom each lies."""

from datetime import datetime

from django.db import transaction

from wk.accounts.models import User
from wk.scoreforms.form_lock import lock_begun_form
from wk.scoreforms.models import PaperHolder
from wk.tournament.models import Table


@transaction.atomic
def take_paper(*, table: Table, holder: User, now: datetime) -> PaperHolder:
    """Store that the paper of a form lies with an official; the same twice is stored once.

    Raises ActionRefused if the round has not started.
    """
    form = lock_begun_form(table).score_form
    paper = PaperHolder.objects.filter(form=form).first() or PaperHolder(form=form)
    if paper.official_id != holder.pk:
        paper.official, paper.taken_at = holder, now
        paper.save()
    return paper
