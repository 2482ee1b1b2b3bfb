"""What may need the director: a form that was typed differently by two."""

from django.utils import timezone

from tests.played import played
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament


def table_numbered(number):
    return Table.objects.get(number=number, round__number=1)


def typed_differently(number, director, clerk):
    """Let the clerk and the director type another form of a table."""
    Tournament.objects.update(second_check=Tournament.SecondCheck.EVERY)
    for seed, author in ((1, clerk), (2, director)):
        table = table_numbered(number)
        hand_in(table=table, submission=Submission(played(table, seed), author, timezone.now()))
