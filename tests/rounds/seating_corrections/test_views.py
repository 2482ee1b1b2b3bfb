"""The pages on which seats are corrected, and what others see of a correction."""

import pytest
from django.urls import reverse

from tests.cases import cases
from tests.markup import messages_with_level, on_one_line
from tests.played import played
from tests.rounds.prepared_rounds import count_form_of, places_of
from tests.rounds.seating_corrections.corrections import (
    NOW,
    correct_table,
    logged_corrections,
    table_numbered,
)
from wk.rounds.seat_swaps.moves import seating_token
from wk.scoreforms.models import Draft, Version
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Round, Seat, Tournament
from wk.tournament.seating import seating

ENGLISH = {"accept-language": "en"}
PAGE = reverse("rounds:correct_seats", args=["wk-test", 1])
JOIN = reverse("rounds:join_table", args=["wk-test", 1])
ROUND = reverse("rounds:round", args=["wk-test", 1])


def undo_url(key):
    """Return the address that undoes a correction."""
    return reverse("rounds:undo_correction", args=["wk-test", 1, key])


def swap_data(round, **more):
    """Return the fields that change the names of 2 and 8 over."""
    return {
        "first": 2,
        "second": 8,
        "how": "names",
        "shown_token": seating_token(seating(round)),
    } | more


def join_data(round, **more):
    """Return the fields that seat 3 at table 2."""
    return {"player": 3, "table": 2, "shown_token": seating_token(seating(round))} | more


def moves_in_effect(response):
    """Return start number and new seat of each move in the effect shown."""
    return [(move.entry.number, move.to_seat) for move in response.context["effect"].moves]


def get_page(client, url, data=None):
    """Return a page in English, and its text on one line."""
    response = client.get(url, data, headers=ENGLISH)
    return response, on_one_line(response.content.decode())


def post(client, url, data=None):
    """Send a form; return the answer."""
    return client.post(url, data, headers=ENGLISH)


def test_only_directors_correct_seats(client, clerk_client, round):
    before = places_of(round)
    for url, data in ((PAGE, swap_data(round)), (undo_url(1), {}), (JOIN, join_data(round))):
        assert clerk_client.post(url, data).status_code == 403
        assert client.post(url, data).status_code == 302
    for url in (PAGE, JOIN):
        assert clerk_client.get(url).status_code == 403
        assert client.get(url).status_code == 302
    assert places_of(round) == before


def test_other_methods_and_unknown_corrections_are_refused(director_client, round):
    for url in (PAGE, JOIN):
        assert director_client.delete(url).status_code == 405
        assert director_client.put(url).status_code == 405
    assert director_client.get(undo_url(1)).status_code == 405
    for key in (99, 10**30):
        assert director_client.post(undo_url(key)).status_code == 404


def test_the_page_of_a_round_links_to_the_corrections(client, director_client, round):
    assert PAGE in get_page(director_client, ROUND)[1]
    assert PAGE not in get_page(client, ROUND)[1]
    assert JOIN in get_page(director_client, PAGE)[1]
    assert (
        JOIN not in get_page(director_client, PAGE, swap_data(round))[1]
    )  # once it has been chosen
    Seat.objects.filter(entry__number__in=[5, 9]).delete()  # then nobody can be spared
    assert JOIN not in get_page(director_client, PAGE)[1]
    assert "There is no such table in this round" in get_page(director_client, JOIN)[1]


def test_corrections_of_a_round_that_is_not_open_are_refused(director_client, round):
    sent = ((PAGE, swap_data(round)), (JOIN, join_data(round)))

    @cases(
        "state, why",
        [
            (Round.State.DRAWN, "This round has not started yet."),
            (Round.State.CONFIRMED, "This round has not started yet."),
            (
                Round.State.FINAL,
                "Round 1 is final. Reopen it first, then you can change something.",
            ),
        ],
    )
    def is_refused(state, why):
        Round.objects.update(state=state)
        for url, data in sent:
            for response in (
                director_client.get(url, headers=ENGLISH),
                post(director_client, url, data),
            ):
                assert messages_with_level(response) == [("error", why)]
                assert (response.status_code, response.url) == (302, ROUND)
        assert "/reseat/" not in get_page(director_client, ROUND)[1]
        assert not logged_corrections().exists()

    is_refused()


# Players who sat in each other's place


def test_the_effect_of_a_swap_is_shown_before_it_is_done(director_client, round, clerk):
    before = places_of(round)
    count_form_of(table_numbered(1), clerk)
    response, text = get_page(director_client, PAGE, swap_data(round))
    assert moves_in_effect(response) == [(2, (2, 3)), (8, (1, 2))]
    assert [shift.entry.number for shift in response.context["effect"].shifts] == [2, 8]
    for words in (
        "On the forms",
        "Change the names over",
        "Table 1: its form counts.",
        "Table 2: nothing is written yet.",
        f'<input type="hidden" name="shown_token" value="{seating_token(seating(round))}"',
        "0, as before",  # what stays the same is told once
    ):
        assert words in text
    response, text = get_page(director_client, PAGE, swap_data(round, then_1=4))
    assert moves_in_effect(response) == [(2, (2, 3)), (8, (1, 4)), (4, (1, 2))]
    assert '<input type="hidden" name="then_1" value="4">' in text
    text = get_page(director_client, PAGE, swap_data(round, how="own"))[1]
    for words in ("In the hall", "Only the log changes", "Note it"):
        assert words in text
    assert (places_of(round), logged_corrections().count()) == (before, 0)


def test_a_withdrawn_player_stays_withdrawn_and_the_page_says_so(director_client, round):
    told = "2 Bram has left, and that stays."
    for left, words in (((), ""), ((2,), told), ((2, 8), "")):
        round.tournament.entries.filter(number__in=left).update(withdrawn_after=1)
        text = get_page(director_client, PAGE, swap_data(round))[1]
        assert (words in text, "left, and that stays" in text) == (True, bool(words))


# What is sent beside two players, what is said when it is done, who sits elsewhere then, and what
# everybody reads.
DONE = [
    (
        {"reason": "rumoer"},
        "The names of 2 Bram and 8 Hans have changed over on the forms.",
        {2: (2, 3), 8: (1, 2)},
        "The names changed over on the forms.",
    ),
    (
        {"how": "own"},
        "2 Bram and 8 Hans go to their own seats. It is noted.",
        {},
        "The players went to their own seats.",
    ),
    (
        {"then_1": 4, "then_2": ""},
        "The names of 2 Bram, 8 Hans and 4 Dirk have changed over on the forms.",
        {2: (2, 3), 8: (1, 4), 4: (1, 2)},
        "The names changed over on the forms.",
    ),
    (
        {"then_1": 4, "how": "own"},
        "2 Bram, 8 Hans and 4 Dirk go to their own seats. It is noted.",
        {},
        "The players went to their own seats.",
    ),
]


@pytest.mark.parametrize(("more", "words", "sits", "shown"), DONE)
def test_a_swap_is_done_shown_to_everyone_and_undone(
    client, director_client, director, round, more, words, sits, shown
):
    before = places_of(round)
    done = post(director_client, PAGE, swap_data(round, **more))
    assert (messages_with_level(done), done.url) == ([("success", words)], ROUND)
    assert places_of(round) == before | sits
    change = logged_corrections().get()
    assert (change.reason, change.author) == (more.get("reason", ""), director)
    text = get_page(director_client, ROUND)[1]
    assert (undo_url(change.pk) in text, more.get("reason", "") in text) == (True, True)
    text = get_page(client, ROUND)[1]
    assert (shown in text, "<b>2 Bram</b>" in text, "/undo/" in text) == (True, True, False)
    assert ("Changed by hand." in text) == bool(sits)
    back = post(director_client, undo_url(change.pk))
    assert messages_with_level(back) == [("success", f"Undone: {change.about}.")]
    assert (places_of(round), back.url) == (before, ROUND)
    again = post(director_client, undo_url(change.pk))
    assert messages_with_level(again) == [("error", "This has been undone already.")]


def test_invalid_corrections_change_nothing(director_client, round):
    """The errors themselves are tested with the forms."""
    nothing = ("error", "Nothing has been changed. Look at it again.")
    for url, data in (
        (PAGE, swap_data(round, first="x\0")),
        (PAGE, swap_data(round, then_1=4, then_2=8)),
        (JOIN, join_data(round, table=10**40)),
    ):
        response, _text = get_page(director_client, url, data)
        assert (response.status_code, "effect" in response.context) == (200, False)
        done = post(director_client, url, data)
        assert (messages_with_level(done), "effect" in done.context) == ([nothing], False)
        assert done.context["form"].errors == response.context["form"].errors != {}
    assert not logged_corrections().exists()


def test_a_correction_needs_the_token_of_what_was_shown(director_client, round):

    @cases("seen", ["", "x", "0" * 16])
    def needs_it(seen):
        why = "This has changed meanwhile." if seen == "0" * 16 else "Nothing has been changed."
        why = ("error", f"{why} Look at it again.")
        for url, data, first in (
            (PAGE, swap_data(round, shown_token=seen), (2, (2, 3))),
            (JOIN, join_data(round, shown_token=seen), (3, (2, 5))),
        ):
            done = post(director_client, url, data)
            assert (messages_with_level(done), moves_in_effect(done)[0]) == ([why], first)
        assert not logged_corrections().exists()

    needs_it()


def test_a_correction_that_the_game_forbids_is_an_error_at_its_field(director_client, round):
    for url, data, game, options, errors in (
        (
            PAGE,
            swap_data(round, first=6, then_1=7),
            "rubber-bridge",
            {"partners": "fixed"},
            {"second": ["This would part partners who stay together."]},
        ),
        (
            JOIN,
            join_data(round, player=6, table=1),
            "zaanse-boerenbridge",
            {},
            {"table": ["All tables of this round would play other deals then."]},
        ),
    ):
        Tournament.objects.update(game=game, options=options)
        for response in (
            get_page(director_client, url, data)[0],
            post(director_client, url, data),
        ):
            assert "effect" not in response.context
            assert response.context["form"].errors == errors
        ((why,),) = errors.values()
        assert messages_with_level(response) == [("error", why)]


# Somebody who sat at another table


def test_the_effect_of_joining_a_table_is_shown_before_it_is_done(director_client, round, clerk):
    count_form_of(table_numbered(1), clerk)
    before = places_of(round)
    response, text = get_page(director_client, JOIN, join_data(round))
    assert moves_in_effect(response) == [(3, (2, 5)), (4, (1, 3)), (5, (1, 4))]
    for words in (
        "Table 1: its form counts.",
        "Table 2: nothing is written yet.",
        "This form was handed in and does not count any more",
        "Seat Cor at table 2",
        f'<input type="hidden" name="shown_token" value="{seating_token(seating(round))}"',
    ):
        assert words in text
    assert (places_of(round), Version.objects.get().is_counted) == (before, True)


def test_joining_a_table_is_done_shown_to_everyone_and_undone(client, director_client, round):
    before = places_of(round)
    done = post(director_client, JOIN, join_data(round, reason="rumoer"))
    assert messages_with_level(done) == [("success", "3 Cor sits at table 2 now.")]
    shown = director_client.get(done.url, headers=ENGLISH)
    assert messages_with_level(shown) == messages_with_level(done)
    assert places_of(round) == before | {3: (2, 5), 4: (1, 3), 5: (1, 4)}
    change = logged_corrections().get()
    assert (change.reason, undo_url(change.pk) in shown.content.decode()) == ("rumoer", True)
    assert "Somebody sat as one more at another table." in get_page(client, ROUND)[1]
    back = post(director_client, undo_url(change.pk))
    assert messages_with_level(back) == [("success", f"Undone: {change.about}.")]
    assert places_of(round) == before


# What clerks see of it


def test_a_clerk_with_the_old_columns_gets_the_new_ones(clerk_client, director, round):
    url = reverse("scoreforms:enter", args=["wk-test", 1, 1])
    cells = round.rules.to_cells(played(table_numbered(1)))
    old = cells | {"players": "1 2 3 4 5", "expected_version": 0, "expected_draft": 0}
    kept = reverse("scoreforms:draft", args=["wk-test", 1, 1])
    assert clerk_client.post(kept, old).status_code == 200
    correct_table(round, 3, 2, director)
    draft = Draft.objects.get()
    answer = clerk_client.post(kept, old | {"expected_draft": 1})
    told = answer.json()
    assert (answer.status_code, told["is_carried"], told["revision"]) == (409, True, 1)
    assert told["cells"] == round.rules.to_cells(draft.content)
    checked = clerk_client.post(reverse("scoreforms:check", args=["wk-test", 1, 1]), old)
    assert (checked.status_code, checked.content) == (204, b"")
    handed = post(clerk_client, url, old | {"action": "count"})
    assert messages_with_level(handed) == [
        ("error", "Other players sit at this table now. What was kept stands here for them.")
    ]
    page = clerk_client.get(handed.url)
    assert page.context["players"] == "1 2 4 5"
    assert page.context["sheet"].entries[2].number == 4
    draft.refresh_from_db()
    assert (draft.revision, Version.objects.count()) == (1, 0)


def test_the_history_shows_the_players_of_that_time(clerk_client, director, round, clerk):
    url = reverse("scoreforms:history", args=["wk-test", 1, 1])
    old = count_form_of(table_numbered(1), clerk)
    correct_table(round, 3, 2, director)
    paper = Submission(played(table_numbered(1)), clerk, NOW)
    new = hand_in(table=table_numbered(1), submission=paper)
    names = []
    for version in (old, new):
        asked = {"version": version.number, "with": 3 - version.number}
        response, text = get_page(clerk_client, url, asked)
        names.append([entry.number for entry in response.context["sheet"].entries])
        assert ("compared" in response.context, "restore" in response.context) == (False, False)
        assert ("You see the names of then" in text) == (version == old)
    assert names == [[1, 2, 3, 4, 5], [1, 2, 4, 5]]
