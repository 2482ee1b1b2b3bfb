"""Every button of the program: for each address that takes a POST, one press that is valid.

`tests.accounts.addresses` lists all addresses; one that is missing here fails a test.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyotp
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from tests.officials import session_of
from tests.phones.phone_requests import phone_request as sent_by_phone
from tests.played import played
from tests.presses.hall import PASSWORD, Hall
from tests.presses.halls import accounts, backups, players, rounds, scoreforms, stage, standby
from wk.accounts import second_step, setup_code
from wk.archive.queries import archive_of
from wk.archive.writer import write
from wk.camera.scans.phone_keys import key_for
from wk.phones.player_key_services import player_keys_for

NEW_PASSWORD = "nog-geheimer-7"
Numbers = Mapping[str, int | str] | None
Typed = Mapping[str, Any] | Callable[[Hall], Mapping[str, Any]]


@dataclass(frozen=True)
class Button:
    """A press: its page, what is typed into the form there, and what is so before it.

    - `page` is an address, with the numbers that `ready` returns; "" for what a script sends.
    - `after`: an address by name, and the press there whose answer is its page.
    - `form` is the id of its form where that is not sent to the address itself.
    - `by`: the account that presses, "" for nobody.
    - `again`: how a second press is answered: "same" as the first, or a status.
    - `changes`: whether a press changes what is stored.
    - `is_told_by_page`: only the token of its page tells a second press from a first one.
    - `is_random`: two halls in which it is pressed once differ in seats and in numbers.
    """

    page: str = ""
    typed: Typed = field(default_factory=dict)
    ready: Callable[[Hall], Numbers] = lambda hall: None
    after: "tuple[str, Button] | None" = None
    form: str = ""
    by: str = "director"
    again: str | int = "same"
    is_random: bool = False
    changes: bool = True
    is_told_by_page: bool = False


def round_1(address: str) -> str:
    return f"/t/wk-test/rounds/1/{address}"


ROUND = "/t/wk-test/rounds/{number}/"
ROUNDS = "/t/wk-test/rounds/"
WISHES = "/t/wk-test/rounds/wishes/"
DESK = "/t/wk-test/desk/"
PLAYERS = "/t/wk-test/players/"
FORM = "/t/wk-test/forms/1/1/"
SCANS = "/t/wk-test/forms/scans/"
HALL = "/t/wk-test/hall/"
STANDINGS = "/t/wk-test/standings/"
PRIZES = "/t/wk-test/prizes/"
WHY = {"reason": "Er kwam iemand bij"}
NEWCOMER = {"name": "Nina Nieuw", "club": "De Slag"}


def cells(hall: Hall) -> dict[str, str]:
    """Return what is typed of the form of table 1."""
    return hall.round.rules.to_cells(played(hall.table))


def setup(hall: Hall) -> dict[str, str]:
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return {"code": setup_code.current(), "username": "eva", **passwords, "next_step": "create"}


def archive(hall: Hall) -> dict[str, Any]:
    data = write(archive_of(hall.tournament))
    return {"file": SimpleUploadedFile("wk-test.json", data)}


def replaced(hall: Hall) -> dict[str, Any]:
    return archive(hall) | {"replace": "on"}


def photo(hall: Hall) -> dict[str, Any]:
    return {"pictures": SimpleUploadedFile("een.jpg", scoreforms.photo_of_paper())}


def in_an_hour(hall: Hall) -> dict[str, str]:
    return {"end": f"{timezone.localtime() + dt.timedelta(hours=1):%H:%M}"}


def phone(hall: Hall) -> dict[str, Any]:
    return sent_by_phone(hall.table, played(hall.table))


def called(hall: Hall) -> dict[str, Any]:
    return {"key": sent_by_phone(hall.table)["key"], "press": "0123456789abcdef"}


def with_card(hall: Hall) -> dict[str, Any]:
    """Return what a player sends with the key of his card: his first cell is not right."""
    key = player_keys_for(entries=hall.entries[:1], now=timezone.now())[hall.entries[0].pk].key
    return {"key": key, "round": 1, **scoreforms.first_cell(hall)}


def app_set_up(hall: Hall) -> dict[str, str]:
    """Return what the page of the second step sends after the app has read its secret."""
    offer = second_step.offer()
    return {"offer": offer, "code": pyotp.TOTP(second_step.secret_of(offer)).now()}


def app_code(hall: Hall) -> dict[str, str]:
    return {"code": accounts.code_now(hall.director)}


PASSWORD_OF_DIRECTOR = Button("/login/", {"username": "dora", "password": PASSWORD}, by="")
LIST = Button(f"{PLAYERS}import/", {"text": "Nina Nieuw\nOtto Ook"}, changes=False)
SEVERAL = Button(f"{DESK}several/", {"number": ["1", "2"], "action": "check-in"}, changes=False)

# By the name of the address.
BUTTONS = {
    "accounts:begin": Button("/begin/", setup, accounts.nobody_yet, by="", again=302),
    "accounts:login": Button(
        "/login/",
        {"username": "kees", "password": PASSWORD},
        by="",
    ),
    "accounts:login_code": Button(
        typed=app_code,
        ready=accounts.with_second_step,
        after=("accounts:login", PASSWORD_OF_DIRECTOR),
        by="",
        again=302,
    ),
    "accounts:logout": Button("/", changes=False),
    "accounts:second_step": Button("/second-step/", app_set_up, again=302),
    "accounts:recovery_codes": Button("/second-step/codes/", app_code, accounts.with_second_step),
    "accounts:second_step_off": Button(
        "/second-step/", app_code, accounts.with_second_step, again=302
    ),
    "accounts:password": Button(
        "/password/",
        {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
        again=302,
    ),
    "accounts:add": Button(
        "/accounts/add/",
        {"username": "eva", "password1": PASSWORD, "password2": PASSWORD, "role": "clerk"},
        again=200,
    ),
    "accounts:change": Button("/accounts/{pk}/", {"role": "director"}),
    "accounts:new_password": Button(
        "/accounts/{pk}/password/", {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    ),
    "accounts:close": Button("/accounts/{pk}/"),
    "accounts:reopen": Button("/accounts/{pk}/", ready=lambda hall: {"pk": hall.former.pk}),
    "accounts:let_in_again": Button("/accounts/", ready=accounts.day_over),
    "printing:new_slip": Button("/accounts/slip/", {"username": "Eva van Dam"}),
    "printing:logo": Button(
        "/t/wk-test/print/logo/",
        lambda hall: {"logo": SimpleUploadedFile("logo.png", stage.logo_of_host())},
    ),
    "printing:remove_logo": Button("/t/wk-test/print/logo/", ready=stage.with_logo),
    "printing:renew_slip": Button("/accounts/{pk}/slip/", {"lasting": "open"}),
    "tournament:create": Button(
        "/new/", {"name": "WK Twee", "date": "2027-11-20"}, is_told_by_page=True
    ),
    "tournament:edit": Button("/t/wk-test/edit/", {"venue": "Utrecht"}),
    "tournament:rules": Button(
        "/t/wk-test/rules/", {"base": "12", "action": "save"}, rounds.with_free_rules
    ),
    "auditlog:undo": Button("/t/wk-test/log/", ready=players.logged),
    "auditlog:verify": Button("/changes/", changes=False),
    "players:add": Button(f"{PLAYERS}add/", NEWCOMER),
    "players:import": LIST,
    "players:confirm_import": Button(after=("players:import", LIST)),
    "players:edit": Button(f"{PLAYERS}1/edit/", {"name": "Anna Anders"}),
    "players:remove": Button(f"{PLAYERS}{{number}}/edit/", ready=players.newcomer),
    "players:withdraw": Button(f"{PLAYERS}1/edit/"),
    "players:readmit": Button(f"{PLAYERS}1/edit/", ready=players.withdrawn),
    "players:check_in": Button(DESK, {"q": "1"}, by="clerk"),
    "players:enter_late": Button(f"{DESK}late/", NEWCOMER, by="clerk"),
    "players:bulk_preview": SEVERAL,
    "players:bulk_do": Button(after=("players:bulk_preview", SEVERAL)),
    "players:undo_check_in": Button(f"{DESK}{{number}}/", ready=players.newcomer_here, by="clerk"),
    "players:rename": Button(f"{DESK}1/", {"name": "Anna Anders"}, by="clerk"),
    "players:remove_at_checkin": Button(f"{DESK}{{number}}/", ready=players.newcomer),
    "players:leave": Button(f"{DESK}1/"),
    "players:come_back": Button(f"{DESK}1/", ready=players.withdrawn),
    "players:substitute": Button(f"{DESK}1/", {"name": "Piet Kok", "from_deal": "8"}),
    "players:replace": Button(f"{DESK}1/", NEWCOMER, rounds.confirmed_for_all),
    "players:kiosk": Button(typed={"q": "1"}, ready=players.with_kiosk, by=""),
    "players:open_kiosk": Button(f"{DESK}kiosk/"),
    "players:close_kiosk": Button(f"{DESK}kiosk/", ready=players.with_kiosk_to_close),
    "players:note_payment": Button(f"{DESK}1/", ready=players.with_payments, by="clerk"),
    "players:undo_payment": Button(f"{DESK}1/", ready=players.paid, by="clerk"),
    "scoreforms:settings": Button("/t/wk-test/forms/settings/", {"second_check": "every"}),
    "scoreforms:take_paper": Button("/t/wk-test/forms/", {"table": "1"}, by="clerk"),
    "camera:scans": Button(
        SCANS, lambda hall: {"sheets": [SimpleUploadedFile("een.jpg", scoreforms.photo_of_paper())]}
    ),
    "camera:phone": Button(
        f"{SCANS}phone/{{key}}/",
        lambda hall: {"sheets": [SimpleUploadedFile("een.jpg", scoreforms.photo_of_paper())]},
        lambda hall: {"key": key_for(hall.clerk, hall.tournament, session_of(hall.clerk)[1])},
        by="",
    ),
    "camera:table_photo": Button(
        typed=lambda hall: {
            "key": sent_by_phone(hall.table)["key"],
            "photo": SimpleUploadedFile("een.jpg", scoreforms.photo_of_paper()),
        },
        by="",
    ),
    "camera:check": Button(
        f"{SCANS}{{page}}/",
        {"seen": ["deals.0.bids.0"], "totals_seen": "on"},
        scoreforms.read_page,
        form="looks",
        by="clerk",
    ),
    "camera:drop": Button(SCANS, ready=scoreforms.refused_page, by="clerk"),
    "camera:again": Button(SCANS, ready=scoreforms.refused_page, by="clerk"),
    "camera:throw_examples_away": Button(
        "/t/wk-test/forms/settings/", ready=scoreforms.with_an_example
    ),
    "camera:type": Button(SCANS, {"table": "1"}, scoreforms.refused_page, by="clerk"),
    "scoreforms:photos": Button(
        f"{FORM}photos/",
        lambda hall: {"pictures": [SimpleUploadedFile("een.jpg", scoreforms.photo_of_paper())]},
    ),
    "scoreforms:drop_photo": Button(f"{FORM}photos/", ready=scoreforms.photographed),
    "scoreforms:turn_photo": Button(f"{FORM}photos/", {"turn": "left"}, scoreforms.photographed),
    "scoreforms:enter": Button(FORM, lambda hall: cells(hall) | {"action": "count"}, by="clerk"),
    "scoreforms:check": Button(FORM, cells, form="score-form", by="clerk", changes=False),
    "scoreforms:draft": Button(FORM, cells, form="score-form", by="clerk"),
    "scoreforms:present": Button(FORM, form="score-form", by="clerk"),
    "scoreforms:review": Button(f"{FORM}second/", ready=scoreforms.typed),
    "scoreforms:adjudicate": Button(f"{FORM}settle/", {"whole": "0"}, scoreforms.typed_differently),
    "scoreforms:let_count": Button(f"{FORM}second/", {"reason": "Haast"}, scoreforms.typed),
    "scoreforms:answer_objection": Button(
        f"{FORM}second/", {"answer": "Het papier zegt het."}, scoreforms.objected, by="clerk"
    ),
    "scoreforms:restore": Button(
        f"{FORM}history/?version=1", {"reason": "Toch zo"}, scoreforms.corrected
    ),
    "phones:state": Button(typed=phone, by="", changes=False),
    "phones:news": Button(typed=phone, by="", changes=False),
    "phones:save": Button(typed=phone, by=""),
    "phones:confirm": Button(typed=phone, by=""),
    "phones:call": Button(typed=called, by=""),
    "phones:paper": Button("/phone/paper/", lambda hall: {"key": phone(hall)["key"]}, by="clerk"),
    "phones:objections": Button(typed=with_card, ready=scoreforms.counted, by="", changes=False),
    "phones:object": Button(typed=with_card, ready=scoreforms.counted, by=""),
    "phones:take_back_card": Button("/t/wk-test/desk/1/card/", ready=scoreforms.with_card_key),
    "phones:renew_card": Button("/t/wk-test/desk/1/card/", ready=scoreforms.with_card_key),
    "phones:take_back": Button("/t/wk-test/phones/1/", ready=scoreforms.with_phone_keys),
    "phones:renew": Button("/t/wk-test/phones/1/", ready=scoreforms.with_phone_keys),
    "archive:import": Button(
        typed=replaced,
        after=("archive:import", Button("/import/", archive)),
        is_told_by_page=True,
    ),
    "archive:practice": Button("/practice/", {"game": "kleurenwiezen"}),
    "privacy:use_initials": Button(f"{DESK}1/privacy/", {"reason": "Op verzoek"}),
    "privacy:use_name": Button(
        f"{DESK}1/privacy/", {"reason": "Op verzoek"}, players.shown_by_initials
    ),
    "privacy:take_out": Button(f"{DESK}1/privacy/", {"reason": "Op verzoek", "is_sure": "on"}),
    # A test has no database that can be copied or exchanged: tests/backups presses these for good.
    "backups:make": Button("/backups/", changes=False),
    "backups:choose_place": Button("/backups/", backups.stick, backups.one_place, changes=False),
    "backups:forget_place": Button("/backups/", ready=backups.with_second_place, changes=False),
    "backups:bring_back": Button("/backups/at/{key}/", ready=backups.with_backup, changes=False),
    "backups:bring_tournament_back": Button(
        "/backups/at/{key}/", ready=backups.with_backup, changes=False
    ),
    # What these write are files, and no rows: tests/standby presses them for good.
    "standby:show_code": Button("/standby/", changes=False),
    "standby:forget": Button("/standby/", ready=standby.with_follower, changes=False),
    "standby:bring": Button("/standby/", standby.forms_file),
    "standby:join": Button(
        typed=standby.code, ready=standby.with_code, by="", again=404, changes=False
    ),
    "standby:feed": Button(by="", changes=False),
    "standby:overtaken": Button(by="", changes=False),
    "rounds:draw": Button(ROUNDS, ready=rounds.no_round, is_random=True),
    "rounds:draw_all": Button(ROUNDS, ready=rounds.no_round, is_random=True),
    "rounds:separate": Button(WISHES, {"apart-players": "1, 2"}, rounds.no_round),
    "rounds:remove_separation": Button(WISHES, ready=rounds.separated),
    "rounds:separate_clubs": Button(WISHES, ready=rounds.no_round),
    "rounds:fix_seat": Button(
        WISHES, lambda hall: {"place-entry": hall.entries[0].pk, "place-seat": "1"}, rounds.no_round
    ),
    "rounds:remove_fixed_seat": Button(WISHES, ready=rounds.seat_fixed),
    "rounds:choose_fours": Button(WISHES, {"tables-fours": "5"}, rounds.twenty_players),
    "rounds:discard": Button(ROUND, WHY, rounds.drawn, form="throw-away"),
    "rounds:redraw": Button(ROUND, WHY, rounds.drawn, is_random=True),
    "rounds:change_seats": Button(ROUND, {"player": "1", "other": "2"}, rounds.drawn),
    "rounds:undo_change": Button(ROUND, ready=rounds.swapped),
    "rounds:confirm": Button(ROUND, ready=rounds.drawn),
    "rounds:unconfirm": Button(ROUND, ready=rounds.confirmed),
    "rounds:start": Button(round_1(""), ready=rounds.ready_to_start),
    "rounds:unstart": Button(round_1("")),
    "rounds:close": Button(round_1(""), ready=rounds.complete),
    "rounds:make_final": Button(round_1(""), ready=rounds.closed),
    "rounds:reopen": Button(round_1(""), {"reason": "Te vroeg"}, rounds.closed),
    "rounds:correct_seats": Button(round_1("reseat/?first=1&second=6&how=names")),
    "rounds:join_table": Button(round_1("reseat/table/?player=1&table=2")),
    "rounds:undo_correction": Button(round_1(""), ready=rounds.reseated),
    "hall:ceremony": Button("/t/wk-test/ceremony/", {"place": "3"}, rounds.all_played),
    "hall:announce_place": Button("/t/wk-test/ceremony/3/", ready=stage.place_3_announced),
    "hall:release": Button(STANDINGS, ready=stage.held_back),
    "prizes:add": Button(f"{PRIZES}add/", {"name": "Jeugd"}),
    "prizes:edit": Button(f"{PRIZES}{{key}}/edit/", {"prizes": "2"}, stage.with_prize),
    "prizes:remove": Button(f"{PRIZES}{{key}}/edit/", ready=stage.with_prize),
    "prizes:mark": Button(f"{PRIZES}{{key}}/players/", {"number": ["1", "2"]}, stage.with_prize),
    "prizes:hand_over": Button(PRIZES, ready=stage.prize_won, by="clerk"),
    "prizes:take_back": Button(PRIZES, ready=stage.prize_handed_out, by="clerk"),
    "hall:announcements": Button(f"{HALL}announcements/", {"text": "Koffie", "minutes": "15"}),
    "hall:take_all_back": Button("/t/wk-test/ceremony/", ready=stage.all_played_and_announced),
    "hall:take_back": Button(f"{HALL}announcements/", ready=stage.announced),
    "hall:withhold": Button(STANDINGS),
    "hall:wall_control": Button("/t/wk-test/wall/control/", {"scene": "curtain"}),
    "hall:open_access": Button("/in-the-hall/", ready=accounts.closed_to_hall, changes=False),
    "hall:close_access": Button("/in-the-hall/", ready=accounts.open_to_hall, changes=False),
    "hall:answer_call": Button("/t/wk-test/", ready=scoreforms.called),
    "hall:pause": Button(HALL),
    "hall:go_on": Button(HALL, ready=stage.paused),
    "hall:give_time": Button(HALL, is_told_by_page=True),
    "hall:give_table_time": Button(HALL, {"table": "1", "minutes": "5"}, is_told_by_page=True),
    "hall:take_table_time": Button(HALL, ready=stage.with_extra_time),
    "hall:set_end": Button(HALL, in_an_hour),
}
# With PostgreSQL no laptop follows this one, and its page has no such button.
NOT_HERE = {"standby:show_code", "standby:forget"} if connection.vendor != "sqlite" else set[str]()
for name in NOT_HERE:
    del BUTTONS[name]
