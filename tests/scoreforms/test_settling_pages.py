"""The page on which somebody settles what two typed differently, cell by cell."""

from random import Random

import pytest
from django.http import QueryDict

from scoring.registry import GAMES, game
from tests.played import played
from tests.scoreforms.eyes import TOTALS, another, give, levels
from wk.scoreforms.check_forms import SettleForm
from wk.scoreforms.models import Check, Result, Version
from wk.tournament.models import Entry

pytestmark = pytest.mark.slow

FORM = "/t/wk-test/forms/1/1/"

SETTLE = f"{FORM}settle/"

PILE = "/t/wk-test/forms/pile/"


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


@pytest.mark.slow
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
