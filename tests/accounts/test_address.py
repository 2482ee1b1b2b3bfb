"""Where a request comes from, with and without a proxy."""

import os
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest

from wk.accounts.address import client_address, counted_address, is_from_this_machine

ROOT = Path(__file__).resolve().parents[2]
SENDER = "203.0.113.7"


@pytest.fixture
def request_from(rf, settings):
    """Return a request with these headers; the proxies of 10.0.0.0/24 and ::1 are trusted."""
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/24"), ip_network("::1")]

    def make(peer, forwarded=None):
        more = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
        return rf.get("/", REMOTE_ADDR=peer, **more)

    return make


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        (SENDER, None, SENDER),
        (SENDER, "127.0.0.1", SENDER),  # not from a proxy: a forgery
        (SENDER, "10.0.0.1", SENDER),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", SENDER, SENDER),
        ("10.0.0.1", f"127.0.0.1, {SENDER}", SENDER),  # the first part is the sender's forgery
        ("10.0.0.1", f"127.0.0.1,{SENDER} , 10.0.0.9", SENDER),  # two proxies
        ("10.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", f"{SENDER}, <script>", "10.0.0.1"),
        ("10.0.0.1", "9" * 5000, "10.0.0.1"),
        ("10.0.1.1", SENDER, "10.0.1.1"),
        ("::1", "2001:db8::5", "2001:db8::5"),
        ("::ffff:10.0.0.1", SENDER, SENDER),
        ("fe80::1%eth0", None, "fe80::1"),
        ("", SENDER, ""),
    ],
)
def test_only_addresses_written_by_trusted_proxies_count(request_from, peer, forwarded, address):
    assert client_address(request_from(peer, forwarded)) == address


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        (SENDER, SENDER),
        ("127.0.0.1", "127.0.0.1"),
        ("127.5.5.5", "127.0.0.1"),
        ("::1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("", "0.0.0.0"),
    ],
)
def test_one_network_of_ipv6_counts_as_one_address(request_from, peer, counted):
    assert counted_address(request_from(peer)) == counted


def test_a_forwarded_address_cannot_claim_to_be_this_machine(request_from):
    assert is_from_this_machine(request_from("127.0.0.1"))
    assert not is_from_this_machine(request_from(SENDER, "127.0.0.1"))
    assert not is_from_this_machine(request_from("10.0.0.1", f"127.0.0.1, {SENDER}"))


@pytest.mark.parametrize(
    ("https", "peer", "status"),
    [
        (True, "10.0.0.1", 301),  # by the proxy, which did not speak TLS: on to https
        (True, "127.0.0.1", 301),
        (True, SENDER, 403),
        (False, SENDER, 302),
    ],
)
def test_with_https_only_the_proxy_connects(client, db, settings, https, peer, status):
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = https
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]
    claims = {"HTTP_X_FORWARDED_PROTO": "http", "HTTP_X_FORWARDED_FOR": "10.0.0.1"}
    assert client.get("/login/", REMOTE_ADDR=peer, **claims).status_code == status


def load_settings(tmp_path, **environment):
    code = "from wk.settings import TRUSTED_PROXIES; print(*TRUSTED_PROXIES)"
    kept = {name: value for name, value in os.environ.items() if name not in ("HTTPS",)}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=kept | {"DATA_DIR": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("environment", "networks"),
    [
        ({}, ""),
        ({"HTTPS": "true"}, "127.0.0.1/32 ::1/128"),
        ({"HTTPS": "true", "TRUSTED_PROXIES": "10.0.0.1"}, "10.0.0.1/32"),
        ({"TRUSTED_PROXIES": "10.0.0.0/8, 2001:db8::/32"}, "10.0.0.0/8 2001:db8::/32"),
    ],
)
def test_the_setting_names_trusted_proxies(tmp_path, environment, networks):
    assert load_settings(tmp_path, **environment).stdout.strip() == networks


def test_an_invalid_proxy_in_the_settings_is_explained(tmp_path):
    done = load_settings(tmp_path, TRUSTED_PROXIES="caddy")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "wk: TRUSTED_PROXIES must hold addresses or networks, with commas: "
        "'caddy' does not appear to be an IPv4 or IPv6 network\n"
    )
