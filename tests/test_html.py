"""Pages of every kind are standard HTML by the checker of the W3C."""

import json
import re
import shutil
import subprocess
from collections import defaultdict
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from tests.database import ROOT
from tests.officials import logged_in
from tests.shown_pages import AT_WORK, OFFICIAL, OTHER_GAMES, PUBLIC, hand_in_forms
from wk.accounts.models import User

pytestmark = pytest.mark.browser

JAR = next(ROOT.glob(".venv/vnu-*.jar"), None)
# What would make the virtual machine fast in the end takes longer than this one run.
JAVA = ["java", "-Xss2m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
CHECK = [*JAVA, "-jar", str(JAR), "--format", "json", "--stdout", "--exit-zero-always"]
LINK = re.compile(r'<a\b[^>]*?\shref="([^"#]+)')
APP = "otpauth:"  # a link that an app for codes opens
FILE = re.compile(r"\.\w+$|/print/")  # where a link leads to no page
ROUND = re.compile(r"/(?:rounds|forms|phones)/(\d+)/")
# htmx reads attributes of its own, which are no HTML.
OF_HTMX = re.compile("Attribute “hx-[a-z-]+” not allowed on element")


def kind_of(address):
    """Return an address without its numbers and parameters, as pages of one kind share it."""
    path, query = urlsplit(address)[2:4]
    found, round = resolve(path), ROUND.search(path)
    return found.view_name, found.kwargs.get("slug"), round and round[1], tuple(parse_qs(query))


def crawl(client, *starts):
    """Follow links from some addresses; yield address and text of one page of each kind."""
    waiting, seen, kinds = list(starts), set(starts), set()
    for address in waiting:
        kind = kind_of(address)
        if address not in starts and (kind in kinds or len(kind[-1]) > 1):
            continue
        kinds.add(kind)
        response = client.get(address)
        links = []
        if response.status_code == 302:
            links = [response["location"]]
        elif response["content-type"].startswith("text/html"):
            assert response.status_code == 200 or address in starts, address
            text = response.content.decode()
            yield address, text
            links = [unescape(link) for link in LINK.findall(text) if not link.startswith(APP)]
        for link in (urljoin(address, each) for each in links):
            if link not in seen and not FILE.search(urlsplit(link).path):
                seen.add(link)
                waiting.append(link)


def html_errors(folder):
    """Return the files with each error."""
    done = subprocess.run([*CHECK, str(folder)], capture_output=True, text=True, check=True)
    found = defaultdict(list)
    for message in json.loads(done.stdout)["messages"]:
        if message["type"] != "info" and not OF_HTMX.match(message["message"]):
            name = urlsplit(message.get("url", "")).path.rpartition("/")[2]
            found[f"{message['message']} {message.get('extract', '')}"].append(name)
    return found


@pytest.mark.skipif(
    not JAR or not shutil.which("java"),
    reason="not on this system: java and the checker of HTML (bin/setup ci brings them)",
)
def test_every_page_is_standard_html(running_server, tmp_path):
    running_server.practise("--players 35", *(f"--game {key}" for key in OTHER_GAMES))
    pages = {}
    with running_server.database():
        hand_in_forms()
        dora = User.objects.create_user("dora", role=User.Role.DIRECTOR)
        visitor, director = Client(), logged_in(dora)
        for reader, starts in (visitor, PUBLIC), (director, OFFICIAL + AT_WORK):
            for address, text in crawl(reader, *starts):
                name = f"{len(pages)}.html"
                pages[name] = f"{address} {'of a director' if reader is director else ''}".strip()
                (tmp_path / name).write_text(text)
    assert len(pages) > 2 * len(PUBLIC + OFFICIAL + AT_WORK)
    found = html_errors(tmp_path)
    assert {message: [pages[name] for name in names][:5] for message, names in found.items()} == {}
