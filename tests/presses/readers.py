"""Pages that are read while somebody else changes what they show."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from django.db import connections
from django.test import Client
from django.utils import timezone

from tests.accounts.test_policy import ADDRESSES, ROUTES
from tests.officials import session_of
from tests.presses.hall import Hall
from tests.presses.halls.scoreforms import photo_of_paper
from wk.accounts.models import User
from wk.archive.queries import archive_of
from wk.archive.services import import_archive
from wk.players.services import NewEntry, enter_one, remove_entry
from wk.rounds.constraints.services import remove_constraint, separate
from wk.rounds.draws.draw_service import discard_round, draw_round, redraw_round
from wk.scoreforms.photos.services import Picture, drop_photo, keep_photos

# Of papers only the lists are read: a PDF takes seconds.
PAGES = sorted(
    name
    for name, methods in ADDRESSES.items()
    if "GET" in methods and not name.startswith("printing:") and name != "archive:export"
)


def draw_and_discard(hall: Hall, number: int) -> None:
    """Draw round 2, draw it again, and discard it."""
    round = draw_round(tournament=hall.tournament, seed=number)
    redraw_round(round=round, seed=number + 1)
    discard_round(round=round)


def enter_and_remove(hall: Hall, number: int) -> None:
    """Enter a player with the next number, and take him off the list."""
    row = NewEntry("Nina Nieuw", checked_in_at=timezone.now())
    facts = {"author": hall.director, "now": timezone.now()}
    remove_entry(entry=enter_one(tournament=hall.tournament, row=row, **facts))


def separate_and_not(hall: Hall, number: int) -> None:
    """Keep two players apart, and no longer."""
    entries = hall.entries[:2]
    remove_constraint(constraint=separate(tournament=hall.tournament, entries=entries))


def photograph_and_drop(hall: Hall, number: int) -> None:
    """Add a photo to the form of table 1, and take it away."""
    pictures = [Picture(photo_of_paper(), 40, 20)]
    facts = {"table": hall.table, "pictures": pictures, "now": timezone.now()}
    (photo,) = keep_photos(author=hall.director, **facts)
    drop_photo(table=hall.table, photo=photo.pk, by=hall.director)


def make_anew(hall: Hall, number: int) -> None:
    """Delete the tournament and make it again from its archive."""
    facts = {"archive": archive_of(hall.tournament), "now": timezone.now(), "replace": True}
    hall.tournament = import_archive(discard_old=True, author=hall.director, **facts)
    hall.round = hall.tournament.rounds.get(number=1)


CHANGES = [draw_and_discard, enter_and_remove, separate_and_not, photograph_and_drop, make_anew]


def addresses(hall: Hall) -> list[str]:
    """Return the addresses of all pages, of what is there and of what comes and goes."""
    found = []
    for name in PAGES:
        route = ROUTES[name].replace("<slug:slug>", "wk-test")
        route = route.replace("<int:pk>", str(hall.clerk.pk)).replace("<int:photo>", "1")
        pairs = [(1, 1), (2, 10)] if "<int:" in route else [(1, 1)]
        for round_number, player in pairs:
            at = player if "desk" in route or "players" in route else round_number
            filled = route.replace("<int:number>", str(at)).replace(
                "<int:round>", str(round_number)
            )
            for part in ("table", "key", "place"):
                filled = filled.replace(f"<int:{part}>", "1")
            found.append(filled)
    return found


def faults_while(
    change: Callable[[Hall, int], None], hall: Hall, *, times: int, readers: int = 3
) -> set[str]:
    """Change something so many times while all pages are read; return the pages that failed."""
    done = Event()
    shown = addresses(hall)

    def read(user: User | None, begin: int) -> set[str]:
        client = Client(raise_request_exception=False)
        if user:
            cookie, key = session_of(user)
            client.cookies[cookie] = key
        failed, at = set(), begin
        try:
            while not done.is_set() or at < begin + len(shown):
                address = shown[at % len(shown)]
                at += 1
                response = client.get(address)
                if response.status_code >= 500:
                    failed.add(f"{change.__name__}: {address} {response.status_code}")
        finally:
            connections.close_all()
        return failed

    def write() -> set[str]:
        try:
            for number in range(times):
                change(hall, number)
        finally:
            done.set()
            connections.close_all()
        return set()

    with ThreadPoolExecutor(readers + 1) as pool:
        users = [hall.director, hall.director, None] * readers
        part = len(shown) // readers
        reading = [pool.submit(read, users[n], n * part) for n in range(readers)]
        writing = pool.submit(write)
        failed = set().union(*(each.result() for each in reading))
        writing.result()
    return failed
