"""What is wrong with a page in a browser: findings of axe, and what sticks out.

Whether a text can be read takes axe longer than all the rest, and a list has many texts that look
alike: of these axe looks at the first and the last.
"""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe().axe_script
ASKED_OF_AXE = {"resultTypes": ["violations"], "preload": False, "iframes": False}
# All that may differ in the dark.
CONTRAST = ASKED_OF_AXE | {"runOnly": ["color-contrast"]}
# Marks the first and the last of all texts that look alike: with the same colours, size and classes
# as another one, and so each box around them. axe does not judge a text of one character, nor one
# that is not shown.
MARK = """() => {
  const kinds = new Map(), looks = new Map();
  const walk = (each, around) => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow } =
      getComputedStyle(each);
    const text = each.matches('input, select, textarea') ? each.value : [...each.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data).join('');
    const look = [around, each.localName, each.getAttribute('class'), color, backgroundColor,
      backgroundImage, opacity, fontSize, fontWeight, textShadow, text.trim().length > 1,
      each.matches(':disabled, [aria-disabled=true]'), each.checkVisibility(), !text.trim()].join();
    if (!kinds.has(look)) kinds.set(look, kinds.size);
    const kind = kinds.get(look);
    delete each.dataset.judged;
    looks.set(kind, [looks.get(kind)?.[0] ?? each, each]);
    for (const inner of each.children) walk(inner, kind);
  };
  walk(document.body, '');
  for (const pair of looks.values()) for (const each of pair) each.dataset.judged = '';
}"""
JUDGED = """axe.configure({ rules: [{ id: "color-contrast", selector: "[data-judged]" }] })"""
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
        page.evaluate(f"{AXE};{JUDGED}")
    page.evaluate(MARK)
    return page.evaluate(FINDINGS, asked)
