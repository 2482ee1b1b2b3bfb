"""Pages of the list import: the preview, storing, and refusals."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.markup import messages_with_level
from tests.players.conftest import page_html
from wk.players.list_import.forms import ConfirmedListForm
from wk.players.list_import.player_list import ListLine, PlannedLine
from wk.players.services import enter
from wk.tournament.models import Entry


def test_a_list_is_previewed_before_it_is_stored(director_client, tournament):
    url = reverse("players:import", args=["wk-test"])
    listed = b"Naam;Club;Achternaam\nJoke De Wit;De Slag;De Wit\nAnna;;\nLi Wei;;Li"
    file = SimpleUploadedFile("lijst.csv", listed)
    response = director_client.post(url, {"file": file})
    assert [(p.listed.name, p.outcome) for p in response.context["planned"]] == [
        ("Joke De Wit", "new"),
        ("Anna", "skipped"),
        ("Li Wei", "new"),
    ]
    assert Entry.objects.count() == 9
    rows = response.context["confirm"].initial["rows"]
    confirm(director_client, rows)
    assert list(Entry.objects.filter(number__gt=9).values_list("name", "club", "surname")) == [
        ("Joke De Wit", "De Slag", ""),  # a Dutch list has it under Wit, whatever the column says
        ("Li Wei", "", "Li"),
    ]


def test_a_file_or_pasted_names_are_required(director_client, tournament):
    url = reverse("players:import", args=["wk-test"])
    for ask in (director_client.get, director_client.post):
        page = ask(url, {"text": ""}, headers={"accept-language": "en"}).content.decode()
        assert page.count("one of the two is needed.") == 1
        assert page.count("(optional)") == 0
        assert re.findall(r'<label for="(\w+)">', page) == ["id_file", "id_text"]
    assert "<li>Choose a file or paste some names.</li>" in page


def test_a_list_without_players_is_refused(director_client, tournament):
    url = reverse("players:import", args=["wk-test"])
    file = SimpleUploadedFile("lijst.csv", b"naam,club\n")
    page = director_client.post(url, {"file": file}, headers={"accept-language": "en"})
    assert "There are no players in this list." in page.content.decode()


def test_the_preview_has_the_club_below_the_name_for_phones(director_client, tournament):
    page = page_html(preview_of(director_client, "Joke;De Slag", "Karin"))
    assert re.findall(r'class="key">([JK].*?)</th>', page) == [
        'Joke <small class="below">De Slag</small>',
        "Karin",
    ]


def confirm(client, rows):
    """Confirm a previewed list; return the answer."""
    url = reverse("players:confirm_import", args=["wk-test"])
    return client.post(url, {"rows": rows}, headers={"accept-language": "en"})


def test_a_line_with_a_problem_is_left_out_and_told(director_client, tournament):
    response = preview_of(director_client, "Joke", "L" * 81 + ";De Slag", "Karin", f"Bo;{'C' * 90}")
    page = page_html(response)
    assert named_lines(response) == [3, 5]
    name = "L" * 59 + "…"
    assert f">line 3</a> {name} (De Slag): the name has 81 characters, 80 is the most</li>" in page
    assert f">line 5</a> Bo ({'C' * 59}…): the club has 90 characters, 80 is the most</li>" in page
    assert "Enter 2 players</button> <span>2 lines are left out.</span>" in page
    answer = confirm(director_client, response.context["confirm"].initial["rows"])
    assert messages_with_level(answer) == [
        ("success", "2 players have been entered."),
        ("warning", "Lines 3, 5 of the list were left out."),
    ]
    entered = tournament.entries.filter(number__gt=9)
    assert list(entered.values_list("name", flat=True)) == ["Joke", "Karin"]


def test_the_mended_list_enters_who_was_left_out(director_client, tournament):
    first = preview_of(director_client, "Joke", "L" * 81)
    confirm(director_client, first.context["confirm"].initial["rows"])
    mended = preview_of(director_client, "Joke", "L" * 80)
    assert [p.outcome for p in mended.context["planned"]] == ["skipped", "new"]
    answer = confirm(director_client, mended.context["confirm"].initial["rows"])
    assert messages_with_level(answer) == [("success", "1 player has been entered.")]


def test_a_list_of_problems_only_has_no_button(director_client, tournament):
    page = page_html(preview_of(director_client, "L" * 81))
    assert "These lines cannot be entered." in page
    assert reverse("players:confirm_import", args=["wk-test"]) not in page


def test_a_problem_since_the_preview_is_shown_and_nothing_is_entered(director_client, tournament):
    lines = (
        PlannedLine(ListLine(2, "Joke"), "new"),
        PlannedLine(ListLine(3, "Karin", "", "7"), "new"),
    )
    response = confirm(director_client, ConfirmedListForm.pack(lines))
    assert [p.outcome for p in response.context["planned"]] == ["new", "problem"]
    assert Entry.objects.count() == 9


def test_all_lines_left_out_are_told_after_a_second_preview(director_client, tournament):
    first = preview_of(director_client, "L" * 81, "Joke", "Karin;;20")
    enter(tournament=tournament, name="Bo", number=20)
    second = confirm(director_client, first.context["confirm"].initial["rows"])
    assert named_lines(second) == [4]
    answer = confirm(director_client, second.context["confirm"].initial["rows"])
    assert messages_with_level(answer) == [
        ("success", "1 player has been entered."),
        ("warning", "Lines 2, 4 of the list were left out."),
    ]


@pytest.mark.parametrize(
    "rows", ["", "{", '[[2,"Joke","",""]]', "[" * 100_000, "1" * 5_000, '[[1,"\\ud800","",""]]']
)
def test_a_damaged_list_is_refused(director_client, tournament, rows):
    response = confirm(director_client, rows)
    assert response.url == reverse("players:import", args=["wk-test"])
    assert Entry.objects.count() == 9


def preview_of(client, *lines):
    """Return the English preview of a list with these lines under its heading."""
    url = reverse("players:import", args=["wk-test"])
    file = SimpleUploadedFile("lijst.csv", "\n".join(["Naam;Club;Nr", *lines]).encode())
    return client.post(url, {"file": file}, headers={"accept-language": "en"})


def named_lines(response):
    """Return the numbers of the lines that are linked above the preview."""
    above, table = response.content.decode().split('<table class="list">')
    there = re.findall(r'<a href="#line-(\d+)"', above)
    assert all(table.count(f'<tr id="line-{line}"') == 1 for line in there)
    return [int(line) for line in there]


def test_lines_with_a_problem_are_named_above_the_list(director_client, tournament):
    response = preview_of(director_client, *["Joke", "Karin;;zeven", "Lies", ";De Slag"])
    assert [line.listed.line for line in response.context["problems"]] == [3, 5]
    assert named_lines(response) == [3, 5]
    assert ">line 3</a> Karin:" in page_html(response)


def test_only_the_first_ten_of_many_problems_are_described(director_client, tournament):
    response = preview_of(director_client, *[f"Joke {n};;zeven" for n in range(12)])
    page = response.content.decode()
    assert named_lines(response) == [*range(2, 14)]
    assert (">line 11</a>" in page, ">line 12</a>" in page) == (True, False)


def test_lines_with_equal_or_similar_names_are_counted_and_named(director_client, tournament):
    response = preview_of(director_client, "Joke;De Slag", "Anna;;12", "Joke;Tiel", "Anna", "Karin")
    assert [(p.listed.line, p.outcome, bool(p.note)) for p in response.context["planned"]] == [
        (2, "new", False),
        (3, "new", True),
        (4, "new", True),
        (5, "skipped", True),
        (6, "new", False),
    ]
    assert named_lines(response) == [3, 4]
    assert "<dt>To look at</dt><dd>2</dd>" in response.content.decode()
    assert "To look at" not in preview_of(director_client, "Joke").content.decode()
