"""The hall, the ceremony, prizes and paper, as they are before a button is pressed.

A function that is `ready` returns the numbers in its address that are not 1, if there are any.
"""

from io import BytesIO

from django.utils import timezone
from PIL import Image

from tests.presses.hall import Hall
from tests.presses.halls.rounds import all_played
from wk.hall.announcements.services import announce
from wk.hall.ceremony.services import announce_place
from wk.hall.models import CEREMONY_CURTAIN
from wk.printing.logo_services import keep_logo, redrawn
from wk.prizes.queries import prizes
from wk.prizes.services import add_category, hand_over
from wk.tournament.models import PrizeCategory, Round, Tournament


def with_prize(hall: Hall) -> dict[str, int]:
    """Let there be a category of prizes, for which nobody is marked."""
    return {"key": add_category(tournament=hall.tournament, name="Dames").pk}


def prize_won(hall: Hall) -> dict[str, int]:
    """Let all be played, and somebody win a prize."""
    all_played(hall)
    counts = PrizeCategory.Counts.EVERYBODY
    return {"key": add_category(tournament=hall.tournament, name="Winnaar", counts=counts).pk}


def prize_handed_out(hall: Hall) -> dict[str, int]:
    """Let the winner have got his prize."""
    numbers = prize_won(hall)
    (listed,) = prizes(Tournament.objects.get(), sees_all=True).lists
    by = {"author": hall.clerk, "now": timezone.now()}
    hand_over(category=listed.category, number=listed.winners[0].number, club="", **by)
    return numbers


def place_3_announced(hall: Hall) -> None:
    """Let the ceremony begin with place 3, and show who is in it."""
    all_played(hall)
    about = {"tournament": hall.tournament, "author": hall.director, "now": timezone.now()}
    for seen in (None, CEREMONY_CURTAIN):
        announce_place(place=3, seen=seen, **about)


def held_back(hall: Hall) -> None:
    """Let all results of round 1 be held back."""
    Round.objects.update(withheld=Round.Withheld.ALL)


def paused(hall: Hall) -> None:
    """Let the clock stand still."""
    Round.objects.update(paused_at=timezone.now())


def with_extra_time(hall: Hall) -> None:
    """Let table 1 have extra time."""
    hall.round.tables.filter(number=1).update(extra_minutes=5)


def announced(hall: Hall) -> dict[str, int]:
    """Let an announcement stand on the screens."""
    said = announce(
        tournament=hall.tournament, text="Koffie", author=hall.director, now=timezone.now()
    )
    return {"key": said.pk}


def all_played_and_announced(hall: Hall) -> None:
    """Let all be played, and an announcement stand on the screens."""
    all_played(hall)
    announced(hall)


def with_logo(hall: Hall) -> None:
    """Let the tournament have a logo on paper."""
    keep_logo(tournament=hall.tournament, drawn=redrawn(BytesIO(logo_of_host())))


def logo_of_host() -> bytes:
    """Return a small logo."""
    out = BytesIO()
    Image.new("RGB", (40, 20), "black").save(out, "PNG")
    return out.getvalue()
