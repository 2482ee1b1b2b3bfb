"""Pages of the second pair of eyes: the pile, a form beside its paper, and two that differ."""

from random import Random

import pytest
from django.http import QueryDict
from django.urls import reverse

from scoring.registry import GAMES, game
from tests.scoreforms.eyes import TOTALS, another, give, levels, played
from wk.scoreforms.check_forms import SettleForm
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Entry, Table

FORM = "/t/wk-test/forms/1/1/"
SECOND = f"{FORM}second/"
SETTLE = f"{FORM}settle/"
COUNT = f"{FORM}count/"
PILE = "/t/wk-test/forms/pile/"
TABLE = "/t/wk-test/rounds/1/tables/1/"


@pytest.fixture
def wanting(tournament):
    """Sets that every form is looked at, and how."""

    def choose(method):
        tournament.second_check, tournament.check_method = "every", method
        tournament.save()

    return choose


@pytest.fixture
def waiting(table, clerk, wanting) -> Version:
    """What Kees typed, to be looked at by sight."""
    wanting("sight")
    return give(table, played(table), clerk)


@pytest.fixture
def differing(table, clerk, bea, wanting) -> Check:
    """What Kees typed, and Bea differently in two cells."""
    wanting("blind")
    give(table, played(table), clerk)
    give(table, another(table)[0], bea)
    return Check.objects.get()


@pytest.mark.parametrize("path", [PILE, SECOND, SETTLE])
def test_officials_only(client, waiting, path):
    assert client.get(path).url == f"{reverse('accounts:login')}?next={path}"


@pytest.mark.parametrize(
    ("path", "method"), [(PILE, "post"), (SECOND, "put"), (SETTLE, "delete"), (COUNT, "get")]
)
def test_wrong_methods(director_client, waiting, path, method):
    assert getattr(director_client, method)(path).status_code == 405


def test_letting_count_is_the_directors(clerk_client, waiting):
    assert clerk_client.post(COUNT, {"version": "1", "reason": "Haast"}).status_code == 403


# The pile


def pile(client):
    forms = client.get(PILE).context["forms"]
    return [(each.table.number, each.way, each.is_own) for each in forms]


def test_the_pile_is_empty_at_first(clerk_client, tournament):
    page = clerk_client.get(PILE)
    assert (page.context["forms"], page.context["first"]) == ((), None)
    assert 'class="empty"' in page.content.decode()


def test_the_newest_lies_on_top_and_tells_what_it_is_there_for(
    clerk_client, bea, waiting, tournament
):
    give(Table.objects.get(number=2), {"totals": [70, 60, 50, 40]}, bea)
    assert pile(clerk_client) == [(2, "type", False), (1, "look", True)]
    page = clerk_client.get(PILE, headers={"Accept-Language": "en"}).content.decode()
    assert "only totals were taken" in page
    assert "every form is checked" in page
    assert "Yours: somebody else looks." in page


@pytest.mark.parametrize(("method", "href"), [("sight", SECOND), ("blind", FORM)])
def test_the_pile_leads_to_where_a_form_is_looked_at(
    bea_client, table, clerk, wanting, method, href
):
    wanting(method)
    give(table, played(table), clerk)
    assert f'class="hero" href="{href}"' in bea_client.get(PILE).content.decode()


def test_what_was_typed_differently_leads_to_settling(clerk_client, differing):
    assert f'class="hero" href="{SETTLE}"' in clerk_client.get(PILE).content.decode()


def test_the_pile_takes_a_few_queries_however_high(
    bea_client, bea, clerk, wanting, table, django_assert_num_queries
):
    wanting("sight")
    for number in (1, 2):
        place = Table.objects.get(number=number)
        give(place, played(place), clerk)
        with django_assert_num_queries(6):
            assert len(bea_client.get(PILE).context["forms"]) == number


# By sight


def test_a_form_is_shown_as_on_the_paper(bea_client, waiting, table):
    page = bea_client.get(SECOND)
    cells = [c.value for row in page.context["sheet"].rows for c in row.every_cell]
    written = table.round.rules.to_cells(waiting.content)
    assert [value for value in cells if value] == [
        written[f.path]
        for f in table.round.rules.layout(5, waiting.content).fields
        if written.get(f.path) and f.path != "first_dealer"
    ]
    assert f'href="{FORM}?copy"' in page.content.decode()


def test_confirming_lets_it_count_and_goes_on_to_the_next(bea_client, bea, clerk, waiting):
    second = Table.objects.get(number=2)
    give(second, played(second), clerk)
    answer = bea_client.post("/t/wk-test/forms/1/2/second/", {"version": "1"})
    assert answer.url == SECOND
    answer = bea_client.post(SECOND, {"version": "1"}, follow=True)
    assert (answer.redirect_chain[0][0], levels(answer)) == (PILE, ["success", "success"])
    assert set(Version.objects.values_list("is_counted", flat=True)) == {True}
    assert set(Check.objects.values_list("author", "agrees")) == {(bea.pk, True)}


def test_a_double_click_is_one_look(bea_client, waiting):
    for _click in range(2):
        bea_client.post(SECOND, {"version": "1"})
    assert (Check.objects.count(), Result.objects.count()) == (1, 5)


def test_who_typed_it_sees_it_and_cannot_confirm_it(clerk_client, waiting):
    assert "looked-at" not in clerk_client.get(SECOND).content.decode()
    answer = clerk_client.post(SECOND, {"version": "1"}, follow=True)
    assert levels(answer) == ["error"]
    assert (Check.objects.count(), Result.objects.count()) == (0, 0)


@pytest.mark.parametrize("version", ["", "x", "0", "9" * 20, "\0"])
def test_hostile_input_confirms_nothing(bea_client, waiting, version):
    answer = bea_client.post(SECOND, {"version": version}, follow=True)
    assert (levels(answer), Check.objects.count()) == (["error"], 0)


def test_a_version_that_does_not_exist_is_not_found(bea_client, waiting):
    assert bea_client.post(SECOND, {"version": "7"}).status_code == 404


def test_what_was_replaced_meanwhile_is_not_confirmed(bea_client, table, clerk, waiting):
    give(table, played(table, 2), clerk, expected_version=1)
    answer = bea_client.post(SECOND, {"version": "1"}, follow=True)
    assert (levels(answer), Result.objects.count()) == (["error"], 0)


def test_blind_shows_nothing_and_leads_to_typing(bea_client, table, clerk, wanting):
    wanting("blind")
    give(table, played(table), clerk)
    assert bea_client.get(SECOND).url == FORM
    answer = bea_client.post(SECOND, {"version": "1"})
    assert (answer.url, Result.objects.count()) == (SECOND, 0)


def test_nothing_to_look_at_leads_back_to_the_pile(clerk_client, table):
    assert clerk_client.get(SECOND).url == PILE


def test_the_walk_knows_who_comes_before_and_after(bea_client, clerk, waiting):
    second = Table.objects.get(number=2)
    give(second, played(second), clerk)
    first = bea_client.get("/t/wk-test/forms/1/2/second/").context
    last = bea_client.get(SECOND).context
    assert (first["newer"], first["older"].table.number) == (None, 1)
    assert (last["newer"].table.number, last["older"]) == (2, None)
    assert [(c["position"], c["total"]) for c in (first, last)] == [(1, 2), (2, 2)]


def test_looking_takes_a_few_queries(bea_client, waiting, django_assert_num_queries):
    with django_assert_num_queries(11):
        bea_client.get(SECOND)


# Without a second look


def test_the_director_lets_it_count_with_a_reason(director_client, waiting):
    answer = director_client.post(COUNT, {"version": "1", "reason": "Papier weg"}, follow=True)
    assert levels(answer) == ["success"]
    assert Version.objects.get(is_counted=True).reason == "Papier weg"


@pytest.mark.parametrize(
    "sent",
    [{}, {"version": "1"}, {"version": "1", "reason": " "}, {"version": "x", "reason": "a"}]
    + [{"version": "1", "reason": text} for text in ("x" * 301, "\0", "\x1b[0m")],
)
def test_without_a_reason_or_with_hostile_input_it_waits_on(director_client, waiting, sent):
    answer = director_client.post(COUNT, sent, follow=True)
    assert (levels(answer), Result.objects.count()) == (["error"], 0)


# Settling


def choices(table, **changed):
    """What a browser sends who takes what Kees typed, with other choices by path."""
    paths = another(table)[1]
    sent = {f"choice.{path}": "0" for path in paths} | {f"other.{path}": "" for path in paths}
    return sent | {"action": "settle", "reason": ""} | changed


def test_only_the_cells_that_differ_are_asked_about(clerk_client, differing, table):
    form = clerk_client.get(SETTLE).context["form"]
    found = [
        (line.cells[0].field.path, tuple(c.value for c in line.cells)) for line in form.lines()
    ]
    assert found == list(another(table)[1].items())
    assert {line.chosen for line in form.lines()} == {""}


@pytest.mark.parametrize("index", ["0", "1"])
def test_what_was_chosen_counts(clerk_client, differing, table, index):
    sent = choices(table) | {f"choice.{path}": index for path in another(table)[1]}
    answer = clerk_client.post(SETTLE, sent, follow=True)
    assert (answer.redirect_chain[0][0], levels(answer)) == (PILE, ["success"])
    documents = [played(table), another(table)[0]]
    assert Version.objects.get(is_counted=True).content == documents[int(index)]


def test_neither_may_be_right(clerk_client, differing, table):
    one, other = another(table)[1]
    total = sum(int(was) for was, _now in another(table)[1].values())
    third = played(table, 1)
    wanted = {one: "0", other: str(total)}
    if wanted[other] in another(table)[1][other]:
        wanted = {one: str(total), other: "0"}
    sent = choices(table) | {f"choice.{path}": "other" for path in wanted}
    sent |= {f"other.{path}": text for path, text in wanted.items()}
    clerk_client.post(SETTLE, sent)
    cells = table.round.rules.to_cells(third) | wanted
    counted = Version.objects.get(is_counted=True)
    assert table.round.rules.to_cells(counted.content) == cells
    assert counted.source == Version.Source.CHOICE


def test_what_is_typed_and_not_chosen_was_meant(clerk_client, differing, table):
    values = another(table)[1]
    sent = choices(table) | {f"choice.{path}": "" for path in values}
    sent |= {f"other.{path}": now for path, (_was, now) in values.items()}
    clerk_client.post(SETTLE, sent)
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_one_of_them_is_taken_as_it_is(clerk_client, differing, table):
    clerk_client.post(SETTLE, {"whole": "1"})
    assert Version.objects.get(is_counted=True).content == another(table)[0]


def test_every_cell_has_to_be_chosen(clerk_client, differing, table):
    one, _other = another(table)[1]
    answer = clerk_client.post(SETTLE, choices(table) | {f"choice.{one}": ""})
    assert list(answer.context["form"].errors) == [f"choice.{one}"]
    assert Result.objects.count() == 0


def test_chosen_against_the_rules_it_does_not_count(clerk_client, differing, table):
    one, _other = another(table)[1]
    answer = clerk_client.post(SETTLE, choices(table) | {f"choice.{one}": "1"})
    assert {p.place.deal for p in answer.context["problems"]} == {1}
    assert Result.objects.count() == 0


@pytest.mark.parametrize(
    "sent",
    [
        {"choice.deals.0.tricks.0": "2"},
        {"choice.deals.0.tricks.0": "-1"},
        {"choice.deals.0.tricks.0": "\0"},
        {"choice.deals.0.tricks.0": "other", "other.deals.0.tricks.0": "\0"},
        {"choice.deals.0.tricks.0": "other", "other.deals.0.tricks.0": "9" * 99},
        {"choice.deals.0.tricks.0": "other", "other.deals.0.tricks.0": ""},
        {"choice.deals.0.tricks.0": "other", "other.deals.0.tricks.0": "veel"},
        {"whole": "7"},
        {"whole": "x"},
        {"action": "vernietig"},
        {"reason": "x" * 301},
        {"reason": "\x1b[0m"},
    ],
)
def test_hostile_choices_settle_nothing(clerk_client, differing, table, sent):
    assert clerk_client.post(SETTLE, choices(table) | sent).status_code == 200
    assert (Result.objects.count(), Version.objects.count()) == (0, 2)


def test_cells_that_do_not_differ_cannot_be_changed(clerk_client, differing, table):
    sent = choices(table) | {
        "choice.deals.5.bids.0": "other",
        "other.deals.5.bids.0": "3",
        "deals.5.bids.0": "3",
    }
    clerk_client.post(SETTLE, sent)
    assert Version.objects.get(is_counted=True).content == played(table)


def test_a_look_at_the_outcome_stores_nothing(clerk_client, differing, table):
    sent = choices(table, action="preview") | {f"choice.{p}": "1" for p in another(table)[1]}
    totals = clerk_client.post(SETTLE, sent).context["totals"]
    progress = table.round.rules.progress
    assert [(typed, chosen) for _entry, typed, chosen in totals] == [
        ((was, now), now)
        for was, now in zip(
            progress(played(table), 5).totals, progress(another(table)[0], 5).totals, strict=True
        )
    ]
    assert Result.objects.count() == 0


def test_settled_already_is_said_and_changes_nothing(clerk_client, differing, table):
    clerk_client.post(SETTLE, {"whole": "1"})
    answer = clerk_client.post(SETTLE, {"whole": "0"}, follow=True)
    assert levels(answer) == ["success", "info"]
    assert Version.objects.get(is_counted=True).content == another(table)[0]


@pytest.mark.slow
def test_three_that_differ_stand_side_by_side(clerk_client, director, differing, table):
    give(table, played(table, 3), director)
    page = clerk_client.get(SETTLE)
    assert [version.number for version in page.context["versions"]] == [1, 2, 3]
    clerk_client.post(SETTLE, {"whole": "2"})
    assert Version.objects.get(is_counted=True).content == played(table, 3)
    assert clerk_client.get(SETTLE).url == PILE


@pytest.fixture
def late(table, clerk, bea) -> Check:
    """What Kees typed counts; Bea did not know and typed something else."""
    give(table, played(table), clerk)
    give(table, another(table)[0], bea)
    return Check.objects.get()


@pytest.mark.parametrize("whole", ["0", "1"])
def test_a_clerk_sees_a_difference_about_what_counts_and_decides_nothing(
    bea_client, late, table, whole
):
    page = bea_client.get(SETTLE)
    assert 'type="radio"' not in page.content.decode()
    answer = bea_client.post(SETTLE, {"whole": whole, "reason": "Ik weet het zeker"})
    assert levels(answer) == ["error"]
    assert Version.objects.get(is_counted=True).content == played(table)
    assert Check.objects.get().settled_by is None


def test_the_director_keeps_what_counts_with_one_button(director_client, late, table, director):
    director_client.post(SETTLE, {"whole": "0"})
    assert Version.objects.get(is_counted=True).number == 1
    assert Check.objects.get().settled_by == director


def test_the_director_changes_what_counts_with_a_reason(director_client, late, table):
    sent = choices(table) | {f"choice.{path}": "1" for path in another(table)[1]}
    answer = director_client.post(SETTLE, sent)
    assert list(answer.context["form"].errors) == ["reason"]
    director_client.post(SETTLE, sent | {"reason": "Bea zag het goed"})
    counted = Version.objects.get(is_counted=True)
    assert (counted.number, counted.reason) == (3, "Bea zag het goed")


def test_deals_and_totals_are_taken_whole(director_client, table, clerk, bea):
    give(table, TOTALS, clerk)
    give(table, played(table), bea)
    form = director_client.get(SETTLE).context["form"]
    assert (form.is_mixed, list(form.lines())) == (True, [])
    answer = director_client.post(SETTLE, {"action": "settle", "reason": "x"})
    assert list(answer.context["form"].errors) == ["__all__"]
    director_client.post(SETTLE, {"whole": "1", "reason": "De spelletjes kloppen"})
    assert Version.objects.get(is_counted=True).content == played(table)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("index", ["0", "1"])
def test_of_any_game_all_of_one_hand_is_what_it_typed(key, index):
    rules = game(key, {})
    seats = rules.table_sizes[0]
    typings = [rules.practice(seats, Random(seed)) for seed in (1, 2)]
    entries = tuple(Entry(number=seat, name=f"Speler {seat}") for seat in range(1, seats + 1))
    asked = {"game": rules, "entries": entries, "typings": typings, "counts": False}
    sent = QueryDict(mutable=True)
    for line in SettleForm(**asked).lines():
        sent[line.name] = index
    form = SettleForm(sent, **asked)
    assert (form.is_valid(), len(sent) > 0) == (True, True)
    assert rules.normal(form.document(), seats) == rules.normal(typings[int(index)], seats)


def test_settling_takes_a_few_queries(clerk_client, differing, django_assert_num_queries):
    with django_assert_num_queries(8):
        clerk_client.get(SETTLE)
