"""The tournaments that are recorded: everything that a database of wk can hold, in full swing."""

import datetime as dt
from contextlib import redirect_stdout
from io import StringIO

from django.core.management import call_command

from tests.upgrade.day import BEGAN, SATURDAY, Day, listed
from tests.upgrade.look import PASSWORD
from tests.upgrade.today import edition_of_today
from wk.accounts.models import User
from wk.hall.ceremony import services as ceremony
from wk.phones.services import keys_for
from wk.players.checkin import services as desk
from wk.rounds.draws import draw_service as draws
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.services import update_options, update_tournament

LAST_YEAR = dt.datetime(2025, 11, 22, 7, tzinfo=dt.UTC)
SHORT = {"deals": [{"cards": 3}, {"cards": 2}, {"cards": 1}], "per_trick": 3, "misdeal_before": 2}


def tell() -> None:
    """Let everything happen, from the accounts on; NOW is while it is all going on."""
    for name, role in (("dora", "director"), ("kees", "clerk"), ("bea", "clerk")):
        User.objects.create_user(name, password=PASSWORD, role=role)
    edition_of_last_year()
    edition_of_today()
    random_day("wk-noord", 13, seed=1)
    random_day("wk-zuid", 14, seed=7)
    with redirect_stdout(StringIO()):
        call_command("demo", players=14)
    other_games()
    has_no_key = Table.objects.filter(phone_key=None)  # a page of codes would make them, by chance
    keys_for(tables=list(has_no_key), now=BEGAN)


def edition_of_last_year() -> None:
    """Final, with a last round by the standings; held back, released, and reopened once."""
    facts = {"date": LAST_YEAR.date(), "last_round": Tournament.LastRound.STANDINGS}
    made = listed("WK Boerenbridge 2025", "wk-2025", 14, seed=5, **facts)
    day = Day(made, LAST_YEAR, seed=5)
    desk.check_in(entries=made.entries.all(), **day.by(day.clerk))
    for number in (1, 2, 3):
        draws.draw_round(tournament=made, seed=number, **day.by())
        day.step(number, "confirm", "start")
        if number == 3:
            ceremony.withhold(round=day.round(3), what=Round.Withheld.ALL, **day.by())
        day.all_in(number)
        day.step(number, "close", "make_final")
    ceremony.release(tournament=made, **day.by())
    day.step(2, "reopen")
    day.type_in(day.table(2, 1), seed=9, author=day.director)
    day.step(2, "close", "make_final")
    day.step(3, "make_final")
    ceremony.withhold(round=day.round(3), what=Round.Withheld.TOP, **day.by())


def random_day(slug: str, players: int, seed: int) -> None:
    """A day of which only the list and the seed are given."""
    made = listed(f"WK {slug}", slug, players, seed, date=SATURDAY, round_minutes=60)
    update_tournament(tournament=made, second_check="important", check_method="sight")
    made.refresh_from_db()
    day = Day(made, BEGAN - dt.timedelta(hours=3), seed=seed)
    day.live(25, without=("go_on", "step"))
    back = ("step", "go_on", "throw_away", "archive")
    for number in (1, 2):
        if made.rounds.filter(number=number).first() is None:
            draws.draw_round(tournament=made, seed=seed, **day.by())
        day.act(lambda number=number: day.step(number, "confirm", "start"))
        day.live(60, without=back)
        day.live(15, without=("go_on", "throw_away"))
        if number == 1:
            day.all_in(1)
            day.act(lambda: day.step(1, "close"))


def other_games() -> None:
    """A variant with options of its own, rubber and kleurenwiezen, each as far as it got."""
    for key, options, steps in (
        ("boerenbridge", SHORT, ("confirm",)),
        ("rubber-bridge", {}, ("confirm", "start")),
        ("kleurenwiezen", {}, ()),
    ):
        made = listed(f"Open {key}", f"open-{key}", 8, seed=8, date=SATURDAY, game=key)
        if options:
            made = update_options(tournament=made, options=options)
        day = Day(made, BEGAN, seed=8)
        draws.draw_round(tournament=made, seed=1, **day.by())
        day.step(1, "confirm", "start")
        if steps:
            day.all_in(1)
            day.step(1, "close")
            draws.draw_round(tournament=made, seed=2, **day.by())
            day.step(2, *steps)
        else:
            day.type_in(day.table(1, 1), 1, day.clerk)
            day.begin_to_type(day.table(1, 2), 3, day.clerk)
