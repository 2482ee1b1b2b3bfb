"""Photos of the paper: each is encoded anew, so that it has no data but the picture."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from threading import Lock
from typing import IO

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from PIL import Image, ImageFile

from wk.accounts.models import User
from wk.accounts.policy import Act, may
from wk.core.refusals import ActionRefused
from wk.scoreforms.form_lock import lock_form
from wk.scoreforms.models import Photo
from wk.tournament.models import Table

MOST_PHOTOS = 6  # of one form
MOST_BYTES = 20_000_000  # of one file
MOST_PIXELS = 60_000_000  # of one picture, before it is made smaller
LONGEST_SIDE = 2400  # pixels: pen on a sheet of A4 is easy to read
QUALITY = 80  # of JPEG, from 1 to 95
FORMATS = ("JPEG", "PNG", "WEBP")  # MPO, from many phones, is JPEG with more pictures appended
ORIENTATION = 0x0112  # the EXIF tag; UPRIGHT has the turn that corrects each value
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
TURNS = {"left": Image.Transpose.ROTATE_90, "right": Image.Transpose.ROTATE_270}

_one_at_a_time = Lock()  # a picture of sixty million pixels takes up to 600 MB while it is drawn


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG encoded by this program, without a camera's data about place and device."""

    data: bytes
    width: int
    height: int


def redrawn(sent: IO[bytes]) -> Picture:
    """Return the picture in an uploaded file: upright, at a readable size, without metadata.

    An animation gives its first frame. Raises ActionRefused if the file is no picture, damaged, or
    too large.
    """
    try:
        with whole_pictures_only():
            image = Image.open(sent, formats=FORMATS)  # reads only the header
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            image.draft(None, (LONGEST_SIDE, LONGEST_SIDE))  # reads a large JPEG at half its size
            return _picture(upright(on_paper(image, LONGEST_SIDE), image))
    except Image.DecompressionBombError as bomb:
        raise ActionRefused(_("This picture has too many pixels.")) from bomb
    except Exception as error:  # damaged bytes may raise anything in a decoder
        raise ActionRefused(
            _("This is not a picture, or a damaged one: use JPEG, PNG or WebP.")
        ) from error


def turned(data: bytes, turn: str) -> Picture:
    """Return a stored picture turned by a quarter, to the "left" or "right"."""
    with whole_pictures_only():
        return _picture(Image.open(BytesIO(data), formats=FORMATS).transpose(TURNS[turn]))


def photos_of(table: Table) -> QuerySet[Photo]:
    """Return the photos of the form of a table without the pictures, oldest first; one query."""
    photos = Photo.objects.filter(form__table=table).defer("picture").select_related("author")
    return photos.order_by("taken_at", "pk")


@transaction.atomic
def keep_photos(
    *, table: Table, pictures: Sequence[Picture], author: User, now: datetime
) -> tuple[Photo, ...]:
    """Store photos with the form of a table in a started round; return the new ones.

    The same picture twice is stored once. Raises ActionRefused, with none stored, if the form would
    have more than MOST_PHOTOS, and in the cases of `lock_form`.
    """
    form = lock_form(table, author).score_form
    new = [p for p in dict.fromkeys(pictures) if not form.photos.filter(picture=p.data).exists()]
    if form.photos.count() + len(new) > MOST_PHOTOS:
        raise ActionRefused(_("A form keeps at most %d photos.") % MOST_PHOTOS)
    return tuple(
        Photo.objects.create(
            form=form,
            picture=picture.data,
            width=picture.width,
            height=picture.height,
            author=author,
            taken_at=now,
        )
        for picture in new
    )


@transaction.atomic
def drop_photo(*, table: Table, photo: int, by: User) -> None:
    """Remove a photo; one that has been removed already is no error.

    Raises ActionRefused unless `by` is its author or may remove all photos.
    """
    lock_form(table, by)
    found = photos_of(table).filter(pk=photo).first()
    if found is None:
        return
    if not (found.author == by or may(by, Act.DROP_ALL_PHOTOS)):
        raise ActionRefused(_("Only who took a photo, or the director, can take it away."))
    found.delete()


@transaction.atomic
def turn_photo(*, table: Table, photo: int, turn: str, by: User) -> None:
    """Turn a photo by a quarter, "left" or "right".

    The turned photo is another row with a new key: so the same request twice turns it once, and an
    open page notices that its photos have changed.
    """
    lock_form(table, by)
    found = photos_of(table).defer(None).filter(pk=photo).first()
    # Turned or removed already: the same request came twice.
    if found is None:
        return
    picture = turned(bytes(found.picture), turn)
    found.delete()
    found.pk = None
    found.picture, found.width, found.height = picture.data, picture.width, picture.height
    found.save(force_insert=True)


@contextmanager
def whole_pictures_only() -> Iterator[None]:
    """Handle one picture at a time, without Pillow's warnings, and refuse truncated pictures.

    WeasyPrint sets Pillow to accept truncated pictures in the whole process.
    """
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def on_paper(image: Image.Image, longest: int) -> Image.Image:
    """Return the pixels of an image as RGB, on white if it is transparent.

    No side of it is longer than `longest`.
    """
    # Pillow would cut the sixteen bits of a scanner off at 255, so they are divided first.
    if image.mode.startswith("I"):
        image = image.convert("I").point(lambda level: level * (1 / 256)).convert("L")
    elif image.mode in ("LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
    elif image.mode not in ("RGB", "RGBA", "L"):
        image = image.convert("RGB")
    image.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image.convert("RGB"), mask=image if image.mode == "RGBA" else None)
    return paper


def upright(paper: Image.Image, image: Image.Image) -> Image.Image:
    """Return a picture turned upright by the EXIF orientation of its original, if there is one."""
    try:
        turn = UPRIGHT.get(image.getexif().get(ORIENTATION, 1))
    except Exception:  # damaged metadata does not spoil the picture
        turn = None
    return paper if turn is None else paper.transpose(turn)


def _picture(image: Image.Image) -> Picture:
    out = BytesIO()
    image.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Picture(out.getvalue(), image.width, image.height)
