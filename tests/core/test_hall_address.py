"""The address at which phones in the hall reach wk."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from wk.core.hall_access import close_to_hall, open_to_hall
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.phones.keys import phones_page


@pytest.mark.parametrize(
    ("host", "allowed", "page", "out_of_reach"),
    [
        ("192.168.1.10:8000", ["192.168.1.10"], "http://192.168.1.10:8000/phone/", False),
        ("wk.example.org", [".example.org"], "http://wk.example.org/phone/", False),
        # The office sits at the computer that wk runs on, and phones come from elsewhere.
        ("localhost:8000", ["*", "192.168.1.10"], "http://192.168.1.10:8000/phone/", False),
        ("127.0.0.1:8001", ["wk.local", "10.0.0.7"], "http://wk.local:8001/phone/", False),
        ("localhost:8000", [".example.org"], "http://localhost:8000/phone/", True),
        ("127.0.0.1", [], "http://127.0.0.1/phone/", True),
        ("[::1]:8000", [], "http://[::1]:8000/phone/", True),
    ],
)
def test_address_of_the_page_for_phones(settings, host, allowed, page, out_of_reach):
    settings.ALLOWED_HOSTS = [*allowed, "localhost", "127.0.0.1", "[::1]"]
    request = RequestFactory().get("/", headers={"Host": host})
    assert (phones_page(request), is_out_of_reach(request)) == (page, out_of_reach)


def test_address_in_the_hall_has_a_host_that_phones_reach(rf, settings):
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.10"]
    path = reverse("players:card", args=["wk-test", 12])
    assert path == "/t/wk-test/card/12/"
    local = rf.get("/", headers={"host": "localhost:8000"})
    assert address_in_hall(local, path) == "http://192.168.1.10:8000/t/wk-test/card/12/"


def test_codes_have_the_chosen_host_while_wk_is_open_to_the_hall(rf, network):
    network("192.168.1.10", "10.0.0.7")
    at_laptop = rf.get("/", headers={"host": "localhost:8000"})
    assert (phones_page(at_laptop), is_out_of_reach(at_laptop)) == (
        "http://localhost:8000/phone/",
        True,
    )
    open_to_hall("10.0.0.7")
    of_a_clerk = rf.get("/", headers={"host": "192.168.1.10:8000"})
    for request in (at_laptop, of_a_clerk):
        assert (phones_page(request), is_out_of_reach(request)) == (
            "http://10.0.0.7:8000/phone/",
            False,
        )
    network()
    assert is_out_of_reach(at_laptop)
    network("10.0.0.7")
    close_to_hall()
    assert is_out_of_reach(at_laptop)
