"""What one request read, and for how long the next ones take it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from threading import Event

from django.test import RequestFactory

from wk.core.kept_reads import KeptReads


@dataclass(frozen=True)
class Version:
    results: int


def request_at(results=None):
    """Return a request that was told the version of the results, or none."""
    request = RequestFactory().get("/")
    if results is not None:
        request.public_version = Version(results)
    return request


def test_a_value_is_read_once_until_the_results_change():
    kept, read = KeptReads(), count().__next__
    found = [kept.get(request_at(results), "round", read) for results in (7, 7, 8, 8, 7)]
    assert found == [0, 0, 1, 1, 0]
    assert kept.get(request_at(8), "other", read) == 2


def test_without_a_version_nothing_is_kept():
    kept, read = KeptReads(), count().__next__
    unknown = request_at()
    unknown.public_version = None  # the database is being migrated
    asked = (request_at(), request_at(), unknown, unknown)
    assert [kept.get(request, "round", read) for request in asked] == [0, 1, 2, 3]


def test_only_the_newest_values_stay():
    kept, read = KeptReads(most=2), count().__next__
    found = [kept.get(request_at(results), "round", read) for results in (1, 2, 3, 2, 1)]
    assert found == [0, 1, 2, 1, 3]
    kept.clear()
    assert kept.get(request_at(1), "round", read) == 4


def test_many_who_ask_at_once_wait_for_one_reader():
    kept, reads, may_end, has_begun = KeptReads(), count(1), Event(), Event()

    def read():
        has_begun.set()
        assert may_end.wait(10)
        return next(reads)

    with ThreadPoolExecutor(4) as clerks:
        first = clerks.submit(kept.get, request_at(5), "round", read)
        assert has_begun.wait(10)
        others = [clerks.submit(kept.get, request_at(5), "round", read) for _ in range(3)]
        may_end.set()
        assert [each.result(10) for each in (first, *others)] == [1, 1, 1, 1]
