"""Requests with any content by anybody give no server error."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.rounds.prepared_rounds import NOON, hand_in_form
from tests.samples import some
from wk.auditlog.models import AuditLogEntry
from wk.players import replacements
from wk.rounds.draws import draw_service as draws
from wk.rounds.seat_swaps import services as seat_swaps
from wk.tournament.models import Seat, Tournament

APPS = ("desk", "hall", "tournament", "printing", "prizes", "standings")
NUMBERS = [0, 1, 1, 1, 2, 2, 3, 9, 99_999, 10**9, 2**31, 2**63, 10**30]
TYPED = [
    *(
        "",
        "0",
        "-1",
        "1",
        "2",
        "3",
        "6",
        "1000000000",
        "9" * 30,
        "9" * 5000,
        "1e9",
        "NaN",
        "½",
        "١٢",
    ),
    *("\x00", "a\x00b", "\u202e", "\u200b", "\ufffd", "é" * 900, "<script>", "%d %s", "[]", "{}"),
    *("on", "true", "None", "25:61", "23:59", "0001-01-01", "9999-12-31", "3-7", "7-3", "#12"),
    *("names", "own", "top", "all", "must", "wish", "check-in", "withdraw", "remove", "standings"),
    *("lot", "save", "preview", "wk-boerenbridge", "rubber-bridge", "Anna", "x/t/wk-test/card/3/"),
]
FIELDS = [
    *(
        "confirmed_token",
        "action",
        "arrivals",
        "change",
        "club",
        "date",
        "end",
        "expected_game",
        "first",
    ),
    *("from_deal", "game", "how", "is_other", "last_round", "leaves", "minutes", "name"),
    *("number", "other", "out", "page", "place", "player", "players", "q", "reason"),
    *("round_count", "round_minutes", "rows", "second", "shown_token", "slug", "sort", "table"),
    *("tables", "text", "venue", "version_token", "wall", "what"),
    *("best", "counts", "doors_at", "fee", "line_1_at", "line_1_text", "prizes", "round"),
    *("apart-is_hard", "apart-name", "apart-players"),
    *(
        "place-entry",
        "place-round",
        "place-seat",
        "place-table",
        "tables-fours",
        "then_1",
        "then_2",
    ),
]
PEOPLE = ("first", "second", "then_1", "then_2", "player", "other", "place-entry", "number")


def routes(resolver: URLResolver, prefix: str = "") -> list[str]:
    """Return every route of an app with its converters."""
    found = []
    for each in resolver.url_patterns:
        here = prefix + str(each.pattern)
        found += [here] if isinstance(each, URLPattern) else routes(each, here)
    return found


ROUTES = [
    route
    for app in get_resolver().url_patterns
    if isinstance(app, URLResolver) and app.namespace in APPS
    for route in routes(app)
]


@pytest.fixture
def busy_day(tournament, director):
    """A tournament on a day on which much has happened."""
    Tournament.objects.update(round_minutes=60)
    hand_in_form(1, director)
    draws.draw_all_rounds(tournament=tournament, seed=3)
    seats = list(Seat.objects.filter(round__number=1).order_by("entry__number"))
    facts = {"author": director, "now": NOON}
    replacements.substitute(seat=seats[0], name="Piet", from_deal=3, **facts)
    replacements.replace(entry=seats[6].entry, name="Nieuw", club="", **facts)
    second = tournament.rounds.get(number=2)
    moved = [seat.entry for seat in second.seats.select_related("entry")]
    seat_swaps.swap_seats(round=second, first=moved[0], second=moved[7], **facts)
    return tournament


def random_address(route: str, random: Random) -> str:
    """Return an address of this tournament or of none."""
    keys = list(AuditLogEntry.objects.values_list("pk", flat=True))

    def value(found: re.Match[str]) -> str:
        if found[1] == "slug":
            return random.choice(["wk-test", "wk-test", "wk-test", "nergens"])
        return str(random.choice(NUMBERS + keys * (found[2] == "key")))

    return "/" + re.sub(r"<(slug|int):(\w+)>", value, route)


def random_fields(random: Random) -> dict[str, object]:
    """Return random fields. The numbers are often existing ones."""
    names = random.sample(FIELDS, random.randint(0, len(FIELDS)))
    typed: dict[str, object] = {
        name: random.choices(TYPED, k=random.randint(1, 2)) for name in names
    }
    people = {name: str(random.randint(1, 10)) for name in PEOPLE if random.random() < 0.5}
    return typed | people


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(20), 1))
def test_hostile_requests_give_no_server_error(busy_day, clerk_client, director_client, seed):
    random, answers = Random(seed), set()
    for client, times in ((Client(), 1), (clerk_client, 1), (director_client, 3)):
        for route in ROUTES * times:
            for ask in (client.get, client.post):
                headers = random.choice([{}, {"HX-Request": "true"}])
                answers.add(
                    ask(
                        random_address(route, random), random_fields(random), headers=headers
                    ).status_code
                )
    usual, others = {200, 302, 403, 404, 405}, {204, 301, 400, 401, 409, 414}
    assert usual <= answers <= usual | others
