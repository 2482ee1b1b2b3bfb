"""The first asks the standby server of PostgreSQL how far it is, and whether it was promoted."""

from socket import gethostname

import pytest

from tests.drill.clusters import Cluster, tools
from tests.standby.laptops import wait_for
from wk.core.second_laptop import FOLLOWER
from wk.standby.kept import OVERTAKEN, forget, is_kept, kept
from wk.standby.standby_server import OWN, SECOND, look
from wk.standby.watch import ask_follower
from wk.standby.watch import begin as begin_watch

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(tools() is None, reason="there is no PostgreSQL"),
]
TABLES = (
    "CREATE TABLE chain_link (number bigint PRIMARY KEY, hash text);"
    "CREATE TABLE chain_head (number bigint, hash text);"
    "INSERT INTO chain_head VALUES (0, '');"
    "CREATE TABLE chain_event (kind text, about text);"
    "ALTER TABLE chain_head OWNER TO wk; ALTER TABLE chain_link OWNER TO wk;"
    "ALTER TABLE chain_event OWNER TO wk"
)
PORT = "8123"


@pytest.fixture(scope="module")
def made():
    """A server that has ended, with a database of three links: to make it takes half a test."""
    cluster = Cluster(is_careless=True)
    cluster.make()
    cluster.ask(TABLES, "wk")
    add_links(cluster, "a", "b", "c")
    cluster.stop()
    yield cluster
    cluster.remove()


@pytest.fixture
def clusters(made, monkeypatch):
    """Two servers, of which the first runs with three links, and the second does not run yet; the
    environment names the second to the first."""
    first, second = Cluster(is_careless=True), Cluster(is_careless=True)
    first.take_over(made)
    monkeypatch.setenv(OWN, first.url)
    monkeypatch.setenv(SECOND, second.url)
    monkeypatch.setenv("PORT", PORT)
    yield first, second
    for each in (first, second):
        each.remove()


def add_links(cluster, *hashes):
    """Let a server write links, as wk does."""
    for each in hashes:
        cluster.ask(
            "WITH one AS (UPDATE chain_head SET number = number + 1 RETURNING number)"
            f" INSERT INTO chain_link SELECT number, '{each}' FROM one",
            "wk",
        )


def test_the_first_knows_how_far_the_standby_server_is_and_that_it_was_promoted(
    clusters, tmp_path, monkeypatch
):
    first, second = clusters
    look(tmp_path)  # nobody answers there
    assert not is_kept(tmp_path, FOLLOWER)
    second.follow(first)
    add_links(first, "d")
    wait_for(lambda: look(tmp_path) or kept(tmp_path, FOLLOWER).get("link") == 4)
    wait_for(lambda: look(tmp_path) or kept(tmp_path, FOLLOWER)["seen"])
    assert kept(tmp_path, FOLLOWER)["address"] == f"http://127.0.0.1:{PORT}"
    assert ask_follower(tmp_path) is False
    second.promote()
    add_links(first, "only here", "here too")
    add_links(second, "only there")
    assert ask_follower(tmp_path) is True
    told = kept(tmp_path, OVERTAKEN)
    assert told["common"] == {"number": 4, "hash": "d"}
    assert told["address"] == f"http://127.0.0.1:{PORT}"
    # Once told it stays so, whoever answers; and without the setting too.
    second.kill()
    assert ask_follower(tmp_path) is True
    assert kept(tmp_path, OVERTAKEN) == told
    forget(tmp_path, OVERTAKEN)
    monkeypatch.delenv(SECOND)
    assert ask_follower(tmp_path) is False


def test_a_server_that_followed_since_and_was_promoted_is_the_one_again(
    clusters, tmp_path, monkeypatch
):
    first, second = clusters
    second.follow(first)
    second.promote()
    assert ask_follower(tmp_path) is True
    monkeypatch.setenv(OWN, second.url)  # it became what the second is: a copy, promoted
    monkeypatch.setenv(SECOND, first.url)
    assert ask_follower(tmp_path) is True
    third = Cluster(is_careless=True)
    try:
        third.follow(second)
        third.promote()
        monkeypatch.setenv(OWN, third.url)
        assert ask_follower(tmp_path) is False
    finally:
        third.remove()


def test_another_database_overtakes_nobody(clusters, tmp_path, monkeypatch):
    first, second = clusters
    monkeypatch.setenv(SECOND, first.url)  # a mistake: the server itself
    assert ask_follower(tmp_path) is False
    monkeypatch.setenv(SECOND, second.url)
    second.follow(first)
    second.promote()
    second.ask("UPDATE chain_link SET hash = 'other'", "wk")  # as if of another wk
    assert ask_follower(tmp_path) is False


def test_a_start_on_a_promoted_server_stands_in_the_log(clusters, tmp_path, monkeypatch):
    first, second = clusters
    for _start in range(2):
        start(tmp_path)
    second.follow(first)
    assert events(first) == ""
    second.promote()
    assert start(tmp_path) is True  # the first comes back: it writes nothing any more
    assert events(first) == ""
    monkeypatch.setenv(OWN, second.url)
    monkeypatch.delenv(SECOND)
    for _start in range(2):
        start(tmp_path / "second")
    assert events(second) == f"taken_over|{gethostname()}"
    second.ask("COMMENT ON DATABASE wk IS 'Of the club'; DELETE FROM chain_event", "wk")
    start(tmp_path / "second")
    assert events(second) == ""


def start(data):
    """Do what a server of wk does before it serves anything; return whether it was overtaken."""
    begin_watch(data)
    return is_kept(data, OVERTAKEN)


def events(cluster):
    return cluster.ask("SELECT kind, about FROM chain_event", "wk")
