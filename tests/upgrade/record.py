"""Records a database of tournaments in full swing, and what the program says of it.

    python -m tests.upgrade.record NAME       live the days, and record them and all that is seen
    python -m tests.upgrade.record --words    only renew the texts of pages, and print what changes

The first is for a release whose databases hold something that no record does. Run it at the commit
of that release, before its models change: story.py, today.py and day.py call the services of that
day. NAME is that commit; older records stay, as their databases exist too. The second is for words
that were changed on purpose. It upgrades the recorded databases with the present program, and keeps
what the pages say now. Archives, standings, addresses, the log and what undoing does are facts, and
are never renewed.
"""

import json
import lzma
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

from tests.upgrade.look import Seen, changed, look, prepared, standing_clock

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORDS = HERE / "recorded"  # a folder for each commit
ROWS, FACTS, WORDS = "rows.sql.xz", "facts.json.xz", "words.json.xz"
WORDS_OF = ("pages", "undo_pages")
DATABASE = "wk.sqlite3"  # as the settings name it in DATA_DIR


def packed(path: Path, text: str) -> None:
    """Write a text as small as it can be."""
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def unpacked(path: Path) -> str:
    """Return a text that was packed."""
    return lzma.decompress(path.read_bytes()).decode()


def manage(data: Path, *command: str) -> str:
    """Run Python in the environment of the database in a folder; return what it prints."""
    ran = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=prepared(data), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def restore(record: Path, data: Path) -> None:
    """Make a recorded database in a folder, as the program left it that wrote it."""
    with closing(sqlite3.connect(data / DATABASE)) as database:
        database.executescript(unpacked(record / ROWS))


def seen_after_upgrade(
    record: Path, data: Path, addresses: Mapping[str, Sequence[str]], kept: Sequence[str] = ()
) -> Seen:
    """Upgrade a recorded database with the present program; return what is seen of it then by each
    role at its `addresses`, and what becomes of it when all is undone but what is `kept`."""
    restore(record, data)
    named = data / "addresses.json"
    named.write_text(json.dumps({"addresses": addresses, "kept": kept}))
    seen: Seen = json.loads(manage(data, "-m", "tests.upgrade.look", str(named)))
    return seen


def recorded(record: Path) -> Seen:
    """Return what was seen when a database was recorded."""
    return {**json.loads(unpacked(record / FACTS)), **json.loads(unpacked(record / WORDS))}


def differences(before: Any, after: Any, where: str = "") -> Iterator[str]:
    """Say what differs, with the place; of texts and lists which lines, however they are broken."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}, key=str):
            yield from differences(before.get(name), after.get(name), f"{where} {name}".strip())
    elif isinstance(before, list) and isinstance(after, list):
        if _words(before) != _words(after):
            lines = changed([_line(each) for each in before], [_line(each) for each in after])
            yield "\n  ".join([f"{where}:", *lines])
    elif isinstance(before, str) and isinstance(after, str) and before != after:
        yield "\n  ".join([f"{where}:", *changed(before.splitlines(), after.splitlines())])
    elif before != after:
        yield f"{where}: {_short(before)} became {_short(after)}"


def _words(lines: list[Any]) -> Any:
    return " ".join(lines).split() if all(isinstance(each, str) for each in lines) else lines


def _line(each: Any) -> str:
    return each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)


def _short(value: Any) -> str:
    return _line(value)[:200] if value is not None else "nothing"


def renew_words(record: Path) -> None:
    """Keep what the pages say now, and print each change of words once, with how often it is."""
    old = recorded(record)
    with TemporaryDirectory() as folder:
        every = {role: [*found] for role, found in old["answers"].items()}
        new = seen_after_upgrade(record, Path(folder), every)
    facts = [*differences(_facts(old), _facts(new))]
    if facts:
        sys.exit("\n".join(["These are facts, so nothing is renewed:", *facts]))
    for part in WORDS_OF:
        found = Counter(line.partition("\n")[2] for line in differences(old[part], new[part], part))
        for lines, count in found.most_common():
            sys.stdout.write(f"{count} times:\n{lines}\n")
    packed(record / WORDS, json.dumps({part: new[part] for part in WORDS_OF}, ensure_ascii=False))


def _facts(seen: Seen) -> Seen:
    return {part: value for part, value in seen.items() if part not in WORDS_OF}


def record(into: Path) -> None:
    """Live the days in a new database, and write down its rows and what is seen of it."""
    into.mkdir(parents=True)  # a record that is there is never written again
    with TemporaryDirectory() as folder:
        os.environ.update(prepared(Path(folder)))
        django.setup()
        manage(Path(folder), "manage.py", "migrate", "--verbosity=0")
        from tests.upgrade.story import tell

        with standing_clock():
            tell()
            seen = look({"reader": ["/"], "clerk": ["/"], "director": ["/"]}, follow=True)
        with closing(sqlite3.connect(Path(folder) / DATABASE)) as database:
            database.execute("DELETE FROM django_session")  # those in which we looked
            rows = "\n".join(database.iterdump())
        packed(into / ROWS, rows)
        packed(into / FACTS, json.dumps(_facts(seen), ensure_ascii=False))
        packed(
            into / WORDS, json.dumps({part: seen[part] for part in WORDS_OF}, ensure_ascii=False)
        )


def main() -> None:
    """Do what the command line asks."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] != "--words":
        record(RECORDS / sys.argv[1])
        return
    for each in sorted(RECORDS.iterdir()):
        renew_words(each)


if __name__ == "__main__":
    main()
