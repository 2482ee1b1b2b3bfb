"""bin/drill: attack a wk of its own, and print what was tried and what failed."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.drill.rows import Row, table


def main() -> int:
    """Run the rows that are asked for; return 1 if any try failed."""
    with TemporaryDirectory(prefix="wk-drill-") as folder:
        # The settings of this process, which makes accounts in the databases of its servers.
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "wk.settings",
        }
        rows = attacks()
        parser = argparse.ArgumentParser(prog="bin/drill", description=__doc__)
        what = parser.add_subparsers(dest="what", required=True)
        attack = what.add_parser("attack", help="all that somebody in the hall may try")
        attack.add_argument("--row", choices=rows, action="append", help="of the table; or more")
        asked = parser.parse_args()
        done = []
        for name in asked.row or rows:
            sys.stderr.write(f"{name} …\n")
            done.append(rows[name](Path(folder)))
    sys.stdout.write(f"{table(done)}\n")
    return int(any(row.failed for row in done))


def attacks() -> dict[str, Callable[[Path], Row]]:
    """Return the rows of the table by name: each a function that is given a folder for what several
    of them make once."""
    import django

    django.setup()
    from tests.drill import first_account, full_house, logins, presses, slow

    functions = [
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
