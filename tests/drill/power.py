"""A power cut while clerks type: at any moment, the disk holds all that was acknowledged."""

import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from zipfile import BadZipFile, ZipFile

from scoring.game import Document
from tests.database import NAME
from tests.drill import office as offices
from tests.drill.disk import Disk
from tests.drill.rows import Row
from tests.drill.seam import NO_COMPILER, Journal, has_compiler
from tests.server import Server
from wk.settings import SQLITE

CUTS = 240
CLERKS, TABLES, ROUNDS = 30, 24, 6  # 120 players
SECONDS, PACE = 16.0, 1.0
COUNTED = """
SELECT t.slug, r.number, b.number, v.content FROM scoreforms_version v
JOIN scoreforms_scoreform f ON f.id = v.form_id
JOIN tournament_table b ON b.id = f.table_id
JOIN tournament_round r ON r.id = b.round_id
JOIN tournament_tournament t ON t.id = r.tournament_id
WHERE v.is_counted
"""


def power_cuts(made: Path) -> Row:
    """Record all writes of a server while clerks type and a backup is made; cut the power at many
    moments, and look at what the disk may hold then."""
    if not has_compiler():
        return Row("", 0, 0, NO_COMPILER)
    with TemporaryDirectory(prefix="wk-power-") as folder:
        work = Path(folder).resolve()
        data, before = work / "data", work / "before"
        server = Server(data, made=made)
        server.stop()
        with server.database():
            office = offices.make_office(clerks=CLERKS, phones=0, tables=TABLES, rounds=ROUNDS)
        shutil.copytree(data, before)
        journal = Journal(work, data)
        server.environment = {**server.environment, **journal.settings}
        server.start()
        try:
            with offices.typing(office, server.url, pace=PACE, heard=journal.note):
                sleep(SECONDS / 2)
                server.manage("backup")
                sleep(SECONDS / 2)
        finally:
            server.stop()
        written = {paper.address: document for paper, document in office.papers.items()}
        wrong, records = judge(journal, before, written, CUTS)
    for line in wrong[:20]:
        sys.stderr.write(f"  {line}\n")
    figure = (
        f"{len(office.acknowledged)} forms acknowledged, in {records} writes and syncs;"
        f" `synchronous={'FULL' if 'FULL' in str(SQLITE['OPTIONS']) else '?'}`; each disk opened,"
        " `integrity_check` ok, all forms acknowledged before it there, backups whole"
    )
    return Row("", CUTS, len(wrong), figure)


def judge(
    journal: Journal, before: Path, written: Mapping[str, Document], cuts: int
) -> tuple[list[str], int]:
    """Cut the power at so many moments; return what is wrong then, and the number of records."""
    count = sum(1 for _record in journal.records())
    random = Random(cuts)
    moments = sorted(random.sample(range(1, count + 1), min(cuts, count)))
    wrong: list[str] = []
    disk, told = Disk(before), set[str]()
    for number, record in enumerate(journal.records(), 1):
        if record.kind == "a":
            told.add(record.path)
        else:
            disk.do(record, journal.root)
        if moments and number == moments[0]:
            moments.pop(0)
            with TemporaryDirectory(prefix="wk-cut-") as folder:
                files = disk.after_cut(random)
                found = list(faults(Path(folder), files, {a: written[a] for a in told}))
            wrong += [f"cut at {number} of {count}: {each}" for each in found]
    return wrong, count


def faults(folder: Path, files: Mapping[str, bytes], told: Mapping[str, Document]) -> Iterator[str]:
    """Write the files of a disk to a folder, and yield what is wrong with them."""
    for path, content in files.items():
        if path.startswith((NAME, "backups/wk-")):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
    for backup in folder.glob("backups/wk-*.zip"):
        try:
            with ZipFile(backup) as opened:
                broken = opened.testzip()
        except BadZipFile as error:
            broken = str(error)
        if broken:
            yield f"{backup.name}: {broken}"
    yield from faults_of_database(folder / NAME, told)


def faults_of_database(path: Path, told: Mapping[str, Document]) -> Iterator[str]:
    """Yield what is wrong with a database, of which these forms were acknowledged."""
    try:
        with closing(sqlite3.connect(path)) as database:
            (sound,) = database.execute("PRAGMA integrity_check").fetchone()
            rows: Sequence[tuple[str, int, int, str]] = database.execute(COUNTED).fetchall()
    except sqlite3.DatabaseError as error:
        yield f"the database: {error}"
        return
    if sound != "ok":
        yield f"integrity_check: {sound}"
    there = {f"/t/{slug}/forms/{r}/{t}/": json.loads(content) for slug, r, t, content in rows}
    for address, document in told.items():
        if there.get(address) != document:
            yield f"{address} was acknowledged and is lost"
