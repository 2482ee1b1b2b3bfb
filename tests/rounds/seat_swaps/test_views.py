"""Changing a draw by hand on its page: working, denied, invalid, wrong method."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import on_one_line
from tests.officials import logged_in
from tests.rounds.constraints.tournaments import make_tournament, separate_players
from wk.auditlog.models import AuditLogEntry
from wk.players import services as roster
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.moves import seating_token
from wk.tournament.models import Entry
from wk.tournament.queries import seatings
from wk.tournament.seating import seating

NOTHING = "Repeat meetings: 0, as before."
ENGLISH = {"accept-language": "en"}
POSTS = [("rounds:change_seats", []), ("rounds:undo_change", [1])]


@pytest.fixture
def round(db):
    return draws.draw_round(tournament=make_tournament(23), seed=1)


def url(name, *more):
    return reverse(name, args=["wk", 1, *more])


def at(round):
    return {entry.number: place for entry, place in seating(round).items()}


def sitter(round, table, seat):
    return round.seats.get(table__number=table, number=seat).entry.number


def said(response):
    return [(message.level_tag, str(message)) for message in response.context["messages"]]


def level_of_message(response):
    """Return the level of the one message of an answer whose page nobody has seen."""
    (message,) = get_messages(response.wsgi_request)
    return message.level_tag


def move(client, **data):
    return client.post(url("rounds:change_seats"), data, follow=True, headers=ENGLISH)


def cost(client, **data):
    return client.get(url("rounds:change_impact"), data, headers=ENGLISH)


def test_only_directors_change_places_and_are_told_what_that_costs(client, clerk_client, round):
    before = at(round)
    data = {"player": 1, "other": 2}
    for name, more in POSTS:
        assert clerk_client.post(url(name, *more), data).status_code == 403
        assert client.post(url(name, *more), data).status_code == 302
    assert at(round) == before
    assert cost(clerk_client, **data).status_code == 403
    assert cost(client, **data).status_code == 302


def test_changes_are_posted_and_their_cost_is_not(director_client, round):
    for name, more in POSTS:
        assert director_client.get(url(name, *more)).status_code == 405
    assert director_client.post(url("rounds:change_impact")).status_code == 405


def test_a_player_changes_places_with_another(director_client, director, round):
    before = at(round)
    page = move(director_client, player=3, other=19, shown_token=seating_token(seating(round)))
    assert at(round) == before | {3: before[19], 19: before[3]}
    assert said(page) == [("success", f"3 Speler 3 and 19 Speler 19 have changed seats. {NOTHING}")]
    assert [str(move.entry) for move in page.context["by_hand"][0].moves] == [
        "3 Speler 3",
        "19 Speler 19",
    ]
    assert AuditLogEntry.objects.get(kind="seated").author == director


def test_a_player_takes_a_free_place(director_client, round):
    last = sitter(round, 1, 5)
    page = move(director_client, player=last, table=4)
    assert at(round)[last] == (4, 5)
    assert said(page) == [("success", f"{last} Speler {last}: table 4, seat 5. {NOTHING}")]


def test_who_left_is_taken_out(director_client, round):
    url_of_page = url("rounds:round")
    assert director_client.get(url_of_page).context["leaving"] == []
    gone = round.seats.get(table__number=1, number=5).entry
    roster.withdraw(entry=gone)
    assert director_client.get(url_of_page).context["leaving"] == [gone]
    page = move(
        director_client, player=gone.number, out="1", shown_token=seating_token(seating(round))
    )
    assert said(page) == [("success", f"{gone}: without a seat. {NOTHING}")]
    assert (gone.number in at(round), page.context["leaving"]) == (False, [])


def test_a_change_is_undone(director_client, round):
    before = at(round)
    move(director_client, player=3, other=19)
    key = AuditLogEntry.objects.get(kind="seated").pk
    page = director_client.post(url("rounds:undo_change", key), follow=True, headers=ENGLISH)
    assert at(round) == before
    assert said(page)[0][0] == "success"
    assert page.context["by_hand"] == []
    again = director_client.post(url("rounds:undo_change", key), follow=True, headers=ENGLISH)
    assert said(again) == [("error", "This has been undone already.")]


def test_only_changes_of_seats_in_this_round_are_undone_here(director_client, round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    key = AuditLogEntry.objects.get(entry=late).pk
    assert director_client.post(url("rounds:undo_change", key)).status_code == 404
    assert director_client.post(url("rounds:undo_change", 10**30)).status_code == 404


WRONG = [
    {},
    {"player": "1"},
    {"player": "1", "other": "2", "table": "4"},
    {"player": "x", "other": "2"},
    {"player": "99", "other": "2"},
    {"player": str(10**40), "table": "4"},
    {"player": "1", "table": "0"},
    {"player": "1", "table": str(10**40)},
    {"player": "1", "other": "2", "shown_token": "x"},
    {"player": "1", "other": "1"},
    {"player": "1", "table": "77"},
    {"player": "1", "out": "1"},
    {"player": "1", "out": "1", "other": "2"},
]


def test_what_makes_no_sense_changes_nothing(director, round):
    before = at(round)
    for data in WRONG:
        client = logged_in(director)  # without the messages of the answers before
        answer = client.post(url("rounds:change_seats"), data)
        assert (answer.status_code, level_of_message(answer)) == (302, "error"), data
        assert cost(client, **data).status_code == 409, data
    assert at(round) == before


def test_the_cost_is_told_and_nothing_changes(director_client, round):
    before = at(round)
    one, other = sitter(round, 1, 1), sitter(round, 2, 3)
    answer = cost(
        director_client, player=one, other=other, shown_token=seating_token(seating(round))
    )
    moves = [(move.entry.number, move.from_seat, move.to_seat) for move in answer.context["moves"]]
    assert moves == [(one, (1, 1), (2, 3)), (other, (2, 3), (1, 1))]
    impact = answer.context["impact"]
    assert (impact.before.repeat_meetings, impact.after.repeat_meetings) == (0, 0)
    assert (at(round), AuditLogEntry.objects.filter(kind="seated").count()) == (before, 0)


def test_what_does_not_change_is_no_cost_and_meetings_are_told_all_the_same(director_client, round):
    one, other = sitter(round, 1, 1), sitter(round, 2, 3)
    page = on_one_line(cost(director_client, player=one, other=other).content.decode())
    assert ("This costs nothing." in page, "Repeat meetings: 0 " in page) == (True, True)
    assert "<b>0</b>." in page
    assert "Sittings at a second small table" not in page


def test_what_changes_is_told_and_nothing_else(director_client, round):
    transitions.confirm_round(round=round)
    draws.draw_round(tournament=round.tournament, seed=2)
    here, second = seatings(round.tournament)[1][:2]
    page = cost_of(director_client, 2, here[0], second[0])
    impact = page.context["impact"]
    assert (impact.before.repeat_meetings, impact.after.repeat_meetings > 0) == (0, True)
    text = on_one_line(page.content.decode())
    assert f"<b>{impact.after.repeat_meetings}</b>." in text
    assert ("Repeat meetings: 0 " in text, "This costs nothing." in text) == (True, False)
    assert "Sittings at a second small table" not in text


def test_meetings_are_told_beside_a_seat_that_somebody_has_again(director_client, round):
    transitions.confirm_round(round=round)
    draws.draw_round(tournament=round.tournament, seed=2)
    for other in range(2, 24):
        page = cost_of(director_client, 2, 1, other)
        impact = page.context.get("impact")
        if impact and impact.repeated_seats and impact.before == impact.after:
            break
    text = on_one_line(page.content.decode())
    assert ("in another round too." in text, "Repeat meetings: 0 " in text) == (True, True)
    assert "<b>0</b>." in text


def cost_of(client, number, player, other):
    """What it costs that two change places in a round."""
    path = reverse("rounds:change_impact", args=["wk", number])
    return client.get(path, {"player": player, "other": other}, headers=ENGLISH)


@pytest.mark.parametrize(("is_hard", "word"), [(True, "Must:"), (False, "Wish:")])
def test_what_is_asked_is_told_by_its_weight(director_client, round, is_hard, word):
    one, other, neighbour = sitter(round, 1, 1), sitter(round, 2, 3), sitter(round, 2, 1)
    separate_players(round.tournament, one, neighbour, is_hard=is_hard)
    page = on_one_line(cost(director_client, player=one, other=other).content.decode())
    who = ", ".join(f"{n} Speler {n}" for n in sorted((one, neighbour)))
    assert f">{word}</span> {who} sit together at table 2.</li>" in page
    assert "This costs nothing." not in page
    [(level, text)] = said(move(director_client, player=one, other=other))
    assert (level, text.endswith(f" {word} {who} sit together at table 2.")) == ("warning", True)
    [(level, text)] = said(move(director_client, player=one, other=other))
    assert (level, word in text) == ("success", False)


@pytest.mark.parametrize(
    ("page", "form", "field"),
    [
        ("rounds:round", "swap", "player"),
        ("rounds:round", "free", "player"),
        ("rounds:constraints", "place_form", "entry"),
    ],
)
def test_players_to_choose_from_stand_by_name(director_client, round, page, form, field):
    """Whatever their capitals; of two of one name the clubs are told, as far as they have one."""
    one, two, three = sorted(sitter(round, 1, seat) for seat in (1, 2, 3))
    Entry.objects.update(name="zz")
    Entry.objects.filter(number=one).update(name="anna van Dijk", club="De Slag")
    Entry.objects.filter(number=two).update(name="Anna Visser", club="Tiel")
    Entry.objects.filter(number=three).update(name="Ánna Visser")
    args = ["wk", 1] if page == "rounds:round" else ["wk"]
    shown = director_client.get(reverse(page, args=args)).context[form].fields[field].choices
    told = [f"{one} anna van Dijk", f"{two} Anna Visser (Tiel)", f"{three} Ánna Visser"]
    assert [label for _value, label in shown][1:4] == told


def test_a_page_that_is_out_of_date_is_told_so(director_client, round):
    seen = seating_token(seating(round))
    move(director_client, player=3, other=19)
    between = at(round)
    answer = cost(director_client, player=3, other=7, shown_token=seen)
    assert (answer.status_code, "changed meanwhile" in answer.content.decode()) == (409, True)
    page = move(director_client, player=3, other=7, shown_token=seen)
    assert said(page) == [("error", "This has changed meanwhile. Look at it again.")]
    assert at(round) == between


def test_a_confirmed_round_is_not_changed(director_client, round):
    transitions.confirm_round(round=round)
    before = at(round)
    refused = [("error", "Round 1 has been confirmed already.")]
    assert said(move(director_client, player=3, other=19)) == refused
    assert cost(director_client, player=3, other=19).status_code == 409
    assert at(round) == before


def test_everyone_sees_what_was_changed_once_the_round_is_confirmed(client, director_client, round):
    move(director_client, player=3, other=19)
    transitions.confirm_round(round=round)
    page = client.get(url("rounds:round"), headers=ENGLISH).content.decode()
    assert "Changed by hand after the draw: 1 time" in page
    assert "<b>3 Speler 3</b>" in page
    assert "dora" in page
    assert "/undo/" not in page


def test_lists_do_the_same_without_a_script(director_client, round):
    """Who may go to a free place, and where there is one."""
    late = roster.enter(tournament=round.tournament, name="Laat")
    form = director_client.get(url("rounds:round")).context["free"]
    fives = {number for number, (table, _seat) in at(round).items() if table < 4}
    assert {entry.number for entry in form.fields["player"].queryset} == fives | {late.number}
    assert [value for value, _label in form.fields["table"].choices] == ["", 4, 5]


def test_where_no_table_takes_one_more_there_is_no_list(director_client, db):
    draws.draw_round(tournament=make_tournament(25), seed=1)
    page = director_client.get(url("rounds:round"))
    assert page.context["free"].is_of_use is False
    assert 'id="free_player"' not in page.content.decode()


def test_many_changes_take_as_few_queries_as_one(director_client, round):
    counts = []
    for others in ([2], [3], range(4, 9)):
        for other in others:
            director_client.post(url("rounds:change_seats"), {"player": 1, "other": other})
        director_client.get(url("rounds:round"))  # the messages are read here
        with CaptureQueriesContext(connection) as queries:
            director_client.get(url("rounds:round"))
        counts.append(len(queries))
    assert counts == [counts[0]] * 3
