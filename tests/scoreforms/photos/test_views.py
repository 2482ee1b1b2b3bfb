"""Photos of the paper on their pages: added, shown, turned and taken away, by officials only."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from tests.scoreforms.photos.camera import BLUE, PHOTOS, RED, lying, near, paper, sent
from wk.accounts.models import User
from wk.scoreforms.models import Photo
from wk.scoreforms.photos.services import MOST_BYTES, MOST_PHOTOS, photos_of
from wk.tournament.models import Table


def errors(response):
    return response.context["photo_errors"]


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


def test_what_is_no_photo_is_named_and_nothing_kept(clerk_client, tournament):
    for files, found in (([b"x", paper()], 1), ([b"x", b"y"], 2), ([], 1), ([b""], 1)):
        response = clerk_client.post(PHOTOS, sent(*files))
        assert (response.status_code, len(errors(response))) == (200, found)
    response = clerk_client.post(PHOTOS, sent(paper(), b"x"), headers={"Accept-Language": "en"})
    assert errors(response) == [
        "foto2.jpg: This is not a picture, or a damaged one: use JPEG, PNG or WebP."
    ]
    assert Photo.objects.count() == 0


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


def test_a_photo_is_found_at_its_own_table_only(clerk_client, photo):
    for path in ("/t/wk-test/forms/1/2/photos/{}/", "/t/ander/forms/1/1/photos/{}/"):
        assert clerk_client.get(path.format(photo.pk)).status_code == 404
    for number in (0, 10**18, 10**30):
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


def test_another_turn_changes_nothing(clerk_client, photo):
    for data in ({}, {"turn": "up"}, {"turn": "\0"}):
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


def test_whatever_is_said_to_be_seen_the_photos_come_back(clerk_client, photo):
    for seen in ("x", "1", "1-" * 100, "\0"):
        assert beside(clerk_client, seen).status_code == 200


def test_beside_the_cells_a_photo_is_turned_in_place(clerk_client, photo):
    data = {"turn": "right", "beside": "on"}
    response = clerk_client.post(f"{PHOTOS}{photo.pk}/turn/", data, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert (response.status_code, "<form" in page) == (200, False)
    assert f'src="{PHOTOS}{Photo.objects.get().pk}/" width="32" height="64"' in page
