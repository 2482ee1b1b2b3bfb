"""The list of what came in: sending files, and what an official does with a page."""

import datetime as dt

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.camera.scans.made_pages import SCANS, jpeg, pile, read_page, refused_page
from tests.officials import logged_in
from tests.played import played
from tests.rounds.prepared_rounds import hand_in_form
from tests.scoreforms.started_rounds import store_draft
from wk.camera import extras
from wk.camera.cannot_read import WORDS, Why
from wk.camera.scans.beside import ASKED, DOING
from wk.camera.scans.queries import next_page
from wk.scoreforms.models import Draft, Photo, Presence, ScanPage, ScanPile, ScoreForm
from wk.tournament.models import Entry, Round, Table
from wk.tournament.seating import seat_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
State = ScanPage.State


def files(*contents):
    return {"sheets": [SimpleUploadedFile(f"f{n}.jpg", data) for n, data in enumerate(contents)]}


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_several_files_are_taken_at_once(tournament, clerk, clerk_client):
    answer = clerk_client.post(SCANS, files(jpeg(), jpeg(colour=1)), follow=True)
    assert "2 files are in and safe. They are being read." in text_of(answer)
    assert [pile.author for pile in ScanPile.objects.all()] == [clerk, clerk]
    assert '<b class="hero">0</b> of 2 pages read' in text_of(answer)


def test_a_file_that_came_before_and_one_that_is_none_are_told(tournament, clerk_client):
    clerk_client.post(SCANS, files(jpeg()))
    answer = clerk_client.post(SCANS, files(jpeg(), b"text"), follow=True)
    at = f"{timezone.localtime(ScanPile.objects.get().sent_at):%H:%M}"
    assert f"f0.jpg is not read again: it came at {at}." in text_of(answer)
    assert "f1.jpg: It is no photo, PDF or TIFF" in text_of(answer)


def test_no_file_is_told_at_the_button(tournament, clerk_client):
    answer = clerk_client.post(SCANS, {})
    assert "Choose photos or scans first." in text_of(answer)


def test_too_many_files_are_refused(tournament, clerk_client):
    answer = clerk_client.post(SCANS, files(*[jpeg()] * 41))
    assert "Send at most 40 files at once." in text_of(answer)
    assert not ScanPile.objects.exists()


def test_without_the_libraries_the_page_says_how_to_have_them(
    tournament, clerk_client, monkeypatch
):
    monkeypatch.setattr(extras, "LIBRARIES", ("no_such_library",))
    shown = text_of(clerk_client.get(SCANS))
    assert "For this no_such_library is missing." in shown
    assert "bin/setup camera" in shown
    assert 'type="file"' not in shown
    answer = clerk_client.post(SCANS, files(jpeg()), follow=True)
    assert "This computer cannot read photos yet" in text_of(answer)
    assert not ScanPile.objects.exists()


def test_the_list_of_forms_leads_there(tournament, clerk_client):
    assert f'href="{SCANS}"' in clerk_client.get("/t/wk-test/forms/").content.decode()


def test_pages_stand_by_how_they_ended(tournament, director, clerk, clerk_client):
    read_page(1)
    same = read_page(2, doubts=())
    hand_in_form(2, director)
    refused_page(tournament)
    dropped = refused_page(tournament, state=State.DROPPED, ended_by=clerk)
    shown = clerk_client.get(SCANS)
    scans = shown.context["scans"]
    assert [each.page.told_table for each in scans.to_look_at] == [1, 2]
    assert [each.comparison for each in scans.to_look_at] == ["", "same"]
    assert [each.why for each in scans.refused] == [str(WORDS[Why.NO_CODE])]
    assert [each.page for each in scans.ended] == [dropped]
    assert scans.first.page.told_table == 1
    assert f'id="scan-{same.pk}"' in shown.content.decode()


def test_a_page_that_somebody_has_open_is_left_to_him(tournament, director, clerk_client):
    page = read_page(1)
    form = ScoreForm.objects.create(table=page.table)
    Presence.objects.create(form=form, user=director, seen_at=timezone.now())
    scans = clerk_client.get(SCANS).context["scans"]
    assert (scans.to_look_at[0].opened_by, scans.first) == ("dora", None)


def test_a_page_of_a_closed_round_holds_nothing_up(tournament, clerk, director):
    """It stands in the list; only a director can still hand it in."""
    closed = read_page(1)
    Round.objects.update(state=Round.State.CLOSED)
    people = [Entry.objects.get(number=number) for number in range(6, 10)]
    later = seat_round(
        tournament=tournament, number=2, tables={3: people}, state=Round.State.STARTED
    )
    page = read_page(3)
    for user, first in ((clerk, page), (director, closed)):
        answer = logged_in(user).get(SCANS)
        scans = answer.context["scans"]
        assert [each.page for each in scans.to_look_at] == [closed, page]
        assert [each.page.pk for each in (scans.first, scans.ready[0])] == [first.pk] * 2
        assert next_page(tournament, user, timezone.now()) == first
    shown = logged_in(clerk).get(SCANS, headers={"accept-language": "en"})
    assert "1 form to look at" in text_of(shown)
    Round.objects.filter(pk=later.pk).update(state=Round.State.CLOSED)
    scans = logged_in(clerk).get(SCANS).context["scans"]
    assert (len(scans.to_look_at), scans.first) == (2, None)


def test_a_page_whose_table_is_gone_is_refused(tournament, clerk_client):
    read_page(1)
    ScanPage.objects.update(table=None)
    scans = clerk_client.get(SCANS).context["scans"]
    assert [each.why for each in scans.refused] == ["The round has no such table."]
    assert scans.to_look_at == ()


def test_a_page_is_read_again_if_its_table_is_gone_and_not_while_it_is_there(
    tournament, clerk_client
):
    page = read_page(1)
    for table, state, said in (
        (page.table, State.READ, "This page was read."),
        (None, State.WAITING, "The page is read once more."),
    ):
        ScanPage.objects.update(table=table)
        answer = clerk_client.post(f"{SCANS}{page.pk}/again/", follow=True)
        assert ScanPage.objects.get().state == state
        assert said in text_of(answer)


def test_an_open_list_is_sent_again_only_if_it_changed(tournament, clerk_client):
    read_page(1)
    token = clerk_client.get(SCANS).context["version_token"]
    address = f"{SCANS}?version_token={token}"
    assert clerk_client.get(address, headers={"HX-Request": "true"}).status_code == 204
    refused_page(tournament)
    changed = clerk_client.get(address, headers={"HX-Request": "true"})
    assert (changed.status_code, b"<html" in changed.content) == (200, False)


def test_the_progress_counts_the_pages_of_files_that_came_together(tournament, clerk_client):
    being_read = pile(tournament, pages=3)
    for number, state in ((1, State.READ), (2, State.REFUSED), (3, State.WAITING)):
        being_read.pages.create(number=number, state=state)
    refused_page(tournament)  # of a file that was read before
    ScanPile.objects.exclude(pk=being_read.pk).update(
        sent_at=being_read.sent_at - dt.timedelta(hours=1)
    )
    refused_page(tournament)  # of a file that came with it
    ScanPile.objects.create(
        tournament=tournament, name="a", content=b"a", digest="a", sent_at=timezone.now()
    )
    scans = clerk_client.get(SCANS).context["scans"]
    assert (scans.done, scans.total) == (3, 5)
    assert '<meta http-equiv="refresh" content="3">' in clerk_client.get(SCANS).content.decode()


@pytest.mark.parametrize(("minutes", "is_stuck"), [(1, False), (5, True)])
def test_a_list_of_which_nothing_is_read_says_so(tournament, clerk_client, minutes, is_stuck):
    pile(tournament).pages.create(number=1)
    sent_at = timezone.now() - dt.timedelta(minutes=minutes)
    ScanPile.objects.update(sent_at=sent_at)
    shown = clerk_client.get(SCANS)
    assert shown.context["scans"].is_stuck is is_stuck
    assert ("Nothing was read for some minutes." in text_of(shown)) is is_stuck


@pytest.mark.parametrize("is_read", [False, True])
def test_what_waits_is_asked_for_unless_somebody_reads(tournament, clerk_client, is_read):
    """Another computer that takes over has the files, and was not told of them."""
    settings.DATA_DIR.mkdir()
    if is_read:
        (settings.DATA_DIR / DOING).touch()
    pile(tournament).pages.create(number=1)
    clerk_client.get(SCANS)
    assert (settings.DATA_DIR / ASKED).exists() is not is_read


def test_the_list_takes_a_fixed_number_of_queries(
    tournament, clerk_client, django_assert_num_queries
):
    clerk_client.get(SCANS)
    for number in (1, 2):
        read_page(number)
        refused_page(tournament)
    with django_assert_num_queries(10):
        clerk_client.get(SCANS)


def test_a_page_is_put_aside_and_read_again(tournament, clerk, clerk_client):
    page = read_page()
    for _press in range(2):
        clerk_client.post(f"{SCANS}{page.pk}/drop/")
    page.refresh_from_db()
    assert (page.state, page.ended_by) == (State.DROPPED, clerk)
    for _press in range(2):
        clerk_client.post(f"{SCANS}{page.pk}/again/")
    page.refresh_from_db()
    assert (page.state, page.document, page.ended_by) == (State.WAITING, {}, None)


def test_a_page_without_a_picture_is_not_read_again(tournament, clerk_client):
    page = refused_page(tournament, "no-picture", picture=b"", width=0, height=0)
    answer = clerk_client.post(f"{SCANS}{page.pk}/again/", follow=True)
    assert "Nothing of this page could be opened. Send it again." in text_of(answer)


def test_a_page_that_was_handed_in_is_neither_dropped_nor_read_again(tournament, clerk_client):
    page = refused_page(tournament, state=State.DONE)
    for end in ("drop", "again"):
        answer = clerk_client.post(f"{SCANS}{page.pk}/{end}/", follow=True)
        assert "This page is ended already." in text_of(answer)
    page.refresh_from_db()
    assert page.state == State.DONE


def test_a_page_that_waits_to_be_read_is_not_put_aside(tournament, clerk_client):
    """Somebody else has just let it be read once more."""
    page = refused_page(tournament, state=State.WAITING)
    answer = clerk_client.post(f"{SCANS}{page.pk}/drop/", follow=True)
    assert "This page is not to be looked at any more." in text_of(answer)
    assert ScanPage.objects.get().state == State.WAITING


def test_a_page_that_was_read_is_typed_without_what_was_read(tournament, clerk_client):
    page = read_page()
    answer = clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": "1"})
    assert answer.url == "/t/wk-test/forms/1/1/"
    assert not Draft.objects.exists()
    assert Photo.objects.get().form.table == page.table
    page.refresh_from_db()
    assert page.state == State.DONE


def test_a_draft_that_the_official_has_stays(tournament, clerk, clerk_client):
    page = read_page(seed=2)
    store_draft(page.table, clerk, played(page.table))
    clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": "1"})
    assert Draft.objects.get().content == played(page.table)


def test_a_page_that_was_not_read_is_typed_beside_its_photo(tournament, clerk, clerk_client):
    page = refused_page(tournament)
    answer = clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": "2"})
    assert answer.url == "/t/wk-test/forms/1/2/"
    assert not Draft.objects.exists()
    assert Photo.objects.get().form.table == Table.objects.get(number=2)


@pytest.mark.parametrize("table", ["9", "", "x", "0"])
def test_a_table_that_is_none_is_refused(tournament, clerk_client, table):
    page = refused_page(tournament)
    answer = clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": table})
    assert answer.url == SCANS
    page.refresh_from_db()
    assert page.state == State.REFUSED


def test_a_closed_round_takes_no_page(tournament, clerk_client):
    page = read_page()
    Round.objects.update(state=Round.State.CLOSED)
    answer = clerk_client.post(f"{SCANS}{page.pk}/type/", {"table": "1"})
    assert answer.url == SCANS
    page.refresh_from_db()
    assert page.state == State.READ
