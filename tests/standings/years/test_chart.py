"""The chart of the number of players."""

import datetime as dt
from itertools import pairwise

from wk.standings.years.chart import BASE, HIGH, MOST_LABELS, WIDTH, players_chart
from wk.standings.years.queries import Edition, Participant
from wk.tournament.models import Tournament


def edition(year, players):
    people = tuple(Participant(n, n, "Jan", "", "") for n in range(players))
    return Edition(Tournament(date=dt.date(year, 11, 21)), True, players > 0, people)


def test_bars_are_as_high_as_editions_were_large_the_earliest_first():
    chart = players_chart([edition(2026, 0), edition(2025, 100), edition(2024, 50)])
    found = [(bar.year, bar.count, bar.y, bar.height, bar.middle) for bar in chart.bars]
    assert found == [
        ("2024", "50", BASE - HIGH // 2, HIGH // 2, WIDTH // 4),
        ("2025", "100", BASE - HIGH, HIGH, WIDTH * 3 // 4),
    ]


def test_one_edition_has_no_chart():
    assert players_chart([edition(2025, 100), edition(2024, 0)]) is None


def test_many_editions_have_a_few_labels_and_do_not_touch():
    bars = players_chart([edition(2026 - n, 100) for n in range(30)]).bars
    labels = [bar.year for bar in bars if bar.year]
    assert labels == ["1998", "2002", "2006", "2010", "2014", "2018", "2022", "2026"]
    assert len(labels) == MOST_LABELS
    gaps = [after.x - bar.x - bar.width for bar, after in pairwise(bars)]
    assert min(gaps) == 6
    assert bars[-1].x + bars[-1].width <= WIDTH
