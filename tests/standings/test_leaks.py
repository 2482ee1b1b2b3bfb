"""Results that are held back, and every address there is: nothing of them leaks anywhere."""

import re
from itertools import product

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.standings.reading import NOW
from tests.standings.secret import ALL, NAMES, ORDER, TOP, hold, last_points, total

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def addresses():
    """Yield the address of everything there is in wk, with every number that it may have."""
    for route in routes(get_resolver(), ""):
        parameters = re.findall(r"<(?:\w+:)?(\w+)>", route)
        choices = dict.fromkeys(parameters, (1, 2, 3)) | {"slug": ("hal",)}
        if len(parameters) == 2:
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


@pytest.mark.slow
def test_nothing_that_is_held_back_leaks_anywhere(client, played):
    """The same walk finds every number as long as nothing is held back."""
    numbers = range(1, 13)
    won, totals = [abs(last_points(n)) for n in numbers], [total(n) for n in numbers]
    read = everything_public(client)
    tables = {f"/t/hal/rounds/2/tables/{n}/" for n in (1, 2, 3)}
    assert tables | {NOW, f"{NOW}2/", "/t/hal/", "/t/hal/players/7/"} <= set(read)
    assert set(where_found(read, won + totals)) == set(won + totals)
    assert all(where_found({t: read[t]}, won) for t in tables)

    hold(played, ALL)
    assert where_found(everything_public(client), won + totals) == {}

    hold(played, TOP)
    read = everything_public(client)
    told = {total(n) for n in ORDER[10:]}
    assert set(where_found(read, won + totals)) == told
    for address, body in read.items():
        if address.startswith(NOW) or address == "/t/hal/":
            named = [NAMES[n - 1] for n in ORDER[:10] if NAMES[n - 1] in body]
            assert named == [] or address.startswith(f"{NOW}1/"), address


def test_the_command_is_for_officials_and_tells_all(played, capsys):
    hold(played, ALL)
    call_command("standings", "hal", "--format", "csv")
    assert str(total(7)) in capsys.readouterr().out
