"""The logo on paper: drawn anew from what is sent, kept small and grey, and shown to officials."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image, ImageDraw

from tests.printing.pdf_pages import pages_of
from tests.samples import some
from tests.scoreforms.photos.test_services import png_that_claims
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.archive.writer import write
from wk.core.refusals import ActionRefused
from wk.printing.logo_services import (
    HIGHEST,
    MOST_BYTES,
    WIDEST,
    Drawn,
    drop_logo,
    keep_logo,
    logo_of,
    redrawn,
)
from wk.printing.models import Logo

LOGO, PICTURE = "/t/wk-test/print/logo/", "/t/wk-test/print/logo/picture.png"
REMOVE = "/t/wk-test/print/logo/remove/"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def drawing(size=(900, 500), kind="PNG", mode="RGB", around=100, ink="navy") -> bytes:
    """Return a picture file: a filled box with white around it."""
    image = Image.new(mode, size, "white" if mode != "RGBA" else (255, 255, 255, 0))
    box = (around, around, size[0] - around - 1, size[1] - around - 1)
    ImageDraw.Draw(image).rectangle(box, fill=ink)
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


def sent(data: bytes, name="logo.png"):
    return {"logo": SimpleUploadedFile(name, data)}


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGB"), ("PNG", "RGBA"), ("JPEG", "RGB")])
def test_a_logo_is_kept_grey_without_its_margins_and_small(kind, mode):
    drawn = redrawn(BytesIO(drawing((1500, 850), kind, mode, around=200)))
    image = Image.open(BytesIO(drawn.data))
    assert (image.format, image.mode) == ("PNG", "L")
    assert image.size == (drawn.width, drawn.height)
    assert drawn.width <= WIDEST
    assert drawn.height == HIGHEST
    assert image.resize((1, 1)).getpixel((0, 0)) < 40  # nothing of the white around it


def test_a_logo_that_a_phone_took_stands_upright():
    out = BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter to the right
    Image.new("RGB", (200, 100), "black").save(out, "JPEG", exif=exif)
    drawn = redrawn(BytesIO(out.getvalue()))
    assert (drawn.width, drawn.height) == (100, 200)


def test_the_largest_logo_is_a_small_file():
    noise = Image.effect_noise((900, 360), 200).convert("RGB")
    out = BytesIO()
    noise.save(out, "JPEG")
    assert len(redrawn(BytesIO(out.getvalue())).data) <= 200_000


def test_metadata_is_not_kept():
    out = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "geheim"
    Image.new("RGB", (50, 50), "black").save(out, "JPEG", exif=exif, comment=b"geheim")
    assert b"geheim" in out.getvalue()
    assert b"geheim" not in redrawn(BytesIO(out.getvalue())).data


@pytest.mark.parametrize(
    "data",
    [
        SVG,
        b"",
        b"GIF89a" + bytes(20),
        drawing()[:200],
        drawing(kind="WEBP"),
        drawing(kind="TIFF"),
        png_that_claims(30_000, 30_000),
        drawing(ink="white"),
        drawing(mode="RGBA", ink=(0, 0, 0, 0)),
    ],
    ids=["svg", "empty", "gif", "cut off", "webp", "tiff", "bomb", "white", "transparent"],
)
def test_what_is_no_logo_is_refused(data):
    with pytest.raises(ActionRefused):
        redrawn(BytesIO(data))


@pytest.mark.django_db
def test_the_director_puts_a_logo_on_paper_looks_at_it_and_takes_it_away(
    director_client, tournament
):
    assert director_client.get(PICTURE).status_code == 404
    answer = director_client.post(LOGO, sent(drawing()))
    assert (answer.status_code, answer["Location"]) == (302, LOGO)
    shown = director_client.get(PICTURE)
    assert (shown["Content-Type"], shown.content) == ("image/png", logo_of(tournament))
    assert PICTURE in director_client.get(LOGO).content.decode()
    assert director_client.post(REMOVE)["Location"] == LOGO
    assert (logo_of(tournament), director_client.post(REMOVE).status_code) == (b"", 302)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SVG, "This is not a picture, or a damaged one. Save the logo as PNG or JPEG."),
        (b"", "This file is empty."),
        pytest.param(
            bytes(MOST_BYTES + 1), "This file is larger than 5 MB.", marks=pytest.mark.slow
        ),
        (None, "Choose a picture first."),
    ],
    ids=["svg", "empty", "large", "none"],
)
def test_another_file_is_refused_on_the_page_and_the_logo_stays(
    director_client, tournament, data, message
):
    kept = keep_logo(tournament=tournament, drawn=redrawn(BytesIO(drawing())))
    fields = {} if data is None else sent(data, "logo.svg")
    answer = director_client.post(LOGO, fields, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    assert answer.context["form"].errors == {"logo": [message]}
    assert logo_of(tournament) == kept.picture


@pytest.mark.django_db
def test_clerks_and_visitors_do_not_change_the_logo(client, clerk_client, tournament):
    for address in (LOGO, PICTURE):
        assert clerk_client.get(address).status_code == 403
        assert client.get(address)["Location"].startswith("/login/")
    assert clerk_client.post(LOGO, sent(drawing())).status_code == 403
    assert clerk_client.get(REMOVE).status_code == 405
    assert not Logo.objects.exists()


@pytest.mark.django_db
def test_a_logo_is_kept_once_and_goes_with_its_tournament(tournament):
    for ink in ("black", "navy"):
        keep_logo(tournament=tournament, drawn=redrawn(BytesIO(drawing(ink=ink))))
    assert Logo.objects.count() == 1
    drop_logo(tournament=tournament)
    drop_logo(tournament=tournament)
    keep_logo(tournament=tournament, drawn=Drawn(b"x", 1, 1))
    tournament.delete()
    assert not Logo.objects.exists()


@pytest.mark.django_db
def test_a_logo_is_in_no_archive_and_stays_when_one_is_read(tournament, director, settings):
    kept = keep_logo(tournament=tournament, drawn=redrawn(BytesIO(drawing())))
    archive = archive_of(tournament)
    assert b"logo" not in write(archive)
    import_archive(archive=archive, now=timezone.now(), replace=True, author=director)
    assert logo_of(tournament) == kept.picture


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    "paper", some(["rounds/1/sheets", "cards", "rounds/1/seating", "signs"], 2)
)
def test_a_logo_stands_on_paper_once_in_the_file(clerk_client, tournament, paper):
    address = f"/t/wk-test/{paper}.pdf"
    without = images_in(clerk_client.get(address))
    keep_logo(tournament=tournament, drawn=redrawn(BytesIO(drawing((600, 240), around=0))))
    assert (without, images_in(clerk_client.get(address))) == (set(), {(600, 240)})


def images_in(response) -> set[tuple[int, int]]:
    """Return the sizes of the pictures on the pages of a PDF, also in forms that they show."""
    return {image.image.size for page in pages_of(response) for image in page.images}
