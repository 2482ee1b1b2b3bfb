"""Train the network that reads cells: python -m wk.camera.training FOLDER [--minutes 60].

FOLDER has the data sets that docs/camera.md names. What was learnt is kept in a file there each
minute, so that the training can be stopped at any time and goes on when it is started again.
"""

import argparse
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from wk.camera.network import places_of
from wk.camera.training.calibrating import calibrated
from wk.camera.training.data import mnist_digits, optdigits
from wk.camera.training.hands import Hand, MixedHand, StrokeHand, TraceHand
from wk.camera.training.learning import Pool, Tree, first_state, learn
from wk.camera.training.made_cells import made_cells

FIRST_CELLS, MORE_CELLS, MOST_CELLS = 16_000, 6_000, 160_000
STEPS = 250  # between two times at which more cells are made
SHARES = (0.45, 0.55)  # of the digits of MNIST and of our own strokes


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def add_cells(pool: Pool, number: int, hand: Hand, random: Generator) -> None:
    images, texts = made_cells(number, hand, random)
    pool.add(images, np.array([places_of(text) for text in texts], np.int32))


def kept(file: Path) -> tuple[Tree, float]:
    """Return the state of learning that is kept, and the seconds that it took."""
    if not file.exists():
        return first_state(), 0.0
    state, seconds = pickle.loads(file.read_bytes())  # noqa: S301 # this program wrote it
    return state, seconds


def keep(file: Path, state: Tree, seconds: float) -> None:
    whole = file.with_suffix(".new")
    whole.write_bytes(pickle.dumps(({name: _plain(each) for name, each in state.items()}, seconds)))
    whole.replace(file)


def _plain(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: _plain(each) for name, each in tree.items()}
    return np.asarray(tree)


def train(folder: Path, minutes: float) -> Tree:
    """Return the numbers of a network that learnt for so many minutes, with those before."""
    file = folder / "learning.pickle"
    state, before = kept(file)
    if before >= minutes * 60:
        return dict(state["mean"])
    random = np.random.default_rng([17, int(state["count"])])
    traces = TraceHand(mnist_digits(folder, "train"))
    hand = MixedHand([traces, StrokeHand()], SHARES)
    start = time.monotonic()

    def seconds() -> float:
        return before + time.monotonic() - start

    pool = Pool(MOST_CELLS)
    add_cells(pool, FIRST_CELLS, hand, random)
    while seconds() < minutes * 60:
        state, loss = learn(state, pool, STEPS, random, lambda: seconds() / minutes / 60)
        keep(file, state, seconds())
        say(f"{seconds() / 60:6.1f} minutes, {int(state['count'])} steps, loss {loss:.3f}")
        add_cells(pool, MORE_CELLS, hand, random)
    return dict(state["mean"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="bin/train", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("-o", dest="file", type=Path, default=Path("wk/camera/network.npz"))
    asked = parser.parse_args()
    numbers = train(asked.folder, asked.minutes)
    others = MixedHand(
        [
            TraceHand(mnist_digits(asked.folder, "t10k")),
            TraceHand(optdigits(asked.folder / "digits.csv.gz")),
        ],
        (0.5, 0.5),
    )
    numbers = calibrated(numbers, others, np.random.default_rng(18), say)
    halves: Any = {name: np.asarray(each, np.float16) for name, each in numbers.items()}
    np.savez_compressed(asked.file, **halves)
    say(f"{asked.file}: {asked.file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
