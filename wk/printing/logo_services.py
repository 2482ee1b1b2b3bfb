"""The logo on paper: drawn anew from what was sent, in shades of grey, and kept small."""

from dataclasses import dataclass
from io import BytesIO
from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image

from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_row
from wk.printing.models import Logo
from wk.scoreforms.photos.services import on_paper, upright, whole_pictures_only
from wk.tournament.models import Tournament

MOST_BYTES = 5_000_000  # of the file that is sent
MOST_PIXELS = 40_000_000  # of the picture in it
FORMATS = ("PNG", "JPEG")  # an SVG is a program as much as a picture, so there is none of these
# Pixels: 40 by 16 mm on paper, at 380 points an inch. All paper of a tournament holds it.
WIDEST, HIGHEST = 600, 240
NEARLY_WHITE = 245  # of 255: what is lighter is no ink, as around the picture


@dataclass(frozen=True, slots=True)
class Drawn:
    """A logo as it is kept: a PNG in shades of grey, with its size in pixels."""

    data: bytes
    width: int
    height: int


def redrawn(sent: IO[bytes]) -> Drawn:
    """Return the logo in an uploaded file: small, in shades of grey on white, without its margins.

    Nothing else of the file is kept. Raises ActionRefused if it is no PNG or JPEG, damaged, too
    large, or white all over.
    """
    try:
        with whole_pictures_only():
            image = Image.open(sent, formats=FORMATS)  # reads only the header
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            grey = upright(on_paper(image, 2 * WIDEST), image).convert("L")
    except Image.DecompressionBombError as bomb:
        raise ActionRefused(_("This picture has too many pixels.")) from bomb
    except Exception as error:  # damaged bytes may raise anything in a decoder
        raise ActionRefused(
            _("This is not a picture, or a damaged one. Save the logo as PNG or JPEG.")
        ) from error
    inked = grey.point(lambda level: 255 * (level < NEARLY_WHITE)).getbbox()
    if inked is None:
        raise ActionRefused(_("On white paper nothing would be seen of this logo."))
    small = grey.crop(inked)
    small.thumbnail((WIDEST, HIGHEST), Image.Resampling.LANCZOS)
    out = BytesIO()
    small.save(out, "PNG", optimize=True)
    return Drawn(out.getvalue(), small.width, small.height)


def logo_of(tournament: Tournament) -> bytes:
    """Return the logo of a tournament as PNG, b"" without one; one query."""
    found = Logo.objects.filter(tournament=tournament).first()
    return bytes(found.picture) if found else b""


@transaction.atomic
def keep_logo(*, tournament: Tournament, drawn: Drawn) -> Logo:
    """Store the logo of a tournament in place of the one before."""
    locked = lock_row(Tournament.objects.filter(pk=tournament.pk))
    values = {"picture": drawn.data, "width": drawn.width, "height": drawn.height}
    return Logo.objects.update_or_create(tournament=locked, defaults=values)[0]


@transaction.atomic
def drop_logo(*, tournament: Tournament) -> None:
    """Remove the logo of a tournament; one that has been removed already is no error."""
    lock_row(Tournament.objects.filter(pk=tournament.pk))
    Logo.objects.filter(tournament=tournament).delete()
