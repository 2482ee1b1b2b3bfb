"""Tournaments that a wall shows, as its tests in the browser prepare them."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from tests.standings.tournaments import close_rounds, count_form
from wk.accounts.models import User
from wk.hall.announcements.services import announce
from wk.hall.clock.services import give_table_time
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Round, Table, Tournament

# More players than any wall has rows.
MANY = "--players 60"
TABLET = {"width": 820, "height": 1180}
LARGE_WALLS = [(1920, 1080), (1366, 768)]
ANNOUNCEMENTS = [
    "De broodjes staan klaar in de voorzaal. Neem je bonnetje mee.",
    "Ronde 3 gaat in.",
]


def make_round_late(server):
    """Let round 3 be nearly over, with a slow table, extra time and announcements.

    Return the storage state of a browser in which a director is logged in.
    """
    director = server.logged_in("dora", "director")
    now = timezone.now()
    with server.database():
        Tournament.objects.update(round_minutes=100)
        began = now - timedelta(minutes=95)
        Round.objects.filter(number=3).update(started_at=began, minutes=100)
        tournament = Tournament.objects.get()
        round = tournament.rounds.get(number=3)
        tables = list(round.tables.filter(seats__result=None).distinct().order_by("number"))
        for table, deals in zip(tables, (18, 9, 19, 18), strict=False):
            played = round.rules.practice(table.seats.count(), Random(1))
            document = played | {"deals": played["deals"][:deals]}
            save_draft(table=table, document=document, author=None, now=now)
        for table, minutes in zip(tables[1:], (60, 5), strict=False):
            give_table_time(table=table, minutes=minutes, now=now)
        author = User.objects.get(username="dora")
        for text in ANNOUNCEMENTS:
            announce(tournament=tournament, text=text, author=author, now=now)
    return director


def finish_tournament(server, *, withheld=""):
    """Hand in every form and close the last round."""
    with server.database():
        ScoreForm.objects.filter(versions=None).delete()
        for table in Table.objects.filter(form=None):
            count_form(table, range(table.seats.count()))
        close_rounds(Tournament.objects.get())
        if withheld:
            Round.objects.filter(number=3).update(withheld=withheld)
