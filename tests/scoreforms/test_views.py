"""The public page of a table: its form, whether it is checked, and corrections."""

import re

import pytest

from tests.markup import without_space_beside_blocks
from tests.played import played
from tests.scoreforms.submissions import NOW, TOTALS, submit, with_two_other_cells
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.models import Check, Version
from wk.scoreforms.review.services import adjudicate, let_count

TABLE = "/t/wk-test/rounds/1/tables/1/"
ENGLISH = {"headers": {"Accept-Language": "en"}}


def test_the_page_of_a_table_is_public_and_takes_only_get(client, table):
    assert client.get(TABLE).status_code == 200
    assert client.post(TABLE).status_code == 405
    for unknown in ("/t/wk-test/rounds/1/tables/9/", "/t/wk-test/rounds/2/tables/1/"):
        assert client.get(unknown).status_code == 404


def test_a_table_of_an_unconfirmed_draw_is_hidden_from_the_public(client, clerk_client, tournament):
    tournament.rounds.update(state="drawn")
    assert client.get(TABLE).status_code == 404
    assert clerk_client.get(TABLE).status_code == 200


def test_a_draft_is_not_shown_to_the_public(client, table, clerk):
    save_draft(table=table, document=played(table), author=clerk, now=NOW)
    page = client.get(TABLE)
    assert (page.context["counted"], page.context["state"]) == (None, "missing")
    assert [row.is_written for row in page.context["sheet"].rows] == []


def test_a_waiting_form_is_announced_without_its_numbers(client, table, clerk, double_checked):
    submit(table, played(table), clerk)
    page = client.get(TABLE, **ENGLISH)
    assert "being looked at" in page.content.decode()
    assert (page.context["counted"], page.context["state"]) == (None, "checking")
    assert page.context["sheet"].rows == ()
    assert {total.points for total in page.context["sheet"].totals} == {0}
    assert {total.result for total in page.context["sheet"].totals} == {None}


def test_the_deals_of_a_counted_form_are_shown(client, clerk, table):
    submit(table, played(table), clerk)
    shown = [
        tuple(tuple(figure for figure, _column in side.computed) for side in row.sides)
        for row in client.get(TABLE).context["sheet"].rows
    ]
    assert shown == [row.figures for row in table.round.rules.progress(played(table), 5).rows]


def test_only_a_counted_form_has_columns_of_its_result(client, clerk, table):
    heading = re.compile(r'<th scope="col"[^>]*>(.*?)</th>')

    def headings():
        return heading.findall(client.get(TABLE, **ENGLISH).content.decode())

    assert headings() == ["Seat", "Player"]
    submit(table, played(table), clerk)
    points = '<abbr title="match points">MP</abbr>'
    assert headings()[:5] == ["Seat", "Player", "Place", "Points", points]
    assert (
        "MP: match points, by the place at the table"
        in client.get(TABLE, **ENGLISH).content.decode()
    )


def test_a_clerk_adds_a_photo_to_a_form_that_counts(client, clerk_client, clerk, table):
    submit(table, played(table), clerk)
    way = 'href="/t/wk-test/forms/1/1/photos/"'
    pages = [each.get(TABLE).content.decode() for each in (client, clerk_client)]
    assert [way in page for page in pages] == [False, True]
    table.round.tournament.rounds.update(state="closed")
    assert way not in clerk_client.get(TABLE).content.decode()


def test_totals_are_marked_as_unchecked_until_typed_again(client, table, clerk, bea):
    submit(table, TOTALS, clerk)
    page = client.get(TABLE, **ENGLISH)
    assert page.context["sheet"].totals_only
    assert [t.points for t in page.context["sheet"].totals] == [88, 120, 64, -6, 102]
    assert "counts, being looked at" in page.content.decode()
    submit(table, TOTALS, bea)
    assert "counts, being looked at" not in client.get(TABLE, **ENGLISH).content.decode()


def test_a_form_that_counts_and_is_to_be_looked_at_says_so(client, table, clerk, director):
    submit(table, played(table), clerk)
    assert "being looked at" not in client.get(TABLE, **ENGLISH).content.decode()
    version = Version.objects.get()
    Check.objects.create(version=version, author=director, at=NOW, agrees=False)
    assert "counts, being looked at" in client.get(TABLE, **ENGLISH).content.decode()


def test_a_correction_shows_its_time_author_reason_and_changes(client, table, clerk, director):
    submit(table, played(table), clerk)
    document, changed = with_two_other_cells(table)
    submit(table, document, director, expected_version=1, reason="Kolom verwisseld")
    page = client.get(TABLE, **ENGLISH)
    correction = page.context["correction"]
    found = {cells[0].field.path: tuple(c.value for c in cells) for cells in correction.changes}
    assert (found, correction.more) == (changed, 0)
    before, after = (table.round.rules.progress(d, 5).totals for d in (played(table), document))
    assert [(entry.number, was, now) for entry, was, now in correction.points] == [
        (seat, was, now)
        for seat, (was, now) in enumerate(zip(before, after, strict=True), 1)
        if was != now
    ]
    called = {cells[0].accessible_name.en.split(", ")[0] for cells in correction.changes}
    assert called <= {str(entry) for entry, _was, _now in correction.points}  # as at the totals
    words = without_space_beside_blocks(page.content.decode())
    assert "21 November 21:00, by dora. Reason: Kolom verwisseld" in words


def test_a_large_correction_shows_its_first_cells(client, table, clerk, director):
    submit(table, played(table), clerk)
    submit(table, played(table, 2), director, expected_version=1, reason="Verkeerde tafel")
    correction = client.get(TABLE).context["correction"]
    before, after = (table.round.rules.to_cells(played(table, seed)) for seed in (1, 2))
    paths = [path for path in {**before, **after} if before.get(path) != after.get(path)]
    assert (len(correction.changes), correction.more) == (8, len(paths) - 8)


def test_deals_that_correct_totals_show_only_points(client, table, clerk, director):
    submit(table, TOTALS, clerk)
    submit(table, played(table), director, expected_version=1, reason="Papier gevonden")
    correction = client.get(TABLE).context["correction"]
    assert (correction.changes, correction.more) == ((), 0)
    totals = table.round.rules.progress(played(table), 5).totals
    assert [points[1:] for points in correction.points] == [
        each for each in zip(TOTALS["totals"], totals, strict=True) if each[0] != each[1]
    ]


def test_a_correction_is_compared_with_the_version_that_counted_before(
    client, table, clerk, bea, director
):
    submit(table, played(table), clerk)
    submit(table, played(table, 2), bea)  # laid beside it, and never counted
    asked = {"check": Check.objects.get(), "author": director, "reason": "Bea zag het goed"}
    document, changed = with_two_other_cells(table)
    adjudicate(document=document, now=Check.objects.get().at, **asked)
    correction = client.get(TABLE).context["correction"]
    assert {cells[0].field.path for cells in correction.changes} == set(changed)


def test_letting_a_form_count_is_not_shown_as_a_correction(
    client, director, table, clerk, double_checked
):
    version = submit(table, played(table), clerk)
    let_count(version=version, author=director, now=NOW, reason="Papier weg")
    page = client.get(TABLE)
    assert (page.context["counted"].number, page.context["correction"]) == (1, None)
    assert "Papier weg" not in page.content.decode()


@pytest.mark.usefixtures("whole_game")
def test_a10_a_ruling_is_shown_with_its_deal(client, table, director):
    document = played(table)
    document["deals"][0] = {"bids": [2] * 5, "tricks": [2] * 5, "ruling": "Laat staan."}
    submit(table, document, director)
    page = client.get(TABLE)
    assert [c.value for c in page.context["sheet"].rows[0].notes if c.value] == ["Laat staan."]
    assert "Laat staan." in page.content.decode()


def test_the_page_of_a_table_pins_its_number_of_queries(
    client, table, clerk, director, django_assert_num_queries
):
    with django_assert_num_queries(6):
        client.get(TABLE)
    submit(table, played(table), clerk)
    with django_assert_num_queries(6):
        client.get(TABLE)
    submit(table, played(table, 2), director, expected_version=1, reason="Verkeerde tafel")
    with django_assert_num_queries(7):
        client.get(TABLE)
