"""Score forms, their photos and the phones at the tables, as they are before a button is pressed.

A function that is `ready` returns the numbers in its address that are not 1, if there are any.
"""

from io import BytesIO

from django.utils import timezone
from PIL import Image

from tests.camera.scans import made_pages
from tests.played import played
from tests.presses.hall import Hall
from tests.rounds.prepared_rounds import hand_in_form
from wk.camera.cell_size import HIGH, WIDE
from wk.phones.call_services import call_director
from wk.phones.player_key_services import player_keys_for
from wk.phones.services import keys_for
from wk.scoreforms.models import WritingExample
from wk.scoreforms.objections.services import Saying, say
from wk.scoreforms.photos.services import Picture, keep_photos
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Tournament


def first_cell(hall: Hall) -> dict[str, str]:
    """Return a cell of player 1 on the form of table 1, and another value for it."""
    path = "deals.0.bids.0"
    stands = hall.round.rules.to_cells(played(hall.table))[path]
    return {"path": path, "value": "1" if stands == "0" else "0"}


def typed(hall: Hall) -> None:
    """Let a form be in that the clerk typed, and that somebody else has to look at."""
    Tournament.objects.update(second_check=Tournament.SecondCheck.EVERY)
    hall.tournament.refresh_from_db()
    hand_in_form(1, hall.clerk)


def typed_differently(hall: Hall) -> None:
    """Let a form be in that two officials typed differently."""
    typed(hall)
    second = Submission(played(hall.table, seed=2), hall.other, timezone.now())
    hand_in(table=hall.table, submission=second)


def corrected(hall: Hall) -> None:
    """Let a form have two versions of which the later one counts."""
    hand_in_form(1, hall.clerk)
    correction = Submission(played(hall.table, seed=2), hall.director, timezone.now())
    hand_in(
        table=hall.table,
        submission=correction,
        expected_version=1,
        reason="Fout",
        typing_error=True,
    )


def counted(hall: Hall) -> None:
    """Let the form of table 1 count."""
    hand_in_form(1, hall.director)


def objected(hall: Hall) -> dict[str, int]:
    """Let player 1 find the form of table 1 not right."""
    counted(hall)
    cell = first_cell(hall)
    saying = Saying(cell["path"], cell["value"])
    facts = {"entry": hall.entries[0], "saying": saying, "now": timezone.now()}
    return {"objection": say(table=hall.table, **facts).pk}


def read_page(hall: Hall) -> dict[str, int]:
    """Let a page be read, with one cell in doubt."""
    return {"page": made_pages.read_page().pk}


def with_an_example(hall: Hall) -> None:
    WritingExample.of(hall.tournament.pk, bytes(HIGH * WIDE), "7").save(force_insert=True)


def refused_page(hall: Hall) -> dict[str, int]:
    """Let a page have come in that could not be read."""
    return {"page": made_pages.refused_page(hall.tournament).pk}


def called(hall: Hall) -> dict[str, int]:
    """Let table 1 ask for the director."""
    facts = {"press": "0123456789abcdef", "now": timezone.now()}
    return {"key": call_director(table=hall.table, **facts).pk}


def with_card_key(hall: Hall) -> None:
    """Let player 1 have a code on his card, and the address be that of player 1."""
    player_keys_for(entries=hall.entries[:1], now=timezone.now())


def with_phone_keys(hall: Hall) -> None:
    """Let every table have a code for its phone."""
    keys_for(tables=list(hall.round.tables.all()), now=timezone.now())


def photographed(hall: Hall) -> dict[str, int]:
    """Let a form have a photo."""
    picture = Picture(photo_of_paper(), 40, 20)
    (photo,) = keep_photos(
        table=hall.table, pictures=[picture], author=hall.director, now=timezone.now()
    )
    return {"photo": photo.pk}


def photo_of_paper() -> bytes:
    """Return a small picture."""
    out = BytesIO()
    Image.new("RGB", (40, 20), "white").save(out, "JPEG")
    return out.getvalue()
