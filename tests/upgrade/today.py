"""The edition of today: one round closed, one in full swing, one drawn and changed by hand."""

import datetime as dt
from io import BytesIO

from PIL import Image

from tests.played import played
from tests.scoreforms.submissions import with_stopped_deal, with_two_other_cells
from tests.upgrade.day import BEGAN, SATURDAY, Day, listed
from wk.hall.announcements import services as announcements
from wk.hall.ceremony import services as ceremony
from wk.hall.clock import services as clock
from wk.phones.services import keys_for, revoke_keys
from wk.players import replacements
from wk.players import services as roster
from wk.players.checkin import bulk
from wk.players.checkin import services as desk
from wk.players.services import NewEntry
from wk.rounds.constraints import services as constraints
from wk.rounds.draws import draw_service as draws
from wk.rounds.seat_swaps import services as seat_swaps
from wk.rounds.seating_corrections import services as seating_corrections
from wk.rounds.seating_corrections.effect import CorrectionKind
from wk.scoreforms.models import Check
from wk.scoreforms.photos.services import keep_photos, redrawn
from wk.scoreforms.review.services import adjudicate, confirm, let_count
from wk.tournament.models import Round, Seat, Table
from wk.tournament.services import update_tournament


def edition_of_today() -> None:
    """Round 1 is closed, round 2 goes on with forms in every state, round 3 is changed by hand."""
    facts = {"date": SATURDAY, "round_minutes": 75}
    made = listed("WK Boerenbridge 2026", "wk-2026", 20, seed=26, **facts)
    day = Day(made, BEGAN, seed=26)
    rows = [NewEntry(name, "De Slag") for name in ("Wim", "Truus", "Vera", "Zeno", "Yvo")]
    roster.enter_list(tournament=made, rows=rows, **day.by())
    asked_of_the_draw(day)
    at_the_door(day)
    draws.draw_all_rounds(tournament=made, seed=2026, **day.by())
    first_round(day)
    second_round(day)
    drawn_round(day)
    for text, minutes in (("Het buffet is open", 600), ("Parkeer niet voor de deur", None)):
        announcements.announce(tournament=made, text=text, minutes=minutes, **day.by())
    over = announcements.announce(tournament=made, text="Zo beginnen we", minutes=None, **day.by())
    announcements.take_back(announcement=over, now=day.now)
    acts_to_undo(day)


def asked_of_the_draw(day: Day) -> None:
    """Separations, hard and soft, of clubs too; fixed places; tables of four."""
    made = day.tournament
    for numbers, name, is_hard in (
        ((1, 2), "Gezin de Wit", True),
        ((3, 4, 5), "", True),
        ((6, 7), "Buren", False),
    ):
        entries = [day.player(number) for number in numbers]
        constraints.separate(tournament=made, entries=entries, name=name, is_hard=is_hard)
    constraints.separate_clubs(tournament=made)
    constraints.fix_seat(entry=day.player(8), table=2, seat=None)
    constraints.fix_seat(entry=day.player(9), table=None, seat=1, round=2)
    constraints.fix_seat(entry=day.player(10), table=1, seat=4, round=3)


def at_the_door(day: Day) -> None:
    """Check-ins of one and of many, taken back, unannounced; some do not come at all."""
    made = day.tournament
    few = made.entries.filter(number__lte=4)
    day.act(lambda: desk.check_in(entries=few, **day.by(day.clerk)))
    for number in range(5, 22):
        there = [day.player(number)]
        day.act(lambda there=there: desk.check_in(entries=there, **day.by(day.clerk)))
    gone = day.act(lambda: desk.undo_check_in(entry=day.player(5), **day.by(day.clerk)))
    day.act(lambda: day.undo(gone))
    for name in ("Joke Dijk", "Teun Late"):
        facts = {"name": name, "club": "De Slag", **day.by(day.clerk)}
        day.act(lambda facts=facts: desk.enter_late(tournament=made, **facts))
    left = list(made.entries.filter(number__in=(23, 24)))
    plan = bulk.plan(made, bulk.Action.WITHDRAW, left)
    bulk.carry_out(planned=plan, tournament=made, version_token=plan.version_token, **day.by())
    desk.check_in(entries=[day.player(22)], **day.by(day.clerk))
    made.refresh_from_db()
    constraints.choose_fours(tournament=made, fours=constraints.possible_fours(made)[-1])


def first_round(day: Day) -> None:
    """Changed by hand, started by mistake, typed and corrected, closed too early, closed."""
    made = day.tournament
    one, other = day.round(1).seats.filter(number=2).order_by("pk")[:2]
    facts = {"round": day.round(1), "first": one.entry, "second": other.entry}
    swap = day.act(lambda: seat_swaps.swap_seats(**facts, **day.by()))
    day.act(lambda: seat_swaps.undo(log_entry=swap.log_entry, **day.by()))
    day.act(lambda: seat_swaps.swap_seats(**facts, **day.by()))
    day.step(1, "confirm", "unconfirm", "confirm", "start", "unstart", "start")
    clock.pause(round=day.round(1), now=day.now)
    clock.go_on(round=day.round(1), now=day.now)
    clock.give_time(round=day.round(1), minutes=10, now=day.now)
    seat = day.table(1, 2).seats.get(number=3)
    replacements.substitute(seat=seat, name="Piet Kok", from_deal=8, **day.by())
    forms_looked_at_twice(day)
    ring = [day.table(1, number).seats.get(number=1).entry for number in (1, 2, 3)]
    wrong = {"first": ring[0], "second": ring[1], "others": ring[2:], "how": CorrectionKind.NAMES}
    seating_corrections.correct_swap(
        round=day.round(1), reason="Zaten verkeerd", **wrong, **day.by()
    )
    own = {"first": ring[1], "second": ring[2], "how": CorrectionKind.OWN}
    seating_corrections.correct_swap(round=day.round(1), **own, **day.by())
    day.step(1, "close", "reopen", "close")
    ceremony.withhold(round=day.round(1), what=Round.Withheld.ALL, **day.by())
    ceremony.release(tournament=made, **day.by())


def forms_looked_at_twice(day: Day) -> None:
    """Every form of round 1 counts, each by another way."""
    checked = {"second_check": "every", "check_method": "sight"}
    update_tournament(tournament=day.tournament, **checked)
    five, *tables = sorted(day.round(1).tables.all(), key=lambda each: -each.seats.count())
    by_sight = day.type_in(five)
    confirm(version=by_sight, **day.by(day.other_clerk))
    day.give(five, with_stopped_deal(five), day.director, typing_error=True)
    decided = day.type_in(tables[0], 2)
    let_count(version=decided, reason="Haast", **day.by())
    day.type_in(tables[1], 3)
    day.give(tables[1], with_two_other_cells(tables[1])[0], day.other_clerk)
    found = Check.objects.get(version__form__table=tables[1])
    right = played(tables[1], 4)
    adjudicate(check=found, document=right, **day.by())
    for table in tables[2:4]:
        paper = played(table, table.number)
        totals = list(table.round.rules.progress(paper, table.seats.count()).totals)
        day.give(table, {"totals": totals}, day.clerk)
    day.type_in(tables[3], tables[3].number, day.other_clerk)  # the deals that come to these totals
    for table in tables[4:]:
        day.type_in(table, table.number)
        day.type_in(table, table.number, day.other_clerk)
    day.type_in(tables[4], 9, day.director)  # a correction


def second_round(day: Day) -> None:
    """A form in every state: counted, corrected, waiting, typed twice, begun, on a phone, none."""
    checked = {"second_check": "every", "check_method": "blind", "phones": "compare"}
    update_tournament(tournament=day.tournament, **checked)
    day.step(2, "confirm", "start")
    tables = [day.table(2, number) for number in range(1, day.round(2).tables.count() + 1)]
    keys_for(tables=tables, now=day.now)
    revoke_keys(tables=tables[-1:], now=day.now)
    clock.give_table_time(table=tables[1], minutes=15, now=day.now)
    totals = [None, 88, None, *[None] * (tables[0].seats.count() - 3)]
    counted = day.type_in(tables[0], 1, day.clerk, paper_totals=totals)
    assert counted.is_waiting
    day.type_in(tables[0], 1, day.other_clerk)  # typed the same: it counts
    day.type_in(tables[0], 5, day.director)  # a correction
    day.type_in(tables[1], 2, day.clerk)  # waits
    photo(day, tables[1])
    day.type_in(tables[2], 3, day.clerk)
    again = day.give(
        tables[2], with_two_other_cells(tables[2])[0], day.other_clerk
    )  # to be adjudicated
    assert again.source == "second"
    day.begin_to_type(tables[3], 6, day.clerk)
    day.begin_to_type(tables[3], 4, day.other_clerk, seed=2)
    day.on_the_phone(tables[3], 5)
    day.on_the_phone(tables[4], None, seed=4)  # waits to be compared with the paper
    one_more = tables[4].seats.order_by("number").last().entry
    decided = day.type_in(day.table(2, 2), 2, day.clerk)
    assert decided.is_waiting
    full = next(table.number for table in tables[2:] if table.seats.count() == 4)
    seated = day.act(
        lambda: seating_corrections.correct_table(
            round=day.round(2), player=one_more, table=full, **day.by()
        )
    )
    if seated:
        day.act(lambda: day.undo(seated))


def photo(day: Day, table: Table) -> None:
    """Keep a photo of a form, as small as it can be."""
    file = BytesIO()
    Image.new("RGB", (24, 32), "ivory").save(file, "JPEG")
    keep_photos(table=table, pictures=[redrawn(file)], author=day.clerk, now=day.now)


def drawn_round(day: Day) -> None:
    """Change round 3 by hand: some changes can be undone, and one was."""
    seats = list(day.round(3).seats.order_by("table__number", "number").select_related("entry"))
    pairs = [(seats[1], seats[6]), (seats[2], seats[11]), (seats[0], seats[7])]
    for one, other in pairs:
        facts = {"round": day.round(3), "first": one.entry, "second": other.entry}
        made = day.act(lambda facts=facts: seat_swaps.swap_seats(**facts, **day.by()))
    assert made
    day.act(lambda: seat_swaps.undo(log_entry=made.log_entry, **day.by()))


def acts_to_undo(day: Day) -> None:
    """One act of each kind at last, each of another player, so that every kind can be undone."""
    made, clerk = day.tournament, day.by(day.clerk)
    on_time = {"now": day.now + dt.timedelta(minutes=1)}
    for name in ("Gast Een", "Gast Twee", "Gast Drie"):
        facts = {"name": name, "club": "", **clerk}
        day.act(lambda facts=facts: desk.enter_late(tournament=made, **facts))
    three, two = made.entries.order_by("-number")[:2]
    roster.remove_entry(entry=two, **day.by(day.clerk))
    roster.withdraw(entry=three, **day.by())
    roster.readmit(entry=three, **day.by())
    facts = {"name": "Anders Genoemd", "club": "Élan", "number": 150}
    roster.edit_entry(entry=day.player(11), **facts, **day.by(day.clerk))
    roster.withdraw(entry=day.player(12), **day.by())
    replacements.replace(entry=day.player(13), name="Nieuw Gezicht", club="", **day.by())
    desk.undo_check_in(entry=day.player(14), author=day.clerk, **on_time)
    desk.check_in(entries=[day.player(23), day.player(24)], author=day.clerk, **on_time)
    seat = Seat.objects.filter(round=day.round(2), entry=day.player(15)).get()
    facts = {"name": "Invaller Ina", "from_deal": None, "leaves": True}
    replacements.substitute(seat=seat, **facts, **day.by())
    one, other = (day.table(2, number).seats.get(number=2).entry for number in (1, 2))
    wrong = {"first": one, "second": other, "how": CorrectionKind.NAMES}
    seating_corrections.correct_swap(round=day.round(2), **wrong, **day.by())
