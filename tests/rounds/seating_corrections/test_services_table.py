"""A player who sat at another table as one more: the seats are corrected and nothing that was
typed is lost."""

import pytest
from django.urls import reverse

from scoring.registry import GAMES
from tests.officials import logged_in
from tests.played import played
from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import count_all_forms, count_form_of, places_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    NOW,
    OWN,
    SITS,
    check_refused,
    correct_swap,
    correct_table,
    entry_numbered,
    everything_stored,
    make_round,
    players_by_table,
    table_numbered,
    undo_correction,
)
from tests.samples import some
from wk.accounts.models import User
from wk.auditlog import seat_changes
from wk.core.refusals import ActionRefused
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.forms_after_reseat import restore_as_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.services import Mismatch, Submission, hand_in
from wk.scoreforms.table_queries import entries_of_version
from wk.standings.queries import standings
from wk.tournament.models import Round, Substitute
from wk.tournament.seating import seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def without_column(column, values):
    """Return a list without one column, counted from 0."""
    return [value for index, value in enumerate(values) if index != column]


def with_empty_column(column, document):
    """Return a form with an empty column, counted from 0."""
    deals = [
        {name: [*deal[name][:column], None, *deal[name][column:]] for name in ("bids", "tricks")}
        for deal in document["deals"]
    ]
    return {"first_dealer": document["first_dealer"], "deals": deals}


# Where everybody sits


def test_a_joining_player_sits_last_and_his_old_table_closes_up(round, director):
    """It is one change in the log. The seats are numbered 1 to 4 and 1 to 5 afterwards."""
    before = places_of(round)
    for number, left in (
        (1, [2, 3, 4, 5]),
        (4, [1, 2, 3, 5]),
        (5, [1, 2, 3, 4]),
        (3, [1, 2, 4, 5]),
    ):
        log_entry = correct_table(round, number, 2, director)
        assert players_by_table() == [(1, n) for n in left] + [(2, n) for n in (6, 7, 8, 9, number)]
        assert [seat for _table, seat in places_of(round).values()] == [1, 2, 3, 4, 1, 2, 3, 4, 5]
        assert [each.how for each in seat_changes.seat_changes(round)] == ["table"]
        undone = undo_correction(log_entry, director)
        assert (undone.undone_by, undone.undone_at) == (director, LATER)
        assert (places_of(round), seat_changes.seat_changes(round)) == (before, [])


def test_a17_a_substitute_moves_with_the_seat(round, director):
    seat = entry_numbered(3).seats.get()
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    correct_table(round, 3, 2, director)
    stays = Substitute.objects.get().seat
    assert (stays.pk, stays.table.number, stays.number) == (seat.pk, 2, 5)


def test_seats_of_a_closed_round_are_corrected(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    correct_table(round, 3, 2, director)
    assert players_by_table() == SITS


def test_impossible_moves_and_clerks_are_refused(round, director, clerk):
    stranger = make_tournament(1, slug="ander").entries.get()
    for number, there in ((3, 1), (6, 1), (3, 3), (6, 2), (3, 0)):
        check_refused(
            lambda number=number, there=there: correct_table(round, number, there, director),
            f"There is no free seat for this player at table {there}",
        )
    check_refused(
        lambda: seating_corrections.correct_table(
            round=round, player=stranger, table=2, author=director, now=NOW
        ),
        "There is no free seat",
    )
    check_refused(lambda: correct_table(round, 3, 2, clerk), "Only the director can change seats")
    log_entry = correct_table(round, 3, 2, director)
    check_refused(lambda: undo_correction(log_entry, clerk), "Only the director can change seats")


def test_an_outdated_token_is_refused(round, director):
    seen = seating_token(seating(round))
    correct_swap(round, 2, 8, author=director, how=OWN)
    correct_table(round, 3, 2, director, shown_token=seen)
    check_refused(
        lambda: correct_table(round, 9, 1, director, shown_token=seen), "This has changed meanwhile"
    )
    assert players_by_table() == SITS


# Games, the sizes of the two tables, and why nobody can sit at the other one, "" where he can.
OTHER_GAMES = [
    ("zaanse-boerenbridge", (5, 4), ""),  # they become 4 and 5
    ("zaanse-boerenbridge", (5, 5), "would play other deals"),  # they would become 4 and 6
    ("rubber-bridge", (4, 4), "There is no free seat"),
    ("kleurenwiezen", (4, 4), "There is no free seat"),
]


@pytest.mark.parametrize(("game", "sizes", "why"), OTHER_GAMES)
def test_w_14_a_move_that_changes_the_deals_of_the_round_is_refused(director, game, sizes, why):
    round = make_round(*sizes, game=game)
    if why:
        check_refused(lambda: correct_table(round, 1, 2, director), why)
    else:
        correct_table(round, 1, 2, director)
        assert players_by_table()[-1] == (2, 1)


# What was written


def test_drafts_stay_with_their_players(round, tables, director, clerk):
    one, other = (played(table) for table in tables)
    totals = [10, 20, None, 40, 50]
    save_draft(table=tables[0], document=one, paper_totals=totals, author=clerk, now=NOW)
    save_draft(table=tables[0], document={"first_dealer": 4}, author=None, now=NOW)
    save_draft(table=tables[1], document=other, paper_totals=[1, 2, 3, 4], author=clerk, now=NOW)
    correct_table(round, 3, 2, director)
    mine, phone, theirs = Draft.objects.order_by("form__table__number", "pk")
    assert (mine.paper_totals, mine.revision) == ([10, 20, 40, 50], 1)
    for name in ("bids", "tricks"):
        assert [deal.get(name) for deal in mine.content["deals"]] == [
            without_column(2, deal[name]) if name in deal else None for deal in one["deals"]
        ]
    assert (phone.content, phone.author) == ({"first_dealer": 3}, None)
    assert (theirs.content, theirs.deals_done) == (other, 0)
    assert theirs.paper_totals == [1, 2, 3, 4, None]


def test_only_what_is_missing_has_to_be_typed(round, tables, director, clerk):
    rules = tables[0].round.rules
    four, five = played(tables[1], seed=2), played(tables[0], seed=3)
    short = [{name: deal[name][:4] for name in deal} for deal in five["deals"]]
    seen = {"first_dealer": five["first_dealer"], "deals": short}
    save_draft(table=tables[0], document=with_empty_column(2, four), author=clerk, now=NOW)
    save_draft(table=tables[1], document=seen, author=clerk, now=NOW)
    correct_table(round, 3, 2, director)
    mine, theirs = Draft.objects.order_by("form__table__number")
    dealer = four["first_dealer"]
    assert mine.content == four | {"first_dealer": dealer - 1 if dealer > 3 else dealer}
    assert {p.place.seat for p in rules.progress(theirs.content, 5).problems} == {5}
    with pytest.raises(Mismatch) as refused:
        hand_in(table=tables[1], submission=Submission(five, clerk, NOW), players=[6, 7, 8, 9])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]
    hand_in(table=tables[0], submission=Submission(mine.content, clerk, NOW), players=[1, 2, 4, 5])
    hand_in(table=tables[1], submission=Submission(five, clerk, NOW), players=[6, 7, 8, 9, 3])
    assert Result.objects.get(seat__entry=entry_numbered(3)).seat.number == 5
    assert Result.objects.count() == 9


def test_a_counted_form_becomes_a_draft_of_its_author(round, tables, director, clerk):
    old, _other = (count_form_of(each, clerk) for each in tables)
    documents = [played(each) for each in tables]
    versions = list(Version.objects.values_list("pk", "content", "number"))
    correct_table(round, 3, 2, director)
    assert list(Version.objects.values_list("pk", "content", "number")) == versions
    assert Version.objects.filter(is_counted=True).count() == Result.objects.count() == 0
    mine, theirs = Draft.objects.order_by("form__table__number")
    assert [(each.author, each.revision) for each in (mine, theirs)] == [(clerk, 1)] * 2
    assert mine.content["deals"][0]["bids"] == without_column(2, documents[0]["deals"][0]["bids"])
    assert theirs.content == documents[1]
    assert {row.points for row in standings(round.tournament).rows} == {0}
    tables[0].refresh_from_db()
    new = hand_in(table=tables[0], submission=Submission(played(tables[0]), clerk, NOW))
    assert new.is_counted
    writers = [
        [each.number for each in entries_of_version(round, version)] for version in (old, new)
    ]
    assert writers == [[1, 2, 3, 4, 5], [1, 2, 4, 5]]


def test_a_counted_form_becomes_the_directors_draft_where_its_author_has_one(
    round, tables, director, clerk
):
    document, newer = played(tables[1]), {"first_dealer": 1}
    count_form_of(tables[1], clerk)
    save_draft(table=tables[1], document=newer, author=clerk, now=NOW)
    correct_table(round, 3, 2, director)
    kept = {draft.author: draft.content for draft in Draft.objects.all()}
    assert kept == {clerk: newer, director: document}


def test_both_typings_of_a_form_become_drafts(round, tables, director, clerk):
    other = User.objects.create_user("trees", role=User.Role.CLERK)
    typed = {clerk: played(tables[1], 1), other: played(tables[1], 2)}
    for author, document in typed.items():
        hand_in(table=tables[1], submission=Submission(document, author, NOW))
    correct_table(round, 3, 2, director)
    assert {draft.author: draft.content for draft in Draft.objects.all()} == typed


def test_a_form_from_the_phone_becomes_the_directors_draft(round, tables, director):
    document = played(tables[1])
    source = Version.Source.PHONE
    hand_in(table=tables[1], submission=Submission(document, None, NOW, source=source), lot=1.0)
    assert Version.objects.get().is_waiting
    correct_table(round, 3, 2, director)
    draft = Draft.objects.get()
    assert (draft.author, draft.content) == (director, document)
    assert not Version.objects.filter(is_waiting=True).exists()


def test_a_version_never_counts_for_a_later_player_of_the_seat(four_tables, director):
    """Number 5 left table 1, changed names with number 10, and came back. Version 1 is of number
    10."""
    version = count_form_of(table_numbered(1), director)
    correct_table(four_tables, 5, 2, director)
    correct_swap(four_tables, 5, 10, author=director)
    Draft.objects.all().delete()
    correct_table(four_tables, 5, 1, director)
    assert places_of(four_tables)[5] == (1, 5)
    paper = Submission(played(table_numbered(1), 4), director, LATER)
    newer = hand_in(table=table_numbered(1), submission=paper, expected_version=1)
    asked = {"version": 1, "expected_version": newer.number, "reason": "toch"}
    url = reverse("scoreforms:restore", args=["wk-test", 1, 1])
    logged_in(director).post(url, asked)
    assert Version.objects.get(is_counted=True) == newer
    tricks = Draft.objects.get(author=director).content["deals"][0]["tricks"]
    assert tricks == version.content["deals"][0]["tricks"][:4]


def test_restoring_does_not_overwrite_newer_paper_totals(four_tables, director, clerk):
    document = played(table_numbered(1))
    totals = list(four_tables.rules.progress(document, 5).totals)
    version = hand_in(
        table=table_numbered(1), submission=Submission(document, clerk, NOW, paper_totals=totals)
    )
    save_draft(table=table_numbered(1), document={"first_dealer": 1}, author=clerk, now=NOW)
    correct_table(four_tables, 3, 2, director)
    draft = Draft.objects.get(author=director)
    newer = {"document": draft.content, "paper_totals": [10, 20, 30, 40], "author": director}
    save_draft(table=table_numbered(1), now=LATER, expected=draft.revision, **newer)
    with pytest.raises(ActionRefused, match="You have a draft of this form"):
        restore_as_draft(version=Version.objects.get(pk=version.pk), author=director, now=LATER)
    assert Draft.objects.get(author=director).paper_totals == [10, 20, 30, 40]


# Undoing


HALLS = [
    pytest.param(key, large, small, id=f"{key}-{large}-{small}")
    for key in sorted(GAMES)
    for large, small in ((5, 4), (8, 7))
    if {large, small} <= {*GAMES[key]({}).table_sizes}
]


@pytest.mark.parametrize(("game", "large", "small"), some(HALLS, 4))
def test_in_every_game_a_table_is_corrected_undone_and_handed_in(
    director, clerk, game, large, small
):
    round = make_round(large, small, game=game)
    count_all_forms(round)
    before = everything_stored()
    log_entry = correct_table(round, 2, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 2)
    draft = Draft.objects.get(form__table__number=2)
    problems = round.rules.progress(draft.content, large).problems
    left = {problem.place.seat for problem in problems if problem.place.seat}
    assert left <= {large}  # only the column of who came is to be typed
    undo_correction(log_entry, director)
    assert everything_stored() == before
    correct_table(round, 2, 2, director)
    for number, document in enumerate(
        (played(table_numbered(1), 3), played(table_numbered(2), 4)), 1
    ):
        version = hand_in(
            table=table_numbered(number), submission=Submission(document, clerk, LATER)
        )
        assert (version.is_counted, version.players) == (True, players_at(table_numbered(number)))
    assert Result.objects.count() == large + small


# What an archive from between makes of it


# At the same moment
