"""Pages of the list import: the preview, storing, and refusals."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.players.conftest import page_html
from wk.players.list_import.forms import ConfirmedListForm
from wk.players.list_import.player_list import ListLine, PlayerList
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
    confirm = reverse("players:confirm_import", args=["wk-test"])
    director_client.post(confirm, {"rows": rows})
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


def test_the_preview_has_the_club_below_the_name_for_phones(director_client, tournament):
    page = page_html(preview_of(director_client, "Joke;De Slag", "Karin"))
    assert re.findall(r'class="key">([JK].*?)</th>', page) == [
        'Joke <small class="below">De Slag</small>',
        "Karin",
    ]


def test_a_list_with_a_problem_is_not_imported_at_all(director_client, tournament):
    confirm = reverse("players:confirm_import", args=["wk-test"])
    rows = ConfirmedListForm.pack(
        PlayerList((ListLine(2, "Joke"), ListLine(3, "Karin", "", "zeven")))
    )
    response = director_client.post(confirm, {"rows": rows})
    assert [p.outcome for p in response.context["planned"]] == ["new", "problem"]
    assert Entry.objects.count() == 9


@pytest.mark.parametrize(
    "rows", ["", "{", '[[2,"Joke","",""]]', "[" * 100_000, "1" * 5_000, '[[1,"\\ud800","",""]]']
)
def test_a_damaged_list_is_refused(director_client, tournament, rows):
    confirm = reverse("players:confirm_import", args=["wk-test"])
    response = director_client.post(confirm, {"rows": rows})
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
    assert "<dt>Same name, or almost</dt><dd>2</dd>" in response.content.decode()
    assert "Same name, or almost" not in preview_of(director_client, "Joke").content.decode()
