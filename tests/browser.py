"""What a real browser says about our pages, and what is kept of it when a test fails."""

import re
import shutil
from contextlib import suppress

from tests.database import ROOT

# What htmx says of a question that nobody waits for any more: its page was left, or asked again.
ABORTED = re.compile(r"htmx:(afterRequest|sendAbort)\b")
EVIDENCE = ROOT / "test-results" / "failed"
# Leaves a twentieth of the time for which a page waits for answers, until one did not come in time.
SHORTEN = """() => {
  const shorten = ({ detail }) => { detail.timeout /= 20; };
  addEventListener("htmx:configRequest", shorten);
  const stop = () => removeEventListener("htmx:configRequest", shorten);
  addEventListener("htmx:timeout", stop, { once: true });
}"""


class Browser:
    """A browser that remembers what its console said, in every window."""

    def __init__(self, browser):
        self.browser = browser
        self.consoles = {}

    def new_context(self, **options):
        """Open a window of its own, with cookies of its own."""
        return self._watched(self.browser.new_context(**options))

    def new_page(self, **options):
        """Open a page in a window of its own, which closes with it."""
        page = self.browser.new_page(**options)
        self._watched(page.context)
        return page

    def _watched(self, context):
        lines = self.consoles[context] = []
        context.on("console", lambda message: lines.append(f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: lines.append(f"error: {error.error}"))
        context.on("close", lambda _context: self.consoles.pop(context, None))
        return context


def keep_evidence(item):
    """Write the picture, the page and the console of every window that is open to a folder named
    after the test."""
    folder = EVIDENCE / re.sub(r"[^\w.-]+", "-", item.nodeid.removeprefix("tests/"))[:150]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    number = 0
    for context, lines in item.funcargs["chromium"].consoles.items():
        for page in context.pages:
            number += 1
            (folder / f"console-{number}.txt").write_text("\n".join([page.url, *lines]))
            with suppress(Exception):  # a page that hangs has no picture
                (folder / f"page-{number}.html").write_text(page.content())
                page.screenshot(path=folder / f"page-{number}.png", timeout=5000)


def look(*pages):
    """Let pages ask at once what is new, as when somebody takes his phone out of his pocket, and
    not only some seconds later."""
    from playwright.sync_api import Error

    for page in pages:
        with suppress(Error):  # it asked by itself just now, and is leaving for another page
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def lose_patience(page):
    """Let a page give up sooner on the next answer that does not come. One that would wait for ever
    still does."""
    page.evaluate(SHORTEN)


def until(page, condition: str, timeout: float = 20_000):
    """Return the value of a JavaScript expression once it is true. The browser tries it at each
    frame.

    Raises playwright's Error when it is not true after ``timeout`` milliseconds. Playwright's
    own ``wait_for_function`` cannot be used: only its first look evades the pages' policy, which
    forbids ``eval``.
    """
    return page.evaluate(
        f"""(timeout) => new Promise((done, fail) => {{
      const ends = performance.now() + timeout;
      const look = () => {{
        const value = {condition};
        if (value) done(value);
        else if (performance.now() > ends) fail(new Error("not true in time"));
        else requestAnimationFrame(look);
      }};
      look();
    }})""",
        timeout,
    )


def listen(page) -> list[str]:
    """Return a list that gathers the errors and warnings of a page from now on.

    What the browser only mentions is left out: that it did not move the focus because somebody
    typed already depends on how busy the machine is.
    """
    heard: list[str] = []

    def hear(message) -> None:
        if message.type in ("error", "warning") and not ABORTED.match(message.text):
            heard.append(message.text)

    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", hear)
    return heard
