"""The hall in which buttons are pressed: officials, and a tournament with its first round begun."""

import datetime as dt
from dataclasses import dataclass
from io import BytesIO

from django.conf import settings
from django.utils import timezone
from PIL import Image

from tests.played import played
from tests.rounds.prepared_rounds import count_all_forms, hand_in_form
from wk.accounts.models import User
from wk.auditlog.models import AuditLogEntry
from wk.core import hall_access
from wk.hall.announcements.services import announce
from wk.hall.ceremony.services import announce_place
from wk.phones.call_services import call_director
from wk.phones.player_key_services import player_keys_for
from wk.phones.services import keys_for
from wk.players.checkin.payments import note_payment
from wk.players.checkin.services import check_in
from wk.players.kiosk.services import open_kiosk
from wk.players.services import NewEntry, enter_many, withdraw
from wk.printing.logo_services import keep_logo, redrawn
from wk.prizes.queries import prizes
from wk.prizes.services import add_category, hand_over
from wk.rounds.draws.draw_service import draw_round
from wk.rounds.lifecycle import transitions
from wk.rounds.seat_swaps.services import swap_seats
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.rounds.seating_corrections.services import correct_swap
from wk.scoreforms.objections.services import Saying, say
from wk.scoreforms.photos.services import Picture, keep_photos
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import (
    Entry,
    FixedSeat,
    PrizeCategory,
    Round,
    Separation,
    Table,
    Tournament,
)
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

PASSWORD = "geheim-genoeg"
NAMES = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid"]
CLUBS = ["De Slag", "De Slag", "", "Troef", "Troef", "", "", "", ""]


@dataclass
class Hall:
    """Nine players at two tables, in a round that has begun and has a clock.

    `director` and `other` are directors, `clerk` is a clerk, and the account of `former` is closed.
    """

    tournament: Tournament
    round: Round
    director: User
    other: User
    clerk: User
    former: User

    @property
    def entries(self) -> list[Entry]:
        """The entries in the order of their start numbers."""
        return list(self.tournament.entries.order_by("number"))

    @property
    def table(self) -> Table:
        """Table 1, with five players."""
        return self.round.tables.get(number=1)

    @property
    def newest(self) -> AuditLogEntry:
        """The log entry of what was done last."""
        return self.tournament.log_entries.order_by("pk").last()


def make_hall() -> Hall:
    """Store the hall in an empty database."""
    accounts = {
        name: User.objects.create_user(name, password=PASSWORD, role=role, is_active=is_active)
        for name, role, is_active in (
            ("dora", User.Role.DIRECTOR, True),
            ("dirk", User.Role.DIRECTOR, True),
            ("kees", User.Role.CLERK, True),
            ("fred", User.Role.CLERK, False),
        )
    }
    made = create_tournament(
        name="WK Test", slug="wk-test", date=dt.date(2026, 11, 21), round_minutes=75
    )
    rows = [NewEntry(name, club) for name, club in zip(NAMES, CLUBS, strict=True)]
    entries = enter_many(tournament=made, rows=rows)
    tables = {1: entries[:5], 2: entries[5:]}
    round = seat_round(tournament=made, number=1, tables=tables, state=Round.State.CONFIRMED)
    round = transitions.start_round(round=round, now=timezone.now())
    return Hall(made, round, *accounts.values())


def hall_of_now() -> Hall:
    """Return the hall that was stored before."""
    made = Tournament.objects.get()
    accounts = [User.objects.get(username=name) for name in ("dora", "dirk", "kees", "fred")]
    return Hall(made, made.rounds.select_related("tournament").get(), *accounts)


def photo_of_paper() -> bytes:
    """Return a small picture."""
    out = BytesIO()
    Image.new("RGB", (40, 20), "white").save(out, "JPEG")
    return out.getvalue()


def logo_of_host() -> bytes:
    """Return a small logo."""
    out = BytesIO()
    Image.new("RGB", (40, 20), "black").save(out, "PNG")
    return out.getvalue()


# What is so before a button is pressed. Each returns what its address has instead of 1.


def no_round(hall: Hall) -> None:
    """Let no round be drawn."""
    hall.tournament.rounds.all().delete()


def with_kiosk(hall: Hall) -> dict[str, str]:
    """Let the kiosk be open; its key is in its address."""
    return {"key": open_kiosk(tournament=hall.tournament).kiosk_key}


def with_kiosk_to_close(hall: Hall) -> None:
    """Let the kiosk be open, for a director to close it."""
    open_kiosk(tournament=hall.tournament)


def drawn(hall: Hall) -> dict[str, int]:
    """Let round 2 be drawn, and look at it."""
    draw_round(tournament=hall.tournament, seed=1, author=hall.director)
    return {"number": 2}


def confirmed(hall: Hall) -> dict[str, int]:
    """Let round 2 be confirmed."""
    drawn(hall)
    transitions.confirm_round(round=hall.tournament.rounds.get(number=2))
    return {"number": 2}


def confirmed_for_all(hall: Hall) -> None:
    """Let round 2 be confirmed, and the address be that of player 1."""
    confirmed(hall)


def ready_to_start(hall: Hall) -> None:
    """Let round 1 be confirmed, and everybody be here."""
    Round.objects.update(state=Round.State.CONFIRMED, started_at=None)
    checked_in(hall)


def complete(hall: Hall) -> None:
    """Let all forms of round 1 count."""
    count_all_forms(hall.round)


def closed(hall: Hall) -> None:
    """Let round 1 be closed, with all its forms."""
    complete(hall)
    Round.objects.update(state=Round.State.CLOSED)


def all_played(hall: Hall) -> None:
    """Let round 1 be the only one, closed, with all results held back."""
    closed(hall)
    Round.objects.update(withheld=Round.Withheld.ALL)
    Tournament.objects.update(round_count=1)


def with_prize(hall: Hall) -> dict[str, int]:
    """Let there be a category of prizes, for which nobody is marked."""
    return {"key": add_category(tournament=hall.tournament, name="Dames").pk}


def prize_won(hall: Hall) -> dict[str, int]:
    """Let all be played, and somebody win a prize."""
    all_played(hall)
    counts = PrizeCategory.Counts.EVERYBODY
    return {"key": add_category(tournament=hall.tournament, name="Winnaar", counts=counts).pk}


def prize_handed_out(hall: Hall) -> dict[str, int]:
    """Let the winner have got his prize."""
    numbers = prize_won(hall)
    (listed,) = prizes(Tournament.objects.get(), sees_all=True).lists
    by = {"author": hall.clerk, "now": timezone.now()}
    hand_over(category=listed.category, number=listed.winners[0].number, club="", **by)
    return numbers


def with_payments(hall: Hall) -> None:
    """Let the desk note who has paid."""
    Tournament.objects.update(notes_payments=True)


def paid(hall: Hall) -> None:
    """Let player 1 have paid."""
    with_payments(hall)
    note_payment(entry=hall.entries[0], author=hall.clerk, now=timezone.now())


def place_3_announced(hall: Hall) -> None:
    """Let the ceremony begin with place 3."""
    all_played(hall)
    announce_place(
        tournament=hall.tournament, place=3, seen=None, author=hall.director, now=timezone.now()
    )


def held_back(hall: Hall) -> None:
    """Let all results of round 1 be held back."""
    Round.objects.update(withheld=Round.Withheld.ALL)


def paused(hall: Hall) -> None:
    """Let the clock stand still."""
    Round.objects.update(paused_at=timezone.now())


def with_extra_time(hall: Hall) -> None:
    """Let table 1 have extra time."""
    hall.round.tables.filter(number=1).update(extra_minutes=5)


def announced(hall: Hall) -> dict[str, int]:
    """Let an announcement stand on the screens."""
    said = announce(
        tournament=hall.tournament, text="Koffie", author=hall.director, now=timezone.now()
    )
    return {"key": said.pk}


def twenty_players(hall: Hall) -> None:
    """Let there be more than one way to divide the players over tables, and no round yet."""
    no_round(hall)
    rows = [NewEntry(f"Speler {number}") for number in range(10, 21)]
    enter_many(tournament=hall.tournament, rows=rows)


def checked_in(hall: Hall) -> None:
    """Let everybody be here."""
    check_in(entries=hall.entries, author=hall.clerk, now=timezone.now())


def newcomer(hall: Hall) -> dict[str, int]:
    """Let there be a player without a seat."""
    enter_many(tournament=hall.tournament, rows=[NewEntry("Nina")])
    return {"number": 10}


def withdrawn(hall: Hall) -> None:
    """Let player 1 have left."""
    withdraw(entry=hall.entries[0], author=hall.director)


def separated(hall: Hall) -> dict[str, int]:
    """Let two players be kept apart."""
    made = Separation.objects.create(tournament=hall.tournament)
    made.entries.set(hall.entries[:2])
    return {"key": made.pk}


def seat_fixed(hall: Hall) -> dict[str, int]:
    """Let a player have a fixed seat."""
    return {"key": FixedSeat.objects.create(entry=hall.entries[0], seat=1).pk}


def logged(hall: Hall) -> dict[str, int]:
    """Let something stand in the log that can be undone."""
    withdrawn(hall)
    return {"key": hall.newest.pk}


def typed(hall: Hall) -> None:
    """Let a form be in that the clerk typed, and that somebody else has to look at."""
    Tournament.objects.update(second_check=Tournament.SecondCheck.EVERY)
    hall.tournament.refresh_from_db()
    hand_in_form(1, hall.clerk)


def typed_differently(hall: Hall) -> None:
    """Let a form be in that two officials typed differently."""
    typed(hall)
    second = Submission(played(hall.table, seed=2), hall.other, timezone.now())
    hand_in(table=hall.table, submission=second)


def corrected(hall: Hall) -> None:
    """Let a form have two versions of which the later one counts."""
    hand_in_form(1, hall.clerk)
    correction = Submission(played(hall.table, seed=2), hall.director, timezone.now())
    hand_in(
        table=hall.table,
        submission=correction,
        expected_version=1,
        reason="Fout",
        typing_error=True,
    )


def counted(hall: Hall) -> None:
    """Let the form of table 1 count."""
    hand_in_form(1, hall.director)


def first_cell(hall: Hall) -> dict[str, str]:
    """Return a cell of player 1 on the form of table 1, and another value for it."""
    path = "deals.0.bids.0"
    stands = hall.round.rules.to_cells(played(hall.table))[path]
    return {"path": path, "value": "1" if stands == "0" else "0"}


def objected(hall: Hall) -> dict[str, int]:
    """Let player 1 find the form of table 1 not right."""
    counted(hall)
    cell = first_cell(hall)
    saying = Saying(cell["path"], cell["value"])
    facts = {"entry": hall.entries[0], "saying": saying, "now": timezone.now()}
    return {"objection": say(table=hall.table, **facts).pk}


def called(hall: Hall) -> dict[str, int]:
    """Let table 1 ask for the director."""
    facts = {"press": "0123456789abcdef", "now": timezone.now()}
    return {"key": call_director(table=hall.table, **facts).pk}


def with_card_key(hall: Hall) -> None:
    """Let player 1 have a code on his card, and the address be that of player 1."""
    player_keys_for(entries=hall.entries[:1], now=timezone.now())


def photographed(hall: Hall) -> dict[str, int]:
    """Let a form have a photo."""
    picture = Picture(photo_of_paper(), 40, 20)
    (photo,) = keep_photos(
        table=hall.table, pictures=[picture], author=hall.director, now=timezone.now()
    )
    return {"photo": photo.pk}


def with_logo(hall: Hall) -> None:
    """Let the tournament have a logo on paper."""
    keep_logo(tournament=hall.tournament, drawn=redrawn(BytesIO(logo_of_host())))


def with_free_rules(hall: Hall) -> None:
    """Let a game be played of which the rules can be set, and no round be drawn."""
    no_round(hall)
    Tournament.objects.update(game="bollen")


def newcomer_here(hall: Hall) -> dict[str, int]:
    """Let a player without a seat be here."""
    newcomer(hall)
    check_in(entries=hall.entries[-1:], author=hall.clerk, now=timezone.now())
    return {"number": 10}


def swapped(hall: Hall) -> dict[str, int]:
    """Let two players have changed seats in the draw of round 2."""
    drawn(hall)
    round, (first, second, *_others) = hall.tournament.rounds.get(number=2), hall.entries
    facts = {"first": first, "second": second, "author": hall.director, "now": timezone.now()}
    return {"number": 2, "key": swap_seats(round=round, **facts).log_entry.pk}


def reseated(hall: Hall) -> dict[str, int]:
    """Let the names of two players have been exchanged on the forms of round 1."""
    facts = {"first": hall.entries[0], "second": hall.entries[5], "how": CorrectionKind.NAMES}
    facts |= {"author": hall.director, "now": timezone.now()}
    return {"key": correct_swap(round=hall.round, **facts).pk}


def with_phone_keys(hall: Hall) -> None:
    """Let every table have a code for its phone."""
    keys_for(tables=list(hall.round.tables.all()), now=timezone.now())


def all_played_and_announced(hall: Hall) -> None:
    """Let all be played, and an announcement stand on the screens."""
    all_played(hall)
    announced(hall)


def day_over(hall: Hall) -> None:
    """Let the day be over for which the clerk's account was made."""
    User.objects.filter(pk=hall.clerk.pk).update(ends_at=timezone.now() - dt.timedelta(hours=1))


def nobody_yet(hall: Hall) -> None:
    """Let there be no account."""
    Tournament.objects.all().delete()
    User.objects.all().delete()
    settings.DATA_DIR.mkdir(exist_ok=True)  # where the code for the first account is kept


def closed_to_hall(hall: Hall) -> None:
    """Let only this machine reach wk."""
    hall_access.close_to_hall()


def open_to_hall(hall: Hall) -> None:
    """Let other devices reach wk."""
    hall_access.open_to_hall("192.168.1.10")
