"""Train the network that reads cells: python -m wk.camera.training FOLDER [--minutes 60].

FOLDER has the data sets that docs/camera.md names. What was learnt is kept in a file there each
minute, so that the training can be stopped at any time and goes on when it is started again.

With examples of tournaments in FOLDER (examples*.zip) the network that is shipped learns from
these too, for ten minutes. Nothing of that is kept meanwhile: what is stopped begins anew. It is
written only if it reads those better that were held back, and digits of strangers no worse.
"""

import argparse
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

from wk.camera.network import Arrays, log_shares, places_of, shipped
from wk.camera.training.calibrating import calibrated, misread
from wk.camera.training.data import mnist_digits, optdigits
from wk.camera.training.hands import Hand, MixedHand, StrokeHand, TraceHand
from wk.camera.training.judging import Misread, why_not
from wk.camera.training.kept_examples import Examples, examples_in
from wk.camera.training.learning import RATES, Tree, first_state, learn
from wk.camera.training.made_cells import made_cells
from wk.camera.training.pools import Mixture, Pool

FIRST_CELLS, MORE_CELLS, MOST_CELLS = 16_000, 6_000, 160_000
STEPS = 250  # between two times at which more cells are made
SHARES = (0.45, 0.55)  # of the digits of MNIST and of our own strokes
MINUTES, MINUTES_ON = 60, 10  # from the beginning, and from what is shipped
LEAST = 100  # examples: of fewer nobody can tell whether learning them helped
EXAMPLES = 0.25  # the share of examples of tournaments among the cells, if there are any
RATES_ON = (0.0003, 0.00003)  # of learning, for a network that knows much already


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


def train(folder: Path, minutes: float, examples: Examples) -> Tree:
    """Return the numbers of a network that learnt for so many minutes, with those before.

    With `examples` it goes on from the network that is shipped, slowly, and nothing is kept.
    """
    file = None if len(examples) else folder / "learning.pickle"
    state, before = kept(file) if file else (first_state(shipped()), 0.0)
    if before >= minutes * 60:
        return dict(state["mean"])
    random = np.random.default_rng([17, int(state["count"])])
    hand = MixedHand([TraceHand(mnist_digits(folder, "train")), StrokeHand()], SHARES)
    start = time.monotonic()

    def seconds() -> float:
        return before + time.monotonic() - start

    pool, rates = Pool(MOST_CELLS), RATES if file else RATES_ON
    add_cells(pool, FIRST_CELLS, hand, random)
    cells = pool if file else Mixture(pool, pool_of(examples), EXAMPLES)
    while seconds() < minutes * 60:
        state, loss = learn(state, cells, STEPS, random, lambda: seconds() / minutes / 60, rates)
        if file:
            keep(file, state, seconds())
        say(f"{seconds() / 60:6.1f} minutes, {int(state['count'])} steps, loss {loss:.3f}")
        add_cells(pool, MORE_CELLS, hand, random)
    return dict(state["mean"])


def pool_of(examples: Examples) -> Pool:
    pool = Pool(len(examples))
    pool.add(examples.images, examples.places)
    return pool


def others(folder: Path) -> Hand:
    """Return hands that nothing is learnt from."""
    mnist = TraceHand(mnist_digits(folder, "t10k"))
    return MixedHand([mnist, TraceHand(optdigits(folder / "digits.csv.gz"))], (0.5, 0.5))


def misread_of(numbers: Arrays, held_back: Examples) -> float:
    """Return the share of examples that were held back which a network misreads."""
    return misread(log_shares(held_back.images, numbers), held_back.places)


def refuse_unless_better(before: Misread, now: Misread) -> None:
    """Tell how a network reads now, and end without writing it if that is no better."""
    say(f"examples held back: {before.examples:.1%} misread before, {now.examples:.1%} now")
    say(f"strangers: {before.strangers:.1%} misread before, {now.strangers:.1%} now")
    if why := why_not(before, now):
        sys.exit(f"Nothing is written: {why}.")


def examples_or_end(folder: Path) -> Examples:
    """Return the examples in a folder; end if a file is torn, or if there are too few."""
    try:
        examples = examples_in(folder)
    except ValueError as error:
        sys.exit(str(error))
    if 0 < len(examples) < LEAST:
        sys.exit(f"{len(examples)} examples are too few: at least {LEAST}.")
    return examples


def main() -> None:
    parser = argparse.ArgumentParser(prog="bin/train", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, help="60, or 10 with examples of tournaments")
    parser.add_argument("-o", dest="file", type=Path, default=Path("wk/camera/network.npz"))
    asked = parser.parse_args()
    examples = examples_or_end(asked.folder)
    strangers, before = others(asked.folder), None
    if len(examples):
        say(f"{len(examples)} examples of tournaments; before:")
        known = dict(shipped())
        _same, wrong = calibrated(known, strangers, np.random.default_rng(18), say)
        before = Misread(misread_of(known, examples.held_back), wrong)
    minutes = asked.minutes or (MINUTES_ON if len(examples) else MINUTES)
    numbers = train(asked.folder, minutes, examples.to_learn)
    numbers, wrong = calibrated(numbers, strangers, np.random.default_rng(18), say)
    if before:
        refuse_unless_better(before, Misread(misread_of(numbers, examples.held_back), wrong))
    halves: Any = {name: np.asarray(each, np.float16) for name, each in numbers.items()}
    np.savez_compressed(asked.file, **halves)
    say(f"{asked.file}: {asked.file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
