"""The look at pages itself: a text that cannot be read is found among many that can."""

import pytest

from tests.page_faults import faults_in_the_dark, faults_of

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><title>List</title><style>
  li, td { color: #444; background: #fff } .pale { color: #bbb }
  @media (prefers-color-scheme: dark) { .odd { color: #555; background: #333 } }
</style><main><h1>List</h1><ol>%s</ol><table><tr><th scope="row">one<td>two</table></main>"""
ROW = "<li>a row <b><i>and more</i></b></li>"
PALE = [
    "<li class='pale'>pale by its class</li>",
    "<li style='color: #bbb'>pale by its own colour</li>",
    "<li style='background: #555'>pale by what is behind it</li>",
    "<li style='opacity: .4'>pale as one sees through it</li>",
    "<li style='opacity: .4'><b><i>pale by a box far around it</i></b></li>",
    "<li><input aria-label='pale' style='color: #bbb; background: #fff' value='pale'></li>",
    "<li class='pale'>x</li><li class='pale'>after one that axe does not judge</li>",
    "<li class='pale' hidden>not shown</li><li class='pale'>after one that is not</li>",
]


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


def test_texts_that_cannot_be_read_are_found_wherever_they_stand(page):
    page.set_content(PAGE % (ROW * 9))
    assert faults_of(page) == []
    for pale in PALE:
        rows = ROW * 4 + pale + ROW * 4
        page.locator("ol").evaluate("(list, rows) => { list.innerHTML = rows; }", rows)
        assert [each.partition(":")[0] for each in faults_of(page)] == ["color-contrast"], pale


def test_what_is_pale_in_the_dark_alone_is_found_there(page):
    page.set_content(PAGE % (ROW * 3 + "<li class='odd'>odd</li>" + ROW * 3))
    assert faults_of(page) == []
    assert [each.partition(":")[0] for each in faults_in_the_dark(page)] == ["color-contrast"]
