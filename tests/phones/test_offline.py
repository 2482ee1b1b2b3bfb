"""The files that a phone keeps for use without a network."""

import re

import pytest
from django.contrib.staticfiles import finders

from tests.browser import listen
from tests.phones.phone_requests import PHONE
from wk.core.scripts import all_imports_of
from wk.phones.offline import version_of


def test_the_worker_caches_the_page_and_all_its_files(phone):
    answer = phone.get("/phone/worker.js")
    assert answer["Content-Type"] == "text/javascript"
    kept = re.findall(r'^  "([^"]+)",$', answer.content.decode(), re.MULTILINE)
    page = phone.get("/phone/").content.decode()
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    in_styles = [address for address in kept[1:] if address not in linked]
    assert kept == ["/phone/", *linked, *in_styles]
    assert {address.rpartition(".")[2] for address in in_styles} == {"css", "woff2"}
    modules = [each.removeprefix("/static/") for each in linked if each.endswith(".js")]
    assert {*modules} == {"js/phones/phone.js", *all_imports_of("js/phones/phone.js")}
    assert [each for each in kept[1:] if not finders.find(each.removeprefix("/static/"))] == []


def test_the_cache_name_changes_with_any_file(tmp_path):
    script, style = tmp_path / "phone.js", tmp_path / "phone.css"
    script.write_text("one")
    style.write_text("two")
    before = version_of("<p>", [script, style])
    assert version_of("<p>", [script, style]) == before
    others = {version_of("<b>", [script, style]), version_of("<p>", [script])}
    style.write_text("three")
    others.add(version_of("<p>", [script, style]))
    assert len(others - {before}) == 3


# Waits at most 10 seconds until the worker controls the page and has deleted older caches.
TAKEN_OVER = """async () => {
  const isLeft = async () =>
    !navigator.serviceWorker.controller || (await caches.keys()).length !== 1;
  for (const end = performance.now() + 10_000; performance.now() < end && (await isLeft()); )
    await new Promise(requestAnimationFrame);
}"""


# Returns the addresses of all cached files, by the name of their cache.
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
  return kept;
}"""


@pytest.mark.browser
def test_the_worker_keeps_all_files_of_the_page_and_no_older_ones(phone_server, chromium):
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    complaints = listen(page)
    page.goto(f"{phone_server.url}/favicon.ico")
    page.evaluate("caches.open('wk-phone-older').then(() => true)")
    page.goto(f"{phone_server.url}/phone/")
    page.locator("main h1").wait_for()
    page.evaluate(TAKEN_OVER)
    ((name, kept),) = page.evaluate(KEPT).items()
    assert re.fullmatch("wk-phone-[0-9a-f]{16}", name)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert [address for address in loaded if "/static/" in address and address not in kept] == []
    assert [address for address in kept if "/static/" not in address] == [
        f"{phone_server.url}/phone/"
    ]
    context.set_offline(True)
    page.reload()
    page.locator("main h1").wait_for()
    context.close()
    assert complaints == []
