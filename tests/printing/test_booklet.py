"""The booklet of an edition: every form with its deals, two on a page, drawn the fast way."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scoring.registry import GAMES
from tests.printing.looks import assert_looks_like_whole_pages
from tests.printing.pdf_pages import pages_of, without_spaces
from tests.rounds.prepared_rounds import NOON, count_form_of
from wk.archive.practice import DATE, practice_archive
from wk.archive.services import import_archive
from wk.printing.booklet import BookForm, book_forms, in_pages
from wk.scoreforms.models import ScoreForm
from wk.tournament.models import Tournament

pytestmark = pytest.mark.django_db


def practice(key: str, players: int) -> Tournament:
    """Return the practice tournament of a game."""
    return import_archive(archive=practice_archive(date=DATE, key=key, players=players), now=NOON)


def forms_of(tournament: Tournament) -> list[BookForm]:
    return list(book_forms(tournament.rounds.order_by("number")))


@pytest.fixture
def one_form(tournament):
    """The tournament with the form of table 1 of round 1."""
    count_form_of(tournament.rounds.get().tables.get(number=1))
    return tournament


def test_a_form_has_a_line_for_each_deal_and_the_result_of_each_seat(one_form):
    (form,) = forms_of(one_form)
    table = one_form.rounds.get().tables.get(number=1)
    content = ScoreForm.objects.get().counted.content
    assert (form.round, form.table, form.rows) == (1, 1, 19)
    assert form.columns[0].lines.split("\n") == [str(n) for n in [*range(10, 0, -1), *range(2, 11)]]
    assert [side.entries[0].name for side in form.sides] == ["Anna", "Bram", "Cor", "Dirk", "Els"]
    for at, (side, seat) in enumerate(zip(form.sides, table.seats.all(), strict=True)):
        bids = [str(deal["bids"][at]) for deal in content["deals"]]
        assert side.columns[0].lines.split("\n") == bids
        assert [column.kind for column in side.columns] == ["written", "written", "points", "sum"]
        assert side.columns[-1].lines.split("\n")[-1] == side.points
        assert side.points == str(seat.result.points).replace("-", "−")


def test_number_of_queries(one_form, django_assert_num_queries):
    rounds = list(one_form.rounds.all())
    with django_assert_num_queries(5):
        list(book_forms(rounds))


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ([(1, 19, 0)], [1]),
        ([(1, 19, 0)] * 5, [2, 2, 1]),
        ([(1, 19, 0)] * 3 + [(2, 19, 0)] * 2, [2, 1, 2]),
        ([(1, 30, 0)] * 2, [1, 1]),
        ([(1, 19, 0), (1, 19, 3), (1, 19, 0)], [1, 1, 1]),
    ],
)
def test_two_forms_of_a_round_share_a_page(forms, expected):
    made = [
        BookForm(number, 1, (), (), ("a remark",) * remarks, rows)
        for number, rows, remarks in forms
    ]
    assert [len(page) for page in in_pages(made)] == expected


@pytest.mark.parametrize("key", GAMES)
def test_forms_of_every_game_have_columns_as_long_as_their_deals(key):
    tournament = practice(key, 12)
    forms = forms_of(tournament)
    assert forms
    for form in forms:
        columns = [*form.columns, *(column for side in form.sides for column in side.columns)]
        assert {len(column.lines.split("\n")) for column in columns} == {form.rows}


@pytest.mark.slow
def test_pages_of_the_booklet_look_as_if_they_were_laid_out_alone():
    tournament = practice("wk-boerenbridge", 25)
    with translation.override("nl"):
        parts = [
            render_to_string("printing/book_forms.html", {"tournament": tournament, "forms": page})
            for page in in_pages(forms_of(tournament)[:10])
        ]
    are_set = assert_looks_like_whole_pages(parts)
    assert are_set.count(True) >= len(parts) - 2


@pytest.mark.slow
def test_the_booklet_has_its_cover_the_standings_and_the_forms(clerk_client, one_form):
    cover, standings, forms = (
        without_spaces(page.extract_text())
        for page in pages_of(
            clerk_client.get("/t/wk-test/booklet.pdf", headers={"Accept-Language": "nl"})
        )
    )
    assert cover.startswith("WKTest21november2026")
    assert "Standtijdensronde1" in standings
    assert re.findall(r"Ronde\d·tafel\d", forms) == ["Ronde1·tafel1"]
    assert [forms.count(name) for name in ("Anna", "Els", "Femke")] == [1, 1, 0]
