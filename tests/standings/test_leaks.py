"""Results that are held back, and every address there is: nothing of them leaks anywhere."""

import re
from itertools import product

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.standings.reading import NOW, rows
from tests.standings.secret import ALL, NAMES, NOTHING, ORDER, TOP, hold, last_points, total
from wk.scoreforms.models import Result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


OF_A_ROUND = re.compile(r"/(rounds|forms|phones|standings)/<")  # of these there are only three


def addresses():
    """Yield the address of everything there is in wk, with every number that it may have."""
    for route in routes(get_resolver(), ""):
        parameters = re.findall(r"<(?:\w+:)?(\w+)>", route)
        choices = dict.fromkeys(parameters, (1, 2, 3)) | {"slug": ("hal",)}
        if len(parameters) == 2 and not OF_A_ROUND.search(route):
            choices[parameters[1]] = range(1, 13)
        blanks = "/" + re.sub(r"<[^>]*>", "{}", route)
        for chosen in product(*(choices[name] for name in parameters)):
            yield blanks.format(*chosen)


def routes(resolver, before):
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


def everything_public(client):
    """Return what the public gets to read anywhere, by address."""
    read = {}
    asked = [f"{NOW}?{wish}" for wish in ("wall=1", "wall=1&page=2", "q=7", "sort=-round2")]
    asked += [f"{NOW}2/?wall=1", f"{NOW}2/?sort=name", "/t/hal/players/?q=e"]
    for address in [*addresses(), *asked]:
        page = client.get(address)
        read[address] = page.content.decode() if not page.streaming else ""
        if page.status_code == 200:
            read[f"{address} (part)"] = client.get(address, headers={"HX-Request": "true"})
            read[f"{address} (part)"] = read[f"{address} (part)"].content.decode()
    return read


def where_found(read, numbers):
    """Return the numbers that can be read somewhere, each with the first address of it."""
    return {
        number: address
        for number in numbers
        for address, body in reversed(read.items())
        if re.search(rf"\b{number}\b", body)
    }


def without_tokens(read):
    """Return the same pages without what differs from one request to the next."""
    return {
        address: re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", body)
        for address, body in read.items()
    }


def exchange(tournament):
    """Make another last round with the same places below the top: the second and the fifth change
    places at their table, and the last of all makes less."""
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


NUMBERS = range(1, 13)
SECRETS = [abs(last_points(n)) for n in NUMBERS] + [total(n) for n in NUMBERS]


@pytest.mark.slow
def test_the_walk_finds_every_result_that_is_not_held_back(client, played):
    """Without this the tests below would prove nothing."""
    read = everything_public(client)
    tables = {f"/t/hal/rounds/2/tables/{n}/" for n in (1, 2, 3)}
    assert tables | {NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/"} <= set(read)
    assert set(where_found(read, SECRETS)) == set(SECRETS)
    won = [abs(last_points(n)) for n in NUMBERS]
    assert all(where_found({t: read[t]}, won) for t in tables)


@pytest.mark.slow
@pytest.mark.parametrize("what", [TOP, ALL])
def test_no_page_tells_what_is_held_back_or_depends_on_it(client, played, what):
    """What reads the same whatever the results are cannot be used to work them out."""
    shown = rows(client.get(NOW))
    hold(played, what)
    before = everything_public(client)
    assert where_found(before, SECRETS) == {}
    for address, body in before.items():
        if what == TOP and (address.startswith(NOW) or address == "/t/hal/"):
            named = [NAMES[n - 1] for n in ORDER[:10] if NAMES[n - 1] in body]
            assert named == [] or address.startswith(f"{NOW}1/"), address
    exchange(played)
    after = without_tokens(everything_public(client))
    assert {a for a, body in without_tokens(before).items() if body != after[a]} == set()
    hold(played, NOTHING)
    order = [7, 12, 9, 2, 5, 1, 11, 4, 10, 3, 8, 6]
    assert [row[1] for row in rows(client.get(NOW))] == [NAMES[n - 1] for n in order]
    assert rows(client.get(NOW)) != shown


def test_the_command_is_for_officials_and_tells_all(played, capsys):
    hold(played, ALL)
    call_command("standings", "hal", "--format", "csv")
    assert str(total(7)) in capsys.readouterr().out
