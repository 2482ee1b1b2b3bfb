"""Somebody sat at another table as one more, found when deals were played: put right, with nothing
typed lost, and undone as long as nobody wrote on."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.registry import GAMES
from tests.archive.days import put_back
from tests.officials import logged_in
from tests.played import played
from tests.rounds.constraints.tournaments import make_tournament
from tests.rounds.prepared_rounds import count_all_forms, count_form_of
from tests.rounds.seating_corrections.corrections import (
    LATER,
    LATER_FIRST,
    NAMES,
    NOW,
    OWN,
    SITS,
    at,
    entry,
    everything,
    hall_of,
    join,
    put_right,
    refused,
    said,
    sitting,
    table,
)
from tests.samples import some
from tests.writers import at_once, two_writers
from wk.accounts.models import User
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.players.replacements import substitute
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections import services as seating_corrections
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.drafts import drop_draft, save_draft
from wk.scoreforms.forms_after_reseat import restore_as_draft
from wk.scoreforms.models import Draft, Result, Version
from wk.scoreforms.queries import entries_of_version
from wk.scoreforms.review.queries import open_checks
from wk.scoreforms.services import Mismatch, Submission, hand_in
from wk.standings.queries import standings
from wk.tournament.models import Round, Seat, Substitute, Table
from wk.tournament.seating import seating


@pytest.fixture(autouse=True)
def _english(db):
    with translation.override("en"):
        yield


@pytest.fixture
def tables(tournament):
    """Table 1 has numbers 1 to 5, table 2 has 6 to 9."""
    return list(Table.objects.order_by("number"))


@pytest.fixture
def four_tables(db):
    """A round of four tables, of 1 to 5, 6 to 9, 10 to 14 and 15 to 18."""
    return hall_of(5, 4, 5, 4)


def undo(log_entry, author):
    return seating_corrections.undo(log_entry=log_entry, author=author, now=LATER)


def without(column, values):
    """A list of a form without one of its columns, from 0."""
    return [value for index, value in enumerate(values) if index != column]


def with_empty(column, document):
    """A form as who types it from a paper on which one column, from 0, stayed empty."""
    deals = [
        {name: [*deal[name][:column], None, *deal[name][column:]] for name in ("bids", "tricks")}
        for deal in document["deals"]
    ]
    return {"first_dealer": document["first_dealer"], "deals": deals}


# Where everybody sits


def test_one_more_sits_last_and_the_own_table_closes_up_in_its_order(round, director):
    """As one change that can be undone; the seats have the numbers 1 to 4 and 1 to 5 then."""
    before = at(round)
    for number, left in (
        (1, [2, 3, 4, 5]),
        (4, [1, 2, 3, 5]),
        (5, [1, 2, 3, 4]),
        (3, [1, 2, 4, 5]),
    ):
        log_entry = join(round, number, 2, director)
        assert sitting() == [(1, n) for n in left] + [(2, n) for n in (6, 7, 8, 9, number)]
        assert [seat for _table, seat in at(round).values()] == [1, 2, 3, 4, 1, 2, 3, 4, 5]
        assert [each.how for each in seat_changes.seat_changes(round)] == ["table"]
        undone = undo(log_entry, director)
        assert (undone.undone_by, undone.undone_at) == (director, LATER)
        assert (at(round), seat_changes.seat_changes(round)) == (before, [])


def test_a17_who_plays_on_for_somebody_comes_along(round, director):
    seat = entry(3).seats.get()
    Substitute.objects.create(seat=seat, name="Piet Kok", from_deal=8)
    join(round, 3, 2, director)
    stays = Substitute.objects.get().seat
    assert (stays.pk, stays.table.number, stays.number) == (seat.pk, 2, 5)


def test_a_closed_round_is_put_right_too(round, director):
    Round.objects.update(state=Round.State.CLOSED)
    round.refresh_from_db()
    join(round, 3, 2, director)
    assert sitting() == SITS


def test_what_cannot_be_is_refused_and_changes_nothing(round, director, clerk):
    stranger = make_tournament(1, slug="ander").entries.get()
    for number, there in ((3, 1), (6, 1), (3, 3), (6, 2), (3, 0)):
        refused(
            lambda number=number, there=there: join(round, number, there, director),
            f"There is no free seat for this player at table {there}",
        )
    refused(
        lambda: seating_corrections.correct_table(
            round=round, player=stranger, table=2, author=director, now=NOW
        ),
        "There is no free seat",
    )
    refused(lambda: join(round, 3, 2, clerk), "Only the director can change seats")
    log_entry = join(round, 3, 2, director)
    refused(lambda: undo(log_entry, clerk), "Only the director can change seats")


def test_a_page_that_is_out_of_date_changes_nothing(round, director):
    seen = seating_token(seating(round))
    put_right(round, 2, 8, author=director, how=OWN)
    join(round, 3, 2, director, shown_token=seen)
    refused(lambda: join(round, 9, 1, director, shown_token=seen), "This has changed meanwhile")
    assert sitting() == SITS


# Games, the sizes of the two tables, and why nobody can sit at the other one, "" where he can.
OTHER_GAMES = [
    ("zaanse-boerenbridge", (5, 4), ""),  # they become 4 and 5
    ("zaanse-boerenbridge", (5, 5), "would play other deals"),  # they would become 4 and 6
    ("rubber-bridge", (4, 4), "There is no free seat"),
    ("kleurenwiezen", (4, 4), "There is no free seat"),
]


@pytest.mark.parametrize(("game", "sizes", "why"), OTHER_GAMES)
def test_w_14_no_other_table_plays_other_deals(director, game, sizes, why):
    round = hall_of(*sizes, game=game)
    if why:
        refused(lambda: join(round, 1, 2, director), why)
    else:
        join(round, 1, 2, director)
        assert sitting()[-1] == (2, 1)


# What was written


def test_drafts_stay_with_their_players(round, tables, director, clerk):
    one, other = (played(table) for table in tables)
    totals = [10, 20, None, 40, 50]
    save_draft(table=tables[0], document=one, paper_totals=totals, author=clerk, now=NOW)
    save_draft(table=tables[0], document={"first_dealer": 4}, author=None, now=NOW)
    save_draft(table=tables[1], document=other, paper_totals=[1, 2, 3, 4], author=clerk, now=NOW)
    join(round, 3, 2, director)
    mine, phone, theirs = Draft.objects.order_by("form__table__number", "pk")
    assert (mine.paper_totals, mine.revision) == ([10, 20, 40, 50], 1)
    for name in ("bids", "tricks"):
        assert [deal.get(name) for deal in mine.content["deals"]] == [
            without(2, deal[name]) if name in deal else None for deal in one["deals"]
        ]
    assert (phone.content, phone.author) == ({"first_dealer": 3}, None)
    assert (theirs.content, theirs.deals_done) == (other, 0)
    assert theirs.paper_totals == [1, 2, 3, 4, None]


def test_only_what_is_missing_has_to_be_typed(round, tables, director, clerk):
    rules = tables[0].round.rules
    four, five = played(tables[1], seed=2), played(tables[0], seed=3)
    short = [{name: deal[name][:4] for name in deal} for deal in five["deals"]]
    seen = {"first_dealer": five["first_dealer"], "deals": short}
    save_draft(table=tables[0], document=with_empty(2, four), author=clerk, now=NOW)
    save_draft(table=tables[1], document=seen, author=clerk, now=NOW)
    join(round, 3, 2, director)
    mine, theirs = Draft.objects.order_by("form__table__number")
    dealer = four["first_dealer"]
    assert mine.content == four | {"first_dealer": dealer - 1 if dealer > 3 else dealer}
    assert {p.place.seat for p in rules.progress(theirs.content, 5).problems} == {5}
    with pytest.raises(Mismatch) as refused:
        hand_in(table=tables[1], submission=Submission(five, clerk, NOW), players=[6, 7, 8, 9])
    assert [problem.code for problem in refused.value.problems] == ["PLAYERS_NOT_AS_SEATED"]
    hand_in(table=tables[0], submission=Submission(mine.content, clerk, NOW), players=[1, 2, 4, 5])
    hand_in(table=tables[1], submission=Submission(five, clerk, NOW), players=[6, 7, 8, 9, 3])
    assert Result.objects.get(seat__entry=entry(3)).seat.number == 5
    assert Result.objects.count() == 9


def test_a_form_that_counted_is_a_draft_of_who_typed_it(round, tables, director, clerk):
    old, _other = (count_form_of(each, clerk) for each in tables)
    documents = [played(each) for each in tables]
    versions = list(Version.objects.values_list("pk", "content", "number"))
    join(round, 3, 2, director)
    assert list(Version.objects.values_list("pk", "content", "number")) == versions
    assert Version.objects.filter(is_counted=True).count() == Result.objects.count() == 0
    mine, theirs = Draft.objects.order_by("form__table__number")
    assert [(each.author, each.revision) for each in (mine, theirs)] == [(clerk, 1)] * 2
    assert mine.content["deals"][0]["bids"] == without(2, documents[0]["deals"][0]["bids"])
    assert theirs.content == documents[1]
    assert {row.points for row in standings(round.tournament).rows} == {0}
    tables[0].refresh_from_db()
    new = hand_in(table=tables[0], submission=Submission(played(tables[0]), clerk, NOW))
    assert new.is_counted
    writers = [
        [each.number for each in entries_of_version(round, version)] for version in (old, new)
    ]
    assert writers == [[1, 2, 3, 4, 5], [1, 2, 4, 5]]


def test_the_draft_of_the_typist_is_kept_and_the_director_has_what_counted(
    round, tables, director, clerk
):
    document, newer = played(tables[1]), {"first_dealer": 1}
    count_form_of(tables[1], clerk)
    save_draft(table=tables[1], document=newer, author=clerk, now=NOW)
    join(round, 3, 2, director)
    kept = {draft.author: draft.content for draft in Draft.objects.all()}
    assert kept == {clerk: newer, director: document}


def test_what_was_typed_beside_a_form_is_a_draft_too(round, tables, director, clerk):
    other = User.objects.create_user("trees", role=User.Role.CLERK)
    typed = {clerk: played(tables[1], 1), other: played(tables[1], 2)}
    for author, document in typed.items():
        hand_in(table=tables[1], submission=Submission(document, author, NOW))
    join(round, 3, 2, director)
    assert {draft.author: draft.content for draft in Draft.objects.all()} == typed


def test_what_the_phone_handed_in_is_a_draft_of_the_director(round, tables, director):
    document = played(tables[1])
    source = Version.Source.PHONE
    hand_in(table=tables[1], submission=Submission(document, None, NOW, source=source), lot=1.0)
    assert Version.objects.get().is_waiting
    join(round, 3, 2, director)
    draft = Draft.objects.get()
    assert (draft.author, draft.content) == (director, document)
    assert not Version.objects.filter(is_waiting=True).exists()


def test_what_counted_for_another_never_counts_for_who_has_the_seat_now(four_tables, director):
    """5 left table 1, changed names with 10, and came back: version 1 is of 10."""
    version = count_form_of(table(1), director)
    join(four_tables, 5, 2, director)
    put_right(four_tables, 5, 10, author=director)
    Draft.objects.all().delete()
    join(four_tables, 5, 1, director)
    assert at(four_tables)[5] == (1, 5)
    paper = Submission(played(table(1), 4), director, LATER)
    newer = hand_in(table=table(1), submission=paper, expected_version=1)
    asked = {"version": 1, "expected_version": newer.number, "reason": "toch"}
    url = reverse("scoreforms:restore", args=["wk-test", 1, 1])
    logged_in(director).post(url, asked)
    assert Version.objects.get(is_counted=True) == newer
    tricks = Draft.objects.get(author=director).content["deals"][0]["tricks"]
    assert tricks == version.content["deals"][0]["tricks"][:4]


def test_totals_that_were_typed_since_are_not_written_over(four_tables, director, clerk):
    document = played(table(1))
    totals = list(four_tables.rules.progress(document, 5).totals)
    version = hand_in(
        table=table(1), submission=Submission(document, clerk, NOW, paper_totals=totals)
    )
    save_draft(table=table(1), document={"first_dealer": 1}, author=clerk, now=NOW)
    join(four_tables, 3, 2, director)
    draft = Draft.objects.get(author=director)
    newer = {"document": draft.content, "paper_totals": [10, 20, 30, 40], "author": director}
    save_draft(table=table(1), now=LATER, expected=draft.revision, **newer)
    with pytest.raises(ActionRefused, match="You have a draft of this form"):
        restore_as_draft(version=Version.objects.get(pk=version.pk), author=director, now=LATER)
    assert Draft.objects.get(author=director).paper_totals == [10, 20, 30, 40]


# Undoing


@pytest.mark.parametrize("counts", [0, 1])
def test_it_is_undone_where_one_of_the_two_forms_counted(round, tables, director, clerk, counts):
    count_form_of(tables[counts], clerk)
    before = everything()
    log_entry = join(round, 3, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 1)
    undo(log_entry, director)
    assert everything() == before


def test_it_is_undone_with_all_that_was_written(round, tables, director, clerk):
    count_form_of(tables[0], clerk)
    phone = Submission(played(tables[1]), None, NOW, source=Version.Source.PHONE)
    other = hand_in(table=tables[1], submission=phone)
    typed = hand_in(table=tables[1], submission=Submission(played(tables[1], 5), clerk, NOW))
    assert list(open_checks().values_list("version", "typed")) == [(other.pk, typed.pk)]
    save_draft(table=tables[0], document=played(tables[0], 2), author=director, now=NOW)
    Substitute.objects.create(seat=entry(3).seats.get(), name="Piet Kok")
    before = everything()
    log_entry = join(round, 3, 2, director)
    assert everything() != before
    undo(log_entry, director)
    assert (everything(), seat_changes.seat_changes(round)) == (before, [])


def write_on(tables, clerk):
    save_draft(table=tables[1], document={"first_dealer": 5}, author=clerk, now=LATER)


def hand_one_in(tables, clerk):
    hand_in(table=tables[0], submission=Submission(played(tables[0]), clerk, LATER))


@pytest.mark.parametrize("done", [write_on, hand_one_in])
def test_it_is_not_undone_once_somebody_wrote_on(round, tables, director, clerk, done):
    log_entry = join(round, 3, 2, director)
    done(tables, clerk)
    refused(lambda: undo(log_entry, director), "Something was written about these tables since")


# A round of tables of these sizes, and two changes of it, each who went to which table, or the two
# whose names changed over. The first is undone no more: the second took a seat that it would fill
# again, leaves one empty, or moved the same players.
LATER_ONES = [
    ("wk-boerenbridge", (5, 4, 5), (3, 2), (12, 1)),
    ("wk-boerenbridge", (5, 4, 5), (5, 2), (12, 1)),
    ("wk-boerenbridge", (5, 4), (3, 2), {3, 4}),
    ("wk-boerenbridge", (5, 4), {1, 6}, (3, 2)),
    ("chinees-poepen", (6, 5, 5, 6), (6, 2), (5, 3)),
    ("chinees-poepen", (6, 4, 6, 8), (6, 2), (11, 2)),
]


@pytest.mark.parametrize(("game", "sizes", "first", "second"), LATER_ONES)
def test_it_is_not_undone_before_a_later_one_at_its_tables(director, game, sizes, first, second):
    round = hall_of(*sizes, game=game)
    if len(sizes) == 2:
        count_form_of(table(1))
    before = everything()
    made = [
        put_right(round, *each, author=director)
        if isinstance(each, set)
        else join(round, *each, director)
        for each in (first, second)
    ]
    refused(lambda: undo(made[0], director), LATER_FIRST)
    for log_entry in reversed(made):
        undo(log_entry, director)
    assert everything() == before


def test_it_is_undone_where_one_at_other_tables_stands(four_tables, director):
    before = at(four_tables)
    first = join(four_tables, 3, 2, director)
    join(four_tables, 12, 4, director)
    there = at(four_tables)
    undo(first, director)
    assert at(four_tables) == there | {n: place for n, place in before.items() if n <= 9}


def test_w_14_it_is_not_undone_where_all_would_play_other_deals(director):
    round = hall_of(5, 5, 6, 4, game="chinees-poepen")
    first = join(round, 5, 2, director)  # 4, 6, 6 and 4
    join(round, 16, 4, director)  # 4, 6, 5 and 5
    count_form_of(table(4))
    refused(lambda: undo(first, director), "would play other deals")


def test_versions_of_others_never_count(round, tables, director, clerk):
    """Whatever brought them about: here the log does not tell that somebody took a seat."""
    count_form_of(tables[0], clerk)
    log_entry = join(round, 3, 2, director)
    one, other = Seat.objects.get(entry=entry(1)), Seat.objects.get(entry=entry(9))
    Seat.objects.filter(pk=one.pk).delete()
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)
    Seat.objects.create(pk=one.pk, round=round, table=one.table, number=1, entry=entry(9))
    refused(lambda: undo(log_entry, director), "players")


HALLS = [
    pytest.param(key, large, small, id=f"{key}-{large}-{small}")
    for key in sorted(GAMES)
    for large, small in ((5, 4), (8, 7))
    if {large, small} <= {*GAMES[key]({}).table_sizes}
]


@pytest.mark.parametrize(("game", "large", "small"), some(HALLS, 4))
def test_in_any_game_it_is_put_right_undone_and_handed_in(director, clerk, game, large, small):
    round = hall_of(large, small, game=game)
    count_all_forms(round)
    before = everything()
    log_entry = join(round, 2, 2, director)
    assert (Result.objects.count(), Draft.objects.count()) == (0, 2)
    draft = Draft.objects.get(form__table__number=2)
    problems = round.rules.progress(draft.content, large).problems
    left = {problem.place.seat for problem in problems if problem.place.seat}
    assert left <= {large}  # only the column of who came is to be typed
    undo(log_entry, director)
    assert everything() == before
    join(round, 2, 2, director)
    for number, document in enumerate((played(table(1), 3), played(table(2), 4)), 1):
        version = hand_in(table=table(number), submission=Submission(document, clerk, LATER))
        assert (version.is_counted, version.players) == (True, players_at(table(number)))
    assert Result.objects.count() == large + small


# What an archive from between makes of it


def test_an_archive_from_before_undoes_names_whoever_went_to_his_own_place(four_tables, director):
    count_form_of(table(1), director)
    old = archive_of(four_tables.tournament)
    names = put_right(four_tables, 1, 6, author=director, how=NAMES)
    put_right(four_tables, 2, 7, author=director, how=OWN)
    tables, versions = set(Table.objects.values_list("pk", flat=True)), said()
    put_back(old, director)
    names.refresh_from_db()
    now = archive_of(four_tables.tournament)
    assert (names.undone_at is not None, write(now)) == (True, write(old))
    assert set(Table.objects.values_list("pk", flat=True)) == tables
    assert [row["id"] for row in said()][: len(versions)] == [row["id"] for row in versions]


def test_each_substitute_stays_in_the_log_with_his_seat_whosever_name_it_has(four_tables, director):
    """Of 1 and 6 somebody of the same name played on from the same deal; then names changed over,
    and what came after the archive is taken back."""
    places, noted = {}, {}
    for number in (1, 6):
        seat = entry(number).seats.get()
        substitute(seat=seat, name="Reserve", from_deal=3, author=director, now=NOW)
        places[number] = at(four_tables)[number]
        noted[number] = seat
    put_right(four_tables, 1, 6, author=director)
    between = archive_of(four_tables.tournament)
    put_right(four_tables, 6, 2, author=director)
    put_right(four_tables, 1, 7, author=director)
    put_back(between, director)
    changes = AuditLogEntry.objects.filter(kind="substituted", undone_at=None)
    keys = {log_entry.entry.number: log_entry.payload["substitute"] for log_entry in changes}
    seats = Substitute.objects.select_related("seat__table", "seat__entry").in_bulk()
    there = {n: (seats[k].seat.table.number, seats[k].seat.number) for n, k in keys.items()}
    assert there == places
    assert {n: seats[key].seat.entry.number for n, key in keys.items()} == {1: 6, 6: 1}


# At the same moment


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_form_goes_in_before_or_is_looked_at(round, tables, director, clerk, attempt):
    paper = Submission(played(tables[0]), clerk, NOW)
    done, handed = at_once(
        lambda: join(round, 3, 2, director),
        lambda: hand_in(table=tables[0], submission=paper, players=[1, 2, 3, 4, 5]),
    )
    kept = (Version.objects.count(), Draft.objects.count(), Result.objects.count())
    assert (done, handed, kept) in [("", "", (1, 1, 0)), ("", "Mismatch", (0, 0, 0))]


@two_writers
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_what_is_thrown_away_just_then_does_not_come_back(four_tables, director, clerk, attempt):
    save_draft(table=table(1), document=played(table(1)), author=clerk, now=NOW)
    done = at_once(
        lambda: join(four_tables, 3, 2, director),
        lambda: drop_draft(table=table(1), author=clerk),
    )
    assert (done, Draft.objects.count()) == (["", ""], 0)
