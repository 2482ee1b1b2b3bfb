"""Puts small faults into the program and counts how many of them the tests notice.

bin/mutants --seed 11 --each 50 --folder test-results/mutants      fifty faults in each part
bin/mutants --again test-results/mutants/mutants.json --folder ... the same faults, later
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.mutants.changes import Mutant, found_again, mutants

ROOT = Path.cwd()
PARTS = 2
PYTEST = [
    sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "-p", "no:xdist",
    "-q", "--no-header", "-m", "not browser", "--samples=11",
]  # fmt: skip

QUERIES = (
    "queries search name_search fuzzy_names players player_list sheet formats differences"
    " draw_quality public_report ranking readiness"
)
FORMS = "forms values"
UNTOUCHED = {"sqlite", "migrations"}


def files_of(group: str) -> list[str]:
    """Return the files of one part of the program."""
    wk = [p for p in sorted(ROOT.glob("wk/*/**/*.py")) if not UNTOUCHED & {*p.parts}]
    draw = [p for p in wk if p.is_relative_to(ROOT / "wk" / "draw")]
    others = [p for p in wk if p not in draw]
    forms = [p for p in others if p.stem in FORMS.split() or p.stem.endswith("_forms")]
    queries = [p for p in others if p.stem in QUERIES.split()]
    views = [p for p in others if p.stem.endswith("views") or p.stem in ("urls", "models")]
    taken = {*forms, *queries, *views}
    found = {
        "scoring": sorted(ROOT.glob("scoring/**/*.py")),
        "draw": draw,
        "forms": forms,
        "queries": queries,
        "services": [p for p in others if p not in taken],
    }
    return [str(path.relative_to(ROOT)) for path in found[group]]


GROUPS = ("scoring", "draw", "services", "queries", "forms")


def sample(seed: int, each: int) -> list[Mutant]:
    """Return `each` faults of every part, the same for the same seed and program."""
    random, chosen = Random(seed), []
    for group in GROUPS:
        found = [mutant for file in files_of(group) for mutant in mutants(ROOT, file)]
        chosen += random.sample(found, min(each, len(found)))
    return chosen


def run(stage: str, folder: Path, known: list[str]) -> list[dict]:
    """Run a stage of the plugin in as many processes as there are cores; return what they wrote."""
    processes, results = [], []
    for part in range(PARTS):
        results.append(folder / f"{stage}-{part}.json")
        options = [
            f"--mutants={folder / 'mutants.json'}", f"--mutants-{stage}={results[-1]}",
            f"--mutants-part={part}/{PARTS}", *known,
        ]  # fmt: skip
        with (folder / f"{stage}-{part}.log").open("w") as log:
            processes.append(subprocess.Popen([*PYTEST, *options], stdout=log, stderr=log))
    codes = [process.wait() for process in processes]
    # 0: all well; 1: tests failed, which are then left out. Anything else is a broken run.
    if broken := [f"{stage}-{part}.log" for part, code in enumerate(codes) if code not in (0, 1)]:
        sys.exit(f"The tests could not be run: see {', '.join(broken)} in {folder}.")
    return [json.loads(path.read_text()) for path in results]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bin/mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=11, help="which faults are chosen")
    parser.add_argument("--each", type=int, default=50, help="faults in each part of the program")
    parser.add_argument("--again", type=Path, help="the mutants.json of an earlier run")
    parser.add_argument("--folder", type=Path, default=Path("test-results/mutants"))
    parser.add_argument("--seconds", type=float, default=300, help="of tests for one fault")
    asked = parser.parse_args()
    folder = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("kill-*.json"):  # of other tests, or of other faults
        old.unlink()
    if asked.again:
        earlier = [Mutant(**row) for row in json.loads(asked.again.read_text())]
        chosen, gone = found_again(ROOT, earlier)
        for mutant in gone:
            sys.stdout.write(f"no longer there: {mutant.key}\n    - {mutant.before}\n")
    else:
        chosen = sample(asked.seed, asked.each)
    rows = [mutant.as_row() for mutant in chosen]
    (folder / "mutants.json").write_text(json.dumps(rows, indent=1))

    maps = run("map", folder, [])
    reached: dict[str, list[str]] = {}
    for one in maps:
        for number, names in one["reached"].items():
            reached.setdefault(number, []).extend(names)
    seconds = {name: value for one in maps for name, value in one["seconds"].items()}
    failed = sorted(name for one in maps for name in one["failed"])
    joined = folder / "reached.json"
    joined.write_text(json.dumps({"reached": reached, "seconds": seconds, "failed": failed}))

    known = [f"--mutants-reached={joined}", f"--mutants-seconds={asked.seconds}"]
    outcomes = {key: o for one in run("kill", folder, known) for key, o in one.items()}
    (folder / "outcomes.json").write_text(json.dumps(outcomes, indent=1))
    report(chosen, outcomes)


def report(chosen: list[Mutant], outcomes: dict) -> None:
    """Print a table of what became of the faults, and each that no test noticed."""
    write = sys.stdout.write
    write(f"{'part':10}{'killed':>8}{'survived':>10}{'unreached':>11}{'invalid':>9}\n")
    for group in GROUPS:
        files = set(files_of(group))
        told = Counter(outcomes[m.key]["outcome"] for m in chosen if m.file in files)
        kinds = ("killed", "survived", "unreached", "invalid")
        widths = (8, 10, 11, 9)
        cells = "".join(f"{told[k]:>{w}}" for k, w in zip(kinds, widths, strict=True))
        write(f"{group:10}{cells}\n")
    for mutant in chosen:
        outcome = outcomes[mutant.key]["outcome"]
        if outcome in ("survived", "unreached"):
            write(f"{outcome} {mutant.file}:{mutant.line} {mutant.function} {mutant.kind}\n")
            write(f"    - {mutant.before}\n    + {mutant.after}\n")


main()
