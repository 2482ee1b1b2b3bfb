"""Who is shown by initials is named nowhere that a reader without an account can look.

The addresses are those of the program: a new page is read by these tests without being named here.
"""

import io
import re
from itertools import product
from random import Random
from zipfile import BadZipFile, ZipFile

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.accounts.addresses import ADDRESSES, ANYONE, PAPERS
from tests.accounts.test_policy import ROUTES
from tests.officials import logged_in
from tests.printing.pdf_pages import texts_in
from tests.privacy.conftest import FIRST, LATE, NUMBER, RARE, SHORT, rare_person
from tests.samples import is_everything, seed_of_run, some
from wk.accounts.models import User
from wk.privacy.services import show_by_initials, show_by_name
from wk.publication.addresses import PAGES as KEPT
from wk.publication.addresses import PAGES_WITH_PROGRESS
from wk.publication.mirror import Mirror
from wk.publication.versions import current_versions
from wk.tournament.models import Round, Tournament

VALUES = {
    "<slug:slug>": ("wk-test", "wk-oud"),
    "<slug:code>": ("en",),
    "<str:key>": ("unknown",),
    "<int:round>": ("1", "2"),
    "<int:table>": ("1", "2"),
    "<int:number>": ("1", "2", str(NUMBER)),
    "<int:place>": ("1",),
    "<int:screen>": ("1",),
    "<int:photo>": ("1",),
    "<int:pk>": ("1",),
}
# What people type to find him, and what a screen shows if the office says so.
TYPED = [
    *(f"/t/wk-test/players/?q={word}" for word in (RARE, FIRST, NUMBER)),
    *(f"/t/wk-test/find/?q={word}" for word in (RARE, NUMBER)),
    *(f"/t/wk-test/standings/?q={word}" for word in (RARE, FIRST)),
    *(f"/t/wk-test/wall/?show={scene}" for scene in ("standings", "seats", "champion", "round")),
    "/t/wk-test/standings/?whole=1",
    "/t/wk-test/hall/news/?round=2&table=1",
]
NEEDLES = (RARE.encode(), FIRST.encode(), RARE.upper().encode())


def public_addresses() -> list[str]:
    """Return every address of the program that a reader without an account may open."""
    public = [name for name, methods in ADDRESSES.items() if methods.get("GET", 0) is ANYONE]
    found = {address for name in public for address in filled(ROUTES[name])}
    return [*sorted(found), *TYPED]


def filled(route: str) -> list[str]:
    parts = re.findall(r"<\w+:\w+>", route)
    return [
        _with(route, dict(zip(parts, chosen, strict=True)))
        for chosen in product(*(VALUES.get(part, ("1",)) for part in parts))
    ]


def _with(route: str, chosen: dict[str, str]) -> str:
    for part, value in chosen.items():
        route = route.replace(part, value, 1)
    return route


def content_of(client: Client, address: str) -> bytes:
    """Return what an address answers; the files in it, if that is a sheet of Excel."""
    answer = client.get(address, follow=True)
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    sent = data + answer.get("Content-Disposition", "").encode() + answer.get("Link", "").encode()
    try:
        with ZipFile(io.BytesIO(data)) as file:
            return sent + b"".join(file.read(name) for name in file.namelist())
    except BadZipFile:
        return sent


def naming(client: Client) -> list[str]:
    """Return the public addresses that tell the rare name, but for what was typed in a search."""
    found = []
    for address in public_addresses():
        content = content_of(client, address)
        if any(needle in content for needle in NEEDLES if needle not in address.encode()):
            found.append(address)
    return found


def use_initials(director, person=None):
    """Show a person by initials: the one with the rare name, if no other is given."""
    key = (person or rare_person()).pk
    show_by_initials(person=key, reason="Op verzoek", author=director, now=LATE)


@pytest.fixture
def dora(closed) -> User:
    return User.objects.get(username="dora")


@pytest.fixture
def closed(hall):
    """All results are there, for the figures, the years and the prizes."""
    Tournament.objects.update(round_count=2)
    Tournament.objects.filter(slug="wk-oud").update(round_count=1)
    Round.objects.filter(tournament__slug="wk-oud", number=2).delete()
    Round.objects.filter(number=1).update(state=Round.State.FINAL)
    return hall


def test_every_kept_page_is_among_the_addresses_that_are_read():
    public = {name for name, methods in ADDRESSES.items() if methods.get("GET", 0) is ANYONE}
    assert (KEPT | PAGES_WITH_PROGRESS) - public == set()


@pytest.mark.slow
def test_no_public_address_names_somebody_who_is_shown_by_initials(client, closed, dora):
    before = naming(client)
    rooms = {resolve(address.split("?")[0]).view_name.split(":")[0] for address in before}
    # The walk finds the name where it is: else it would find nothing afterwards either.
    assert {"players", "standings", "rounds", "scoreforms", "feeds", "hall"} - rooms == set()
    use_initials(dora)
    assert naming(client) == []
    text = content_of(client, f"/t/wk-test/players/{NUMBER}/").decode()
    assert SHORT in text
    show_by_name(person=rare_person().pk, reason="", author=dora, now=LATE)
    assert RARE.encode() in content_of(client, f"/t/wk-test/players/{NUMBER}/")


@pytest.mark.slow
def test_kept_bytes_and_the_mirror_lose_the_name(client, kept_pages, closed, dora, tmp_path):
    """Each page is written twice in two languages: each run does that with one of the editions."""
    person, editions = rare_person(), some(VALUES["<slug:slug>"], 1)
    Tournament.objects.exclude(slug__in=editions).delete()
    mirror = Mirror(tmp_path / "site")
    mirror.prepare()
    _update(mirror)
    assert _files_with_name(mirror) != []
    kept = [
        f"/t/{slug}/{page}/" for slug in editions for page in (f"players/{NUMBER}", "standings")
    ]
    for address in kept:
        assert RARE.encode() in client.get(address).content
    use_initials(dora, person)
    for address in kept:
        assert RARE.encode() not in client.get(address).content
    _update(mirror)
    assert _files_with_name(mirror) == []


def _update(mirror):
    now = current_versions()
    mirror.update_first(now)
    mirror.update_rest(now)


def _files_with_name(mirror):
    files = [path for path in mirror.folder.rglob("*") if path.is_file()]
    return [path for path in files if any(each in path.read_bytes() for each in NEEDLES)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", PAPERS)
def test_no_paper_names_somebody_who_is_shown_by_initials(closed, dora, kind):
    """Each run prints one paper of each kind, of any edition and round that has it."""
    clerk = logged_in(User.objects.get(username="kees"))
    use_initials(dora)
    addresses = filled(ROUTES[f"printing:{kind}"])
    Random(seed_of_run()).shuffle(addresses)
    for address in addresses:
        answer = clerk.get(address)
        if answer.status_code == 200:
            words = re.sub(r"\s", "", "".join(texts_in(answer)))
            assert RARE not in words, address
            assert FIRST not in words, address
            if not is_everything():
                return


@pytest.mark.slow
def test_pictures_change_with_the_name(client, closed, dora):
    address = reverse("feeds:player_picture", args=["wk-test", NUMBER])
    before = content_of(client, address)
    use_initials(dora)
    assert content_of(client, address) != before


def test_the_start_number_finds_him_publicly_and_the_name_does_not(client, closed, dora):
    use_initials(dora)
    by_number = client.get(f"/t/wk-test/find/?q={NUMBER}", follow=True).content.decode()
    assert SHORT in by_number
    by_name = client.get(f"/t/wk-test/find/?q={RARE}", follow=True).content.decode()
    assert f"/t/wk-test/players/{NUMBER}/" in by_number
    assert f"/t/wk-test/players/{NUMBER}/" not in by_name
