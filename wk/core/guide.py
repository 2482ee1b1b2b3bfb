"""The guide for officials: docs/guide.md and docs/guide.nl.md as HTML."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from markdown_it.token import Token

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
FILES = {"en": "guide.md", "nl": "guide.nl.md"}

# The line above each heading but the first: the anchor of the chapter, the same in each language.
ANCHOR = re.compile(r"^<!-- ([a-z-]+) -->\n(?=#)", re.MULTILINE)


@dataclass(frozen=True)
class Chapter:
    """A chapter of the guide, or a part of it with the chapters in that part."""

    anchor: str
    title: str
    chapters: list["Chapter"] = field(default_factory=list)


@dataclass(frozen=True)
class Guide:
    """The guide in one language: title, table of contents (`parts`), and the text as HTML."""

    title: str
    parts: list[Chapter]
    html: str

    @property
    def anchors(self) -> list[str]:
        """Return the anchors of all parts and chapters, in the order of the page."""
        return [each.anchor for part in self.parts for each in (part, *part.chapters)]


@cache
def guide(language: str) -> Guide:
    """Return the guide in a language ("nl" or "en"); it is read once in a process."""
    return rendered((DOCS / FILES[language]).read_text("utf-8"))


def rendered(text: str) -> Guide:
    """Return the guide as rendered from a Markdown text.

    Raises ValueError if the headings below the first and the anchors do not match one to one. HTML
    in the text is shown as text.
    """
    from markdown_it import MarkdownIt  # here, as a server starts without it

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(ANCHOR.sub("", text))
    headings = [(each, tokens[at + 1]) for at, each in enumerate(tokens) if _opens_heading(each)]
    title = headings.pop(0)[1].content
    anchors = ANCHOR.findall(text)
    links = {}
    for (opening, inline), anchor in zip(headings, anchors, strict=True):
        opening.attrSet("id", anchor)
        links[f"#{_slug(inline.content)}"] = f"#{anchor}"
    _rewrite_links(tokens, links)
    parts = _parts(
        (opening.tag, anchor, inline.content)
        for (opening, inline), anchor in zip(headings, anchors, strict=True)
    )
    # The title is the heading of the page, which its template writes: the first three tokens.
    return Guide(title, parts, markdown.renderer.render(tokens[3:], markdown.options, {}))


def _opens_heading(token: "Token") -> bool:
    return token.type == "heading_open"


def _slug(title: str) -> str:
    """Return the anchor that code hosts give a heading: the links in the files use these."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _rewrite_links(tokens: "Iterable[Token]", links: dict[str, str]) -> None:
    """Change each link between chapters to the anchor of the page.

    Raises KeyError for a link that leads to no heading of the guide.
    """
    # Links are tokens inside the inline tokens of paragraphs.
    inner = (child for token in tokens for child in token.children or ())
    for link in (each for each in inner if each.type == "link_open"):
        link.attrSet("href", links[unquote(str(link.attrGet("href")))])


def _parts(headings: Iterable[tuple[str, str, str]]) -> list[Chapter]:
    """Return the parts (h2) with their chapters (h3), from tag, anchor and title of each."""
    parts: list[Chapter] = []
    for tag, anchor, title in headings:
        chapter = Chapter(anchor, title)
        (parts if tag == "h2" else parts[-1].chapters).append(chapter)
    return parts
