"""An office that goes on typing whatever happens to its server: clerks, and phones at tables.

Each of them sends again what was not acknowledged, as the pages do, and notes what was.
"""

import datetime as dt
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import Event, Thread
from time import sleep

from django.urls import reverse

from scoring.game import Document
from tests.bench.clerk import SAVES, Clerk, Submission
from tests.officials import session_of
from tests.phones.phone_requests import phone_request
from wk.accounts.models import User
from wk.core.acting import acting
from wk.players.services import NewEntry, enter_many
from wk.scoreforms.models import Draft, Result, Version
from wk.tournament.models import Round, Table, Tournament
from wk.tournament.seating import seat_round
from wk.tournament.services import create_tournament

SLUG, SEATS = "drill", 5
PAUSE = 0.2  # seconds until somebody tries again whom the server did not answer
PATIENCE = 60.0  # seconds in which everybody finishes what lies before him
Papers = Mapping[Submission, Document]
Heard = Callable[[str], None]


@dataclass(slots=True)
class Note:
    """What the phone of a table writes: its key and columns, all cells, and what is known of them:
    how many were sent, and how many were acknowledged as kept."""

    table: int
    sent_along: Mapping[str, str]
    cells: Mapping[str, str]
    sent: int = 0
    kept: int = 0
    revision: int = 0


@dataclass(slots=True)
class Office:
    """The day: its papers, and who types them."""

    papers: Papers
    clerks: Sequence[Mapping[str, str]]
    notes: Sequence[Note]
    acknowledged: set[str] = field(default_factory=set)
    odd: list[str] = field(default_factory=list)


def make_office(*, clerks: int, phones: int, tables: int, rounds: int) -> Office:
    """Store a tournament in which rounds have begun, and the accounts of clerks.

    Clerks type the forms of all rounds but the last, of which phones take notes.
    """
    with acting(task="bin/drill"):
        tournament = _make_tournament(tables, rounds)
        users = [
            User.objects.create_user(f"klerk{nth}", password=None, role=User.Role.CLERK)
            for nth in range(1, clerks + 1)
        ]
        found = list(
            Table.objects.filter(round__tournament=tournament)
            .select_related("round__tournament")
            .order_by("round__number", "number")
        )
        written = {table: _paper(table) for table in found}
        typed = [table for table in found if table.round.number < rounds]
        noted = [table for table in found if table.round.number == rounds][:phones]
        papers = {
            Submission(address_of(t), tuple(_cells(t, written[t]))): written[t] for t in typed
        }
        notes = [Note(t.pk, phone_request(t), dict(_cells(t, written[t]))) for t in noted]
        return Office(papers, [dict([session_of(user)]) for user in users], notes)


def _make_tournament(tables: int, rounds: int) -> Tournament:
    """Make a championship of which all rounds have started."""
    made = create_tournament(name="WK", slug=SLUG, date=dt.date(2026, 11, 21), round_count=rounds)
    rows = [NewEntry(f"Speler {n}") for n in range(1, tables * SEATS + 1)]
    entries = enter_many(tournament=made, rows=rows)
    for number in range(1, rounds + 1):
        seats = {
            table: [
                entries[seat * tables + (table + number * seat) % tables] for seat in range(SEATS)
            ]
            for table in range(1, tables + 1)
        }
        seat_round(tournament=made, number=number, tables=seats, state=Round.State.STARTED)
    return made


def _paper(table: Table) -> Document:
    return table.round.rules.practice(SEATS, random.Random(table.pk))


def _cells(table: Table, document: Document) -> list[tuple[str, str]]:
    return list(table.round.rules.to_cells(document).items())


def address_of(table: Table) -> str:
    """Return the address at which the form of a table is typed."""
    where = [table.round.tournament.slug, table.round.number, table.number]
    return reverse("scoreforms:enter", args=where)


@contextmanager
def typing(
    office: Office,
    url: str,
    *,
    pace: float,
    saves: int = SAVES,
    heard: Heard = lambda address: None,
) -> Iterator[None]:
    """Let everybody type while the block runs, a form in no less than `pace` seconds, of which
    `saves` drafts are kept; they finish what lies before them. `heard` is told the address of each
    form that was acknowledged."""
    ended = Event()
    works = [
        Thread(target=_type_pile, args=(office, nth, clerk, pace, ended, heard))
        for nth, clerk in enumerate(_clerks(office, url, saves))
    ]
    works += [Thread(target=_take_notes, args=(note, url, ended)) for note in office.notes]
    for work in works:
        work.start()
    try:
        yield
    finally:
        ended.set()
        for work in works:
            work.join()


def _clerks(office: Office, url: str, saves: int) -> Iterator[Clerk]:
    for cookies in office.clerks:
        clerk = Clerk(url)
        clerk.cookies |= cookies
        clerk.saves = saves
        yield clerk


def _type_pile(
    office: Office, nth: int, clerk: Clerk, pace: float, ended: Event, heard: Heard
) -> None:
    sleep(pace * nth / len(office.clerks))  # nobody types in step
    for paper in islice(office.papers, nth, None, len(office.clerks)):
        if paper.address in office.acknowledged:
            continue
        if ended.is_set():
            return
        _type_until_heard(office, clerk, paper, pace, heard)


def _type_until_heard(
    office: Office, clerk: Clerk, paper: Submission, pace: float, heard: Heard
) -> None:
    """Type a paper again until it is acknowledged, or refused as it is there already."""
    for _nth in range(int(PATIENCE / PAUSE)):
        before = len(clerk.seen.errors)
        clerk.type_in(paper, pace)
        if paper.address in clerk.seen.acknowledged:
            heard(paper.address)
            office.acknowledged.add(paper.address)
            return
        answers = "".join(clerk.seen.errors[before:])
        if "answered 4" in answers or "page, answered 302" in answers:
            return  # it counts already: only the answer was lost
        sleep(PAUSE)
    office.odd.append(f"{paper.address}: {clerk.seen.errors[-1]}")


def _take_notes(note: Note, url: str, ended: Event) -> None:
    """Write a cell more each time, and have it kept."""
    phone, paths = Clerk(url), list(note.cells)
    while not ended.wait(PAUSE):
        note.sent = note.sent if note.sent > note.kept else min(note.sent + 1, len(paths))
        cells = {path: note.cells[path] for path in paths[: note.sent]}
        known = {"revision": str(note.revision), "cells": json.dumps(cells)}
        try:
            status, body, _headers = phone.ask("POST", "/phone/save/", {**note.sent_along, **known})
            answer = json.loads(body) if body.startswith("{") else {}
        except (OSError, ValueError):
            phone.connection.close()
            continue
        if status == 200:
            note.kept = note.sent
        note.revision = answer.get("revision", note.revision)


def lost_forms(office: Office) -> list[str]:
    """Return the acknowledged forms that do not count as they were written."""
    counted = {
        address_of(version.form.table): version.content
        for version in _versions().filter(is_counted=True)
    }
    return [
        paper.address
        for paper, document in office.papers.items()
        if paper.address in office.acknowledged and counted.get(paper.address) != document
    ]


def half_forms(office: Office) -> list[str]:
    """Return the forms that are not whole: other than on their paper, twice, or without results."""
    written = {paper.address: document for paper, document in office.papers.items()}
    results: dict[int, list[tuple[int, int]]] = {}
    for result in Result.objects.select_related("seat").order_by("seat__number"):
        results.setdefault(result.version_id, []).append((result.points, result.half_points))
    wrong, seen = [], set()
    for version in _versions():
        address = address_of(version.form.table)
        scored = version.form.table.round.rules.score(version.content, SEATS)
        right = [(seat.points, int(seat.match_points * 2)) for seat in scored]
        whole = version.content == written.get(address) and results.pop(version.pk, None) == right
        if not whole or address in seen:
            wrong.append(address)
        seen.add(address)
    return wrong + [f"results of version {key}" for key in results]


def lost_notes(office: Office) -> list[str]:
    """Return the phones of which cells are not there that were acknowledged as kept."""
    drafts = {
        draft.form.table_id: draft
        for draft in Draft.objects.select_related("form__table__round__tournament")
    }
    lost = []
    for note in office.notes:
        draft = drafts.get(note.table)
        rules = draft.form.table.round.rules if draft else None
        there = rules.to_cells(draft.content) if draft and rules else {}
        kept = dict(islice(note.cells.items(), note.kept))
        if any(there.get(path, "") != value for path, value in kept.items()):
            lost.append(f"phone of table {note.table}: {note.kept} cells")
    return lost


def _versions():  # type: ignore[no-untyped-def]
    return Version.objects.select_related("form__table__round__tournament").order_by("pk")
