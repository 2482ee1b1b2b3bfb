"""Photos of the paper: nothing but a picture comes in, and only officials see it."""

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageFile

from wk.accounts.models import User
from wk.scoreforms.models import Photo
from wk.scoreforms.photos import MOST_BYTES, MOST_PHOTOS, photos_of, redrawn
from wk.tournament.models import Table
from wk.tournament.refusal import Refusal

PHOTOS = "/t/wk-test/forms/1/1/photos/"
RED, BLUE, WHITE = (220, 20, 20), (20, 20, 220), (255, 255, 255)
GPS, GPS_LATITUDE, MAKER, ORIENTATION = 0x8825, 2, 0x010F, 0x0112


def paper(width=40, height=20, kind="JPEG", mode="RGB", colour=RED, **saved):
    """A picture of one colour, as a file that somebody sends."""
    out = BytesIO()
    Image.new(mode, (width, height), colour).save(out, kind, **saved)
    return out.getvalue()


def lying(orientation):
    """A photo, red on the left and blue on the right, whose camera was held in a certain way."""
    image = Image.new("RGB", (64, 32), RED)
    image.paste(BLUE, (32, 0, 64, 32))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[MAKER] = "Camera of Kees"
    exif.get_ifd(GPS)[GPS_LATITUDE] = (52.0, 22.0, 12.0)
    out = BytesIO()
    image.save(out, "JPEG", exif=exif, comment=b"made at home", quality=95)
    return out.getvalue()


def drawn(sent):
    """The picture that is kept of what was sent."""
    return Image.open(BytesIO(redrawn(BytesIO(sent)).data))


def near(pixel, colour):
    return all(abs(a - b) < 40 for a, b in zip(pixel, colour, strict=True))


def png_that_claims(width, height):
    """A PNG of a few bytes that says that it is very large."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


def sent(*files):
    """What a browser sends for some files."""
    return {"pictures": [SimpleUploadedFile(f"foto{n}.jpg", f) for n, f in enumerate(files, 1)]}


def errors(response):
    return response.context["photo_errors"]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_what_is_kept_is_a_jpeg_of_the_same_picture(kind):
    image = drawn(paper(kind=kind))
    assert (image.format, image.size) == ("JPEG", (40, 20))
    assert near(image.getpixel((20, 10)), RED)


@pytest.mark.parametrize(
    ("mode", "colour", "shown"),
    [
        ("1", 1, WHITE),
        ("L", 128, (128, 128, 128)),
        ("I;16", 128 * 256, (128, 128, 128)),
        ("RGBA", (*RED, 0), WHITE),
        ("RGBA", (*RED, 255), RED),
        ("LA", (0, 0), WHITE),
        ("P", 0, (0, 0, 0)),
    ],
)
def test_whatever_a_scanner_makes_is_shown_on_white(mode, colour, shown):
    image = drawn(paper(kind="PNG", mode=mode, colour=colour))
    assert image.mode == "RGB"
    assert near(image.getpixel((20, 10)), shown)


def test_ink_of_a_printer_is_turned_into_light():
    image = drawn(paper(mode="CMYK", colour=(0, 255, 255, 0)))
    assert (image.mode, near(image.getpixel((20, 10)), (255, 0, 0))) == ("RGB", True)


@pytest.mark.parametrize(
    ("orientation", "size", "red", "blue"),
    [
        (1, (64, 32), (4, 16), (60, 16)),
        (2, (64, 32), (60, 16), (4, 16)),
        (3, (64, 32), (60, 16), (4, 16)),
        (4, (64, 32), (4, 16), (60, 16)),
        (5, (32, 64), (16, 4), (16, 60)),
        (6, (32, 64), (16, 4), (16, 60)),
        (7, (32, 64), (16, 60), (16, 4)),
        (8, (32, 64), (16, 60), (16, 4)),
        (99, (64, 32), (4, 16), (60, 16)),
    ],
)
def test_a_photo_is_turned_as_its_camera_was_held(orientation, size, red, blue):
    image = drawn(lying(orientation))
    assert image.size == size
    assert near(image.getpixel(red), RED)
    assert near(image.getpixel(blue), BLUE)


def test_where_and_by_what_it_was_taken_is_not_kept():
    before = Image.open(BytesIO(lying(6)))
    assert before.getexif().get_ifd(GPS)[GPS_LATITUDE] == (52.0, 22.0, 12.0)
    data = redrawn(BytesIO(lying(6))).data
    after = Image.open(BytesIO(data))
    assert (dict(after.getexif()), after.info.get("comment")) == ({}, None)
    assert [word for word in (b"Exif", b"Kees", b"home", b"ICC", b"http") if word in data] == []


def test_a_colour_profile_and_words_of_a_png_are_not_kept():
    from PIL.PngImagePlugin import PngInfo

    words = PngInfo()
    words.add_text("Author", "Kees")
    data = redrawn(BytesIO(paper(kind="PNG", pnginfo=words, icc_profile=b"ICC" * 50))).data
    assert set(Image.open(BytesIO(data)).info) <= {"jfif", "jfif_version", "jfif_unit"} | {
        "jfif_density"
    }


def test_only_the_first_picture_of_one_that_moves_is_kept():
    frames = [Image.new("RGB", (40, 20), colour) for colour in (RED, BLUE)]
    out = BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    image = drawn(out.getvalue())
    assert (getattr(image, "n_frames", 1), near(image.getpixel((20, 10)), RED)) == (1, True)


def test_what_hangs_behind_a_picture_is_not_kept():
    data = redrawn(BytesIO(paper() + b"PK\x03\x04<script>alert(1)</script>")).data
    assert (b"script" in data, b"PK\x03\x04" in data) == (False, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "kept"),
    [(4800, 2400, (2400, 1200)), (1000, 3000, (800, 2400)), (2400, 10, (2400, 10))],
)
def test_its_longest_side_is_bounded(width, height, kept):
    assert drawn(paper(width, height)).size == kept


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\0",
        b"not a picture",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        paper(kind="GIF"),
        paper(kind="BMP"),
        paper(kind="TIFF"),
        paper(400, 400)[:-200],
        paper(400, 400, kind="PNG")[:-60],
        paper(400, 400, kind="WEBP")[:-40],
    ],
)
def test_no_picture_is_refused_in_words(damaged):
    with pytest.raises(Refusal, match=r"JPEG, PNG|geen|not a picture"):
        redrawn(BytesIO(damaged))


def test_half_a_picture_is_refused_though_the_printer_would_take_it(monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint does
    with pytest.raises(Refusal):
        redrawn(BytesIO(paper(400, 400)[:-200]))
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True


@pytest.mark.parametrize(("width", "height"), [(7746, 7746), (10_000, 10_000), (60_000, 60_000)])
def test_a_small_file_of_very_many_pixels_is_refused(width, height):
    with pytest.raises(Refusal) as refused:
        redrawn(BytesIO(png_that_claims(width, height)))
    assert type(refused.value.__cause__) is Image.DecompressionBombError


def test_damaged_words_beside_a_picture_do_no_harm():
    data = paper(exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")
    assert drawn(data).size == (40, 20)


def test_a_clerk_adds_photos(clerk_client, clerk, tournament):
    response = clerk_client.post(PHOTOS, sent(paper(), paper(30, 60)))
    assert (response.status_code, response.url) == (302, PHOTOS)
    kept = photos_of(Table.objects.get(number=1))
    assert [(p.width, p.height, p.author) for p in kept] == [(40, 20, clerk), (30, 60, clerk)]


def test_in_the_background_only_the_photos_come_back(clerk_client, tournament):
    response = clerk_client.post(PHOTOS, sent(paper()), headers={"HX-Request": "true"})
    page = response.content.decode()
    assert (response.status_code, page.count("<img"), "<html" in page) == (200, 1, False)


def test_the_same_photo_twice_is_kept_once(clerk_client, tournament):
    for _ in range(2):
        clerk_client.post(PHOTOS, sent(paper(), paper()))
    assert Photo.objects.count() == 1


@pytest.mark.parametrize(
    ("files", "found"),
    [([b"x", paper()], 1), ([b"x", b"y"], 2), ([], 1), ([b""], 1)],
)
def test_what_is_no_photo_is_named_and_nothing_kept(clerk_client, tournament, files, found):
    response = clerk_client.post(PHOTOS, sent(*files))
    assert (response.status_code, len(errors(response))) == (200, found)
    assert Photo.objects.count() == 0


def test_the_file_is_named(clerk_client, tournament):
    response = clerk_client.post(PHOTOS, sent(paper(), b"x"), headers={"Accept-Language": "en"})
    assert errors(response) == [
        "foto2.jpg: This is not a picture, or a damaged one: use JPEG, PNG or WebP."
    ]


def test_a_file_that_is_too_large_is_refused(clerk_client, tournament):
    padded = paper() + b"\0" * (MOST_BYTES + 1 - len(paper()))
    response = clerk_client.post(PHOTOS, sent(padded), headers={"Accept-Language": "en"})
    assert errors(response) == ["foto1.jpg: This file is larger than 20 MB."]
    response = clerk_client.post(PHOTOS, sent(padded[:-1]))
    assert (response.status_code, Photo.objects.count()) == (302, 1)


def test_a_form_keeps_so_many_photos_and_no_more(clerk_client, tournament):
    clerk_client.post(PHOTOS, sent(*(paper(40, 20 + n) for n in range(MOST_PHOTOS))))
    assert Photo.objects.count() == MOST_PHOTOS
    assert len(errors(clerk_client.post(PHOTOS, sent(paper(9, 9))))) == 1
    clerk_client.post("/t/wk-test/forms/1/2/photos/", sent(paper(9, 9)))
    many = sent(*(paper(40, 20 + n) for n in range(MOST_PHOTOS + 1)))
    assert len(errors(clerk_client.post(PHOTOS, many))) == 1
    assert Photo.objects.count() == MOST_PHOTOS + 1


def test_before_the_round_there_are_no_photos(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    assert len(errors(clerk_client.post(PHOTOS, sent(paper())))) == 1
    assert Photo.objects.count() == 0


@pytest.fixture
def photo(clerk_client, tournament):
    """One that Kees took: red on the left, blue on the right."""
    clerk_client.post(PHOTOS, sent(lying(1)))
    return Photo.objects.get()


def test_the_picture_is_sent_as_a_picture_and_kept_by_one_browser(clerk_client, photo):
    response = clerk_client.get(f"{PHOTOS}{photo.pk}/")
    assert response.content == bytes(photo.picture)
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    parts = set(response["Cache-Control"].split(", "))
    assert parts == {"private", "immutable", "max-age=31536000"}


@pytest.mark.parametrize(
    "path", ["/t/wk-test/forms/1/2/photos/{}/", "/t/ander/forms/1/1/photos/{}/"]
)
def test_a_photo_is_found_at_its_own_table_only(clerk_client, photo, path):
    assert clerk_client.get(path.format(photo.pk)).status_code == 404


@pytest.mark.parametrize("number", [0, 10**18, 10**30])
def test_a_photo_that_does_not_exist_is_not_found(clerk_client, photo, number):
    assert clerk_client.get(f"{PHOTOS}{number}/").status_code == 404
    for verb in ("drop", "turn"):
        response = clerk_client.post(f"{PHOTOS}{number}/{verb}/", {"turn": "left"})
        assert response.status_code == 302
    assert Photo.objects.count() == 1


def test_photos_are_for_officials(client, photo):
    login = reverse("accounts:login")
    for path in (PHOTOS, f"{PHOTOS}{photo.pk}/"):
        assert client.get(path).url == f"{login}?next={path}"
    for verb in ("drop", "turn"):
        assert client.post(f"{PHOTOS}{photo.pk}/{verb}/", {"turn": "left"}).url.startswith(login)
    assert client.post(PHOTOS, sent(paper())).url.startswith(login)
    assert client.post(PHOTOS, headers={"HX-Request": "true"}).status_code == 401
    assert list(Photo.objects.values_list("pk", flat=True)) == [photo.pk]


def test_each_address_has_its_methods(clerk_client, photo):
    assert clerk_client.put(PHOTOS).status_code == 405
    assert clerk_client.post(f"{PHOTOS}{photo.pk}/").status_code == 405
    assert clerk_client.get(f"{PHOTOS}{photo.pk}/drop/").status_code == 405
    assert clerk_client.get(f"{PHOTOS}{photo.pk}/turn/").status_code == 405


def test_who_took_it_takes_it_away(clerk_client, photo):
    for _ in range(2):
        response = clerk_client.post(f"{PHOTOS}{photo.pk}/drop/")
        assert (response.status_code, Photo.objects.count()) == (302, 0)


def test_the_director_takes_it_away_too(director_client, photo):
    director_client.post(f"{PHOTOS}{photo.pk}/drop/")
    assert Photo.objects.count() == 0


def test_another_clerk_does_not(client, photo):
    client.force_login(
        User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend"
    )
    assert "/drop/" not in client.get(PHOTOS).content.decode()
    assert len(errors(client.post(f"{PHOTOS}{photo.pk}/drop/"))) == 1
    assert Photo.objects.count() == 1


@pytest.mark.parametrize(
    ("turn", "red", "blue"), [("left", (16, 60), (16, 4)), ("right", (16, 4), (16, 60))]
)
def test_a_photo_is_turned_for_everyone(clerk_client, photo, turn, red, blue):
    clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": turn})
    now = Photo.objects.get()
    image = Image.open(BytesIO(bytes(now.picture)))
    assert image.size == (now.width, now.height) == (32, 64)
    assert near(image.getpixel(red), RED)
    assert near(image.getpixel(blue), BLUE)
    assert (now.author, now.taken_at) == (photo.author, photo.taken_at)
    assert now.pk != photo.pk  # browsers keep the picture of the old number


def test_a_double_click_turns_once(clerk_client, photo):
    for _ in range(2):
        clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": "right"})
    assert (Photo.objects.get().width, Photo.objects.get().height) == (32, 64)


@pytest.mark.parametrize("data", [{}, {"turn": "up"}, {"turn": "\0"}])
def test_another_turn_changes_nothing(clerk_client, photo, data):
    assert clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", data).status_code == 302
    assert Photo.objects.get() == photo


def test_a_turned_photo_keeps_its_place(clerk_client, photo):
    clerk_client.post(PHOTOS, sent(paper(9, 9)))
    clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": "right"})
    assert [p.width for p in photos_of(Table.objects.get(number=1))] == [32, 9]


def test_a_list_of_photos_does_not_read_the_pictures(
    clerk_client, photo, django_assert_num_queries
):
    clerk_client.post(PHOTOS, sent(paper(9, 9)))
    with django_assert_num_queries(5) as queries:
        assert clerk_client.get(PHOTOS).content.decode().count("<img") == 2
    assert [q["sql"] for q in queries if '"picture"' in q["sql"]] == []


def beside(client, seen):
    asked = {"beside": "on", "seen": seen}
    return client.get(PHOTOS, asked, headers={"HX-Request": "true"})


def test_beside_the_cells_there_is_no_form_within_the_form(clerk_client, photo):
    page = beside(clerk_client, "").content.decode()
    assert (page.count("<img"), "<form" in page) == (1, False)
    assert f"seen={photo.pk}-" in page


def test_beside_the_cells_a_new_photo_comes_by_itself(clerk_client, photo):
    response = beside(clerk_client, f"{photo.pk}-")
    assert (response.status_code, response.content) == (204, b"")
    clerk_client.post(PHOTOS, sent(paper()))
    assert beside(clerk_client, f"{photo.pk}-").content.decode().count("<img") == 2


@pytest.mark.parametrize("seen", ["x", "1", "1-" * 100, "\0"])
def test_whatever_is_said_to_be_seen(clerk_client, photo, seen):
    assert beside(clerk_client, seen).status_code == 200


def test_beside_the_cells_a_photo_is_turned_in_place(clerk_client, photo):
    data = {"turn": "right", "beside": "on"}
    response = clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", data, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert (response.status_code, "<form" in page) == (200, False)
    assert f'src="{PHOTOS}{Photo.objects.get().pk}/" width="32" height="64"' in page
