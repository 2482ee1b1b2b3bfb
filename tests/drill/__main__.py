"""bin/drill: hold a wk of its own under fire, and print what is promised and what was found."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.database import ROOT
from tests.drill.promises import ATTACKS, PROMISES
from tests.drill.rows import Row, lines, renewed, table

PAGE = ROOT / "docs" / "operations.md"
GROUPS: Mapping[str, tuple[str, ...]] = {"all": tuple(PROMISES), "attack": ATTACKS}


def main() -> int:
    """Try the rows that are asked for; return 1 if a promise does not hold."""
    parser = argparse.ArgumentParser(prog="bin/drill", description=__doc__)
    parser.add_argument(
        "row", nargs="*", choices=[*PROMISES, *GROUPS], default="all", help="a row, or a group"
    )
    parser.add_argument("--write", action="store_true", help=f"renew the table in {PAGE.name}")
    asked = parser.parse_args()
    named = [asked.row] if isinstance(asked.row, str) else asked.row
    names = dict.fromkeys(name for each in named for name in GROUPS.get(each, (each,)))
    with TemporaryDirectory(prefix="wk-drill-") as folder:
        # The settings of this process, which makes accounts in the databases of its servers.
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "wk.settings",
        }
        functions, done = drills(), {}
        for name in names:
            sys.stderr.write(f"{name} …\n")
            done[name] = replace(functions[name](Path(folder)), what=PROMISES[name])
    if asked.write:
        PAGE.write_text(renewed(PAGE.read_text(), done, PROMISES))
    sys.stdout.write(f"{table(lines(done).values())}\n")
    return int(any(row.failed for row in done.values()))


def drills() -> dict[str, Callable[[Path], Row]]:
    """Return the rows of the table by name: each a function that is given a folder for what several
    of them make once."""
    import django

    django.setup()
    from tests.drill import (
        disk_faults,
        first_account,
        full_house,
        kills,
        logins,
        odd_times,
        power,
        presses,
        restoring,
        slow,
        standby,
        standby_server,
    )

    functions = [
        kills.kills,
        kills.kills_on_postgresql,
        power.power_cuts,
        disk_faults.full_disk,
        disk_faults.read_only_folder,
        disk_faults.broken_database,
        odd_times.clock_back,
        odd_times.newer_database,
        odd_times.held_database,
        restoring.restore,
        standby.standby,
        standby_server.standby_on_postgresql,
        presses.forged_presses,
        presses.every_address_by_every_role,
        presses.withheld,
        logins.crowd_of_wrong_logins,
        logins.one_name_at_once,
        logins.lockout_of_the_director,
        logins.forged_addresses,
        first_account.guessed_codes,
        first_account.common_passwords,
        slow.silent_connections,
        slow.half_requests,
        slow.slow_heads,
        slow.slow_bodies,
        slow.huge_heads,
        slow.huge_bodies,
        full_house.full_house,
        presses.pressed_twice,
        presses.pressed_at_once,
        presses.pressed_at_once_on_postgresql,
        presses.closed_by_each_other,
        presses.read_meanwhile,
        presses.read_meanwhile_on_postgresql,
    ]
    return {function.__name__.replace("_", "-"): function for function in functions}


if __name__ == "__main__":
    sys.exit(main())
