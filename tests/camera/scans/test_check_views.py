"""A page that was read, beside its photo: what is in doubt is compared, and the form handed in."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.http import QueryDict
from django.utils import timezone
from PIL import Image

from scoring.problems import Place, Problem
from scoring.text import Text
from tests.camera.scans.made_pages import SCANS, jpeg, read_page, refused_page, totals_of
from tests.played import played
from tests.rounds.prepared_rounds import hand_in_form
from wk.camera.scans.check import page_check
from wk.camera.scans.forms import LookForm
from wk.scoreforms.models import Check, Photo, Presence, ScanPage, ScanPile, ScoreForm, Version
from wk.scoreforms.photos.services import MOST_PHOTOS
from wk.scoreforms.sheet import sheet
from wk.tournament.models import Entry, Round, Table, Tournament

DOUBT = "deals.0.bids.0"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def at(page, end=""):
    return f"{SCANS}{page.pk}/{end}"


def looked(page, seen=None, **changes):
    """Return what a page sends once everything in doubt was compared with the photo."""
    doubts = [cell["path"] for cell in page.cells if cell["doubt"]]
    return {
        "players": "1 2 3 4 5" if page.told_table == 1 else "6 7 8 9",
        "seen": doubts if seen is None else seen,
        "totals_seen": "on",
        **changes,
    }


def table(number=1):
    return Table.objects.select_related("round__tournament").get(number=number)


def test_the_cells_in_doubt_stand_beside_their_pieces_of_the_photo(tournament, clerk_client):
    page = read_page()
    shown = clerk_client.get(at(page)).content.decode()
    assert f'src="{at(page)}cells/{DOUBT}.jpg"' in shown
    assert shown.count('name="seen"') == 1
    assert [shown.count(f"cells/written.{seat}.jpg") for seat in range(6)] == [1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("doubts", "lead", "marked"),
    [
        ((), "Nothing is in doubt: compare the totals.", []),
        (("written.1",), "1 of the totals is in doubt.", [1]),
        ((DOUBT, "written.1"), "1 cell to compare with the photo, then the totals.", [1]),
    ],
)
def test_a_total_in_doubt_is_marked(tournament, clerk_client, doubts, lead, marked):
    shown = clerk_client.get(at(read_page(doubts=doubts)))
    totals = shown.context["check"].totals
    assert [seat for seat, total in enumerate(totals) if total.is_doubtful] == marked
    text = " ".join(shown.content.decode().split())
    assert lead in text
    assert text.count('<span class="badge waiting">in doubt</span>') == len(marked)


def test_a_form_that_was_compared_counts_and_keeps_its_photo(tournament, clerk, clerk_client):
    page = read_page()
    answer = clerk_client.post(at(page), looked(page))
    assert (answer.status_code, answer.url) == (302, SCANS)
    version = Version.objects.get()
    assert (version.content, version.source) == (played(table()), Version.Source.CAMERA)
    assert (version.author, version.is_counted) == (clerk, True)
    assert version.paper_totals == [*totals_of(table().round.rules, played(table()), 5)]
    photo = Photo.objects.get()
    assert (photo.form.table, photo.author) == (table(), clerk)
    page.refresh_from_db()
    assert (page.state, page.version, page.ended_by) == (ScanPage.State.DONE, version, clerk)
    assert (bytes(page.picture), bytes(page.flat)) == (b"", b"")


def test_a_form_with_six_photos_takes_no_seventh_and_its_page_keeps_it(tournament, clerk_client):
    page = read_page()
    form = ScoreForm.objects.create(table=page.table)
    for number in range(MOST_PHOTOS):
        form.photos.create(picture=bytes([number]), width=1, height=1, taken_at=timezone.now())
    clerk_client.post(at(page), looked(page))
    page.refresh_from_db()
    assert (page.state, Photo.objects.count()) == (ScanPage.State.DONE, MOST_PHOTOS)
    assert (bytes(page.picture), bytes(page.flat)) == (jpeg(), b"")


def test_the_next_page_that_nobody_has_open_comes_after_it(tournament, clerk, clerk_client):
    first, second = read_page(1), read_page(2)
    answer = clerk_client.post(at(first), looked(first))
    assert answer.url == at(second)


def test_a_page_that_another_official_has_open_does_not_come_next(
    tournament, director, clerk_client
):
    first, second = read_page(1), read_page(2)
    form = ScoreForm.objects.create(table=second.table)
    Presence.objects.create(form=form, user=director, seen_at=timezone.now())
    assert clerk_client.post(at(first), looked(first)).url == SCANS


def test_an_open_page_reports_its_official_and_names_others(tournament, director, clerk_client):
    """So the page that comes next for another official is one that nobody has open."""
    page = read_page(1)
    assert 'hx-post="/t/wk-test/forms/1/1/present/"' in clerk_client.get(at(page)).content.decode()
    form = ScoreForm.objects.create(table=page.table)
    Presence.objects.create(form=form, user=director, seen_at=timezone.now())
    told = clerk_client.post("/t/wk-test/forms/1/1/present/", {})
    assert "dora has this form open too." in told.content.decode()


def test_nothing_counts_that_nobody_has_looked_at(tournament, clerk_client):
    page = read_page()
    for sent, why in (
        (looked(page, seen=[]), "Not everything has been compared with the photo yet."),
        (looked(page, totals_seen=""), "Compare the totals with the photo first."),
    ):
        answer = clerk_client.post(at(page), sent)
        assert answer.status_code == 200
        assert why in answer.content.decode()
    assert not Version.objects.exists()


def test_what_the_official_types_replaces_what_was_read(tournament, clerk_client):
    """The reader took another bid, which is found by the sum of nothing: only the eye tells."""
    right = table().round.rules.to_cells(played(table()))[DOUBT]
    page = read_page(changed={DOUBT: "9"})
    answer = clerk_client.post(at(page), looked(page) | {DOUBT: right})
    assert answer.status_code == 302
    assert Version.objects.get().content == played(table())


def test_a_deal_that_cannot_be_right_is_looked_at_whole(tournament, clerk_client):
    path = "deals.3.tricks.1"
    right = table().round.rules.to_cells(played(table()))[path]
    page = read_page(doubts=(), changed={path: str(int(right) + 1)})
    shown = clerk_client.get(at(page)).content.decode()
    assert shown.count('name="seen"') == 10
    assert "something in this deal is not right" in shown
    row = [f"deals.3.{kind}.{seat}" for kind in ("bids", "tricks") for seat in range(5)]
    wrong = clerk_client.post(at(page), looked(page, seen=row))
    assert "The form is not right yet: it does not count." in wrong.content.decode()
    answer = clerk_client.post(at(page), looked(page, seen=row) | {path: right})
    assert answer.status_code == 302
    assert Version.objects.get().content == played(table())


def test_a_deal_that_was_put_right_is_called_wrong_no_more(tournament, clerk_client):
    path = "deals.3.tricks.1"
    right = table().round.rules.to_cells(played(table()))[path]
    page = read_page(doubts=(), changed={path: str(int(right) + 1)})
    row = [f"deals.3.{kind}.{seat}" for kind in ("bids", "tricks") for seat in range(5)]
    for text, wrong in ((str(int(right) + 1), row), (right, [])):
        cells = looked(page, seen=row, totals_seen="") | {path: text}
        looks = clerk_client.post(at(page), cells).context["check"].looks
        assert sorted(look.cell.field.path for look in looks if look.by_rule) == wrong
        assert path in [look.cell.field.path for look in looks]


def test_totals_that_differ_from_the_deals_are_asked_about(tournament, clerk_client):
    page = read_page()
    sent = looked(page) | {"written.0": "499"}
    asked = clerk_client.post(at(page), sent)
    assert asked.status_code == 200
    assert "Is this right? Look at the paper" in asked.content.decode()
    sure = asked.context["check"].sheet.sure
    assert clerk_client.post(at(page), sent | {"sure": sure}).status_code == 302
    assert Version.objects.get().paper_totals[0] == 499


@pytest.mark.parametrize(
    ("changed", "place", "target"),
    [
        ({"deals.3.tricks.1": "7"}, "deal 4", "cell-deals-3-bids-0"),  # a row is about its cells
        ({"deals.3.tricks.1": "99"}, "Bram, deal 4, tricks", "cell-deals-3-tricks-1"),
    ],
)
def test_what_cannot_be_right_is_said_by_the_name_of_the_player_and_leads_to_the_cell(
    tournament, clerk_client, changed, place, target
):
    shown = clerk_client.get(at(read_page(doubts=(), changed=changed)))
    assert [(said.place.en, said.target) for said in shown.context["check"].wrong] == [
        (place, target)
    ]
    assert f'<a href="#{target}">{place}</a>' in shown.content.decode()
    assert f'id="{target}"' in shown.content.decode()


def test_a_total_that_is_far_from_others_is_said_by_the_name_of_the_player(tournament):
    page = read_page(doubts=())
    far = Problem("UNLIKELY_FAR", Place(seat=3), "totals.2", Text("ver weg", "far off"))
    shown = sheet(
        page.table.round.rules,
        tuple(Entry.objects.filter(number__lt=6).order_by("number")),
        page.document,
    )
    check = page_check(page, replace(shown, notices=(far,)))
    assert [(said.place.en, said.target) for said in check.notices] == [("Cor", "")]


def test_a_form_that_is_in_with_the_same_numbers_says_so(tournament, clerk, clerk_client):
    hand_in_form(1, clerk)
    page = read_page()
    assert "with the same numbers" in clerk_client.get(at(page)).content.decode()
    clerk_client.post(at(page), looked(page))
    assert Version.objects.count() == 1
    assert Photo.objects.count() == 1


def test_a_form_that_is_in_with_other_numbers_is_a_second_typing(
    tournament, director, clerk_client
):
    hand_in_form(1, director)
    page = read_page(seed=2)
    assert "other numbers" in clerk_client.get(at(page)).content.decode()
    answer = clerk_client.post(at(page), looked(page))
    assert answer.url == "/t/wk-test/forms/1/1/settle/"
    first, second = Version.objects.order_by("number")
    assert (first.is_counted, second.is_counted) == (True, False)
    assert second.is_to_compare
    assert Check.objects.get().typed == second


@pytest.mark.parametrize(("method", "is_checked"), [("sight", True), ("blind", False)])
def test_the_camera_is_no_second_typing(tournament, director, clerk_client, method, is_checked):
    Tournament.objects.update(second_check="every", check_method=method)
    hand_in_form(1, director)
    page = read_page()
    clerk_client.post(at(page), looked(page))
    assert Version.objects.get().is_counted is is_checked
    assert Check.objects.filter(agrees=True).exists() is is_checked


def hand_in_read(client, page, **sent):
    """Hand a page in; who is asked whether it is right says yes."""
    answer = client.post(at(page), looked(page, **sent))
    if answer.status_code == 200 and (token := answer.context["check"].sheet.sure):
        client.post(at(page), looked(page, **sent, sure=token))


@pytest.mark.parametrize("method", ["sight", "blind"])
@pytest.mark.parametrize(
    ("one_look", "doubts", "is_counted"),
    [(False, (), False), (True, (), True), (True, (DOUBT,), False)],
)
def test_one_look_is_enough_for_a_form_without_doubt_if_the_director_wants_it(
    tournament, clerk_client, method, one_look, doubts, is_counted
):
    Tournament.objects.update(second_check="every", check_method=method, one_look=one_look)
    hand_in_read(clerk_client, read_page(doubts=doubts))
    version = Version.objects.get()
    assert (version.is_counted, version.is_waiting) == (is_counted, not is_counted)
    assert (version.check_wanted == Version.CheckReason.NOT) is is_counted


@pytest.mark.parametrize(("one_look", "is_checked"), [(False, False), (True, True)])
def test_a_form_without_doubt_is_a_second_typing_if_the_director_wants_it(
    tournament, director, clerk_client, one_look, is_checked
):
    Tournament.objects.update(second_check="every", check_method="blind", one_look=one_look)
    hand_in_form(1, director)
    hand_in_read(clerk_client, read_page(doubts=()))
    assert Version.objects.get().is_counted is is_checked
    assert Check.objects.filter(agrees=True).exists() is is_checked


@pytest.mark.parametrize("total", ["", "7"])
def test_other_totals_on_the_paper_are_a_doubt(tournament, clerk_client, total):
    Tournament.objects.update(second_check="every", one_look=True)
    page = read_page(doubts=())
    for cell in page.cells:
        if cell["path"] == "written.0":
            cell["text"] = total
    page.save()
    hand_in_read(clerk_client, page)
    assert Version.objects.get().is_waiting


def test_what_the_official_changes_was_in_doubt(tournament, clerk_client):
    """Also if only a total on the paper was read otherwise than it is."""
    Tournament.objects.update(second_check="every", one_look=True)
    page = read_page(doubts=())
    right = next(cell["text"] for cell in page.cells if cell["path"] == "written.0")
    for cell in page.cells:
        if cell["path"] == "written.0":
            cell["text"] = "7"
    page.save()
    hand_in_read(clerk_client, page, **{"written.0": right})
    assert Version.objects.get().is_waiting


def test_one_look_is_not_enough_for_a_photo_of_players(tournament, clerk_client):
    Tournament.objects.update(second_check="every", one_look=True)
    page = read_page(doubts=())
    ScanPile.objects.update(source=ScanPile.Source.TABLE, table=page.table)
    hand_in_read(clerk_client, page)
    assert Version.objects.get().is_waiting


def test_players_who_changed_seats_since_it_was_read_bring_the_page_back(tournament, clerk_client):
    page = read_page()
    page.players = page.players[::-1]
    page.save()
    answer = clerk_client.post(at(page), looked(page))
    assert "Other players sit at this table now" in answer.content.decode()
    assert not Version.objects.exists()


def test_a_box_that_was_read_as_crossed_is_empty_once_its_tick_is_taken_away():
    sent = QueryDict("seen=one&seen=two&two=x&four=1")
    form = LookForm(sent, ["one", "two", "three", "four"], boxes=["one", "two", "three"])
    assert form.texts == {"one": "", "two": "x", "four": "1"}


def test_a_second_press_hands_in_once(tournament, clerk, clerk_client):
    page = read_page()
    clerk_client.post(at(page), looked(page))
    again = clerk_client.post(at(page), looked(page))
    assert again.url == SCANS
    assert Version.objects.count() == 1


def test_other_players_at_the_table_bring_the_page_back(tournament, clerk_client):
    page = read_page()
    answer = clerk_client.post(at(page), looked(page, players="1 2 3 4 6"))
    assert answer.status_code == 200
    assert not Version.objects.exists()


@pytest.mark.parametrize(
    "sent", [{"players": "no numbers"}, {DOUBT: "x" * 400}, {DOUBT: "\x00"}, {"written.0": "12O"}]
)
def test_what_cannot_be_stored_brings_the_page_back(tournament, clerk_client, sent):
    page = read_page()
    assert clerk_client.post(at(page), looked(page) | sent).status_code == 200
    assert not Version.objects.exists()


def test_a_page_of_a_closed_round_is_not_handed_in(tournament, clerk_client):
    page = read_page()
    Round.objects.update(state=Round.State.CLOSED)
    answer = clerk_client.post(at(page), looked(page), follow=True)
    assert "Round 1 is closed" in answer.content.decode()
    assert not Version.objects.exists()


def test_a_page_that_is_ended_or_was_refused_leads_to_the_list(tournament, clerk_client):
    assert clerk_client.get(at(refused_page(tournament))).url == SCANS


def test_a_page_of_another_tournament_is_not_found(tournament, clerk_client):
    page = read_page()
    Tournament.objects.create(name="Other", slug="other", date=tournament.date)
    for end in ("", "page.jpg", f"cells/{DOUBT}.jpg"):
        assert clerk_client.get(f"/t/other/forms/scans/{page.pk}/{end}").status_code == 404


def test_pictures_are_for_officials_and_stored_by_no_browser(tournament, client, clerk_client):
    page = read_page()
    for end in ("page.jpg", "small.jpg", "flat.jpg", f"cells/{DOUBT}.jpg"):
        answer = clerk_client.get(at(page, end))
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
        assert answer["Cache-Control"] == "no-store"
        assert client.get(at(page, end)).status_code == 302
    picture = Image.open(BytesIO(clerk_client.get(at(page, "small.jpg")).content))
    assert picture.size == (220, 165)
    for end in ("other.jpg", "cells/deals.99.bids.0.jpg"):
        assert clerk_client.get(at(page, end)).status_code == 404


def test_the_check_takes_a_fixed_number_of_queries(
    tournament, clerk_client, django_assert_num_queries
):
    page = read_page()
    clerk_client.get(at(page))
    with django_assert_num_queries(8):
        clerk_client.get(at(page))
