"""The page of the day in figures."""

import re

import pytest

from scoring.figures import records_of_results
from tests.played import played, store_results
from tests.standings.tournaments import MOMENT, make_tournament, play_round
from wk.scoreforms.models import ScoreForm, Version
from wk.standings.figures.queries import day_figures
from wk.standings.visibility import result_visibility
from wk.tournament.models import Round, Table

pytestmark = pytest.mark.django_db
ADDRESS = "/t/hal/figures/"


@pytest.fixture
def tournament():
    """A tournament of ten players: two rounds of two tables, one form of round 2 to come."""
    made = make_tournament([f"Speler {n}" for n in range(1, 11)])
    for number in (1, 2):
        play_round(made, number, {1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9, 10]})
    for seed, table in enumerate(Table.objects.order_by("round__number", "number")[:3]):
        count(table, played(table, seed))
    return made


def count(table, document):
    """Let a form of a table count."""
    form = ScoreForm.objects.create(table=table)
    version = Version.objects.create(
        form=form, number=1, content=document, is_counted=True, saved_at=MOMENT
    )
    store_results(version, table.round.rules.score(document, table.seats.count()))


def figures_of(tournament, *, sees_all=False):
    return day_figures(result_visibility(tournament, sees_all=sees_all))


def test_the_records_are_those_of_the_forms_that_count(tournament):
    found = figures_of(tournament)
    documents = [version.content for version in Version.objects.order_by("pk")]
    rules = tournament.rules
    expected = rules.figures([(document, 5) for document in documents])
    points = [[seat.points for seat in rules.score(document, 5)] for document in documents]
    assert found.tables == 3
    assert found.charts == expected.charts
    assert sum(rate.tries for rate in found.charts[0].rates) == 3 * 19 * 5
    records = (*records_of_results(points), *expected.records)
    assert [(r.label, r.unit, r.value) for r in found.records] == [
        (r.label, r.unit, r.value) for r in records
    ]
    tables = [(1, 1), (1, 2), (2, 1)]
    for record, plain in zip(found.records, records, strict=True):
        holders = [(*tables[who.form], who.seat, who.deal) for who in plain.holders]
        assert [
            (feat.round, feat.table, feat.entry and (feat.entry.number - 1) % 5, feat.deal)
            for feat in record.holders
        ] == holders


def test_the_page_shows_records_race_and_bids_to_everyone(client, tournament):
    page = client.get(ADDRESS, headers={"Accept-Language": "nl"}).content.decode()
    record = figures_of(tournament).records[0]
    assert f'<dt>Hoogste ronde</dt>\n    <dd class="hero">{record.value} ' in page
    assert f'"/t/hal/players/{record.holders[0].entry.number}/"' in page
    assert page.count("<polyline") == 10
    assert "10" in page.split("Kaarten")[1]
    assert client.post(ADDRESS).status_code == 405
    assert client.get("/t/nergens/figures/").status_code == 404


def test_the_race_tells_namesakes_apart(client, tournament):
    tournament.entries.filter(number__in=[3, 4]).update(name="Jan de Vries")
    page = client.get(ADDRESS, headers={"Accept-Language": "en"}).content.decode()
    lines = " ".join(page.split())
    for number in (3, 4):
        assert f">Jan de Vries no. {number}</text>" in lines
        assert f"Jan de Vries</a> <small>no. {number}</small>" in lines


def test_the_race_shortens_only_names_that_do_not_fit(client, tournament):
    whole, long = "Frédérique van der Ploeg", "Anne-Marijke van der Schaafsma-Dijkgraaf"
    tournament.entries.filter(number=1).update(name=whole)
    tournament.entries.filter(number=6).update(name=long)
    page = client.get(ADDRESS).content.decode()
    names = re.findall(r'<text(?: class="(short|middle|whole)")? x="360" y="\d+">([^<]*)<', page)
    assert [kind for kind, name in names if name == whole] == [""]
    assert [(kind, name) for kind, name in names if name.startswith(long[:9])] == [
        ("short", "Anne-Marijke van der Sc…"),
        ("middle", "Anne-Marijke van der Schaafsma-Di…"),
        ("whole", long),
    ]


def test_without_a_form_that_counts_there_are_no_figures(client):
    make_tournament("abc", rounds=1)
    page = client.get(ADDRESS, headers={"Accept-Language": "en"}).content.decode()
    assert "No score form counts yet." in page
    assert '<dl class="records">' not in page


@pytest.mark.parametrize("withheld", [Round.Withheld.ALL, Round.Withheld.TOP])
@pytest.mark.parametrize("state", [Round.State.STARTED, Round.State.CLOSED])
def test_a_withheld_round_changes_nothing_on_the_page(client, tournament, withheld, state):
    Round.objects.filter(number=2).update(withheld=withheld, state=state)
    before = client.get(ADDRESS).content
    table = Table.objects.get(round__number=2, number=1)
    version = table.form.counted
    version.results.all().delete()
    Version.objects.filter(pk=version.pk).update(content=played(table, 99))
    store_results(version, table.round.rules.score(played(table, 99), 5))
    assert client.get(ADDRESS).content == before
    assert figures_of(tournament).tables == 2
    assert figures_of(tournament, sees_all=True).tables == 3


def test_number_of_queries(tournament, django_assert_num_queries):
    visibility = result_visibility(tournament, sees_all=False)
    with django_assert_num_queries(4):  # results, versions, the sizes of the tables of each round
        day_figures(visibility)
