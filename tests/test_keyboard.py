"""The look at the keyboard itself: each fault of a page is found."""

import pytest

from tests.keyboard import keyboard_faults_of, shown_by_scripts_alone

pytestmark = pytest.mark.browser

GOOD = "<main><a href='#a'>one</a> <button>two</button><p><a href='#b'>three</a></p></main>"
FAULTS = {
    "<a href='#c' tabindex='2'>late</a>": "tabindex: <a href='#c' tabindex='2'>late</a>",
    "<a href='#c' style='outline: none'>dim</a>": "focus not seen: <a href='#c' ",
    "<a href='#c' style='position: absolute; top: 0; left: 0'>up</a>": "order: <a href='#c' ",
    "<a href='#c' onkeydown='event.preventDefault()'>trap</a>": "not reached: <a href='#d'>",
}


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


def test_a_page_without_faults_has_none(page):
    page.set_content(GOOD)
    assert keyboard_faults_of(page) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(page, fault):
    page.set_content(f"{GOOD}<p>{fault} <a href='#d'>last</a></p>")
    found = [each.replace('"', "'") for each in keyboard_faults_of(page)]
    assert any(each.startswith(FAULTS[fault]) for each in found)


def test_words_that_only_a_script_shows_are_found(page, chromium):
    context = chromium.new_context(java_script_enabled=False)
    words = "<main><p>here</p><p id='more' hidden>more</p><script>more.hidden = 0</script></main>"
    for each in (page, other := context.new_page()):
        each.route("**/*", lambda route: route.fulfill(body=words, content_type="text/html"))
    page.goto("http://localhost/")
    assert shown_by_scripts_alone(page, other) == ["more"]
    context.close()
