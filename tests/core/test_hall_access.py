"""wk is open to the hall or not, and the hosts that browsers may use meanwhile."""

import os

import pytest
from django.http.request import validate_host

from wk.core.hall_access import (
    chosen_host,
    close_to_hall,
    has_moved,
    host_in_hall,
    is_by_button,
    is_open,
    open_to_hall,
)

pytestmark = pytest.mark.usefixtures("network")
OWN = "192.168.1.10"


def test_wk_is_closed_until_it_is_opened_and_after_it_is_closed(settings):
    assert (is_open(), chosen_host(), host_in_hall()) == (False, "", "")
    open_to_hall(OWN)
    open_to_hall(OWN)
    assert (is_open(), chosen_host(), host_in_hall()) == (True, OWN, OWN)
    assert os.listdir(settings.DATA_DIR) == ["open-to-hall"]
    assert os.stat(settings.DATA_DIR / "open-to-hall").st_mode & 0o077 == 0
    close_to_hall()
    close_to_hall()
    assert (is_open(), chosen_host(), host_in_hall()) == (False, "", "")


@pytest.mark.parametrize(
    ("host", "closed", "opened"),
    [
        ("localhost", True, True),
        ("127.0.0.1", True, True),
        (OWN, False, True),
        ("192.168.1.11", False, False),  # of another device
        ("evil.example", False, False),
        (f"{OWN}.evil.example", False, False),
        ("x.localhost", False, False),
        ("", False, False),
    ],
)
def test_hosts_are_those_of_this_machine_and_of_the_hall_only_while_open(
    settings, host, closed, opened
):
    assert validate_host(host, settings.ALLOWED_HOSTS) == closed
    open_to_hall(OWN)
    assert validate_host(host, settings.ALLOWED_HOSTS) == opened
    close_to_hall()
    assert validate_host(host, settings.ALLOWED_HOSTS) == closed


def test_hosts_follow_the_network(settings, network):
    open_to_hall(OWN)
    network("10.0.0.7")
    hosts = list(settings.ALLOWED_HOSTS)
    assert (OWN in hosts, "10.0.0.7" in hosts) == (False, True)


def test_the_chosen_host_counts_while_this_machine_has_it(network):
    network("10.0.0.7", OWN)
    open_to_hall(OWN)
    assert (host_in_hall(), has_moved()) == (OWN, False)
    network("10.0.0.7")
    assert (chosen_host(), host_in_hall(), has_moved()) == (OWN, "10.0.0.7", True)
    network()
    assert (host_in_hall(), has_moved()) == ("", True)
    close_to_hall()
    assert has_moved() is False


def test_hosts_named_by_the_environment_leave_nothing_to_a_button(settings):
    assert is_by_button()
    settings.ALLOWED_HOSTS = ["wk.example.org", "localhost"]
    open_to_hall(OWN)
    assert (is_by_button(), has_moved()) == (False, False)
    assert not validate_host(OWN, settings.ALLOWED_HOSTS)
