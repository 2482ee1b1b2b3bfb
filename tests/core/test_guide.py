"""The guide: the same chapters in both languages, only words that pages have, and a link from
every page."""

import re
from collections import defaultdict
from functools import cache

import pytest
from django.urls import reverse

from tests.cases import cases
from tests.database import ROOT
from wk.core.guide import FILES, guide, rendered
from wk.rounds.views import GUIDE_CHAPTERS

LANGUAGES = sorted(FILES)
CATALOGUE = ROOT / "wk" / "locale" / "nl" / "LC_MESSAGES" / "django.po"
TEMPLATES = ROOT / "templates"
# What stands on the screen stands in italics: <em> of the page.
ITALICS = re.compile(r"<em>(.*?)</em>", re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%d")
CHAPTER = re.compile(r"\{% block guide %\}(.+?)\{% endblock %\}")


@cache
def catalogue():
    """Return the English texts of pages by the text in a language."""
    found = {"en": defaultdict(set), "nl": defaultdict(set)}
    text = re.sub(r"^#.*\n", "", CATALOGUE.read_text("utf-8"), flags=re.M)
    for entry in text.split("\n\n"):
        lines = re.findall(r'^(msg\w+)(?:\[\d\])? ((?:".*"\n?)+)', entry, re.M)
        values = [(kind, "".join(re.findall(r'"(.*)"', value))) for kind, value in lines]
        english = next((value for kind, value in values if kind == "msgid"), "")
        for kind, value in values:
            if value and english and kind != "msgctxt":
                found["nl" if kind == "msgstr" else "en"][value].add(english)
    return found


@cache
def texts_with_numbers(language):
    """Return the texts of pages in a language that have placeholders, each with what stands before
    the first of these, a pattern for all of it, and its entries."""
    found = []
    for text, entries in catalogue()[language].items():
        first, *others = PLACEHOLDER.split(text)
        if others:
            found.append((first, r"\d+".join(map(re.escape, [first, *others])), entries))
    return found


@cache
def entries_for(word, language):
    """Return the entries of the catalogue that a word of the guide may be. Any number in it may
    be another."""
    found = set(catalogue()[language].get(word, ()))
    for first, pattern, entries in texts_with_numbers(language) if re.search(r"\d", word) else ():
        if word.startswith(first) and re.fullmatch(pattern, word):
            found |= entries
    return found


def words_in_italics(html):
    """Return the words in italics of a text, each on one line."""
    return [" ".join(each.split()) for each in ITALICS.findall(html)]


def by_chapter(language):
    """Return the text of each chapter and part, by its anchor."""
    parts = re.split(r'<h[23] id="([a-z-]+)">', guide(language).html)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def pages():
    """Return the templates of all pages but that of the guide itself."""
    found = [path for path in TEMPLATES.rglob("*.html") if "base.html" in path.read_text("utf-8")]
    return sorted(str(each.relative_to(TEMPLATES)) for each in found if each.name != "guide.html")


@cases("language", LANGUAGES)
def test_words_in_italics_are_on_the_pages(language):
    html = guide(language).html
    assert [word for word in words_in_italics(html) if not entries_for(word, language)] == []


def test_both_languages_name_the_same_buttons():
    dutch, english = by_chapter("nl"), by_chapter("en")
    for anchor, html in english.items():
        pairs = zip(words_in_italics(html), words_in_italics(dutch[anchor]), strict=True)
        differ = [(en, nl) for en, nl in pairs if not entries_for(en, "en") & entries_for(nl, "nl")]
        assert (anchor, differ) == (anchor, [])


def test_both_languages_have_the_same_chapters():
    english, dutch = guide("en"), guide("nl")
    assert english.anchors == dutch.anchors
    assert len(set(english.anchors)) == len(english.anchors)
    assert [len(part.chapters) for part in english.parts] == [
        len(part.chapters) for part in dutch.parts
    ]


@cases("page", pages())
def test_every_page_links_to_a_chapter(page):
    text = (TEMPLATES / page).read_text("utf-8")
    [block] = CHAPTER.findall(text)
    chapters = {*GUIDE_CHAPTERS.values()} if "guide_chapter" in block else {block}
    assert chapters - set(guide("nl").anchors) == set()


def test_the_link_of_a_page_is_its_chapter(director_client, tournament):
    html = director_client.get(reverse("players:checkin", args=["wk-test"])).content.decode()
    assert re.findall(r'href="(/guide/[^"]*)"', html) == ["/guide/#check-in"]


@pytest.mark.parametrize(
    ("state", "chapter"),
    [
        ("drawn", "draw"),
        ("confirmed", "print"),
        ("started", "round"),
        ("closed", "close"),
        ("final", "close"),
    ],
)
def test_the_page_of_a_round_links_to_the_chapter_of_its_state(
    director_client, tournament, state, chapter
):
    tournament.rounds.update(state=state)
    html = director_client.get("/t/wk-test/rounds/1/").content.decode()
    assert re.findall(r'href="(/guide/[^"]*)"', html) == [f"/guide/#{chapter}"]


def test_the_public_sees_no_link_to_the_guide(client, tournament):
    assert b"/guide/" not in client.get("/t/wk-test/").content
    assert b'href="/guide/#day"' in client.get("/").content


@pytest.mark.parametrize(("language", "title"), [("nl", "Uitleg"), ("en", "Guide")])
def test_the_guide_is_in_the_language_of_the_reader(client, db, language, title):
    response = client.get("/guide/", headers={"accept-language": language})
    html = response.content.decode()
    assert (response.status_code, response["Content-Language"]) == (200, language)
    assert f"<h1>{title}</h1>" in html
    nav, article = (
        re.search(r"<nav aria.*?</nav>", html, re.DOTALL)[0],
        html.partition("<article>")[2],
    )
    anchors = guide(language).anchors
    assert re.findall(r'href="#([a-z-]+)"', nav) == anchors
    assert re.findall(r'<h[23] id="([a-z-]+)">', article) == anchors
    assert set(re.findall(r'href="#([a-z-]+)"', article)) <= set(anchors)


def test_the_guide_needs_no_queries(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/guide/")


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_guide_refuses_other_methods(client, db, method):
    response = getattr(client, method)("/guide/")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/guide/nothing/", "/guide/../settings.py", "/guide/%00/"])
def test_addresses_below_the_guide_are_not_found(client, db, path):
    assert client.get(path).status_code == 404


def test_html_in_the_guide_is_escaped():
    text = "# Guide\n\n<!-- a -->\n## A <b>b</b>\n\n<script>x</script> [y](javascript:z)\n"
    made = rendered(text)
    assert (made.title, made.anchors) == ("Guide", ["a"])
    assert made.html == (
        '<h2 id="a">A &lt;b&gt;b&lt;/b&gt;</h2>\n'
        "<p>&lt;script&gt;x&lt;/script&gt; [y](javascript:z)</p>\n"
    )


def test_links_between_chapters_lead_to_their_anchors():
    text = (
        "# Guide\n\n<!-- one -->\n## Wie niet, één?\n\n<!-- two -->\n### B\n\n[x](#wie-niet-één)\n"
    )
    made = rendered(text)
    assert made.html.endswith('<p><a href="#one">x</a></p>\n')
    assert [(part.anchor, [each.anchor for each in part.chapters]) for part in made.parts] == [
        ("one", ["two"])
    ]


@cases(
    "text",
    ["# Guide\n\n## No anchor\n", "# Guide\n\n<!-- a -->\n## A\n\n## No anchor\n"],
)
def test_a_heading_without_an_anchor_is_an_error(text):
    with pytest.raises(ValueError, match="zip"):
        rendered(text)


@cases("link", ["#nowhere", "README.md", "https://example.org/"])
def test_a_link_to_anything_but_a_chapter_is_an_error(link):
    with pytest.raises(KeyError):
        rendered(f"# Guide\n\n<!-- a -->\n## A\n\n[x]({link})\n")


def test_a_word_on_no_page_is_found():
    assert entries_for("Draw round 1", "en") == entries_for("Loot ronde 1", "nl") != set()
    assert entries_for("Draw the round 1", "en") == entries_for("Draw round", "en") == set()
    assert entries_for("Loot ronde 1", "en") == set()
