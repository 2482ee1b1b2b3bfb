"""What a reader sees of a page: the text of its main part with its links, and what its fields hold.

Hidden fields, tokens, scripts, classes and the text outside of <main> are left out: they may change
although nothing changes for a reader.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

BLOCKS = {
    *("p", "div", "li", "tr", "h1", "h2", "h3", "h4", "section", "header", "footer", "form"),
    *("label", "table", "ul", "ol", "dl", "dt", "dd", "details", "summary", "fieldset", "article"),
    *("legend", "caption", "br", "nav", "thead", "tbody", "figure", "select", "svg", "button"),
}
UNSEEN = {"script", "style", "template", "noscript"}
EMPTY = {"input", "br", "img", "hr", "link", "meta", "source"}
NO_VALUE = {"submit", "button", "file", "image", "reset"}


@dataclass
class Form:
    """A form: where it is sent, how, and all its fields, hidden ones too."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """A page that was read: `lines` of text, `links`, `forms`, and the moments that it names.

    `moments` are the times of <time> elements and the actions of forms that undo, in the order of
    the page: of the log, which entry offers what.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.moments: list[str] = []
        self._line: list[str] = []
        self._main = self._unseen = 0
        self._href: str | None = None
        self._options: list[tuple[str, str, bool]] | None = None
        self._field = ""
        self.feed(html)
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag == "main":
            self._main += 1
        if tag == "a" and "href" in facts:
            self.links.append(facts["href"])  # of the whole page: the ways of a tournament too
        if not self._main:
            return
        self._unseen += tag in UNSEEN
        if tag in BLOCKS:
            self._end_line()
        if tag in ("td", "th"):
            self._line.append(" ")
        start: Any = getattr(self, f"_start_{tag}", None)
        if start:
            start(facts)

    def handle_endtag(self, tag: str) -> None:
        if not self._main:
            return
        end: Any = getattr(self, f"_end_{tag}", None)
        if end:
            end()
        if tag in BLOCKS:
            self._end_line()
        self._unseen -= tag in UNSEEN
        self._main -= tag == "main"

    def handle_data(self, data: str) -> None:
        if not self._main or self._unseen:
            return
        if self._options is not None:
            if self._options:
                value, text, chosen = self._options[-1]
                self._options[-1] = (value, text + data, chosen)
            return
        self._line.append(data)

    def _end_line(self) -> None:
        line = " ".join("".join(self._line).split())
        if line:
            self.lines.append(line)
        self._line = []

    def _start_time(self, facts: dict[str, str]) -> None:
        self.moments.append(facts.get("datetime", ""))

    def _start_a(self, facts: dict[str, str]) -> None:
        self._href = facts.get("href")

    def _end_a(self) -> None:
        if self._href is not None:
            self._line.append(f" <{self._href}> ")
        self._href = None

    def _start_img(self, facts: dict[str, str]) -> None:
        self.links.append(facts.get("src", ""))
        self._line.append(f" <{facts.get('src')}> ")

    def _start_form(self, facts: dict[str, str]) -> None:
        form = Form(facts.get("action", ""), facts.get("method", "get"))
        self.forms.append(form)
        if form.action.endswith("/undo/"):
            self.moments.append(form.action)
        self._line.append(f"<form {form.method} {form.action}>")
        self._end_line()

    def _keep(self, name: str, value: str) -> None:
        if self.forms and name and name != "csrfmiddlewaretoken":
            self.forms[-1].fields.append((name, value))

    def _start_input(self, facts: dict[str, str]) -> None:
        kind, value = facts.get("type", "text"), facts.get("value", "")
        if kind in ("checkbox", "radio"):
            is_chosen = "checked" in facts
            self._line.append(" [x] " if is_chosen else " [ ] ")
            if is_chosen:
                self._keep(facts.get("name", ""), value or "on")
        elif kind not in NO_VALUE:
            self._keep(facts.get("name", ""), value)
            if kind != "hidden":
                self._line.append(f" {{{value}}} ")

    def _start_select(self, facts: dict[str, str]) -> None:
        self._field, self._options = facts.get("name", ""), []

    def _start_option(self, facts: dict[str, str]) -> None:
        if self._options is not None:
            self._options.append((facts.get("value", ""), "", "selected" in facts))

    def _end_select(self) -> None:
        options, self._options = self._options or [], None
        chosen = [each for each in options if each[2]] or options[:1]
        for value, text, _is_chosen in chosen:
            self._keep(self._field, value)
            self._line.append(f" {{{' '.join(text.split())}, one of {len(options)}}} ")
