"""Records over the years: of the same game only, and of final standings only."""

import datetime as dt
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scoring.boerenbridge.figures import HIGHEST_DEAL
from scoring.figures import CLOSEST, HIGHEST_ROUND
from tests.played import played, store_results
from tests.standings.tournaments import MOMENT, close_rounds, make_tournament, play_round
from wk.core.formatting import halves
from wk.scoreforms.models import ScoreForm, Version
from wk.standings.queries import visible_standings
from wk.standings.visibility import result_visibility
from wk.standings.years import records as years_records
from wk.standings.years.queries import editions
from wk.standings.years.records import EDITIONS, MATCH_POINTS, POINTS, TITLES, records
from wk.tournament.models import Entry, Table, Tournament

pytestmark = pytest.mark.django_db


def edition(slug, year, points, **facts):
    """Make a final edition of one round and one table with these points."""
    made = make_tournament("abcd", slug=slug, rounds=1)
    Tournament.objects.filter(pk=made.pk).update(date=dt.date(year, 11, 21), **facts)
    play_round(made, 1, {1: dict(enumerate(points, 1))})
    close_rounds(made)
    return made


def same_persons(*slugs):
    """Let the players of later editions be those of the first."""
    first, *others = slugs
    for each in Entry.objects.filter(tournament__slug=first):
        Entry.objects.filter(tournament__slug__in=others, number=each.number).update(
            player=each.player
        )


def by_label(found):
    return {
        record.label: (
            halves(record.value),
            [
                (
                    holder.edition.date.year,
                    holder.participant and holder.participant.name,
                    [each.date.year for each in holder.won],
                )
                for holder in record.holders
            ],
        )
        for record in found.records
    }


def test_records_are_those_of_all_editions_the_earliest_first():
    edition("een", 2023, [40, 30, 20, 10])
    edition("twee", 2024, [50, 20, 30, 48])
    edition("drie", 2025, [10, 20, 30, 50])
    same_persons("een", "twee", "drie")
    [found] = records(editions())
    everybody = [(2025, name, []) for name in "abcd"]
    assert by_label(found) == {
        TITLES: ("2", [(2025, "a", [2024, 2023])]),
        EDITIONS: ("3", everybody),
        MATCH_POINTS.format(rounds=1): ("5", [(2023, "a", []), (2024, "a", []), (2025, "d", [])]),
        POINTS.format(rounds=1): ("50", [(2024, "a", []), (2025, "d", [])]),
        HIGHEST_ROUND: ("50", [(2024, "a", []), (2025, "d", [])]),
        CLOSEST: ("2", [(2024, None, [])]),
    }
    assert not found.has_options


def test_totals_are_compared_over_as_many_rounds():
    edition("een", 2023, [90, 30, 20, 10])
    made = make_tournament("abcd", slug="twee", rounds=2)
    Tournament.objects.filter(pk=made.pk).update(date=dt.date(2024, 11, 21))
    for number in (1, 2):
        play_round(made, number, {1: {1: 20, 2: 20, 3: 10, 4: 0}})
    close_rounds(made)
    totals = by_label(records(editions())[0])
    assert totals[POINTS.format(rounds=2)] == ("40", [(2024, "a", []), (2024, "b", [])])
    assert totals[MATCH_POINTS.format(rounds=2)] == ("9", [(2024, "a", []), (2024, "b", [])])
    assert totals[HIGHEST_ROUND] == ("90", [(2023, "a", [])])
    assert POINTS.format(rounds=1) not in totals


def test_editions_of_other_games_and_other_rules_have_records_of_their_own():
    edition("een", 2023, [40, 30, 20, 10])
    edition("twee", 2024, [50, 30, 20, 10], game="bollen")
    edition("drie", 2025, [60, 30, 20, 10], game="bollen", options={"base": 20})
    found = records(editions())
    shown = [(each.has_options, by_label(each)[HIGHEST_ROUND][0]) for each in found]
    assert shown == [(True, "60"), (False, "50"), (False, "40")]


def test_an_edition_that_is_not_final_sets_no_record():
    edition("een", 2023, [40, 30, 20, 10])
    made = edition("twee", 2024, [90, 30, 20, 10])
    same_persons("een", "twee")
    made.rounds.update(withheld="all")
    totals = by_label(records(editions())[0])
    assert totals[HIGHEST_ROUND] == ("40", [(2023, "a", [])])
    assert EDITIONS not in totals


def test_deals_come_from_the_forms_that_count():
    made = make_tournament("abcde", rounds=1)
    play_round(made, 1, {1: [1, 2, 3, 4, 5]})
    table = Table.objects.get()
    document = played(table, 3)
    form = ScoreForm.objects.create(table=table)
    version = Version.objects.create(
        form=form, number=1, content=document, is_counted=True, saved_at=MOMENT
    )
    store_results(version, made.rules.score(document, 5))
    close_rounds(made)
    expected = made.rules.figures([(document, 5)]).records[0]
    [found] = records(editions())
    record = next(each for each in found.records if each.label == HIGHEST_DEAL)
    assert record.value == expected.value
    assert [(h.round, h.table, h.deal, h.participant.number) for h in record.holders] == [
        (1, 1, who.deal, who.seat + 1) for who in expected.holders
    ]
    champion = visible_standings(result_visibility(made, sees_all=False)).champions[0]
    most = next(r for r in found.records if r.label == MATCH_POINTS.format(rounds=1))
    assert most.value == champion.match_points


@pytest.fixture
def quick_turns():
    """Let threads take turns so often that several are in the same function at once."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_of_several_readers_one_reads_the_forms(quick_turns):
    for index, slug in enumerate(("een", "twee", "drie")):
        edition(slug, 2023 + index, [40, 30, 20, 10])
        for table in Table.objects.filter(round__tournament__slug=slug):
            form, _made = ScoreForm.objects.get_or_create(table=table)
            store = {"number": 1, "content": played(table, index), "is_counted": True}
            form.versions.all().delete()
            Version.objects.create(form=form, saved_at=MOMENT, **store)
    tables = [each for of in years_records._tables(editions()).values() for each in of]
    years_records._figures.cache_clear()
    start = Barrier(4)

    def read(_reader):
        start.wait()
        return [*years_records._play(tables)]

    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(read, range(4))]
    assert found == [found[0]] * 4
    assert years_records._figures.cache_info().misses == 3  # the rounds
