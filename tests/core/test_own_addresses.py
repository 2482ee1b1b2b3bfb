"""The addresses that this machine has."""

import socket
import sys
from ipaddress import IPv4Address

import pytest

from wk.core import own_addresses
from wk.core.own_addresses import OwnAddress, interfaces, local_name, usual_address


def test_the_system_names_loopback_and_every_interface_only_once():
    found = interfaces()
    assert IPv4Address("127.0.0.1") in [address for _name, address in found]
    assert {name for name, _address in found} <= {name for _n, name in socket.if_nameindex()}
    assert len(set(found)) == len(found)


def test_the_usual_address_is_one_of_an_interface():
    assert usual_address() in {"", *(str(address) for _name, address in interfaces())}


def test_the_addresses_leave_loopback_out_and_the_most_likely_comes_first(monkeypatch):
    found = [
        ("lo", "127.0.0.1"),
        ("usb0", "169.254.3.4"),
        ("docker0", "172.17.0.1"),
        ("wlan0", "192.168.1.10"),
    ]
    asked = [(name, IPv4Address(address)) for name, address in found]
    monkeypatch.setattr(own_addresses, "interfaces", lambda: asked)
    monkeypatch.setattr(own_addresses, "usual_address", lambda: "192.168.1.10")
    monkeypatch.setattr(own_addresses, "local_name", lambda: "laptop.local")
    assert own_addresses.own_addresses() == (
        OwnAddress("192.168.1.10", "wlan0"),
        OwnAddress("172.17.0.1", "docker0"),
        OwnAddress("169.254.3.4", "usb0"),
        OwnAddress("laptop.local", ""),
    )
    asked[:] = asked[:1]  # without a network nobody asks for the name either
    assert own_addresses.own_addresses() == ()


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS always answers to its name")
def test_the_local_name_counts_only_where_something_answers_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr(own_addresses, "MDNS_RUNS", tmp_path / "pid")
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.example.org")
    assert local_name() == ""
    (tmp_path / "pid").touch()
    assert local_name() == "laptop.local"
