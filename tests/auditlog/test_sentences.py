"""The sentences of log entries."""

import pytest
from django.conf import settings
from django.utils import timezone

from scoring.registry import DEFAULT
from tests.markup import without_space_beside_blocks
from tests.players.conftest import (
    ENGLISH,
    LOG,
    NOON,
    seat_two_tables,
    sentence_of,
    undo_last,
)
from wk.auditlog.file_times import file_time
from wk.auditlog.models import AuditLogEntry
from wk.auditlog.queries import log_of
from wk.core.refusals import ActionRefused
from wk.rounds.seat_swaps.services import swap_seats
from wk.tournament.models import Round, Tournament


def test_a_seat_swap_is_undone_while_the_round_is_drawn(ten_players):
    round = seat_two_tables(ten_players, 1, Round.State.DRAWN)
    one, other = (ten_players.entries.get(number=number) for number in (1, 6))
    swap_seats(round=round, first=one, second=other, author=None, now=NOON)
    assert sentence_of(ten_players.log_entries.get()) == (
        "Seats changed by hand: 1 José de Wit: table 1, NORTH (seat 1) → table 2, NORTH (seat 1);"
        " 6 Cor Visser: table 2, NORTH (seat 1) → table 1, NORTH (seat 1)."
    )
    undo_last(ten_players)
    assert round.seats.get(entry=one).table.number == 1
    swap_seats(round=round, first=one, second=other, author=None, now=NOON)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CONFIRMED)
    with pytest.raises(ActionRefused):
        undo_last(ten_players)


def test_every_step_of_a_round_has_a_sentence_and_no_undo(ten_players):
    for facts, sentence in [
        ({"from": "drawn", "to": "confirmed"}, "Round 1 has been confirmed."),
        ({"from": "confirmed", "to": "drawn"}, "Round 1 went back to its draw."),
        ({"from": "confirmed", "to": "started"}, "Round 1 has started."),
        ({"from": "started", "to": "closed"}, "Round 1 has been closed."),
        ({"from": "closed", "to": "final"}, "Round 1 has been made final."),
        ({"from": "closed", "to": "started"}, "Round 1 has been reopened."),
        ({"from": "final", "to": "started"}, "Round 1, which was final, has been reopened."),
        (
            {"from": "final", "to": "closed"},
            "Round 1 is final no more, as an earlier round was reopened.",
        ),
        ({"withheld_to": "all"}, "The results of round 1 are held back."),
        ({"withheld_to": "top"}, "The first ten of round 1 are held back."),
        (
            {"withheld_from": "all", "withheld_to": ""},
            "The results of round 1 have been made public.",
        ),
        ({}, "Round 1 moved on or back."),
    ]:
        change = AuditLogEntry.objects.create(
            tournament=ten_players, kind="state", about="1", payload=facts, at=NOON
        )
        assert sentence_of(change) == sentence
        with pytest.raises(ActionRefused):
            undo_last(ten_players)


class TestDrawsAndImports:
    """Draws, redraws, discards and imports are logged with their author."""

    def sentences_of(self, tournament):
        return [(sentence_of(change), change.author) for change in log_of(tournament)]

    def test_draws_redraws_and_discards_are_logged_with_their_author(
        self, director_client, director, ten_players
    ):
        for path in ("draw/", "1/redraw/", "1/discard/", "draw/all/", "1/redraw/", "2/discard/"):
            director_client.post(f"/t/wk-zaal/rounds/{path}", {"reason": "Te vroeg"})
        lines = self.sentences_of(ten_players)
        assert [(line.split(" Draw")[0], author) for line, author in lines] == [
            ("The draws of rounds 2 and 3 have been discarded.", director),
            ("Rounds 1 to 3 have been drawn again.", director),
            ("Rounds 1 to 3 have been drawn.", director),
            ("The draw of round 1 has been discarded.", director),
            ("Round 1 has been drawn again.", director),
            ("Round 1 has been drawn.", director),
        ]
        assert lines[1][0].endswith(f" Draw number {ten_players.rounds.get().seed}.")

    def test_draws_cannot_be_undone_in_the_log_and_link_to_their_round(
        self, director_client, ten_players
    ):
        director_client.post("/t/wk-zaal/rounds/draw/")
        page = director_client.get(LOG, headers=ENGLISH)
        assert [(offer.is_open, offer.why_not) for _, _, offer in page.context["lines"]] == [
            (False, "")
        ]
        assert '<a href="/t/wk-zaal/rounds/1/">round 1</a>' in without_space_beside_blocks(
            page.content.decode()
        )

    def test_a_refused_draw_is_not_logged(self, director_client, ten_players):
        ten_players.entries.filter(number__gt=2).delete()
        director_client.post("/t/wk-zaal/rounds/draw/")
        assert not ten_players.log_entries.exists()

    @pytest.mark.slow
    def test_an_import_is_logged_with_its_backup(self, director_client, director):
        director_client.post("/practice/", {"game": DEFAULT})
        made = Tournament.objects.get()
        assert self.sentences_of(made) == [("Brought in from an archive.", director)]
        director_client.post("/practice/", {"game": DEFAULT})
        (backup,) = (settings.DATA_DIR / "backups").iterdir()
        clock = file_time(backup.name, timezone.now())
        text = (
            f"Brought in from an archive. What stood here before is kept as the backup of {clock}."
        )
        assert self.sentences_of(Tournament.objects.get()) == [(text, director)]

    def test_an_imported_list_of_players_is_logged(self, director_client, director, ten_players):
        page = director_client.post(
            "/t/wk-zaal/players/import/", {"text": "Piet Kok;De Slag\nJoke Dijk"}
        )
        rows = page.context["confirm"].initial["rows"]
        director_client.post("/t/wk-zaal/players/import/confirm/", {"rows": rows})
        text = "2 players have been entered from a list: 11 Piet Kok to 12 Joke Dijk."
        assert self.sentences_of(ten_players) == [(text, director)]


def test_a_return_names_times_of_the_clock_and_no_files(ten_players, director):
    before, night = "wk-20261121-115900-000000.zip", "wk-20261120-221000-000000.zip"
    archive = "wk-zaal-20261121-115901-000000.json"
    for author, facts, words in [
        (director, {"moment": before, "backup": ""}, "Back to 11:59."),
        (
            director,
            {"moment": night, "backup": before},
            "Back to 20 November, 22:10. What stood here before is kept as the backup of 11:59.",
        ),
        (
            director,
            {"moment": night, "backup": archive, "kept": before},
            "Back to 20 November, 22:10. What stood here before is kept as the backup of 11:59.",
        ),
        (
            director,
            {"backup": archive},
            "Brought in from an archive. What stood here before is kept as the backup of 11:59.",
        ),
        (
            None,
            {"backup": archive},
            f"Brought in from an archive. What stood here before is kept in {archive}.",
        ),
        (None, {"backup": ""}, "Brought in from an archive."),
    ]:
        change = AuditLogEntry.objects.create(
            tournament=ten_players,
            kind="imported",
            about="WK",
            payload=facts,
            at=NOON,
            author=author,
        )
        assert sentence_of(change) == words
