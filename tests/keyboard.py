"""What a reader without a mouse meets on a page, and one whose browser runs no scripts."""

import re
from collections import Counter

from tests.samples import so_many

# What can be reached with the Tab key, in the order of the page, and what is wrong with it:
# something that stands before what is read earlier, or that shows no focus.
STOPS = """() => {
  const parts = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const named = (each) => each.outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const look = (each) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
      getComputedStyle(each);
    const outline = outlineStyle === 'none' ? '' : outlineWidth;
    return [outline, boxShadow, borderColor, backgroundColor].join();
  };
  scrollTo(0, 0);
  // A list that scrolls by itself is still where an earlier walk left it.
  for (const each of document.querySelectorAll('*')) if (each.scrollTop) each.scrollTop = 0;
  const stops = [...document.querySelectorAll(parts)].filter((each) =>
    !each.disabled && each.tabIndex >= 0 && each.type !== 'hidden'
      && each.checkVisibility({ visibilityProperty: true })
      // The arrow keys reach the other choices of a group.
      && (each.type !== 'radio' || each.checked
        || !document.querySelector(`input[name="${each.name}"]:checked`)));
  const found = stops.filter((each) => each.tabIndex > 0).map((each) => `tabindex: ${named(each)}`);
  // Only what is drawn on the page has a place to read: the skip link comes when it has the focus.
  const placed = stops.map((each) => [each, each.getBoundingClientRect()])
    .filter(([, at]) => at.left >= 0 && at.width > 1);
  placed.slice(1).forEach(([each, at], index) => {
    const before = placed[index][1];
    const isAbove = at.bottom <= before.top && at.left < before.right;
    const middle = (at.top + at.bottom) / 2, last = (before.top + before.bottom) / 2;
    const isBeside = middle > before.top && middle < before.bottom
      && last > at.top && last < at.bottom;
    const isLeft = at.right <= before.left && isBeside;
    if (isAbove || isLeft) found.push(`order: ${named(each)} after ${named(placed[index][0])}`);
  });
  for (const each of stops) {
    each.blur();
    const before = look(each);
    each.focus({ focusVisible: true, preventScroll: true });
    if (document.activeElement !== each) found.push(`no focus: ${named(each)}`);
    else if (look(each) === before) found.push(`focus not seen: ${named(each)}`);
  }
  document.body.tabIndex = -1; // the first Tab begins at the top
  document.body.focus();
  document.body.removeAttribute('tabindex');
  const reached = (window.reached = []);
  document.addEventListener('focusin', ({ target }) => reached.push(stops.indexOf(target)));
  return { stops: stops.length, found, names: stops.map(named) };
}"""
# Each press takes as long as a small page: a list of a hundred players is walked through in part.
MOST_PRESSES = so_many(60, of=10_000)
# A clock goes on between two looks at a page.
TIME = re.compile(r"\d+:\d\d")
# Only a script can follow a player; then come the words of its buttons and of their column.
TEXTS = """() => ['main', '.follow', '.follows thead .more']
  .map((what) => [...document.querySelectorAll(what)].map((each) => each.innerText).join(' '))"""


def keyboard_faults_of(page):
    """Press Tab through a page; return what it does not reach in order, and where it is not seen.

    As many presses as there are stops reach each of them once, so nothing holds the focus. On a
    long page the first MOST_PRESSES of them are pressed; the order and the look of all are read.
    """
    told = page.evaluate(STOPS)
    presses = min(told["stops"], MOST_PRESSES)
    for _stop in range(presses):  # it is held: a key that is let go of is another message
        page.keyboard.down("Tab")
    page.keyboard.up("Tab")
    reached = page.evaluate("window.reached")
    missed = [told["names"][stop] for stop in range(presses) if stop not in reached]
    wrong = [] if missed or reached == sorted(reached) else [f"order of Tab: {reached}"]
    return [*told["found"], *(f"not reached: {each}" for each in missed), *wrong]


def words_of(page):
    """Return how often a reader sees each word in the main part of a page, without times and
    without what only a script can do."""
    every, *of_scripts = (Counter(TIME.sub("", text).split()) for text in page.evaluate(TEXTS))
    for words in of_scripts:
        every.subtract(words)
    return every


def shown_by_scripts_alone(page, unscripted):
    """Return the words of a page that are not on the same page without scripts, given as another
    window's page."""
    unscripted.goto(page.url)
    return sorted(+(words_of(page) - words_of(unscripted)))
