"""The page that opens wk to the hall: its button, its addresses, and paper with another address."""

import re

import pytest
from django.contrib.messages import get_messages

from tests.cases import cases
from wk.core.hall_access import chosen_host, close_to_hall, is_open, open_to_hall
from wk.phones.keys import qr_svg
from wk.tournament.models import Round
from wk.tournament.printed_addresses import note_printed

PAGE, OPEN, CLOSE = "/in-the-hall/", "/in-the-hall/open/", "/in-the-hall/close/"
OWN, OTHER = "192.168.1.10", "10.0.0.7"
AT_LAPTOP = {"HTTP_HOST": "localhost:8000"}
ORIGIN = f"http://{OWN}:8000"
pytestmark = pytest.mark.usefixtures("english")


def page(client, address=PAGE):
    return client.get(address, **AT_LAPTOP).content.decode()


def levels(answer):
    """Return the levels of the messages that an answer added."""
    return [each.level_tag for each in get_messages(answer.wsgi_request)._queued_messages]


def radio_buttons(html):
    """Return the hosts to choose from, and the one that is chosen."""
    found = re.findall(r'<input type="radio" name="host" value="([^"]+)"[^>]*?(checked)?>', html)
    return [host for host, _mark in found], [host for host, mark in found if mark]


def test_a_director_opens_wk_and_closes_it_again(director_client, client, network):
    assert 'action="/in-the-hall/open/"' in page(director_client)
    answer = director_client.post(OPEN, {"host": OWN}, **AT_LAPTOP)
    assert (answer["Location"], levels(answer)) == (PAGE, ["success"])
    assert (is_open(), chosen_host()) == (True, OWN)
    phone = {"HTTP_HOST": f"{OWN}:8000", "REMOTE_ADDR": "192.168.1.33"}
    assert client.get("/guide/", **phone).status_code == 200
    answer = director_client.post(CLOSE, **AT_LAPTOP)
    assert (answer["Location"], levels(answer)) == (PAGE, ["success"])
    assert is_open() is False
    assert client.get("/guide/", **phone).status_code == 503


def test_who_opens_wk_for_a_slip_is_back_at_the_slip(director_client, clerk, network):
    for slip, back in (("new", "/accounts/slip/"), (clerk.pk, f"/accounts/{clerk.pk}/slip/")):
        close_to_hall()
        html = page(director_client, f"{PAGE}?slip={slip}")
        assert f'<input type="hidden" name="slip" value="{slip}"' in html
        assert "Once Card champion is open you are back at the slip." in html
        answer = director_client.post(OPEN, {"host": OWN, "slip": slip}, **AT_LAPTOP)
        assert (answer["Location"], is_open()) == (back, True)
        assert f'<a href="{back}">Back to the slip</a>' in page(
            director_client, f"{PAGE}?slip={slip}"
        )


@pytest.mark.parametrize(
    ("asked", "back"),
    [
        ("?tournament=wk-test&back=/t/wk-test/phones/", "/t/wk-test/phones/"),
        ("?tournament=wk-test", "/t/wk-test/"),
        ("?back=//evil.example/", "/"),
        ("?back=https://evil.example/", "/"),
        ("?back=/%5Cevil.example/", "/"),
        ("?back=javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_the_page_leads_back_to_where_the_director_was(
    director_client, tournament, network, asked, back
):
    html = page(director_client, f"{PAGE}{asked}")
    assert re.findall(r'<a class="back" href="([^"]+)"', html) == [back]
    sent = dict(re.findall(r'name="(tournament|back)" value="([^"]+)"', html))
    answer = director_client.post(OPEN, {"host": OWN} | sent, **AT_LAPTOP)
    html = page(director_client, answer["Location"])
    assert re.findall(r'<a class="back" href="([^"]+)"', html) == [back]


def test_a_wk_that_is_started_for_this_computer_alone_is_not_called_open(
    director_client, network, settings
):
    settings.ALLOWED_HOSTS = ["localhost"]  # set where it is started, not by a button
    assert "Closed: only this computer reaches Card champion" in page(director_client)
    settings.ALLOWED_HOSTS = ["localhost", "kaart.example"]
    html = director_client.get(PAGE, HTTP_HOST="kaart.example").content.decode()
    assert "Open: other devices reach Card champion" in html


def test_only_a_slip_can_wait_for_the_address(director_client, network):
    assert "back at the slip" not in page(director_client, f"{PAGE}?slip=https://evil.example/")
    answer = director_client.post(OPEN, {"host": OWN, "slip": "//evil.example"}, **AT_LAPTOP)
    assert (answer["Location"], levels(answer), is_open()) == (PAGE, ["error"], False)


def test_the_open_page_shows_the_address_of_each_device(director_client, tournament, network):
    open_to_hall(OWN)
    html = page(director_client)
    assert [f'<p class="origin">{ORIGIN}</p>' in html, html.count('class="qr"')] == [True, 1]
    assert f"<dd>{ORIGIN}/login/</dd>" in html
    assert f"<dd>{ORIGIN}/t/wk-test/wall/</dd>" in html
    about = page(director_client, f"{PAGE}?tournament=wk-test")
    assert (qr_svg(f"{ORIGIN}/") in html, qr_svg(f"{ORIGIN}/t/wk-test/") in about) == (True, True)


def test_an_unknown_tournament_in_the_address_is_left_out(director_client, tournament, network):
    open_to_hall(OWN)
    assert qr_svg(f"{ORIGIN}/") in page(director_client, f"{PAGE}?tournament=x")


def test_without_a_tournament_there_is_no_wall(director_client, network):
    open_to_hall(OWN)
    assert "/wall/" not in page(director_client)


def test_only_an_address_of_this_machine_is_taken(director_client, network):

    @cases("host", ["", "192.168.1.11", "evil.example", "localhost", "x" * 5000])
    def is_refused(host):
        answer = director_client.post(OPEN, {"host": host}, **AT_LAPTOP)
        assert (answer["Location"], levels(answer), is_open()) == (PAGE, ["error"], False)

    is_refused()


def test_the_page_is_for_directors(client, clerk_client, network):

    @cases("address", [PAGE, OPEN, CLOSE])
    def is_refused(address):
        method = "get" if address == PAGE else "post"
        assert getattr(client, method)(address, {"host": OWN})["Location"].startswith("/login/")
        assert getattr(clerk_client, method)(address, {"host": OWN}).status_code == 403
        assert is_open() is False

    is_refused()


def test_each_address_has_its_method(director_client, network):
    assert director_client.post(PAGE).status_code == 405
    for address in (OPEN, CLOSE):
        assert director_client.get(address).status_code == 405
    assert is_open() is False


def test_a_machine_of_several_addresses_offers_them_with_the_one_on_paper_chosen(
    director_client, tournament, network
):
    network(OWN, OTHER)
    assert radio_buttons(page(director_client)) == ([OWN, OTHER], [OWN])
    note_printed(tournament=tournament, round=None, origin=f"http://{OTHER}:8000", is_all=True)
    assert radio_buttons(page(director_client)) == ([OWN, OTHER], [OTHER])
    open_to_hall(OWN)
    assert radio_buttons(page(director_client)) == ([OWN, OTHER], [OWN])


def test_without_a_network_there_is_nothing_to_open(director_client, network):
    network()
    html = page(director_client)
    assert ("This computer has no network yet" in html, OPEN in html) == (True, False)
    open_to_hall(OWN)  # the network went away later
    assert "It has no network now" in page(director_client)


def test_an_address_that_is_gone_is_told_and_another_one_offered(director_client, network):
    open_to_hall(OWN)
    assert "another address than before" not in page(director_client, "/")
    network(OTHER)
    html = page(director_client)
    assert f"does not have the address {OWN} any more" in html
    assert f'<input type="hidden" name="host" value="{OTHER}">' in html
    assert f'<p class="origin">http://{OTHER}:8000</p>' in html
    assert "another address than before" in page(director_client, "/")
    director_client.post(OPEN, {"host": OTHER}, **AT_LAPTOP)
    assert "any more" not in page(director_client)


def test_only_directors_are_told_of_another_address(
    clerk_client, client, director_client, tournament, network
):
    open_to_hall(OWN)
    network(OTHER)
    told = [
        "another address than before" in page(each, "/t/wk-test/")
        for each in (client, clerk_client, director_client)
    ]
    assert told == [False, False, True]


def reprints(html):
    """Return the links to print again, and the addresses in the codes."""
    _before, _start, codes = html.partition('<ul class="reprints">')
    codes = codes.partition("</ul>")[0]
    links = re.findall(r'href="([^"]+)"', codes)
    return links, re.findall(r"<small>(.*?)</small>", codes)


def test_paper_with_another_address_is_offered_to_print_again(director_client, tournament, network):
    round = tournament.rounds.get()
    home, now = "http://192.168.178.20:8000", ORIGIN
    note_printed(tournament=tournament, round=None, origin=home, is_all=True)
    note_printed(tournament=tournament, round=round, origin=now, is_all=True)
    assert reprints(page(director_client)) == ([], [f"WK Test · {home}"])  # first wk is opened
    open_to_hall(OWN)
    assert reprints(page(director_client)) == (
        ["/t/wk-test/print/cards/"],
        [f"WK Test · {home}"],
    )
    note_printed(tournament=tournament, round=None, origin=now, is_all=True)
    note_printed(tournament=tournament, round=round, origin=home, is_all=False)
    assert reprints(page(director_client))[0] == ["/t/wk-test/rounds/1/print/sheets/"]
    Round.objects.update(state=Round.State.CLOSED)
    assert reprints(page(director_client)) == ([], [])


@pytest.mark.parametrize(
    ("named", "host", "told"),
    [
        ([OWN], f"{OWN}:8000", f"ALLOWED_HOSTS is {OWN}"),
        ([], "localhost", "ALLOWED_HOSTS names no other devices yet"),
    ],
)
def test_with_settings_of_the_environment_the_page_only_shows(
    director_client, settings, named, host, told
):
    settings.NAMED_HOSTS = named
    settings.ALLOWED_HOSTS = [*named, "localhost"]
    html = director_client.get(PAGE, HTTP_HOST=host).content.decode()
    assert (told in html, OPEN in html, CLOSE in html) == (True, False, False)
    assert (f'<p class="origin">{ORIGIN}</p>' in html) == bool(named)
    for address in (OPEN, CLOSE):
        answer = director_client.post(address, {"host": OWN}, HTTP_HOST=host)
        assert (answer["Location"], levels(answer), is_open()) == (PAGE, ["error"], False)


def test_a_director_at_another_device_is_told_that_closing_shuts_him_out(director_client, network):
    open_to_hall(OWN)
    words = "Then this device is shut out too."
    assert words not in page(director_client)
    elsewhere = {"HTTP_HOST": f"{OWN}:8000", "REMOTE_ADDR": "192.168.1.33"}
    assert words in director_client.get(PAGE, **elsewhere).content.decode()
    director_client.post(CLOSE, **elsewhere)
    assert director_client.get(PAGE, **elsewhere).status_code == 503


def test_pressed_twice_is_pressed_once(director_client, network):
    for address in (OPEN, CLOSE):
        answers = [director_client.post(address, {"host": OWN}, **AT_LAPTOP) for _ in range(2)]
        assert [(each["Location"], levels(each)) for each in answers] == [(PAGE, ["success"])] * 2
        assert is_open() == (address == OPEN)


def test_number_of_queries(director_client, tournament, network, django_assert_num_queries):
    round = tournament.rounds.get()
    for n in range(3):
        for noted in (None, round):
            note_printed(
                tournament=tournament, round=noted, origin=f"http://10.1.1.{n}", is_all=False
            )
    open_to_hall(OWN)
    page(director_client)
    with django_assert_num_queries(5):
        page(director_client)


def test_pages_where_a_director_looks_lead_to_it(director_client, clerk_client, tournament):
    for address in ("/", "/t/wk-test/"):
        assert 'href="/in-the-hall/' in page(director_client, address)
        assert 'href="/in-the-hall/' not in page(clerk_client, address)
