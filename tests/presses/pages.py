"""The forms of a page, with what they send when one of their buttons is pressed."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """A form of a page: where it sends to, and what stands in its fields."""

    action: str
    identity: str
    names: set[str] = field(default_factory=set)
    values: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str | None, value: str | None) -> None:
        """Add a field that is sent with this value."""
        if name:
            self.values.setdefault(name, []).append(value or "")


class _Forms(HTMLParser):
    """Reads the forms of a page that are posted, as a browser without scripts does."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.found = address, []
        self.form: PageForm | None = None
        self.choice: tuple[str | None, list[str]] | None = None
        self.area: str | None = None

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        if tag == "form" and about.get("method") == "post":
            self.form = PageForm(about.get("action") or self.address, about.get("id", ""))
            self.found.append(self.form)
        if self.form is None:
            return
        if about.get("name"):
            self.form.names.add(about["name"])
        if tag == "input":
            kind = about.get("type", "text")
            is_sent = "checked" in about if kind in ("checkbox", "radio") else kind != "file"
            if is_sent:
                default = "on" if kind in ("checkbox", "radio") else ""
                self.form.add(about.get("name"), about.get("value", default))
        elif tag == "select":
            self.choice = (about.get("name"), [])
        elif tag == "option" and self.choice:
            if "selected" in about or not self.choice[1]:
                self.choice[1][:] = [about.get("value", "")]
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data):
        if self.area is not None:
            self.area += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form and self.choice:
            name, chosen = self.choice
            self.choice = None
            for value in chosen:
                self.form.add(name, value)
        elif tag == "textarea":
            self.area = None


def forms_of(html: str, address: str) -> list[PageForm]:
    """Return the forms of a page at an address that are posted."""
    reader = _Forms(address)
    reader.feed(html)
    return reader.found
