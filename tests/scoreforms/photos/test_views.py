"""Pages of photos: officials add, see, turn and delete them."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from tests.scoreforms.photos.camera import (
    BLUE,
    PHOTOS,
    RED,
    is_near,
    photo_held,
    picture_file,
    upload,
)
from wk.accounts.models import User
from wk.accounts.views import PASSWORD_BACKEND
from wk.scoreforms.models import Photo
from wk.scoreforms.photos.services import MOST_BYTES, MOST_PHOTOS, photos_of
from wk.tournament.models import Table


def photo_errors(response):
    return response.context["photo_errors"]


def test_a_clerk_adds_photos(clerk_client, clerk, tournament):
    response = clerk_client.post(PHOTOS, upload(picture_file(), picture_file(30, 60)))
    assert (response.status_code, response.url) == (302, PHOTOS)
    kept = photos_of(Table.objects.get(number=1))
    assert [(p.width, p.height, p.author) for p in kept] == [(40, 20, clerk), (30, 60, clerk)]


def test_an_htmx_upload_answers_with_the_photos_alone(clerk_client, tournament):
    response = clerk_client.post(PHOTOS, upload(picture_file()), headers={"HX-Request": "true"})
    page = response.content.decode()
    assert (response.status_code, page.count("<img"), "<html" in page) == (200, 1, False)


def test_uploading_the_same_photo_twice_keeps_it_once(clerk_client, tournament):
    for _ in range(2):
        clerk_client.post(PHOTOS, upload(picture_file(), picture_file()))
    assert Photo.objects.count() == 1


def test_files_that_are_no_pictures_are_named_and_nothing_is_kept(clerk_client, tournament):
    for files, found in (([b"x", picture_file()], 1), ([b"x", b"y"], 2), ([], 1), ([b""], 1)):
        response = clerk_client.post(PHOTOS, upload(*files))
        assert (response.status_code, len(photo_errors(response))) == (200, found)
    response = clerk_client.post(
        PHOTOS, upload(picture_file(), b"x"), headers={"Accept-Language": "en"}
    )
    assert photo_errors(response) == [
        "foto2.jpg: This is not a picture, or a damaged one: use JPEG, PNG or WebP."
    ]
    assert Photo.objects.count() == 0


def test_a_file_that_is_too_large_is_refused(clerk_client, tournament):
    padded = picture_file() + b"\0" * (MOST_BYTES + 1 - len(picture_file()))
    response = clerk_client.post(PHOTOS, upload(padded), headers={"Accept-Language": "en"})
    assert photo_errors(response) == ["foto1.jpg: This file is larger than 20 MB."]
    response = clerk_client.post(PHOTOS, upload(padded[:-1]))
    assert (response.status_code, Photo.objects.count()) == (302, 1)


def test_a_form_takes_a_limited_number_of_photos(clerk_client, tournament):
    clerk_client.post(PHOTOS, upload(*(picture_file(40, 20 + n) for n in range(MOST_PHOTOS))))
    assert Photo.objects.count() == MOST_PHOTOS
    assert len(photo_errors(clerk_client.post(PHOTOS, upload(picture_file(9, 9))))) == 1
    clerk_client.post("/t/wk-test/forms/1/2/photos/", upload(picture_file(9, 9)))
    many = upload(*(picture_file(40, 20 + n) for n in range(MOST_PHOTOS + 1)))
    told = photo_errors(clerk_client.post(PHOTOS, many, headers={"Accept-Language": "en"}))
    assert told == [f"A form keeps at most {MOST_PHOTOS} photos."]
    assert Photo.objects.count() == MOST_PHOTOS + 1


def test_a_round_that_has_not_started_takes_no_photos(clerk_client, tournament):
    tournament.rounds.update(state="fixed")
    assert len(photo_errors(clerk_client.post(PHOTOS, upload(picture_file())))) == 1
    assert Photo.objects.count() == 0


@pytest.fixture
def photo(clerk_client, tournament):
    """A photo by Kees, red on the left and blue on the right."""
    clerk_client.post(PHOTOS, upload(photo_held(1)))
    return Photo.objects.get()


def test_a_picture_is_served_as_jpeg_and_kept_by_no_browser(clerk_client, photo):
    response = clerk_client.get(f"{PHOTOS}{photo.pk}/")
    assert response.content == bytes(photo.picture)
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "no-store"


def test_a_photo_has_no_address_at_other_tables(clerk_client, photo):
    for path in ("/t/wk-test/forms/1/2/photos/{}/", "/t/ander/forms/1/1/photos/{}/"):
        assert clerk_client.get(path.format(photo.pk)).status_code == 404
    for number in (0, 10**18, 10**30):
        assert clerk_client.get(f"{PHOTOS}{number}/").status_code == 404
        for verb in ("drop", "turn"):
            response = clerk_client.post(f"{PHOTOS}{number}/{verb}/", {"turn": "left"})
            assert response.status_code == 302
    assert Photo.objects.count() == 1


def test_photos_need_an_official(client, photo):
    login = reverse("accounts:login")
    for path in (PHOTOS, f"{PHOTOS}{photo.pk}/"):
        assert client.get(path).url == f"{login}?next={path}"
    for verb in ("drop", "turn"):
        assert client.post(f"{PHOTOS}{photo.pk}/{verb}/", {"turn": "left"}).url.startswith(login)
    assert client.post(PHOTOS, upload(picture_file())).url.startswith(login)
    assert client.post(PHOTOS, headers={"HX-Request": "true"}).status_code == 401
    assert list(Photo.objects.values_list("pk", flat=True)) == [photo.pk]


def test_wrong_methods_are_refused(clerk_client, photo):
    assert clerk_client.put(PHOTOS).status_code == 405
    assert clerk_client.post(f"{PHOTOS}{photo.pk}/").status_code == 405
    assert clerk_client.get(f"{PHOTOS}{photo.pk}/drop/").status_code == 405
    assert clerk_client.get(f"{PHOTOS}{photo.pk}/turn/").status_code == 405


def test_the_clerk_who_added_a_photo_deletes_it(clerk_client, photo):
    for _ in range(2):
        response = clerk_client.post(f"{PHOTOS}{photo.pk}/drop/")
        assert (response.status_code, Photo.objects.count()) == (302, 0)


def test_a_director_deletes_the_photo_of_a_clerk(director_client, photo):
    director_client.post(f"{PHOTOS}{photo.pk}/drop/")
    assert Photo.objects.count() == 0


def test_a_clerk_does_not_delete_the_photo_of_another(client, photo):
    client.force_login(User.objects.create_user("bea"), backend=PASSWORD_BACKEND)
    assert "/drop/" not in client.get(PHOTOS).content.decode()
    assert len(photo_errors(client.post(f"{PHOTOS}{photo.pk}/drop/"))) == 1
    assert Photo.objects.count() == 1


@pytest.mark.parametrize(
    ("turn", "red", "blue"), [("left", (16, 60), (16, 4)), ("right", (16, 4), (16, 60))]
)
def test_turning_a_photo_replaces_it_under_a_new_number(clerk_client, photo, turn, red, blue):
    clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": turn})
    now = Photo.objects.get()
    image = Image.open(BytesIO(bytes(now.picture)))
    assert image.size == (now.width, now.height) == (32, 64)
    assert is_near(image.getpixel(red), RED)
    assert is_near(image.getpixel(blue), BLUE)
    assert (now.author, now.taken_at) == (photo.author, photo.taken_at)
    assert now.pk != photo.pk  # browsers keep the picture of the old number


def test_a_double_click_turns_once(clerk_client, photo):
    for _ in range(2):
        clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": "right"})
    assert (Photo.objects.get().width, Photo.objects.get().height) == (32, 64)


def test_an_unknown_turn_changes_nothing(clerk_client, photo):
    for data in ({}, {"turn": "up"}, {"turn": "\0"}):
        assert clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", data).status_code == 302
    assert Photo.objects.get() == photo


def test_a_turned_photo_keeps_its_place(clerk_client, photo):
    clerk_client.post(PHOTOS, upload(picture_file(9, 9)))
    clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", {"turn": "right"})
    assert [p.width for p in photos_of(Table.objects.get(number=1))] == [32, 9]


def test_the_page_of_photos_does_not_read_the_pictures(
    clerk_client, photo, django_assert_num_queries
):
    clerk_client.post(PHOTOS, upload(picture_file(9, 9)))
    with django_assert_num_queries(5) as queries:
        assert clerk_client.get(PHOTOS).content.decode().count("<img") == 2
    assert [q["sql"] for q in queries if '"picture"' in q["sql"]] == []


def the_photos_beside_the_cells(client, seen):
    asked = {"beside": "on", "seen": seen}
    return client.get(PHOTOS, asked, headers={"HX-Request": "true"})


def test_photos_beside_the_cells_have_no_nested_form(clerk_client, photo):
    page = the_photos_beside_the_cells(clerk_client, "").content.decode()
    assert (page.count("<img"), "<form" in page) == (1, False)
    assert f"seen={photo.pk}-" in page


def test_polling_beside_the_cells_brings_new_photos(clerk_client, photo):
    response = the_photos_beside_the_cells(clerk_client, f"{photo.pk}-")
    assert (response.status_code, response.content) == (204, b"")
    clerk_client.post(PHOTOS, upload(picture_file()))
    assert (
        the_photos_beside_the_cells(clerk_client, f"{photo.pk}-").content.decode().count("<img")
        == 2
    )


def test_an_unknown_list_of_seen_photos_gets_all_photos(clerk_client, photo):
    for seen in ("x", "1", "1-" * 100, "\0"):
        assert the_photos_beside_the_cells(clerk_client, seen).status_code == 200


def test_turning_beside_the_cells_answers_with_the_turned_photo(clerk_client, photo):
    data = {"turn": "right", "beside": "on"}
    response = clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", data, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert (response.status_code, "<form" in page) == (200, False)
    assert f'src="{PHOTOS}{Photo.objects.get().pk}/" width="32" height="64"' in page
