"""What a real browser says about our pages."""

import re

# What htmx says of a question that nobody waits for any more: its page was left, or asked again.
ABORTED = re.compile(r"htmx:(afterRequest|sendAbort)\b")


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
