"""bin/bench: print a line for each promise of speed, and fail when one is not kept."""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import draw, possible_ranks
from tests.bench.database import scratch_database
from tests.server import SECRET_KEY


def main() -> int:
    """Measure what is asked for; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    what = parser.add_subparsers(dest="what")
    what.add_parser(
        "draw",
        help="the draw of the rounds, and possible ranks (this is done when nothing is asked)",
    )
    clerks = what.add_parser("clerks", help="so many clerks who hand forms in as fast as they can")
    clerks.add_argument("--clerks", type=int, default=30, help="how many (%(default)s)")
    clerks.add_argument("--seconds", type=float, default=60, help="how long (%(default)s)")
    clerks.add_argument(
        "--pace", type=float, default=0, help="the seconds in which one types a form (%(default)s)"
    )
    crowd = what.add_parser("crowd", help="the last minutes of a round, with phones and clerks")
    crowd.add_argument("--phones", type=int, default=300, help="how many (%(default)s)")
    crowd.add_argument("--clerks", type=int, default=30, help="how many (%(default)s)")
    crowd.add_argument("--more", type=int, default=1000, help="and at most (%(default)s)")
    crowd.add_argument("--players", type=int, default=300, help="in the hall (%(default)s)")
    crowd.add_argument("--seconds", type=float, default=60, help="for each part (%(default)s)")
    crowd.add_argument(
        "--pace", type=float, default=60, help="the seconds in which one types (%(default)s)"
    )
    crowd.add_argument(
        "--turns", type=int, default=5, help="of a measured page; of a part at most 2 (%(default)s)"
    )
    crowd.add_argument(
        "--copies", type=int, default=1, help="of the program, on one database (%(default)s)"
    )
    keys = what.add_parser("keys", help="a clerk who types a form in a browser")
    keys.add_argument("--pace", type=float, default=0.23, help="seconds a key (%(default)s)")
    what.add_parser("paper", help="score sheets and cards, beside ReportLab")
    what.add_parser("names", help="a list of ten thousand similar names")
    camera = what.add_parser("camera", help="score sheets read from photos")
    camera.add_argument("data", type=Path, help="the folder with penbased.dat (docs/camera.md)")
    camera.add_argument("--photos", type=int, default=170, help="of each level (%(default)s)")
    camera.add_argument("--levels", default="easy,normal,hard", help="which of them (%(default)s)")
    camera.add_argument("--seed", default="1", help="of what is written and photographed")
    camera.add_argument("--pens", type=int, choices=(1, 2), help="only one half of the digits")
    camera.add_argument("--network", type=Path, help="another network than the one of wk")
    camera.add_argument("--examples", type=Path, help="keep what a clerk compares in this file")
    asked = parser.parse_args()
    if asked.what == "clerks":
        went_wrong = clerks_on_a_database(asked.clerks, asked.seconds, asked.pace)
    elif asked.what == "crowd":
        went_wrong = crowd_on_a_database(asked)
    elif asked.what == "keys":
        went_wrong = at_the_keys(asked.pace)
    elif asked.what == "paper":
        went_wrong = on_paper()
    elif asked.what == "names":
        went_wrong = with_names()
    elif asked.what == "camera":
        went_wrong = with_a_camera(asked)
    else:
        went_wrong = draw.main((*draw.promises(), *possible_ranks.promises()))
    return min(went_wrong, 1)


def clerks_on_a_database(clerks: int, seconds: float, pace: float) -> int:
    """Let clerks type on SQLite, or on a new database of the server that DATABASE_URL names."""
    with (
        TemporaryDirectory(prefix="wk-bench-") as data,
        scratch_database(os.environ.get("DATABASE_URL", "")) as database,
    ):
        os.environ |= {"DATA_DIR": data, "DATABASE_URL": database}
        from tests.bench import clerks as office  # its settings are those of just now

        return office.main(Path(data), database, clerks=clerks, seconds=seconds, pace=pace)


def crowd_on_a_database(asked: argparse.Namespace) -> int:
    """Let a crowd look on, on SQLite or on a new database of the server that DATABASE_URL names."""
    with (
        TemporaryDirectory(prefix="wk-bench-") as data,
        scratch_database(os.environ.get("DATABASE_URL", "")) as database,
    ):
        os.environ |= {"DATA_DIR": data, "DATABASE_URL": database, "SECRET_KEY": SECRET_KEY}
        from tests.bench import crowd  # its settings are those of just now

        given = {name: value for name, value in vars(asked).items() if name != "what"}
        return crowd.main(Path(data), database, crowd.Crowd(**given))


def at_the_keys(pace: float) -> int:
    """Type a form in the browser that CHROMIUM names."""
    with TemporaryDirectory(prefix="wk-bench-") as data:
        os.environ |= {"DATA_DIR": data, "DATABASE_URL": "", "SECRET_KEY": SECRET_KEY}
        from tests.bench import keys  # its settings are those of just now

        return keys.main(Path(data), pace, os.environ["CHROMIUM"])


def on_paper() -> int:
    """Print score sheets and cards; no database is read."""
    with TemporaryDirectory(prefix="wk-bench-") as data:
        os.environ |= {"DATA_DIR": data}
        from tests.bench import paper  # its settings are those of just now

        return paper.main()


def with_a_camera(asked: argparse.Namespace) -> int:
    """Read so many photos of each level; return how many promises were not kept."""
    os.environ["SECRET_KEY"] = SECRET_KEY
    from tests.bench import camera  # it sets Django up

    given = {name: value for name, value in vars(asked).items() if name != "what"}
    return camera.main(camera.Asked(**given))


def with_names() -> int:
    """Compare the names of long lists; no database is read."""
    with TemporaryDirectory(prefix="wk-bench-") as data:
        os.environ |= {"DATA_DIR": data}
        from tests.bench import names  # its settings are those of just now

        return draw.main(names.promises())


if __name__ == "__main__":
    sys.exit(main())
