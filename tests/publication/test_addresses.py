"""Which parameters in an address make a kept page of their own."""

from urllib.parse import parse_qsl

from django.urls import reverse

from tests.cases import cases
from wk.publication.addresses import (
    PAGES,
    PAGES_WITH_PROGRESS,
    PARAMETERS,
    is_kept_query,
    page_name,
)

EVERY = {name for names in PARAMETERS.values() for name in names}


@cases(
    ("page", "query", "kept"),
    [
        ("standings:standings", "", True),
        ("standings:standings", "page=2", True),
        ("standings:after_round", "page=2&sort=-points", True),
        ("standings:standings", "sort=", True),
        ("standings:after_round", "whole=on&sort=name", True),
        ("standings:standings", "q=anna", False),  # a search is made for one reader
        ("standings:standings", "show=play", False),
        ("standings:standings", "page=2&page=3", False),
        ("standings:standings", "page=2&madeup=1", False),
        ("standings:standings", "page=" + "1" * 30, False),
        ("standings:standings", "sort=%22%3E", False),
        ("hall:wall_screen", "show=seats", True),
        ("hall:find", "q=7", True),
        ("hall:find", "q=anna", False),
        ("hall:news", "round=1&table=7", True),
        ("hall:news", "round=1&table=7&page=2", False),
        ("feeds:standings_csv", "", True),
        ("feeds:standings_csv", "page=2", False),
        ("standings:figures", "page=2", False),
        ("standings:player", "sort=name", False),
    ],
)
def test_a_page_is_kept_with_the_parameters_that_it_reads(page, query, kept):
    assert is_kept_query(page, query) is kept


def test_every_other_page_has_one_copy():
    others = (PAGES | PAGES_WITH_PROGRESS) - set(PARAMETERS)
    assert others | set(PARAMETERS) == PAGES | PAGES_WITH_PROGRESS
    kept = {name for name in others for each in EVERY if is_kept_query(name, f"{each}=1")}
    assert kept == set()


def test_links_with_parameters_lead_to_pages_that_are_kept():
    """The page of the news about a table, of a wall, and the second page of the standings."""
    slug = ["wk-test"]
    addresses = [
        (reverse("hall:news", args=slug), "round=1&table=2"),
        (reverse("hall:wall", args=slug), "show=standings"),
        (reverse("standings:standings", args=slug), "page=2"),
    ]
    names = [page_name(path) for path, _query in addresses]
    assert names == ["hall:news", "hall:wall", "standings:standings"]
    for name, (_path, query) in zip(names, addresses, strict=True):
        assert is_kept_query(name, query)
        assert {each for each, _value in parse_qsl(query)} <= PARAMETERS[name]
