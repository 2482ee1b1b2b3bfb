"""Pages of players: entering, correcting, withdrawing, and the list."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from wk.core.refusals import ActionRefused
from wk.players.forms import EditEntryForm, EntryForm
from wk.players.services import NewEntry, edit_entry, enter_many, entry_token
from wk.tournament.models import Entry


def test_a_player_is_added(director_client, tournament):
    url = reverse("players:add", args=["wk-test"])
    director_client.post(url, {"name": "Joke", "club": "De Slag", "number": ""})
    added = Entry.objects.get(name="Joke")
    assert (added.number, added.club) == (10, "De Slag")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "Joke\x07"}, "name"),
        ({"name": "Joke", "number": "3"}, "number"),
        ({"name": "Joke", "number": "0"}, "number"),
        ({"name": "Joke", "number": "drie"}, "number"),
        ({"name": "Joke", "number": "100000"}, "number"),
    ],
)
def test_an_invalid_player_is_refused_at_the_field(director_client, tournament, data, field):
    response = director_client.post(reverse("players:add", args=["wk-test"]), data)
    assert list(response.context["form"].errors) == [field]
    assert Entry.objects.count() == 9


def test_a_player_is_corrected_withdrawn_and_readmitted(director_client, tournament):
    director_client.post(
        reverse("players:edit", args=["wk-test", 1]),
        {"name": "Annie", "club": "", "number": "31"},
    )
    assert Entry.objects.get(number=31).name == "Annie"
    director_client.post(reverse("players:withdraw", args=["wk-test", 31]))
    assert Entry.objects.get(number=31).withdrawn_after == 1
    director_client.post(reverse("players:readmit", args=["wk-test", 31]))
    assert Entry.objects.get(number=31).withdrawn_after is None


def test_a_player_with_a_seat_cannot_be_removed(director_client, tournament):
    url = reverse("players:remove", args=["wk-test", 1])
    response = director_client.post(url, follow=True)
    assert [m.level_tag for m in response.context["messages"]] == ["error"]
    assert Entry.objects.count() == 9


def test_the_page_of_a_seated_player_offers_no_removal(director_client, tournament):
    page = director_client.get(reverse("players:edit", args=["wk-test", 1]))
    removal = reverse("players:remove", args=["wk-test", 1])
    assert removal not in page.content.decode()


def test_a_director_corrects_the_surname_of_a_player(director_client, tournament):
    url = reverse("players:edit", args=["wk-test", 1])
    data = {"name": "Anna De Wit", "surname": "De Wit", "number": "1"}
    director_client.post(url, data)
    assert Entry.objects.get(number=1).name_parts.listed == "De Wit, Anna"
    refused = director_client.post(url, data | {"surname": "Bos", "name": "<b>Anna"})
    assert list(refused.context["form"].errors) == ["surname"]
    assert "<b>Anna" not in refused.content.decode()
    assert director_client.get(url).context["form"].initial["surname"] == "De Wit"


def test_a_long_list_has_the_letters_of_surnames(client, tournament):
    url = reverse("players:list", args=["wk-test"])
    letter = re.compile(r'<th class="letter"[^>]*>(\w)</th>')
    assert not letter.findall(client.get(url).content.decode())
    rows = [NewEntry(f"{given} van der {name}") for given in "ABCD" for name in ("Łoś", "Los")]
    rows += [NewEntry(f"{given} de Wit") for given in "ABCD"]
    enter_many(tournament=tournament, rows=rows)
    page = client.get(url)
    assert letter.findall(page.content.decode()) == [*"ABCDEFGHILW"]
    shown = [entry.name for entry, _partner, _seats in page.context["shown"]]
    assert shown[9:13] == ["A van der Łoś", "A van der Los", "B van der Łoś", "B van der Los"]
    found = client.get(url, {"q": "wit, a de"}, follow=True)
    assert found.context["entry"].name == "A de Wit"


def test_the_list_is_sorted_regardless_of_capitals_and_accents(client, tournament):
    """The surname decides. Capitals, accents and prefixes do not change the order."""
    names = ["anna van Dijk", "Anna Visser", "Émile Vos", "Emma Vos", "Els Vos", "Álvaro Bos"]
    for number, name in enumerate(names, 1):
        Entry.objects.filter(number=number).update(name=name)
    Entry.objects.filter(number__gt=len(names)).update(name="Zus")
    page = client.get(reverse("players:list", args=["wk-test"]))
    assert [entry.number for entry, _partner, _seats in page.context["shown"]] == [
        6,
        1,
        2,
        5,
        3,
        4,
        7,
        8,
        9,
    ]


@pytest.mark.parametrize(
    ("name", "club", "errors"),
    [
        ("anna", "De Slag", ["is_other"]),
        ("Anna", "", ["is_other", "club"]),
        ("Annna", "", ["is_other"]),
        ("Joke", "", []),
    ],
)
def test_a_new_player_with_a_similar_name_must_be_confirmed_as_another(
    tournament, name, club, errors
):
    entries = list(tournament.entries.all())
    form = EntryForm({"name": name, "club": club, "number": ""}, entries=entries)
    assert list(form.errors) == errors
    sure = {"name": name, "club": club or "Tiel", "number": "", "is_other": "on"}
    form = EntryForm(sure, entries=entries)
    assert form.is_valid()
    assert form.cleaned_data == {"name": name, "club": club or "Tiel", "number": None}


def test_a_correction_of_an_entry_changed_meanwhile_is_refused(tournament):
    token = entry_token(tournament.entries.get(number=1))
    entry = tournament.entries.get(number=1)
    data = {"name": "Ana", "number": "1", "version_token": token}
    form = EditEntryForm(data, entry=entry)
    assert form.is_valid()
    edit_entry(entry=tournament.entries.get(number=1), **form.cleaned_data)
    with override("en"), pytest.raises(ActionRefused) as refused:
        edit_entry(entry=tournament.entries.get(number=1), **form.cleaned_data)
    assert str(refused.value) == (
        "Meanwhile somebody else changed this: it is 1 Ana now. Look at it again."
    )
    assert list(EditEntryForm({"name": "Ana"}, entry=entry).errors) == ["number"]


def test_a_similar_name_is_added_only_after_confirmation(director_client, tournament):
    url = reverse("players:add", args=["wk-test"])
    response = director_client.post(url, {"name": "Annna"})
    assert list(response.context["form"].errors) == ["is_other"]
    assert Entry.objects.count() == 9
    director_client.post(url, {"name": "Annna", "is_other": "on"})
    assert Entry.objects.get(number=10).name == "Annna"


def test_a_correction_made_meanwhile_is_not_overwritten(director_client, tournament):
    url = reverse("players:edit", args=["wk-test", 1])
    token = director_client.get(url).context["form"].initial["version_token"]
    director_client.post(url, {"name": "Annie", "number": "1", "version_token": token})
    response = director_client.post(url, {"name": "Ans", "number": "1", "version_token": token})
    assert list(response.context["form"].errors) == ["__all__"]
    assert Entry.objects.get(number=1).name == "Annie"


def test_round_1_is_drawn_from_the_list_of_players(director_client, clerk_client, tournament):
    tournament.rounds.all().delete()
    url, draw = reverse("players:list", args=["wk-test"]), reverse("rounds:draw", args=["wk-test"])
    page = director_client.get(url, headers={"accept-language": "en"}).content.decode()
    assert page.count(f'action="{draw}"') == 1
    assert "come in yet" not in page  # the desk is not used
    assert draw not in clerk_client.get(url).content.decode()
    answer = director_client.post(draw)
    assert answer.url == tournament.rounds.get().get_absolute_url()
    assert draw not in director_client.get(url).content.decode()


def test_the_list_tells_who_is_not_here_before_the_draw(director_client, tournament):
    tournament.rounds.all().delete()
    tournament.entries.filter(number=1).update(checked_in_at=timezone.now())
    url = reverse("players:list", args=["wk-test"])
    page = director_client.get(url, headers={"accept-language": "en"}).content.decode()
    assert "8 players have not come in yet." in page
