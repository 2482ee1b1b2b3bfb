"""Withheld results cannot be read or worked out at any address."""

import re
from hashlib import sha256
from io import BytesIO
from itertools import product
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.feeds.pictures.reading import words_of
from tests.samples import some
from tests.standings.reading import STANDINGS, rows_of
from tests.standings.withheld import (
    ALL,
    NAMES,
    NOTHING,
    ORDER,
    TOP,
    last_points,
    total_points,
    withhold,
)
from wk.feeds.kinds import FILE_KINDS
from wk.hall.wall.scenes import Scene
from wk.prizes.services import add_category, mark_players
from wk.scoreforms.models import Result
from wk.tournament.models import PrizeCategory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def public_pages(request):
    """Read pages that are made for the reader, or pages that the server keeps ready: by the
    parameter of a test."""
    if request.param == "kept":
        request.getfixturevalue("kept_pages")


OF_A_ROUND = re.compile(r"/(rounds|forms|phones|standings)/<")  # of these there are only three


def addresses(numbers=(1, 2, 3)):
    """Yield every address of wk, with every number that it may have: those of a route together.

    `numbers` are those of rounds and tables.
    """
    for route in routes(get_resolver(), ""):
        parameters = re.findall(r"<(?:\w+:)?(\w+)>", route)
        choices = dict.fromkeys(parameters, numbers) | {"slug": ("hal",)}
        if len(parameters) == 2 and not OF_A_ROUND.search(route):
            choices[parameters[1]] = range(1, 13)
        blanks = "/" + re.sub(r"<[^>]*>", "{}", route)
        yield [blanks.format(*each) for each in product(*(choices[name] for name in parameters))]


def routes(resolver, before):
    """Yield every route of the URL configuration."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


def text_of_answer(answer):
    """Return the text of an answer; of a workbook that of the files in it, and of a picture what it
    shows in words, with a sum of all its bytes."""
    if answer["Content-Type"] == "image/png":
        return f"{words_of(answer.content)} {sha256(answer.content).hexdigest()}"
    if answer["Content-Type"] != FILE_KINDS["xlsx"].content_type:
        return answer.content.decode()
    with ZipFile(BytesIO(answer.content)) as workbook:
        return "\n".join(workbook.read(name).decode() for name in workbook.namelist())


def is_for_officials(answer):
    """Return whether an address sends visitors to the login, or is only written to: so it is with
    each of its numbers (tests/accounts/test_policy.py)."""
    return answer.status_code == 405 or answer.headers.get("Location", "").startswith("/login/?")


def everything_public(client, numbers=(1, 2, 3)):
    """Return every page that the public can read, by address."""
    read = {}
    asked = [f"{STANDINGS}?q=7", f"{STANDINGS}?sort=-round2", f"{STANDINGS}2/?sort=name"]
    asked += ["/t/hal/players/?q=e", *(f"/t/hal/wall/?show={scene}" for scene in Scene)]
    for of_route in [*addresses(numbers), asked]:
        for address in of_route:
            page = client.get(address)
            read[address] = text_of_answer(page) if not page.streaming else ""
            if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
                part = client.get(address, headers={"HX-Request": "true"})
                read[f"{address} (part)"] = text_of_answer(part)
            elif is_for_officials(page):
                break
    return read


def addresses_with(read, numbers):
    """Return the numbers that occur on a page, each with the first address."""
    wanted, found = {str(number): number for number in numbers}, {}
    for address, body in read.items():
        for digits in wanted.keys() & {*re.findall(r"\b\d+\b", body)}:
            found.setdefault(wanted[digits], address)
    return found


def without_tokens(read):
    """Return the same pages without what differs from one request to the next.

    The version tells that something changed, which the hall sees anyway, and not what.
    """
    tokens = re.compile(r'(csrfmiddlewaretoken" value|data-version)="[^"]*"')
    return {
        address: tokens.sub("", body)
        for address, body in read.items()
        if not address.startswith("/t/hal/changes.json")
    }


def change_hidden_results(tournament):
    """Change results of the last round without changing the ranks below the top.

    The second and the fifth player swap their results, and the last one gets fewer points.
    """
    second, fifth, last = (
        Result.objects.get(seat__round__number=2, seat__entry__number=ORDER[place])
        for place in (1, 4, 11)
    )
    for field in ("points", "place", "half_points"):
        ours, theirs = getattr(second, field), getattr(fifth, field)
        setattr(second, field, theirs)
        setattr(fifth, field, ours)
    last.points -= 60
    for result in (second, fifth, last):
        result.save()


def give_prizes(tournament):
    """Let there be a prize of each kind, for everybody."""
    for counts in PrizeCategory.Counts:
        made = add_category(tournament=tournament, name=counts, counts=counts, prizes=12, best=1)
        mark_players(category=made, numbers=range(1, 13))


WALL = "/t/hal/wall/"
PRIZES = "/t/hal/prizes/"
OF_STANDINGS = (
    STANDINGS,
    WALL,
    PRIZES,
    "/t/hal/standings.",
)  # the pages, and the feeds beside them
# The first round is not withheld, and the list of seats and the few tables have everybody.
NOT_WITHHELD = (f"{STANDINGS}1/", f"{STANDINGS}1.", f"{WALL}?show=seats", f"{WALL}?show=play")
NUMBERS = range(1, 13)
SECRETS = [abs(last_points(n)) for n in NUMBERS] + [total_points(n) for n in NUMBERS]


@pytest.mark.slow
def test_public_results_are_found_on_the_pages(client, twelve_players):
    """Otherwise the tests below would prove nothing."""
    give_prizes(twelve_players)
    read = everything_public(client)
    tables = {f"/t/hal/rounds/2/tables/{n}/" for n in (1, 2, 3)}
    assert tables | {STANDINGS, f"{STANDINGS}2/", "/t/hal/", "/t/hal/players/7/"} <= set(read)
    assert addresses_with({PRIZES: read[PRIZES]}, SECRETS) != {}
    assert set(addresses_with(read, SECRETS)) == set(SECRETS)
    won = [abs(last_points(n)) for n in NUMBERS]
    assert all(addresses_with({t: read[t]}, won) for t in tables)


# Each run reads pages that are kept with one of both, and pages that are made for every reader with
# the other one.
PAIRS = [[("kept", TOP), ("made", ALL)], [("kept", ALL), ("made", TOP)]]
WAYS = [way for pair in some(PAIRS, 1) for way in pair]


@pytest.mark.slow
@pytest.mark.parametrize(("public_pages", "what"), WAYS, indirect=["public_pages"])
def test_no_page_shows_or_depends_on_withheld_results(client, twelve_players, public_pages, what):
    """Pages that are the same whatever the results are cannot be used to work them out."""
    shown = rows_of(client.get(STANDINGS))
    give_prizes(twelve_players)
    withhold(twelve_players, what)
    before = everything_public(client)
    assert addresses_with(before, SECRETS) == {}
    for address, body in before.items():
        if what == TOP and (address.startswith(OF_STANDINGS) or address == "/t/hal/"):
            named = [NAMES[n - 1] for n in ORDER[:10] if NAMES[n - 1] in body]
            assert named == [] or address.startswith(NOT_WITHHELD), address
    change_hidden_results(twelve_players)
    after = without_tokens(everything_public(client))
    assert {a for a, body in without_tokens(before).items() if body != after[a]} == set()
    withhold(twelve_players, NOTHING)
    order = [7, 12, 9, 2, 5, 1, 11, 4, 10, 3, 8, 6]
    assert [row[1] for row in rows_of(client.get(STANDINGS))] == [NAMES[n - 1] for n in order]
    assert rows_of(client.get(STANDINGS)) != shown


def test_the_command_shows_withheld_results(twelve_players, capsys):
    withhold(twelve_players, ALL)
    call_command("standings", "hal", "--format", "csv")
    assert str(total_points(7)) in capsys.readouterr().out
