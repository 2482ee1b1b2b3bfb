"""Fixtures for the tests of the wall."""

import pytest

from tests.standings.conftest import twelve_players

__all__ = ["twelve_players"]

LAPTOP = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def visitors(chromium):
    """The pages of visitors by their language: they go from test to test, as a new window takes
    twice as long."""
    pages = {
        locale: chromium.new_page(locale=locale, viewport=LAPTOP) for locale in ("nl-NL", "en-GB")
    }
    yield pages
    for page in pages.values():
        page.close()


@pytest.fixture
def open_wall_page(server, chromium, visitors):
    """Return a function that opens a page of a visitor, or of an official in a window of his
    own."""
    windows = []

    def of(path, *, locale="nl-NL", official=None):
        page = visitors[locale]
        if official:
            windows.append(chromium.new_context(locale=locale, storage_state=official))
            page = windows[-1].new_page()
        page.set_viewport_size(LAPTOP)
        page.goto(f"{server.url}/t/oefen/{path}")
        page.evaluate("document.fonts.ready.then(() => true)")
        return page

    yield of
    visitors["en-GB"].context.set_offline(False)
    for window in windows:
        window.close()
