"""The page on which a draw is changed by hand."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import messages_of, messages_with_level, on_one_line
from tests.officials import logged_in
from tests.rounds.constraints.tournaments import (
    make_tournament,
    separate_players,
)
from tests.rounds.prepared_rounds import places_of
from tests.rounds.seat_swaps.changes import player_at, swap
from wk.auditlog.models import AuditLogEntry
from wk.players import services as roster
from wk.rounds.draw_quality import outcome
from wk.rounds.draws import draw_service as draws
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.moves import seating_token
from wk.tournament.models import Entry
from wk.tournament.queries import seatings
from wk.tournament.seating import seating

NOTHING = "Repeat meetings: 0, as before."
ENGLISH = {"accept-language": "en"}
POSTS = [("rounds:change_seats", []), ("rounds:undo_change", [1])]


def url_of(name, *more):
    return reverse(name, args=["wk", 1, *more])


def number_at(round, table, seat):
    """Return the start number of the player in a seat."""
    return player_at(round, table, seat).number


def level_of_message(response):
    """Return the level of the one message that an answer left for the next page."""
    (message,) = get_messages(response.wsgi_request)
    return message.level_tag


def change_seats(client, **data):
    """Send a change of seats; return the answer."""
    return client.post(url_of("rounds:change_seats"), data, headers=ENGLISH)


def page_after(client, answer):
    """Return the page to which an answer leads."""
    return client.get(answer.url, headers=ENGLISH)


def get_impact(client, **data):
    """Ask for the impact of a change of seats."""
    return client.get(url_of("rounds:change_impact"), data, headers=ENGLISH)


def test_only_directors_change_seats_and_see_the_impact(client, clerk_client, round):
    before = places_of(round)
    data = {"player": 1, "other": 2}
    for name, more in POSTS:
        assert clerk_client.post(url_of(name, *more), data).status_code == 403
        assert client.post(url_of(name, *more), data).status_code == 302
    assert places_of(round) == before
    assert get_impact(clerk_client, **data).status_code == 403
    assert get_impact(client, **data).status_code == 302


def test_changes_need_post_and_the_impact_needs_get(director_client, round):
    for name, more in POSTS:
        assert director_client.get(url_of(name, *more)).status_code == 405
    assert director_client.post(url_of("rounds:change_impact")).status_code == 405


def test_two_players_are_swapped(director_client, director, round):
    before = places_of(round)
    answer = change_seats(
        director_client, player=3, other=19, shown_token=seating_token(seating(round))
    )
    page = page_after(director_client, answer)
    assert places_of(round) == before | {3: before[19], 19: before[3]}
    assert messages_with_level(page) == [
        ("success", f"3 Speler 3 and 19 Speler 19 have changed seats. {NOTHING}")
    ]
    assert [str(move.entry) for move in page.context["by_hand"][0].moves] == [
        "3 Speler 3",
        "19 Speler 19",
    ]
    assert AuditLogEntry.objects.get(kind="seated").author == director


def test_a_player_takes_a_free_seat(director_client, round):
    last = number_at(round, 1, 5)
    page = change_seats(director_client, player=last, table=4)
    assert places_of(round)[last] == (4, 5)
    assert messages_with_level(page) == [
        ("success", f"{last} Speler {last}: table 4, seat 5. {NOTHING}")
    ]


def test_a_withdrawn_player_is_taken_out(director_client, round):
    url_of_page = url_of("rounds:round")
    gone = round.seats.get(table__number=1, number=5).entry
    roster.withdraw(entry=gone)
    ((leaver, _form),) = director_client.get(url_of_page).context["leavers"]
    assert leaver.entry == gone
    answer = change_seats(
        director_client, player=gone.number, out="1", shown_token=seating_token(seating(round))
    )
    page = page_after(director_client, answer)
    assert messages_with_level(page) == [("success", f"{gone}: without a seat. {NOTHING}")]
    assert (gone.number in places_of(round), page.context["leavers"]) == (False, [])


def test_a_change_is_undone(director_client, round):
    before = places_of(round)
    change_seats(director_client, player=3, other=19)
    key = AuditLogEntry.objects.get(kind="seated").pk
    answer = director_client.post(url_of("rounds:undo_change", key), headers=ENGLISH)
    page = page_after(director_client, answer)
    assert places_of(round) == before
    assert messages_with_level(page)[0][0] == "success"
    assert page.context["by_hand"] == []
    again = director_client.post(url_of("rounds:undo_change", key), headers=ENGLISH)
    assert messages_with_level(again) == [("error", "This has been undone already.")]


def test_only_seat_changes_of_this_round_can_be_undone(director_client, round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    key = AuditLogEntry.objects.get(entry=late).pk
    assert director_client.post(url_of("rounds:undo_change", key)).status_code == 404
    assert director_client.post(url_of("rounds:undo_change", 10**30)).status_code == 404


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


def test_invalid_changes_are_refused(director, round):
    before = places_of(round)
    for data in WRONG:
        client = logged_in(director)  # without the messages of the answers before
        answer = client.post(url_of("rounds:change_seats"), data)
        assert (answer.status_code, level_of_message(answer)) == (302, "error"), data
        assert get_impact(client, **data).status_code == 409, data
    assert places_of(round) == before


def test_the_impact_is_shown_and_nothing_changes(director_client, round):
    before = places_of(round)
    one, other = number_at(round, 1, 1), number_at(round, 2, 3)
    answer = get_impact(
        director_client, player=one, other=other, shown_token=seating_token(seating(round))
    )
    moves = [(move.entry.number, move.from_seat, move.to_seat) for move in answer.context["moves"]]
    assert moves == [(one, (1, 1), (2, 3)), (other, (2, 3), (1, 1))]
    impact = answer.context["impact"]
    assert (impact.before.repeat_meetings, impact.after.repeat_meetings) == (0, 0)
    assert (places_of(round), AuditLogEntry.objects.filter(kind="seated").count()) == (before, 0)


def test_a_swap_without_cost_still_shows_the_repeat_meetings(director_client, round):
    one, other = number_at(round, 1, 1), number_at(round, 2, 3)
    page = on_one_line(get_impact(director_client, player=one, other=other).content.decode())
    assert ("This costs nothing." in page, "Repeat meetings: 0 " in page) == (True, True)
    assert "<b>0</b>." in page
    assert "Sittings at a second small table" not in page


def test_the_impact_shows_only_what_changes(director_client, round):
    transitions.confirm_round(round=round)
    draws.draw_round(tournament=round.tournament, seed=2)
    here, second = seatings(round.tournament)[1][:2]
    page = impact_of_swap(director_client, 2, here[0], second[0])
    impact = page.context["impact"]
    assert (impact.before.repeat_meetings, impact.after.repeat_meetings > 0) == (0, True)
    text = on_one_line(page.content.decode())
    assert f"<b>{impact.after.repeat_meetings}</b>." in text
    assert ("Repeat meetings: 0 " in text, "This costs nothing." in text) == (True, False)
    assert "Sittings at a second small table" not in text


def test_the_impact_shows_meetings_beside_a_seat_had_again(director_client, round):
    transitions.confirm_round(round=round)
    draws.draw_round(tournament=round.tournament, seed=2)
    for other in range(2, 24):
        page = impact_of_swap(director_client, 2, 1, other)
        impact = page.context.get("impact")
        if impact and impact.repeated_seats and impact.before == impact.after:
            break
    text = on_one_line(page.content.decode())
    assert ("more than once; the draw varies that" in text, "Repeat meetings: 0 " in text) == (
        True,
        True,
    )
    assert "<b>0</b>." in text


def impact_of_swap(client, number, player, other):
    """Ask for the impact of a swap in a round."""
    path = reverse("rounds:change_impact", args=["wk", number])
    return client.get(path, {"player": player, "other": other}, headers=ENGLISH)


@pytest.mark.parametrize(("is_hard", "word"), [(True, "Must:"), (False, "Wish:")])
def test_a_broken_constraint_is_called_must_or_wish(director_client, round, is_hard, word):
    one, other, neighbour = number_at(round, 1, 1), number_at(round, 2, 3), number_at(round, 2, 1)
    separate_players(round.tournament, one, neighbour, is_hard=is_hard)
    page = on_one_line(get_impact(director_client, player=one, other=other).content.decode())
    who = ", ".join(f"{n} Speler {n}" for n in sorted((one, neighbour)))
    assert f">{word}</span> {who} sit together at table 2.</li>" in page
    assert "This costs nothing." not in page
    [(level, text)] = messages_with_level(change_seats(director_client, player=one, other=other))
    assert (level, text.endswith(f" {word} {who} sit together at table 2.")) == ("warning", True)
    [(level, text)] = messages_with_level(change_seats(director_client, player=one, other=other))
    assert (level, word in text) == ("success", False)


@pytest.mark.parametrize(
    ("page", "form", "field"),
    [
        ("rounds:round", "swap", "player"),
        ("rounds:round", "free", "player"),
        ("rounds:constraints", "place_form", "entry"),
    ],
)
def test_choices_of_players_are_as_on_a_list(director_client, round, page, form, field):
    """Capitals, accents and prefixes do not matter. The clubs of namesakes are shown."""
    one, two, three = sorted(number_at(round, 1, seat) for seat in (1, 2, 3))
    Entry.objects.update(name="zz")
    Entry.objects.filter(number=one).update(name="anna van Dijk", club="De Slag")
    Entry.objects.filter(number=two).update(name="Anna Visser", club="Tiel")
    Entry.objects.filter(number=three).update(name="Ánna Visser")
    args = ["wk", 1] if page == "rounds:round" else ["wk"]
    shown = director_client.get(reverse(page, args=args)).context[form].fields[field].choices
    told = [f"Dijk, anna van (nummer {one})", f"Visser, Anna (nummer {two}), Tiel"]
    told.append(f"Visser, Ánna (nummer {three})")
    assert [label for _value, label in shown][1:4] == told


def test_an_outdated_page_is_refused(director_client, round):
    seen = seating_token(seating(round))
    change_seats(director_client, player=3, other=19)
    between = places_of(round)
    answer = get_impact(director_client, player=3, other=7, shown_token=seen)
    assert (answer.status_code, "changed meanwhile" in answer.content.decode()) == (409, True)
    page = change_seats(director_client, player=3, other=7, shown_token=seen)
    assert messages_with_level(page) == [("error", "This has changed meanwhile. Look at it again.")]
    assert places_of(round) == between


def test_changing_a_confirmed_round_is_refused(director_client, round):
    transitions.confirm_round(round=round)
    before = places_of(round)
    refused = [("error", "Round 1 has been confirmed already.")]
    assert messages_with_level(change_seats(director_client, player=3, other=19)) == refused
    assert get_impact(director_client, player=3, other=19).status_code == 409
    assert places_of(round) == before


def test_everyone_sees_the_changes_of_a_confirmed_round(client, director_client, round):
    change_seats(director_client, player=3, other=19)
    transitions.confirm_round(round=round)
    page = client.get(url_of("rounds:round"), headers=ENGLISH).content.decode()
    assert "Changed by hand after the draw: 1 time" in page
    assert "<b>3 Speler 3</b>" in page
    assert "dora" in page
    assert "/undo/" not in page


def test_the_form_lists_players_and_tables_for_a_free_seat(director_client, round):
    late = roster.enter(tournament=round.tournament, name="Laat")
    form = director_client.get(url_of("rounds:round")).context["free"]
    fives = {number for number, (table, _seat) in places_of(round).items() if table < 4}
    assert {entry.number for entry in form.fields["player"].queryset} == fives | {late.number}
    assert [value for value, _label in form.fields["table"].choices] == ["", 4, 5]


def test_no_form_for_a_free_seat_where_all_tables_are_full(director_client, db):
    draws.draw_round(tournament=make_tournament(25), seed=1)
    page = director_client.get(url_of("rounds:round"))
    assert page.context["free"].is_of_use is False
    assert 'id="free_player"' not in page.content.decode()


def test_number_of_queries(director_client, director, round):
    counts = []
    for others in ([2], range(3, 6)):
        for other in others:
            swap(round, 1, other, author=director)
        with CaptureQueriesContext(connection) as queries:
            director_client.get(url_of("rounds:round"))
        counts.append(len(queries))
    assert counts == [counts[0]] * 2


def test_the_message_of_a_swap_shows_the_repeat_meetings(director_client, db):
    tournament = make_tournament(24)
    draws.draw_all_rounds(tournament=tournament, seed=1)
    first, second = seatings(tournament)[1][0][:1], seatings(tournament)[1][1][:1]
    typed = {"player": first[0], "other": second[0]}
    address = reverse("rounds:change_seats", args=["wk", 2])
    there = director_client.post(address, typed, headers=ENGLISH)
    now = outcome(tournament, seatings(tournament), 3).quality
    assert now.repeat_meetings > 0
    assert f"Repeat meetings: {now.repeat_meetings}, before 0." in messages_of(there)[0]
    back = director_client.post(address, typed, headers=ENGLISH)
    assert f"Repeat meetings: 0, before {now.repeat_meetings}." in messages_of(back)[0]
