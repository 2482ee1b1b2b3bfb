"""How often one player made the bids, beside everybody."""

import pytest

from tests.played import played
from tests.standings.figures.test_views import count
from tests.standings.tournaments import make_tournament, play_round
from tests.standings.withheld import ALL, withhold
from wk.scoreforms.models import Version
from wk.standings.figures import queries
from wk.standings.figures.own import BOTTOM, TOP, own_charts
from wk.standings.figures.queries import day_figures
from wk.standings.players import player_rounds
from wk.standings.visibility import result_visibility
from wk.tournament.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
PLAYER = "/t/hal/players/2/"


@pytest.fixture
def tournament():
    """Two rounds of one table of five, both with a form."""
    made = make_tournament("abcde", rounds=2)
    for number in (1, 2):
        play_round(made, number, {1: [1, 2, 3, 4, 5]})
    for seed, table in enumerate(Table.objects.order_by("round__number")):
        count(table, played(table, seed))
    return made


def charts_of(tournament, number, *, sees_all=False):
    visibility = result_visibility(tournament, sees_all=sees_all)
    entry = tournament.entries.get(number=number)
    return own_charts(visibility, player_rounds(visibility, entry))


def test_the_rates_of_all_players_together_are_those_of_the_field(tournament):
    [field] = day_figures(result_visibility(tournament, sees_all=False)).charts
    charts = [chart for number in range(1, 6) for chart in charts_of(tournament, number)]
    assert len(charts) == 5
    for chart in charts:
        assert tuple(column.field for column in chart.columns) == field.rates
        assert chart.tries == 2 * 19
    for index, rate in enumerate(field.rates):
        own = [chart.columns[index].own for chart in charts]
        assert (sum(r.made for r in own), sum(r.tries for r in own)) == (rate.made, rate.tries)


def test_bars_stand_on_the_axis_and_grow_with_the_rate(tournament):
    for column in charts_of(tournament, 1)[0].columns:
        assert column.top + column.height == BOTTOM
        share = column.own.percentage / 100
        assert column.height == round((BOTTOM - TOP) * share)


@pytest.mark.slow
def test_the_page_shows_the_chart_and_its_numbers(client, tournament):
    [chart] = charts_of(tournament, 2)
    page = " ".join(client.get(PLAYER).content.decode().split())
    assert page.count("<rect ") == len(chart.columns) == 10
    assert f"This player: {chart.made} of 38." in page
    for column in chart.columns:
        own = f"{column.own.made} of {column.own.tries}"
        field = f"{column.field.made} of {column.field.tries}"
        percentage = f"<b>{column.field.percentage}%</b>"
        cells = (f"{column.field.label}</th>", f"{own}</td>", f"{field} {percentage}</td>")
        assert ' <td class="num">'.join(cells) in page


def test_a_withheld_round_is_in_no_chart(client, tournament):
    [both] = charts_of(tournament, 2)
    withhold(tournament, ALL)
    [first] = charts_of(tournament, 2)
    assert (both.tries, first.tries) == (38, 19)
    assert charts_of(tournament, 2, sees_all=True) == (both,)
    before = client.get(PLAYER).content
    table = Table.objects.get(round__number=2)
    Version.objects.filter(form__table=table).update(content=played(table, 77))
    assert client.get(PLAYER).content == before
    withhold(tournament, ALL, number=1)
    assert charts_of(tournament, 2) == ()


def test_a_round_after_a_withheld_one_is_in_no_chart(tournament):
    withhold(tournament, ALL, number=1)
    assert charts_of(tournament, 2) == ()


def test_the_forms_of_a_round_are_read_once_for_the_pages_of_all_players(tournament):
    queries._charts.cache_clear()
    before = charts_of(tournament, 1)
    charts_of(tournament, 2)
    assert queries._charts.cache_info().misses == 2  # the rounds
    table = Table.objects.get(round__number=2)
    Version.objects.filter(form__table=table).update(content=played(table, 7))
    after = charts_of(tournament, 1)
    assert queries._charts.cache_info().misses == 3
    assert before != after
    [field] = day_figures(result_visibility(tournament, sees_all=False)).charts
    assert tuple(column.field for column in after[0].columns) == field.rates


def test_number_of_queries(tournament, django_assert_num_queries):
    visibility = result_visibility(tournament, sees_all=False)
    rounds = player_rounds(visibility, tournament.entries.get(number=2))
    with django_assert_num_queries(3):  # one, and one a round
        own_charts(visibility, rounds)
