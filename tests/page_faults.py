"""What is wrong with a page in a browser: findings of axe, and what sticks out."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe().axe_script
ASKED_OF_AXE = {"resultTypes": ["violations"], "preload": False, "iframes": False}
# All that may differ in the dark.
CONTRAST = ASKED_OF_AXE | {"runOnly": ["color-contrast"]}
# What axe finds wrong, each with the first element that has it. All that it tells of what is right
# would take as long to send as the rest to find.
FINDINGS = """(options) => axe.run(document, options).then(({ violations }) =>
  violations.map(({ id, nodes: [first] }) => `${id}: ${first.html}`))"""


def overflow_of(page):
    """Return the complaint that a page is wider than its window, if it is."""
    is_wider = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return ["the page scrolls sideways"] if is_wider else []


def faults_of(page):
    """Return the findings of axe on a page, and whether it is too wide."""
    return overflow_of(page) + _findings(page, ASKED_OF_AXE)


def faults_in_the_dark(page):
    """Return what axe cannot read where a page that it has looked at is shown in the dark."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")  # or colours are on their way
    found = _findings(page, CONTRAST)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    return found


def _findings(page, asked):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(FINDINGS, asked)
