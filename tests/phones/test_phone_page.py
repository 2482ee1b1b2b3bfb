"""The table's own page: the same for everyone, so that a phone may keep it."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.phones.hall import ASKED


def test_the_page_is_the_same_for_everyone_and_may_be_kept(phone, director_client):
    pages = [client.get("/phone/") for client in (phone, director_client)]
    assert pages[0].content == pages[1].content
    for page in pages:
        assert page.status_code == 200
        assert page["Cache-Control"] == "public, max-age=60"
        assert page["Referrer-Policy"] == "no-referrer"
        assert page.cookies == {}
    assert pages[0].content.decode().count("<noscript>") == 1


def test_the_page_has_every_word_in_both_languages(phone):
    page = phone.get("/phone/").content.decode()
    halves = [
        page.split(f'data-language="{code}"')[1].split("</template>")[0] for code in ["nl", "en"]
    ]
    words = [[part.split('"')[0] for part in half.split('data-word="')[1:]] for half in halves]
    assert words[0] == words[1]
    assert len(words[0]) == len(set(words[0]))


def test_the_worker_keeps_files_that_exist(phone):
    answer = phone.get("/phone/worker.js")
    assert answer["Content-Type"] == "text/javascript"
    names = [
        line.strip(' ",')
        for line in answer.content.decode().split("[")[1].split("]")[0].split("\n")
    ]
    found = [name for name in names if name]
    files = [name.removeprefix("/static/") for name in found if name != "/phone/"]
    assert [name for name in files if finders.find(name) is None] == []
    assert "/phone/" in found
    assert len(files) == len(found) - 1


@pytest.mark.parametrize("address", ["/phone/", "/phone/worker.js"])
def test_the_page_is_only_for_looking(phone, address):
    assert Client().post(address).status_code == 405


@pytest.mark.parametrize("name", ASKED)
def test_what_it_asks_is_only_posted(phone, name):
    assert phone.get(f"/phone/{name}/").status_code == 405
